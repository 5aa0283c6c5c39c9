"""Square names, steps and rays of a rectangular board, cached per board size.

A square is its index: file by file within a rank, rank by rank from the first player's side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

FILES = "abcdefghij"
ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west as (file, rank) steps


@dataclass(frozen=True, slots=True)
class Grid:
    """`width` files from a, `height` ranks counted from `first` (0 or 1)."""

    width: int
    height: int
    first: int = 1

    @property
    def names(self) -> tuple[str, ...]:
        """Square names by index."""
        return _names(self)

    @property
    def index(self) -> dict[str, int]:
        """Square indices by name."""
        return _index(self)

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Return the rotations and reflections of a square board, the identity first, as permutations: item
        `i` is the square that moves to square `i`."""
        last = self.width - 1
        turns = [
            tuple(
                file * self.width + (last - rank) for rank in range(self.height) for file in range(self.width)
            ),
            tuple(
                rank * self.width + (last - file) for rank in range(self.height) for file in range(self.width)
            ),
        ]
        found = [tuple(range(self.width * self.height))]
        for order in found:  # `found` grows during the loop
            for turn in turns:
                turned = tuple(order[square] for square in turn)
                if turned not in found:
                    found.append(turned)
        return tuple(found)

    def drawn(self, rows: Sequence[Sequence[str]]) -> str:
        """Return the board as text: the squares' texts, highest rank first, with rank and file labels."""
        width = max(len(text) for row in rows for text in row)
        ranks = range(self.first + self.height - 1, self.first - 1, -1)
        lines = [
            f"{rank}  {' '.join(text.rjust(width) for text in row)}"
            for rank, row in zip(ranks, rows, strict=True)
        ]
        return "\n".join([*lines, f"   {' '.join(file.rjust(width) for file in FILES[: self.width])}"])

    def steps(self, directions: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
        """Return, for every square, the squares on the board one (file, rank) step away, in that order."""
        return tuple(tuple(ray[0] for ray in rays if ray) for rays in self.rays(directions))

    def rays(self, directions: tuple[tuple[int, int], ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Return, for every square and direction, the squares up to the edge, nearest first."""
        by_direction = [_rays(self, *step) for step in directions]
        return tuple(zip(*by_direction, strict=True))

    def _ray(self, file: int, rank: int, east: int, north: int) -> tuple[int, ...]:
        squares = []
        file, rank = file + east, rank + north
        while 0 <= file < self.width and 0 <= rank < self.height:
            squares.append(rank * self.width + file)
            file, rank = file + east, rank + north
        return tuple(squares)


@cache
def _rays(grid: Grid, east: int, north: int) -> tuple[tuple[int, ...], ...]:
    """Return, for every square, the squares up to the edge in one direction."""
    squares = range(grid.width * grid.height)
    return tuple(grid._ray(square % grid.width, square // grid.width, east, north) for square in squares)


@cache
def _names(grid: Grid) -> tuple[str, ...]:
    ranks = range(grid.first, grid.first + grid.height)
    return tuple(f"{file}{rank}" for rank in ranks for file in FILES[: grid.width])


@cache
def _index(grid: Grid) -> dict[str, int]:
    return {name: square for square, name in enumerate(_names(grid))}
