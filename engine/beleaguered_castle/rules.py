"""Beleaguered Castle, a traditional solitaire, and its sisters.

All cards lie open in eight rows around four foundations, which are built in suit from ace to king. Only
the last card of a row moves, alone: to its foundation, onto a card one rank higher, or into an empty row.
Ruling: where cards may return from the foundations, aces may not.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Literal, TypedDict

from engine.beleaguered_castle.deals import setup, setup_citadel, setup_relaxed, setup_streets
from engine.beleaguered_castle.position import (
    HOME,
    HOMES,
    ROW,
    ROWS,
    SUIT,
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

CARD = "(?:10|[A2-9XJQK])[CDHS]"
WRITTEN = re.compile(f"({CARD}|R[1-8]|F[CDHS])[>-]?({CARD}|R[1-8]|F|-[1-8]?)")  # after spaces are left out
SIGNS = str.maketrans("♣♦♥♠", "CDHS", "\ufe0e\ufe0f")
WORDS = (  # of the move list, after spaces are left out
    (re.compile("(?:IN|ON)?TOTHEEMPTYROW"), ">-"),
    (re.compile("(?:IN|ON)?TO"), ">"),
    (re.compile("ROW"), "R"),
    (re.compile("HOME"), "F"),
)
UP = tuple(f"{row} f" for row in ROWS)
ACROSS = tuple(tuple(f"{source} {target}" for target in ROWS) for source in ROWS)
DOWN = tuple(tuple(f"{source} {target}" for target in ROWS) for source in HOMES)


class BeleagueredCastleView(TypedDict):
    """`safe`: the moves to foundations that can do no harm; `stuck`: no legal move, and not won."""

    position: str
    safe: list[str]
    stuck: bool


def legal(state: State) -> tuple[str, ...]:
    """Row by row, first to the foundation, then to the rows; at the end what may leave the foundations."""
    rows, home = state.rows, state.home
    ends = [NUMBER[row[-2]] if row else 0 for row in rows]
    moves = []
    for source, rank in enumerate(ends):
        if rank:
            if home[SUIT[rows[source][-1]]] == rank - 1:
                moves.append(UP[source])
            across = ACROSS[source]
            moves += [across[to] for to, end in enumerate(ends) if end in (0, rank + 1)]
    if state.returns:
        for suit, rank in enumerate(home):
            if rank > 1:
                moves += [DOWN[suit][to] for to, end in enumerate(ends) if end in (0, rank + 1)]
    return tuple(moves)


def apply(state: State, move: str) -> State:
    source, target = move.split(" ")
    rows, home, card = list(state.rows), list(state.home), top(state, source)
    if source in HOME:
        home[HOME[source]] -= 1
    else:
        rows[ROW[source]] = rows[ROW[source]][:-2]
    if target == "f":
        home[SUIT[card[1]]] += 1
    else:
        rows[ROW[target]] += card
    return State(tuple(rows), tuple(home), state.returns)


def outcome(state: State) -> Outcome | None:
    return Outcome(0, "out") if sum(state.home) == 52 else None


def score(state: State) -> tuple[int, ...]:
    """The cards on the foundations."""
    return (sum(state.home),)


def view(state: State, _: Seat | None) -> BeleagueredCastleView:
    moves = legal(state)
    return {
        "position": show(state),
        "safe": [move for move in moves if move.endswith("f") and is_harmless(state, top(state, move[:2]))],
        "stuck": not moves and outcome(state) is None,
    }


def is_harmless(state: State, card: str) -> bool:
    """A card of rank r may go up without harm when every other foundation is at rank r-2 or higher: all that
    could be laid on it in a row, the other suits' cards of rank r-1, can then go up themselves. (Its own
    foundation is at r-1, so that it need not be left out here.)"""
    return min(state.home) >= NUMBER[card[0]] - 2


def tell(state: State, move: str, _: Seat | None) -> str:
    """The card, and the card that it goes onto, `f` or `-`, an empty row; where several are empty, `-5`."""
    source, target = move.split(" ")
    card = top(state, source)
    onto = "f" if target == "f" else top(state, target)
    if onto:
        return f"{card}>{onto}"
    return f"{card}>-{target[1] if state.rows.count('') > 1 else ''}"


def read(state: State, typed: str) -> str:
    """Places and cards may be mixed (`9H r5`, `r3 XS`), 10 stands for X, suits may be signs, and the words of
    the move list are read (`9♥ onto 10♠`, `9H home`, `9H into row 5`). IllegalMove says which card does not
    lie open, or which row is not empty; AmbiguousMove: an empty row, where several are empty."""
    plain = "".join(typed.split()).upper().translate(SIGNS)
    for word, sign in WORDS:
        plain = word.sub(sign, plain)
    written = WRITTEN.fullmatch(plain)
    if written is None or (written[1][0], written[2]) == ("F", "F"):
        raise MalformedMove(f"{typed[:80]!r} is not a move like 9H>XS, 9H>f, 9H>- or r3 r5")
    source = _place(state, written[1])
    if written[2][0] == "-":
        return _read_empty(state, source, written[2][1:])
    return _permitted(state, f"{source} {_place(state, written[2])}")


def _place(state: State, word: str) -> str:
    """The place that a typed word names, or where the card that it names lies open."""
    if word[0] in "RF" and word != "F":
        return word[0].lower() + word[1]
    if word == "F":
        return "f"
    card = word.replace("10", "X")
    for place in (*ROWS, *HOMES):
        if top(state, place) == card:
            return place
    raise IllegalMove(f"{card} does not lie open: only last cards can be moved or built on")


def _read_empty(state: State, source: str, number: str) -> str:
    """The move from this place into the empty row with this number, "" where none was typed."""
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
    """The move itself; IllegalMove where it is not permitted."""
    rule = why(state, move)
    if rule:
        raise IllegalMove(f"{move} is not possible: {rule}", rule)
    return move


def why(state: State, text: str) -> Rule | None:
    """The rule that forbids a text as a move; None where it is permitted.

    - not_a_move: not two places such as `r3 r5`, `r3 f` or `fH r5`
    - empty_row, empty_foundation: no card lies where the move begins
    - no_return: cards do not leave the foundations in this game
    - ace_stays: an ace never leaves its foundation
    - same_row: the card lies there already
    - wrong_rank: a row takes any card when empty, else only one a rank lower than its last
    - not_next: the foundation takes the next rank of its suit only
    - nowhere: only the first place is given, and its card can go to no other now
    """
    moves = legal(state)
    if text in moves:
        return None
    source, space, target = text.partition(" ")
    targets: tuple[str, ...]
    if source in ROW:
        fault, targets = _why_empty(state, source), (*ROWS, "f")
    elif source in HOME:
        fault, targets = _why_kept(state, source), ROWS
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
    return None if state.rows[ROW[row]] else "empty_row"


def _why_kept(state: State, foundation: str) -> Rule | None:
    """Why the top card may not leave a foundation at all, or None."""
    if not state.returns:
        return "no_return"
    rank = state.home[HOME[foundation]]
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
    return position(text)._replace(returns=True)


def _relaxed(game: Game[State]) -> Game[State]:
    """The sister in which the top card of a foundation may return to a row."""
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
