"""Beleaguered Castle, a traditional solitaire, and its sisters.

All cards lie open in eight rows around four foundations, which are built in suit from ace to king. Only
the last card of a row moves, alone: to its foundation, onto a card one rank higher, or into an empty row.
A deal is numbered and the same for all, for ever; how it is shuffled and dealt is part of the version.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.cards import CARDS, NUMBER, RANKS, SUITS
from engine.game import Game, Outcome, Seat, View
from engine.rng import Rng

ROWS = tuple(f"r{number}" for number in range(1, 9))  # odd rows lie to the left, even ones to the right
ROW = {name: row for row, name in enumerate(ROWS)}
HOMES = tuple(f"f{suit}" for suit in SUITS)
HOME = {name: suit for suit, name in enumerate(HOMES)}
SUIT = {suit: number for number, suit in enumerate(SUITS)}
TYPED = {name.upper(): name for name in (*ROWS, *HOMES, "f")}
UP = tuple(f"{row} f" for row in ROWS)
ACROSS = tuple(tuple(f"{source} {target}" for target in ROWS) for source in ROWS)
DOWN = tuple(tuple(f"{source} {target}" for target in ROWS) for source in HOMES)
TOPS = "-" + RANKS  # how a foundation is written, by its highest rank
WITHOUT_ACES = tuple(card for card in CARDS if card[0] != "A")


class State(NamedTuple):
    """`rows`: for each row its cards from the inside to the last, as in "QS9H2C"; `home`: for each suit
    (C D H S) the highest rank on its foundation, 0 to 13; `returns`: whether cards may leave a foundation."""

    rows: tuple[str, ...]
    home: tuple[int, ...]
    returns: bool = False


def setup(rng: Rng) -> State:
    """The aces begin on the foundations; the others go one at a time around the rows."""
    cards, _ = rng.shuffled(WITHOUT_ACES)
    return State(tuple("".join(cards[row::8]) for row in range(8)), (1, 1, 1, 1))


def setup_relaxed(rng: Rng) -> State:
    return setup(rng)._replace(returns=True)


def setup_citadel(rng: Rng) -> State:
    """As `setup`, but a card that fits its foundation goes there, and the row whose turn it was gets none."""
    cards, _ = rng.shuffled(WITHOUT_ACES)
    rows, home = [""] * 8, [1, 1, 1, 1]
    for place, card in enumerate(cards):
        suit = SUIT[card[1]]
        if NUMBER[card[0]] == home[suit] + 1:
            home[suit] += 1
        else:
            rows[place % 8] += card
    return State(tuple(rows), tuple(home))


def setup_streets(rng: Rng) -> State:
    """All cards go around the rows, the last four to the rows on the left; nothing is home."""
    cards, _ = rng.shuffled(CARDS)
    last = dict(zip(range(0, 8, 2), cards[48:], strict=True))
    return State(tuple("".join(cards[row:48:8]) + last.get(row, "") for row in range(8)), (0, 0, 0, 0))


def turn(_: State) -> Seat:
    return 0


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


def top(state: State, place: str) -> str:
    """The card that lies open on a row (`r3`) or foundation (`fH`), or "" when there is none."""
    if place in ROW:
        return state.rows[ROW[place]][-2:]
    rank = state.home[HOME[place]]
    return RANKS[rank - 1] + place[1] if rank else ""


def outcome(state: State) -> Outcome | None:
    return Outcome(0, "out") if sum(state.home) == 52 else None


def score(state: State) -> tuple[int, ...]:
    """The cards on the foundations."""
    return (sum(state.home),)


def view(state: State, _: Seat | None) -> View:
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


def show(state: State) -> str:
    return "/".join(row or "-" for row in state.rows) + " " + "".join(TOPS[rank] for rank in state.home)


def position(text: str) -> State:
    table, space, tops = text.partition(" ")
    if not space or len(tops) != 4 or not all(letter in TOPS for letter in tops):
        raise ValueError(
            f"after the rows come a space and four foundations, each of {TOPS}, not {tops[:80]!r}"
        )
    rows = table.split("/")
    if len(rows) != 8:
        raise ValueError(f"a position has 8 rows, not {len(rows)}")
    home = tuple(TOPS.index(letter) for letter in tops)
    state = State(tuple("" if row == "-" else row for row in rows), home)
    seen: set[str] = set()
    for name, row in zip(ROWS, rows, strict=True):
        if row != "-":
            _check_row(state, name, row, seen)
    for card in CARDS:
        if card not in seen and NUMBER[card[0]] > state.home[SUIT[card[1]]]:
            raise ValueError(f"{card} is missing: it is neither in a row nor on its foundation")
    return state


def position_relaxed(text: str) -> State:
    return position(text)._replace(returns=True)


def _check_row(state: State, name: str, row: str, seen: set[str]) -> None:
    """Adds the row's cards to `seen`; ValueError names the first that cannot lie there."""
    if not row:
        raise ValueError(f"{name} has no text; an empty row is written -")
    for place in range(0, len(row), 2):
        card = row[place : place + 2]
        where = f"{name}, card {place // 2 + 1}"
        if card not in CARDS:
            raise ValueError(f"{where}: {card!r} is no card; the ranks are {RANKS}, the suits {SUITS}")
        if card in seen:
            raise ValueError(f"{where}: {card} stands twice")
        if NUMBER[card[0]] <= state.home[SUIT[card[1]]]:
            raise ValueError(f"{where}: {card} lies on its foundation already")
        seen.add(card)


def tell(state: State, move: str, _: Seat | None) -> str:
    source, target = move.split(" ")
    onto = "f" if target == "f" else top(state, target) or "-"
    return f"{top(state, source)}>{onto}"


def read(state: State, typed: str) -> str:
    """Places and cards may be mixed (`9H r5`, `r3 XS`), and 10 stands for X. `-` is the first empty row."""
    text = "".join(typed.upper().replace(">", " ").split()).replace("10", "X")
    if len(text) < 3:
        raise ValueError(f"{typed[:80]!r} is not a move like 9H>XS, 9H>f, 9H>- or r3 r5")
    move = f"{_place(state, text[:2])} {_place(state, text[2:])}"
    if move not in legal(state):
        raise ValueError(f"{move} is not possible: {why(state, move)}")
    return move


def _place(state: State, word: str) -> str:
    """The place that a typed word names, or where the card that it names lies open."""
    if word in TYPED:
        return TYPED[word]
    if word == "-":
        if "" in state.rows:
            return ROWS[state.rows.index("")]
        raise ValueError("no row is empty")
    if word not in CARDS:
        raise ValueError(f"{word[:80]!r} is neither a card like XS nor a place like r5 or f")
    for place in (*ROWS, *HOMES):
        if top(state, place) == word:
            return place
    raise ValueError(f"{word} does not lie open: only last cards can be moved or built on")


def why(state: State, text: str) -> str:
    """The rule that forbids a text that is not in `legal`.

    - not_a_move: not two places such as `r3 r5`, `r3 f` or `fH r5`
    - empty_row, empty_foundation: no card lies where the move begins
    - no_return: cards do not leave the foundations in this game
    - ace_stays: an ace never leaves its foundation
    - same_row: the card lies there already
    - wrong_rank: a row takes any card when empty, else only one a rank lower than its last
    - not_next: the foundation takes the next rank of its suit only
    - nowhere: only the first place is given, and its card can go to no other now
    """
    source, space, target = text.partition(" ")
    if source in ROW:
        fault, targets = "" if state.rows[ROW[source]] else "empty_row", (*ROWS, "f")
    elif source in HOME:
        fault, targets = _why_kept(state, source), ROWS
    else:
        return "not_a_move"
    if not space:
        incomplete = any(move.startswith(f"{source} ") for move in legal(state))
        return "not_a_move" if incomplete else fault or "nowhere"
    if target not in targets:
        return "not_a_move"
    if fault:
        return fault
    if target == "f":
        return "not_next"
    return "same_row" if target == source else "wrong_rank"


def _why_kept(state: State, foundation: str) -> str:
    """Why the top card may not leave a foundation at all, or ""."""
    if not state.returns:
        return "no_return"
    rank = state.home[HOME[foundation]]
    return {0: "empty_foundation", 1: "ace_stays"}.get(rank, "")


def reveals(_: State, __: str) -> bool:
    return False


GAME: Game[State] = Game(
    id="beleaguered_castle",
    version=1,
    family="beleaguered_castle",
    title="Beleaguered Castle",
    seats=("player",),
    dealt=True,
    hides=False,
    uneven=False,
    draws=False,
    setup=setup,
    turn=turn,
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
    reveals=reveals,
)

GAMES: tuple[Game[State], ...] = (
    GAME,
    replace(
        GAME,
        id="beleaguered_castle_relaxed",
        title="Beleaguered Castle, relaxed",
        setup=setup_relaxed,
        position=position_relaxed,
    ),
    replace(GAME, id="citadel", title="Citadel", setup=setup_citadel),
    replace(GAME, id="streets_and_alleys", title="Streets and Alleys", setup=setup_streets),
)
