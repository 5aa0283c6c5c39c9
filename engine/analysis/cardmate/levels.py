"""The levels of Cardmate's machine: how far each looks, and how far chance moves its choice."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """`nodes`: of the search; the first ply is always finished. `chance`: up to how many hundredths of a pawn
    are added to the score of each first move, at random. `follows`: whether captures are followed beyond the
    depth, chains of compulsory ones to their end."""

    nodes: int
    chance: int
    follows: bool = True


# docs/benchmarks.md tells how the first two score against the reference players of `make strength`. Level 1
# sees what a move takes and no reply; level 2 sees a reply to many of its moves; neither sees where a forced
# chain leads.
LEVELS = (
    Level(1, 250, follows=False),
    Level(250, 90, follows=False),
    Level(300, 200),
    Level(1_600, 20),
    Level(6_400, 12),
    Level(100_000, 4),
)
