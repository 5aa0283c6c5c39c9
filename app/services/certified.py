"""Certified deals: proved winnable before they are dealt."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from app.cluster.rate_limits import Requester, RequestLimiter
from app.domain.analysts import analyst_for
from app.domain.new_game import find_game
from app.errors import Refusal
from app.live.searches import Searches
from app.messages import games as messages


class Certified(NamedTuple):
    """A deal and the moves that win it."""

    deal: int
    line: tuple[str, ...]


class CertifiedDeals:
    """Searches certified deals for new games, within the search rate limit."""

    def __init__(self, searches: Searches, limits: RequestLimiter) -> None:
        self._searches, self._limits = searches, limits

    async def find(self, who: Requester, body: messages.NewGame) -> Certified:
        """Return a certified deal of the requested difficulty. Refusal `bad_message` (the game has none, or a
        position was given too), `too_many`, `busy`."""
        game = find_game(body.rules)
        analyst_for(game, "winnable")
        if body.position is not None:
            raise Refusal("bad_message", field="deal", message="Give a deal or a position, not both.")
        await self._limits.take(who)
        return Certified(*await self._searches.deal(game, secrets.randbelow(2**32), body.difficulty))
