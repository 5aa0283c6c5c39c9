"""Three Musketeers.

`GAMES`: the current versions; `PAST`: older ones, by which old logs are replayed.
"""

from typing import Any

from engine.game import Game
from engine.three_musketeers.rules import GAME

__all__ = ["GAMES", "PAST"]

GAMES: tuple[Game[Any], ...] = (GAME,)
PAST: tuple[Game[Any], ...] = ()
