"""Four Horsemen, open and from memory.

`GAMES`: the current versions; `PAST`: older ones, by which old logs are replayed.
"""

from typing import Any

from engine.four_horsemen.rules import GAMES
from engine.game import Game

__all__ = ["GAMES", "PAST"]

PAST: tuple[Game[Any], ...] = ()
