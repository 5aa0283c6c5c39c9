"""Three Musketeers.

`GAMES`: current versions; `PAST`: older versions, to replay old logs.
"""

from typing import Any

from engine.game import Game
from engine.three_musketeers.rules import GAME, Reason, Rule, ThreeMusketeersView

__all__ = ["GAMES", "PAST", "Reason", "Rule", "ThreeMusketeersView"]

GAMES: tuple[Game[Any], ...] = (GAME,)
PAST: tuple[Game[Any], ...] = ()
