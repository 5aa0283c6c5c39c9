"""How hard the winnable deals are, by the nodes until the solver finds a win.

The bounds are the quartiles among the numbered deals 0 to 199 that version 1 of the solver wins within
MOST_NODES nodes, so that each difficulty is a quarter of what can be dealt. Deals that take more are not
dealt: a search that passes over lost deals would take too long.

    python -m engine.analysis.beleaguered_castle FOLDER 200 100000

prints them, with the next larger number of nodes where a quartile lies between two deals.
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
MOST_NODES = 100_000  # of a deal that is fiendish: about 1 s of one core


class Bounds(NamedTuple):
    """A deal is of this difficulty if its win is found after `least` nodes or more, and fewer than `most`."""

    least: int
    most: int


def bounds(game: str, difficulty: str) -> Bounds:
    """The bounds of a difficulty in a game, by its id. ValueError, KeyError: there is none of this name, or
    the game is none of these."""
    limits = (0, *QUARTILES[game], MOST_NODES)
    place = DIFFICULTIES.index(difficulty)
    return Bounds(limits[place], limits[place + 1])
