"""The feature `results`: leaderboards, ratings, statistics, badges and daily deals."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from sqlalchemy.ext.asyncio import AsyncEngine

from app.http.requests import of_process
from app.results.badges.store import BadgeStore
from app.results.daily.days import Day
from app.results.daily.store import DailyStore
from app.results.leaderboard_store import LeaderboardStore
from app.results.rating_store import RatingStore
from app.results.statistics import StatisticsStore

BestOfDay = Callable[[Day], Awaitable[dict[str, tuple[int, ...]]]]


class Results:
    """What is derived from ended games, and the deals of a day. `best_of_day`: best scores of a past day by
    game, as far as searched."""

    def __init__(self, engine: AsyncEngine, best_of_day: BestOfDay) -> None:
        self.best_of_day = best_of_day
        self.daily = DailyStore(engine)
        self.leaderboards = LeaderboardStore(engine)
        self.statistics = StatisticsStore(engine)
        self.badges = BadgeStore(engine)
        self.ratings = RatingStore(engine)

    def close(self) -> None:
        self.statistics.close()


ResultsFeature = Annotated[Results, of_process("results")]
