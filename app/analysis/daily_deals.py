"""Daily deals: creates the secrets and deals of coming days, certified as winnable where a search can prove
it.

A day is created two days ahead: the commitment to its deals is published one day ahead, and its searches are
spare work. A day that was not created in time is created by the first request for it, with uncertified deals
(`app/results/daily/store.py`).
"""

from __future__ import annotations

import secrets
from typing import Any

import structlog

from app.analysis.searches import Searches
from app.db.clock import now, utc_day
from app.model.analysts import analyst_of, has
from app.results.daily.days import days_after
from app.results.daily.store import DailyStore
from engine import GAMES, Game, Match
from engine.daily import CANDIDATE_NODES, Certified, certify, has_daily_deal

DAYS_AHEAD = 2

log = structlog.get_logger(__name__)


class DailyDeals:
    """Chooses deals by the families' solvers. `nodes`: limit of each search."""

    def __init__(self, store: DailyStore, searches: Searches, nodes: int = CANDIDATE_NODES) -> None:
        self._store, self._searches, self._nodes = store, searches, nodes

    async def make_ahead(self) -> None:
        """Create the missing days from today to DAYS_AHEAD. Refusal, TryAgain: as `make`."""
        for ahead in range(DAYS_AHEAD + 1):
            await self.make(days_after(utc_day(now()), ahead))

    async def make(self, date: str) -> None:
        """Create a day unless it exists. Refusal `busy`, TryAgain: it was not created."""
        if await self._store.is_made(date):
            return
        secret = secrets.token_bytes(32)
        games = [game for game in GAMES.values() if has_daily_deal(game) and has(game, "winnable")]
        found = {game.id: await self._certify(game, secret, date) for game in games}
        certified = {rules: one for rules, one in found.items() if one is not None}
        await self._store.make(date, secret, certified)
        log.info("day_made", date=date, certified=len(certified), games=len(games))

    async def _certify(self, game: Game[Any], secret: bytes, date: str) -> Certified | None:
        """Search the candidates one by one; None if none is proved winnable."""
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
