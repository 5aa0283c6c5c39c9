"""Makes the secrets and deals of days before they begin: deals that can be won, where a search can prove it.

A day is made two days ahead, since the commitment to its deals is public one day ahead and its searches are
spare work. A day that was not made in time is made by the first request for it, and
its deals are not certified (`app/db/results/daily.py`)."""

from __future__ import annotations

import secrets
from typing import Any

import structlog

from app.clock import now, utc_day
from app.db.results.daily import DailyStore
from app.domain.daily import days_after
from app.domain.machines import analyst_of, has
from app.live.searches import Searches
from engine import GAMES, Game, Match
from engine.daily import CANDIDATE_NODES, Certified, certify, has_daily_deal

AHEAD = 2  # days

log = structlog.get_logger(__name__)


class DailyDeals:
    """Chooses deals by the solvers of the families. `nodes`: the limit of each search."""

    def __init__(self, store: DailyStore, searches: Searches, nodes: int = CANDIDATE_NODES) -> None:
        self._store, self._searches, self._nodes = store, searches, nodes

    async def make_ahead(self) -> None:
        """Make the days from today to AHEAD that are not made. Refusal, TryAgain: as of `make`."""
        for ahead in range(AHEAD + 1):
            await self.make(days_after(utc_day(now()), ahead))

    async def make(self, date: str) -> None:
        """Make a day, unless it has been made. Refusal `busy`, TryAgain: it is not made now."""
        if await self._store.is_made(date):
            return
        secret = secrets.token_bytes(32)
        games = [game for game in GAMES.values() if has_daily_deal(game) and has(game, "winnable")]
        found = {game.id: await self._certify(game, secret, date) for game in games}
        certified = {rules: one for rules, one in found.items() if one is not None}
        await self._store.make(date, secret, certified)
        log.info("day_made", date=date, certified=len(certified), games=len(games))

    async def _certify(self, game: Game[Any], secret: bytes, date: str) -> Certified | None:
        """Search the candidates one after the other; None: none of them can be won, as far as is known."""
        analyst = analyst_of(game)
        choosing = certify(game, secret, date, analyst.version if analyst else 0, self._nodes)
        deal = next(choosing)
        while True:
            verdict = await self._searches.verdict(Match.start(game, deal), self._nodes)
            try:
                deal = choosing.send(verdict)
            except StopIteration as chosen:
                found: Certified | None = chosen.value
                return found
