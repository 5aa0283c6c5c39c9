"""The feature `site`: pages, and what operators and browsers ask of the site itself."""

from collections.abc import Callable
from typing import Annotated

from app.analysis.feature import Analysis
from app.bus.notices import Bus
from app.core.rate_limits import RateLimiter
from app.db.database import Database
from app.games.feature import Games
from app.http.requests import of_process
from app.people.feature import People
from app.results.feature import Results
from app.settings import Settings
from app.site.notices import NoticeStore


class Site:
    """Pages and operations. `measure`: sets the gauges of all features; `fault_limits`: errors of browsers by
    address."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        bus: Bus,
        people: People,
        results: Results,
        games: Games,
        analysis: Analysis,
        measure: Callable[[], None],
    ) -> None:
        self.settings, self.database, self.bus, self.measure = settings, database, bus, measure
        self.people, self.results, self.games, self.analysis = people, results, games, analysis
        self.notices = NoticeStore(database.engine)
        self.fault_limits = RateLimiter(settings.limit_faults, settings.limit_faults / 60)


SiteFeature = Annotated[Site, of_process("site")]
