"""The best scores of the deals of yesterday, found overnight by searches that nobody waits for, and told with
the deals once their day is over."""

from __future__ import annotations

import asyncio

import structlog

from app.clock import now, utc_day
from app.db.games.machines import MachineStore
from app.db.results.daily import DailyStore
from app.domain.best import day_before, match_of, searched_games
from app.errors import Refusal, TryAgain
from app.live.searches import Searches
from engine.commands.progress import SILENT, Progress

INTERVAL = 3600.0  # seconds between two looks
START = 120.0  # seconds until the first one: a start is not the time for it

log = structlog.get_logger(__name__)


class BestScores:
    """Finds the best scores of one day after the other."""

    def __init__(self, daily: DailyStore, store: MachineStore, searches: Searches) -> None:
        self._daily, self._store, self._searches = daily, store, searches

    async def run(self) -> None:
        """Until cancelled: a look for yesterday every INTERVAL seconds."""
        await asyncio.sleep(START)
        while True:
            try:
                await self.solve(day_before(utc_day(now())))
            except (Refusal, TryAgain) as error:
                log.info("best scores not found", error=str(error.detail))
            except Exception:
                log.exception("best scores not found")
            await asyncio.sleep(INTERVAL)

    async def solve(self, date: str, progress: Progress = SILENT) -> dict[str, tuple[int, ...]]:
        """The best scores of a past day by game, those that were not known yet searched first. Refusal:
        `busy`; `not_found`: this day is not over, or had no deals."""
        today = utc_day(now())
        day = await self._daily.day(date, today) if date < today else None
        if day is None:
            raise Refusal("not_found", date=date[:10])
        known = await self._store.best_scores(date)
        wanted = [game for game in searched_games() if game.id not in known]
        progress.stage("deals", len(wanted))
        for game in wanted:
            found = await self._searches.evaluate(match_of(day, game), spare=True)
            if found.value.score is not None:
                known[game.id] = found.value.score
                await self._store.store_best_score(date, game.id, found.value.score)
                log.info("best score found", date=date, rules=game.id, score=found.value.score)
            progress.advance()
        return known
