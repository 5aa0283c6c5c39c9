"""Three Musketeers.

`GAMES`: the current versions; `PAST`: older ones, by which old logs are replayed. `Reason`: how games end;
`Rule`: what forbids a move; `ThreeMusketeersView`: the view.
"""

from typing import Any

from engine.game import Game
from engine.three_musketeers.rules import GAME, Reason, Rule, ThreeMusketeersView

__all__ = ["GAMES", "PAST", "Reason", "Rule", "ThreeMusketeersView"]

GAMES: tuple[Game[Any], ...] = (GAME,)
PAST: tuple[Game[Any], ...] = ()
