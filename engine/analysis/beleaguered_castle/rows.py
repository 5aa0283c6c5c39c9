"""The rows of a table as small numbers, each with what a search asks of it in a list.

A card is a byte: 4 x (rank - 1) + suit, suits in the order C D H S. A row is the bytes of its cards from the
inside to the last; 0 is the number of the empty row. A table is the eight numbers in ascending order, since
rows are alike; what lies in no row is on its foundation, so that the numbers say everything.
"""

from __future__ import annotations

from itertools import pairwise

from engine.beleaguered_castle.position import SUIT
from engine.cards import NUMBER

Table = tuple[int, ...]
NO_CARD = -1  # the last card of the empty row


def encode(row: str) -> bytes:
    """The cards of a row as the rules write it, "QS9H2C"."""
    return bytes([4 * NUMBER[row[at]] - 4 + SUIT[row[at + 1]] for at in range(0, len(row), 2)])


def buried(row: bytes) -> int:
    """Return how many cards of a row have a lower one under them: they have to leave it first."""
    above, lowest = 0, 13
    for card in row:
        above += card >> 2 > lowest
        lowest = min(lowest, card >> 2)
    return above


def cost(row: bytes) -> int:
    """Estimate the work in a row: 2 for each buried card, 1 for every two cards, 1 for a row that is not
    empty."""
    return 2 * buried(row) + len(row) // 2 + bool(row)


def second_cost(row: bytes) -> int:
    """Estimate it otherwise: 4 for each buried card, 2 for every card, 1 for each neighbour that does not
    continue the sequence, 2 for a row that is not empty."""
    broken = sum(above >> 2 != (below >> 2) - 1 for below, above in pairwise(row))
    return 4 * buried(row) + 2 * len(row) + broken + 2 * bool(row)


class Rows:
    """Lists by the number of a row: `last`, its last card; `below`, the row without it; `costs` and
    `second_costs`; `counts`, its cards of each suit, C in the lowest of four bytes. Numbers are given as rows
    are met."""

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
        """The row with this card added."""
        longer = self._longer[number].get(card)
        if longer is None:
            longer = self.number(self.texts[number] + bytes((card,)))
            self._longer[number][card] = longer
        return longer

    def table(self, rows: tuple[str, ...]) -> Table:
        return tuple(sorted([self.number(encode(row)) for row in rows]))

    def home(self, table: Table) -> list[int]:
        """The highest rank on each foundation."""
        counts = self.counts
        in_rows = sum([counts[row] for row in table])
        return [13 - (in_rows >> shift & 255) for shift in (0, 8, 16, 24)]
