"""Deals that are proved to be winnable before they are dealt."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from app.container import Services
from app.domain.game_info import Player
from app.domain.machines import analyst_for
from app.domain.new_game import find_game
from app.errors import Refusal
from app.messages import games as messages


class Certified(NamedTuple):
    """A deal, and moves that win it."""

    deal: int
    line: tuple[str, ...]


async def certified_deal(services: Services, player: Player, body: messages.NewGame) -> Certified:
    """A deal for a new game. Refusal: `bad_message` (there are no such deals, or a position was given too),
    `too_many`, `busy`."""
    game = find_game(body.rules)
    analyst_for(game, "winnable")
    if body.position is not None:
        raise Refusal("bad_message", field="deal", message="a deal or a position, not both")
    await services.search_limits.take(f"player {player.id}")
    return Certified(*await services.searches.deal(game, secrets.randbelow(2**32)))
