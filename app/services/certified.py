"""Certified deals: proved to be winnable before they are dealt."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from app.cluster.rate_limits import Requester, RequestLimiter
from app.domain.machines import analyst_for
from app.domain.new_game import find_game
from app.errors import Refusal
from app.live.searches import Searches
from app.messages import games as messages


class Certified(NamedTuple):
    """A deal, and moves that win it."""

    deal: int
    line: tuple[str, ...]


class CertifiedDeals:
    """Searches certified deals for new games, within the limit of searches."""

    def __init__(self, searches: Searches, limits: RequestLimiter) -> None:
        self._searches, self._limits = searches, limits

    async def find(self, who: Requester, body: messages.NewGame) -> Certified:
        """Return a certified deal for a new game, of the difficulty that is asked for. Refusal: `bad_message`
        (there are no such deals, or a position was given too), `too_many`, `busy`."""
        game = find_game(body.rules)
        analyst_for(game, "winnable")
        if body.position is not None:
            raise Refusal("bad_message", field="deal", message="a deal or a position, not both")
        await self._limits.take(who)
        return Certified(*await self._searches.deal(game, secrets.randbelow(2**32), body.difficulty))
