"""State and position text of Beleaguered Castle and its variants.

Position text: rows 1 to 8, cards from the inside to the last, "-" an empty row; then the foundations of C D H
S by their highest rank, "-" an empty one.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import CARDS, NUMBER, RANKS, SUITS

ROWS = tuple(f"r{number}" for number in range(1, 9))  # odd rows on the left, even rows on the right
ROW_INDEX = {name: row for row, name in enumerate(ROWS)}
FOUNDATIONS = tuple(f"f{suit}" for suit in SUITS)
FOUNDATION_INDEX = {name: suit for suit, name in enumerate(FOUNDATIONS)}
SUIT_INDEX = {suit: number for number, suit in enumerate(SUITS)}
FOUNDATION_LETTERS = "-" + RANKS  # by highest rank


class State(NamedTuple):
    """A position.

    - `rows`: the cards of each row from the inside to the last, as in "QS9H2C".
    - `home`: by suit (C D H S), the highest rank on its foundation, 0 to 13.
    - `returns`: whether cards may return from a foundation."""

    rows: tuple[str, ...]
    home: tuple[int, ...]
    returns: bool = False


def top(state: State, place: str) -> str:
    """Return the available card of a row (`r3`) or foundation (`fH`), or ""."""
    if place in ROW_INDEX:
        return state.rows[ROW_INDEX[place]][-2:]
    rank = state.home[FOUNDATION_INDEX[place]]
    return RANKS[rank - 1] + place[1] if rank else ""


def show(state: State) -> str:
    """Return the position text."""
    return (
        "/".join(row or "-" for row in state.rows)
        + " "
        + "".join(FOUNDATION_LETTERS[rank] for rank in state.home)
    )


def canonical(state: State) -> State:
    """Return the state with sorted rows: their order does not matter."""
    return state._replace(rows=tuple(sorted(state.rows)))


def picture(text: str) -> str:
    """Return a line for each row with its name, then the highest card of each foundation."""
    table, _, tops = text.partition(" ")
    rows = [
        f"{name}  {' '.join(row[at : at + 2] for at in range(0, len(row), 2)) if row != '-' else '-'}"
        for name, row in zip(ROWS, table.split("/"), strict=True)
    ]
    home = [
        f"{name} {rank if rank == '-' else rank + name[1]}"
        for name, rank in zip(FOUNDATIONS, tops, strict=True)
    ]
    return "\n".join([*rows, "  ".join(home)])


def position(text: str) -> State:
    """Parse a position text. ValueError names place and reason."""
    table, space, tops = text.partition(" ")
    if not space or len(tops) != 4 or not all(letter in FOUNDATION_LETTERS for letter in tops):
        raise ValueError(
            f"after the rows come a space and four foundations, each of {FOUNDATION_LETTERS}, "
            f"not {tops[:80]!r}"
        )
    rows = table.split("/")
    if len(rows) != 8:
        raise ValueError(f"a position has 8 rows, not {len(rows)}")
    home = tuple(FOUNDATION_LETTERS.index(letter) for letter in tops)
    state = State(tuple("" if row == "-" else row for row in rows), home)
    seen: set[str] = set()
    for name, row in zip(ROWS, rows, strict=True):
        if row != "-":
            _check_row(state, name, row, seen)
    for card in CARDS:
        if card not in seen and NUMBER[card[0]] > state.home[SUIT_INDEX[card[1]]]:
            raise ValueError(f"{card} is missing: it is neither in a row nor on its foundation")
    return state


def _check_row(state: State, name: str, row: str, seen: set[str]) -> None:
    """Add the row's cards to `seen`. ValueError names the first card that cannot be there."""
    if not row:
        raise ValueError(f"{name} has no text; an empty row is written -")
    for place in range(0, len(row), 2):
        card = row[place : place + 2]
        where = f"{name}, card {place // 2 + 1}"
        if card not in CARDS:
            raise ValueError(f"{where}: {card!r} is no card; the ranks are {RANKS}, the suits {SUITS}")
        if card in seen:
            raise ValueError(f"{where}: {card} occurs twice")
        if NUMBER[card[0]] <= state.home[SUIT_INDEX[card[1]]]:
            raise ValueError(f"{where}: {card} lies on its foundation already")
        seen.add(card)
