"""The feature `analysis`: bots, hints, evaluations, findings and puzzles, and the workers that search."""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncEngine

from app.analysis.bot_store import BotStore
from app.analysis.fair_play import FairPlay
from app.analysis.finding_store import FindingStore
from app.analysis.puzzles.store import Puzzles, PuzzleStore
from app.analysis.search_client import SearchClient, SharedSearches
from app.analysis.searches import Searches
from app.analysis.workers.pool import WorkerPool, places
from app.core import metrics
from app.games.feature import Games
from app.http.requester import Persons, Requester, RequestLimiter
from app.http.requests import CurrentRequester, Departure, of_process
from app.results.leaderboard_store import LeaderboardStore
from app.settings import Settings


class Analysis:
    """What searches find. `limits`: searches by player or address, for guests also by address."""

    def __init__(
        self,
        engine: AsyncEngine,
        settings: Settings,
        games: Games,
        leaderboards: LeaderboardStore,
        persons: Persons,
    ) -> None:
        self.games, self.leaderboards = games, leaderboards
        self.pool = WorkerPool(places(settings.workers, spare=settings.spare_work), settings.tables)
        self.searches = Searches(self.pool, persons)
        self.shared = SharedSearches()
        self.bots = BotStore(engine)
        self.findings = FindingStore(engine)
        self.puzzles = Puzzles(self.searches, PuzzleStore(engine))
        self.fair_play = FairPlay(games.lists, games.sessions)
        per_minute = settings.limit_searches
        self.limits = RequestLimiter(per_minute, per_minute / 60, settings.limit_address)

    def client(self, who: Requester, gone: Callable[[], Coroutine[Any, Any, object]]) -> SearchClient:
        """Return the client of a request, whose searches end when `gone` returns."""
        return SearchClient(self.searches, self.shared, self.limits, who, gone)

    async def close(self) -> None:
        """Cancel pending searches and end the worker processes."""
        self.shared.close()
        await self.pool.stop()

    def measure(self) -> None:
        waiting, running = self.pool.load()
        metrics.SEARCHES_WAITING.set(waiting)
        metrics.SEARCHES_RUNNING.set(running)


AnalysisFeature = Annotated[Analysis, of_process("analysis")]


async def get_search_client(
    analysis: AnalysisFeature, who: CurrentRequester, gone: Departure
) -> SearchClient:
    return analysis.client(who, gone)


CurrentSearchClient = Annotated[SearchClient, Depends(get_search_client)]
