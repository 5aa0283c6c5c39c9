"""Cardinal's Guards.

`GAMES`: the current versions; `PAST`: older ones, by which old logs are replayed.
"""

from typing import Any

from engine.cardinals_guards.rules import GAME
from engine.game import Game

__all__ = ["GAMES", "PAST"]

GAMES: tuple[Game[Any], ...] = (GAME,)
PAST: tuple[Game[Any], ...] = ()
