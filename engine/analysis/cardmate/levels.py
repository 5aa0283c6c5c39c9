"""The levels of Cardmate's machine: how many nodes each may use, and how far chance moves its choice."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """`nodes`: of the search; the first ply is always finished. `chance`: up to how many hundredths of a pawn
    are added to the score of each first move, at random."""

    nodes: int
    chance: int


LEVELS = (
    Level(1, 200),
    Level(400, 40),
    Level(1_600, 20),
    Level(6_400, 12),
    Level(25_000, 8),
    Level(100_000, 4),
)
