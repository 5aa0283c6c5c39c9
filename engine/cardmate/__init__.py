"""Cardmate in its four forms.

`GAMES`: the current versions; `PAST`: older ones, by which old logs are replayed.
"""

from typing import Any

from engine.cardmate.rules import GAMES
from engine.game import Game

__all__ = ["GAMES", "PAST"]

PAST: tuple[Game[Any], ...] = ()
