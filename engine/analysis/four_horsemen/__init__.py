"""What there is for Four Horsemen, open and from memory: hints and par, from what the player sees."""

from typing import Any

from engine.analysis import Analyst
from engine.four_horsemen import GAMES
from engine.game import Game


def supports(game: Game[Any]) -> bool:
    """The current versions: in version 1 a horseman could be defeated between turns only."""
    return any(game.id == known.id and game.version == known.version for known in GAMES)


ANALYST = Analyst(
    family="four_horsemen",
    searches="engine.analysis.four_horsemen.searches",
    abilities=frozenset({"hint"}),
    par=True,
    supports=supports,
)
