"""Difficulty of winnable deals, by the nodes that the solver needs.

The bounds are the quartiles of the numbered deals 0 to 199 that version 1 of the solver wins within
MAX_NODES, so that each difficulty is a quarter of the deals. Harder deals are not dealt: a search that skips
lost deals would take too long.

    python -m engine.analysis.beleaguered_castle FOLDER 200 100000

prints the quartiles, rounded up to the next deal's number of nodes.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.analysis import DIFFICULTIES

QUARTILES = {
    "beleaguered_castle": (1_060, 2_509, 6_159),
    "beleaguered_castle_relaxed": (1_168, 2_837, 7_001),
    "citadel": (403, 726, 2_122),
    "citadel_relaxed": (466, 929, 2_199),
    "streets_and_alleys": (2_149, 6_205, 22_867),
    "streets_and_alleys_relaxed": (3_188, 6_346, 19_532),
}
MAX_NODES = 100_000  # of a fiendish deal: about 1 s of one core


class Bounds(NamedTuple):
    """Nodes until the win of deals of one difficulty: at least `min_nodes`, fewer than `max_nodes`."""

    min_nodes: int
    max_nodes: int


def bounds(game: str, difficulty: str) -> Bounds:
    """Return the bounds of a difficulty for a game id. ValueError: unknown difficulty; KeyError: unknown
    game."""
    limits = (0, *QUARTILES[game], MAX_NODES)
    place = DIFFICULTIES.index(difficulty)
    return Bounds(limits[place], limits[place + 1])
