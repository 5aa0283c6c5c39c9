"""Beleaguered Castle and its sisters.

`GAMES`: the current versions; `PAST`: older ones, by which old logs are replayed. `Reason`: how games end;
`Rule`: what forbids a move; `BeleagueredCastleView`: the view.
"""

from typing import Any

from engine.beleaguered_castle.rules import GAMES, BeleagueredCastleView, Reason, Rule
from engine.game import Game

__all__ = ["GAMES", "PAST", "BeleagueredCastleView", "Reason", "Rule"]

PAST: tuple[Game[Any], ...] = ()
