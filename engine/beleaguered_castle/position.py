"""The table of Beleaguered Castle and its sisters: its rows and foundations, and the position text.

The text: rows 1 to 8, cards from the inside to the last, "-" an empty row; then the foundations of C D H S
by their highest rank, "-" an empty one.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import CARDS, NUMBER, RANKS, SUITS

ROWS = tuple(f"r{number}" for number in range(1, 9))  # odd rows lie to the left, even ones to the right
ROW = {name: row for row, name in enumerate(ROWS)}
HOMES = tuple(f"f{suit}" for suit in SUITS)
HOME = {name: suit for suit, name in enumerate(HOMES)}
SUIT = {suit: number for number, suit in enumerate(SUITS)}
TOPS = "-" + RANKS  # how a foundation is written, by its highest rank


class State(NamedTuple):
    """`rows`: for each row its cards from the inside to the last, as in "QS9H2C"; `home`: for each suit
    (C D H S) the highest rank on its foundation, 0 to 13; `returns`: whether cards may leave a foundation."""

    rows: tuple[str, ...]
    home: tuple[int, ...]
    returns: bool = False


def top(state: State, place: str) -> str:
    """The card that lies open on a row (`r3`) or foundation (`fH`), or "" when there is none."""
    if place in ROW:
        return state.rows[ROW[place]][-2:]
    rank = state.home[HOME[place]]
    return RANKS[rank - 1] + place[1] if rank else ""


def show(state: State) -> str:
    return "/".join(row or "-" for row in state.rows) + " " + "".join(TOPS[rank] for rank in state.home)


def canonical(state: State) -> State:
    """The rows in the order of their texts: they are alike."""
    return State(tuple(sorted(state.rows)), state.home, state.returns)


def picture(text: str) -> str:
    """A line for each row with its name, then the highest card of each foundation."""
    table, _, tops = text.partition(" ")
    rows = [
        f"{name}  {' '.join(row[at : at + 2] for at in range(0, len(row), 2)) if row != '-' else '-'}"
        for name, row in zip(ROWS, table.split("/"), strict=True)
    ]
    home = [
        f"{name} {rank if rank == '-' else rank + name[1]}" for name, rank in zip(HOMES, tops, strict=True)
    ]
    return "\n".join([*rows, "  ".join(home)])


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
