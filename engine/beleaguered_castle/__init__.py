"""Beleaguered Castle and its variants.

`GAMES`: current versions; `PAST`: older versions, to replay old logs.
"""

from typing import Any

from engine.beleaguered_castle.rules import GAMES, BeleagueredCastleView, Reason, Rule
from engine.game import Game

__all__ = ["GAMES", "PAST", "BeleagueredCastleView", "Reason", "Rule"]

PAST: tuple[Game[Any], ...] = ()
