"""Cardinal's Guards.

`GAMES`: current versions; `PAST`: older versions, to replay old logs.
"""

from typing import Any

from engine.cardinals_guards.position import Reason
from engine.cardinals_guards.rules import GAME, Rule
from engine.cardinals_guards.view import CardinalsGuardsView
from engine.game import Game

__all__ = ["GAMES", "PAST", "CardinalsGuardsView", "Reason", "Rule"]

GAMES: tuple[Game[Any], ...] = (GAME,)
PAST: tuple[Game[Any], ...] = ()
