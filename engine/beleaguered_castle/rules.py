"""Rules of Beleaguered Castle, a traditional solitaire, and its variants.

All cards lie face up in eight rows around four foundations, which are built in suit from ace to king. Only
the last card of a row moves: to its foundation, onto a card one rank higher, or into an empty row. Ruling: if
cards may return from the foundations, aces may not.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Literal, TypedDict

from engine.beleaguered_castle.deals import setup, setup_citadel, setup_relaxed, setup_streets
from engine.beleaguered_castle.position import (
    FOUNDATION_INDEX,
    FOUNDATIONS,
    ROW_INDEX,
    ROWS,
    SUIT_INDEX,
    State,
    canonical,
    picture,
    position,
    show,
    top,
)
from engine.cards import NUMBER
from engine.game import AmbiguousMove, Game, IllegalMove, MalformedMove, Outcome, Seat

Reason = Literal["out"]
Rule = Literal[
    "not_a_move",
    "empty_row",
    "empty_foundation",
    "no_return",
    "ace_stays",
    "same_row",
    "wrong_rank",
    "not_next",
    "nowhere",
]

CARD_PATTERN = "(?:10|[A2-9XJQK])[CDHS]"
MOVE_PATTERN = re.compile(f"({CARD_PATTERN}|R[1-8]|F[CDHS])[>-]?({CARD_PATTERN}|R[1-8]|F|-[1-8]?)")
SUIT_SYMBOLS = str.maketrans("♣♦♥♠", "CDHS", "\ufe0e\ufe0f")
WORD_PATTERNS = (  # words of the move list, without spaces, and their short form
    (re.compile("(?:IN|ON)?TOTHEEMPTYROW"), ">-"),
    (re.compile("(?:IN|ON)?TO"), ">"),
    (re.compile("ROW"), "R"),
    (re.compile("HOME"), "F"),
)
TO_FOUNDATION = tuple(f"{row} f" for row in ROWS)
TO_ROW = tuple(tuple(f"{source} {target}" for target in ROWS) for source in ROWS)
FROM_FOUNDATION = tuple(tuple(f"{source} {target}" for target in ROWS) for source in FOUNDATIONS)


class BeleagueredCastleView(TypedDict):
    """JSON of a position. `safe`: harmless moves to foundations; `stuck`: no legal move, and not won."""

    position: str
    safe: list[str]
    stuck: bool


def legal(state: State) -> tuple[str, ...]:
    """Return the legal moves: per row to the foundation, then to rows; last, returns from foundations."""
    rows, home = state.rows, state.home
    ends = [NUMBER[row[-2]] if row else 0 for row in rows]
    moves = []
    for source, rank in enumerate(ends):
        if rank:
            if home[SUIT_INDEX[rows[source][-1]]] == rank - 1:
                moves.append(TO_FOUNDATION[source])
            across = TO_ROW[source]
            moves += [across[to] for to, end in enumerate(ends) if end in (0, rank + 1)]
    if state.returns:
        for suit, rank in enumerate(home):
            if rank > 1:
                moves += [FROM_FOUNDATION[suit][to] for to, end in enumerate(ends) if end in (0, rank + 1)]
    return tuple(moves)


def apply(state: State, move: str) -> State:
    """Return the state after a legal move."""
    source, target = move.split(" ")
    rows, home, card = list(state.rows), list(state.home), top(state, source)
    if source in FOUNDATION_INDEX:
        home[FOUNDATION_INDEX[source]] -= 1
    else:
        rows[ROW_INDEX[source]] = rows[ROW_INDEX[source]][:-2]
    if target == "f":
        home[SUIT_INDEX[card[1]]] += 1
    else:
        rows[ROW_INDEX[target]] += card
    return State(tuple(rows), tuple(home), state.returns)


def outcome(state: State) -> Outcome | None:
    """Return a win when all cards are on the foundations."""
    return Outcome(0, "out") if sum(state.home) == 52 else None


def score(state: State) -> tuple[int, ...]:
    """Return the number of cards on the foundations."""
    return (sum(state.home),)


def view(state: State, _: Seat | None) -> BeleagueredCastleView:
    """Return the view of a position."""
    moves = legal(state)
    return {
        "position": show(state),
        "safe": [move for move in moves if move.endswith("f") and is_harmless(state, top(state, move[:2]))],
        "stuck": not moves and outcome(state) is None,
    }


def is_harmless(state: State, card: str) -> bool:
    """Return whether moving `card` to its foundation cannot hurt.

    True for rank r if every other foundation is at rank r-2 or higher: the cards that could be built on it,
    of rank r-1, can then go to their foundations too. Its own foundation is at r-1 and needs no exception."""
    return min(state.home) >= NUMBER[card[0]] - 2


def tell(state: State, move: str, _: Seat | None) -> str:
    """Return the notation: card and target card, `f`, or `-` for an empty row (`-5` if several are empty)."""
    source, target = move.split(" ")
    card = top(state, source)
    onto = "f" if target == "f" else top(state, target)
    if onto:
        return f"{card}>{onto}"
    return f"{card}>-{target[1] if state.rows.count('') > 1 else ''}"


def read(state: State, typed: str) -> str:
    """Parse a typed move.

    Accepts places and cards mixed (`9H r5`, `r3 XS`), 10 for X, suit symbols, and the words of the move list
    (`9♥ onto 10♠`, `9H home`, `9H into row 5`). IllegalMove names the card that is not available or the row
    that is not empty; AmbiguousMove: several rows are empty."""
    plain = "".join(typed.split()).upper().translate(SUIT_SYMBOLS)
    for word, sign in WORD_PATTERNS:
        plain = word.sub(sign, plain)
    written = MOVE_PATTERN.fullmatch(plain)
    if written is None or (written[1][0], written[2]) == ("F", "F"):
        raise MalformedMove(f"{typed[:80]!r} is not a move like 9H>XS, 9H>f, 9H>- or r3 r5")
    source = _place(state, written[1])
    if written[2][0] == "-":
        return _read_empty(state, source, written[2][1:])
    return _permitted(state, f"{source} {_place(state, written[2])}")


def _place(state: State, word: str) -> str:
    """Return the place for a typed place or available card."""
    if word[0] in "RF" and word != "F":
        return word[0].lower() + word[1]
    if word == "F":
        return "f"
    card = word.replace("10", "X")
    for place in (*ROWS, *FOUNDATIONS):
        if top(state, place) == card:
            return place
    raise IllegalMove(f"{card} does not lie open: only last cards can be moved or built on")


def _read_empty(state: State, source: str, number: str) -> str:
    """Return the move into the empty row `number`, "" if none was typed."""
    empty = [row for row in ROWS if not top(state, row)]
    if not empty:
        raise IllegalMove("no row is empty")
    if number and f"r{number}" not in empty:
        raise IllegalMove(f"row {number} is not empty")
    move = _permitted(state, f"{source} r{number or empty[0][1]}")
    if len(empty) > 1 and not number:
        one, other = (f"-{row[1]}" for row in empty[:2])
        raise AmbiguousMove(f"{len(empty)} rows are empty: name one of them, like {one} or {other}")
    return move


def _permitted(state: State, move: str) -> str:
    """Return the move. Raise IllegalMove if it is illegal."""
    rule = why(state, move)
    if rule:
        raise IllegalMove(f"{move} is not possible: {rule}", rule)
    return move


def why(state: State, text: str) -> Rule | None:
    """Return the rule that forbids a move, or None.

    - not_a_move: not two places such as `r3 r5`, `r3 f` or `fH r5`
    - empty_row, empty_foundation: no card at the source
    - no_return: cards do not return from foundations in this game
    - ace_stays: an ace never leaves its foundation
    - same_row: source and target are the same row
    - wrong_rank: a non-empty row takes only a card one rank lower than its last
    - not_next: a foundation takes only the next rank of its suit
    - nowhere: only the source is given, and its card has no legal target
    """
    moves = legal(state)
    if text in moves:
        return None
    source, space, target = text.partition(" ")
    targets: tuple[str, ...]
    if source in ROW_INDEX:
        fault, targets = _why_empty(state, source), (*ROWS, "f")
    elif source in FOUNDATION_INDEX:
        fault, targets = _why_foundation(state, source), ROWS
    else:
        return "not_a_move"
    if not space:
        incomplete = any(move.startswith(f"{source} ") for move in moves)
        return "not_a_move" if incomplete else fault or "nowhere"
    if target not in targets:
        return "not_a_move"
    if fault:
        return fault
    if target == "f":
        return "not_next"
    return "same_row" if target == source else "wrong_rank"


def _why_empty(state: State, row: str) -> Rule | None:
    return None if state.rows[ROW_INDEX[row]] else "empty_row"


def _why_foundation(state: State, foundation: str) -> Rule | None:
    """Return why the top card cannot leave a foundation, or None."""
    if not state.returns:
        return "no_return"
    rank = state.home[FOUNDATION_INDEX[foundation]]
    if rank > 1:
        return None
    return "ace_stays" if rank else "empty_foundation"


GAME: Game[State] = Game(
    id="beleaguered_castle",
    version=1,
    family="beleaguered_castle",
    title="Beleaguered Castle",
    seats=("player",),
    dealt=True,
    options=MappingProxyType({"deal": "beleaguered_castle", "rules": "strict"}),
    setup=setup,
    legal=legal,
    apply=apply,
    outcome=outcome,
    view=view,
    show=show,
    position=position,
    tell=tell,
    read=read,
    score=score,
    why=why,
    canonical=canonical,
    picture=picture,
)
CITADEL = replace(
    GAME,
    id="citadel",
    title="Citadel",
    options=MappingProxyType({"deal": "citadel", "rules": "strict"}),
    setup=setup_citadel,
)
STREETS = replace(
    GAME,
    id="streets_and_alleys",
    title="Streets and Alleys",
    options=MappingProxyType({"deal": "streets_and_alleys", "rules": "strict"}),
    setup=setup_streets,
)


def position_relaxed(text: str) -> State:
    """Parse a position text of a relaxed variant."""
    return position(text)._replace(returns=True)


def _relaxed(game: Game[State]) -> Game[State]:
    """Return the variant in which cards may return from foundations."""
    return replace(
        game,
        id=f"{game.id}_relaxed",
        title=f"{game.title}, relaxed",
        daily=False,
        options=MappingProxyType({**game.options, "rules": "relaxed"}),
        setup=partial(setup_relaxed, game.setup),
        position=position_relaxed,
    )


GAMES: tuple[Game[State], ...] = tuple(
    variant for game in (GAME, CITADEL, STREETS) for variant in (game, _relaxed(game))
)
