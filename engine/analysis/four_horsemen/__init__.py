"""Analysis of Four Horsemen, open and by memory: hints and par, from what the player sees."""

from typing import Any

from engine.analysis import Analyst
from engine.four_horsemen import GAMES
from engine.game import Game


def supports(game: Game[Any]) -> bool:
    """Return whether the game has a current version: in version 1 horsemen were defeated between turns
    only."""
    return any(game.id == known.id and game.version == known.version for known in GAMES)


ANALYST = Analyst(
    family="four_horsemen",
    searches="engine.analysis.four_horsemen.searches",
    abilities=frozenset({"hint"}),
    par=True,
    supports=supports,
)
