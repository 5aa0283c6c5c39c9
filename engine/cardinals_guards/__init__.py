"""Cardinal's Guards.

`GAMES`: the current versions; `PAST`: older ones, by which old logs are replayed. `Reason`: how games end;
`Rule`: what forbids a move; `CardinalsGuardsView`: the view.
"""

from typing import Any

from engine.cardinals_guards.position import Reason
from engine.cardinals_guards.rules import GAME, Rule
from engine.cardinals_guards.view import CardinalsGuardsView
from engine.game import Game

__all__ = ["GAMES", "PAST", "CardinalsGuardsView", "Reason", "Rule"]

GAMES: tuple[Game[Any], ...] = (GAME,)
PAST: tuple[Game[Any], ...] = ()
