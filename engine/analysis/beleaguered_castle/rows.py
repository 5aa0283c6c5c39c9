"""Interned rows of a tableau: each row is a small number, with precomputed properties in lists.

A card is a byte: 4 x (rank - 1) + suit, suits in the order C D H S. A row is the bytes of its cards from the
inside to the last; the empty row has number 0. A table is the eight numbers in ascending order, since the
order of rows does not matter; cards in no row are on their foundation.
"""

from __future__ import annotations

from itertools import pairwise

from engine.beleaguered_castle.position import SUIT_INDEX
from engine.cards import NUMBER

Table = tuple[int, ...]
NO_CARD = -1  # last card of the empty row


def encode(row: str) -> bytes:
    """Return the bytes of a row such as "QS9H2C"."""
    return bytes([4 * NUMBER[row[at]] - 4 + SUIT_INDEX[row[at + 1]] for at in range(0, len(row), 2)])


def buried(row: bytes) -> int:
    """Return the number of cards of a row that lie above a lower one, which they block."""
    above, lowest = 0, 13
    for card in row:
        above += card >> 2 > lowest
        lowest = min(lowest, card >> 2)
    return above


def cost(row: bytes) -> int:
    """Estimate the work in a row: 2 per blocking card, 1 per two cards, 1 for a non-empty row."""
    return 2 * buried(row) + len(row) // 2 + bool(row)


def second_cost(row: bytes) -> int:
    """Second estimate: 4 per blocking card, 2 per card, 1 per break of the sequence, 2 for a non-empty
    row."""
    broken = sum(above >> 2 != (below >> 2) - 1 for below, above in pairwise(row))
    return 4 * buried(row) + 2 * len(row) + broken + 2 * bool(row)


class Rows:
    """Intern table of rows, and lists by row number.

    - `last`: last card; `below`: number of the row without it.
    - `costs`, `second_costs`: estimates.
    - `counts`: number of cards of each suit, one byte each, C in the lowest."""

    def __init__(self) -> None:
        self.numbers: dict[bytes, int] = {b"": 0}
        self.texts = [b""]
        self.last = [NO_CARD]
        self.below = [0]
        self.costs = [0]
        self.second_costs = [0]
        self.counts = [0]
        self._longer: list[dict[int, int]] = [{}]

    def number(self, row: bytes) -> int:
        """Return the number of a row; intern it if it is new."""
        known = self.numbers.get(row)
        if known is not None:
            return known
        below = self.number(row[:-1])
        self.numbers[row] = number = len(self.texts)
        self.texts.append(row)
        self.last.append(row[-1])
        self.below.append(below)
        self.costs.append(cost(row))
        self.second_costs.append(second_cost(row))
        self.counts.append(self.counts[below] + (1 << 8 * (row[-1] & 3)))
        self._longer.append({})
        return number

    def longer(self, number: int, card: int) -> int:
        """Return the number of the row with this card added."""
        longer = self._longer[number].get(card)
        if longer is None:
            longer = self.number(self.texts[number] + bytes((card,)))
            self._longer[number][card] = longer
        return longer

    def table(self, rows: tuple[str, ...]) -> Table:
        """Return the table of rows as text."""
        return tuple(sorted([self.number(encode(row)) for row in rows]))

    def home(self, table: Table) -> list[int]:
        """Return the highest rank on each foundation."""
        counts = self.counts
        in_rows = sum([counts[row] for row in table])
        return [13 - (in_rows >> shift & 255) for shift in (0, 8, 16, 24)]
