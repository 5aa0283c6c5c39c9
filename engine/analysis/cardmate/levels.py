"""Levels of Cardmate's bot: node limits and randomness."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """Settings of a level.

    - `nodes`: node limit; the first ply is always finished.
    - `chance`: maximum random bonus of each root move, in centipawns.
    - `quiescence`: whether to follow captures beyond the depth, compulsory chains to their end."""

    nodes: int
    chance: int
    quiescence: bool = True


# docs/performance.md has the scores of the first three against the reference players of `make strength`.
# Level 1 sees what a move captures, but no reply; level 2 sees a reply to a few moves, level 3 to many.
# None of them follows forced chains.
LEVELS = (
    Level(1, 250, quiescence=False),
    Level(100, 90, quiescence=False),
    Level(250, 90, quiescence=False),
    Level(300, 200),
    Level(1_600, 20),
    Level(6_400, 12),
    Level(100_000, 4),
)
