"""Best scores of yesterday's daily deals, found by spare work and published once their day is over."""

from __future__ import annotations

import structlog

from app.clock import now, utc_day
from app.db.games.search_results import SearchResultStore
from app.db.results.daily import DailyStore
from app.domain.best import day_before, match_of, searched_games
from app.errors import Refusal
from app.live.searches import Searches
from engine.commands.progress import SILENT, Progress

log = structlog.get_logger(__name__)


class BestScores:
    """Finds the best scores of past days."""

    def __init__(self, daily: DailyStore, store: SearchResultStore, searches: Searches) -> None:
        self._daily, self._store, self._searches = daily, store, searches

    async def find(self) -> None:
        """Search the missing scores of yesterday, if it had deals. Refusal `busy`."""
        yesterday = day_before(utc_day(now()))
        if await self._daily.is_made(yesterday):
            await self.solve(yesterday)

    async def solve(self, date: str, progress: Progress = SILENT) -> dict[str, tuple[int, ...]]:
        """Return the best scores of a past day by game, after searching the missing ones. Refusal `busy`;
        `not_found`: this day is not over, or had no deals."""
        today = utc_day(now())
        day = await self._daily.day(date, today) if date < today else None
        if day is None:
            raise Refusal("not_found", date=date[:10])
        known = await self._store.best_scores(date)
        wanted = [game for game in searched_games() if game.id not in known]
        progress.stage("deals", len(wanted))
        for game in wanted:
            score = await self._searches.best_score(match_of(day, game))
            if score is not None:
                known[game.id] = score
                await self._store.store_best_score(date, game.id, score)
                log.info("best_score_found", date=date, rules=game.id, score=score)
            progress.advance()
        return known
