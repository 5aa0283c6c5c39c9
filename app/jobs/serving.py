"""Services of a serving process, with its background jobs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Protocol

from app.container import Services, open_services
from app.db.database_time import measure_time
from app.db.games.clocks import ClockStore
from app.db.games.retention import RetentionStore
from app.db.maintenance import MaintenanceStore
from app.db.processes import ProcessStore
from app.jobs.best_scores import BestScores
from app.jobs.bot_watch import BotWatch
from app.jobs.clock_sync import ClockSync
from app.jobs.daily_deals import DailyDeals
from app.jobs.daily_sweep import DailySweep
from app.jobs.maintenance import MaintenanceWatch
from app.jobs.spare_work import SpareWork
from app.jobs.sweep import Sweep
from app.jobs.timekeeper import Timekeeper
from app.settings import Settings
from app.workers.tables import TableBuilder


class Job(Protocol):
    """A background job."""

    async def run(self) -> None:
        """Run until cancelled."""


@asynccontextmanager
async def open_server(
    settings: Settings,
    on_death: Callable[[], None] | None = None,
    *,
    process: str | None = None,
    on_lost: Callable[[], None] = lambda: None,
) -> AsyncIterator[Services]:
    """Open the services and run the jobs of a serving process. Arguments: as for `open_services`; `on_lost`
    is also called when maintenance starts.

    Clocks that were stopped while no process was up are paused first.
    """
    async with open_services(settings, on_death, process=process, on_lost=on_lost) as services:
        engine, sessions = services.store.engine, services.sessions
        clock_sync = ClockSync(partial(measure_time, engine), services.stalls)
        await clock_sync.measure()
        timekeeper = Timekeeper(ClockStore(engine, services.bus), sessions, services.stalls)
        await timekeeper.start()
        sessions.searches = services.searches
        daily_sweep = DailySweep(RetentionStore(engine), sessions.ids)
        jobs: dict[str, Job] = {
            "clock": clock_sync,
            "sweep": Sweep(services.lists, sessions, daily_sweep, services.accounts),
            "timekeeper": timekeeper,
            "bots": BotWatch(services.bots, sessions),
        }
        jobs["maintenance"] = MaintenanceWatch(MaintenanceStore(engine), on_lost)
        if settings.spare_work:
            jobs["spare work"] = _spare_work(services, process)
        if settings.build_tables:
            jobs["tables"] = TableBuilder(settings.tables, services.pool)
        for name, job in jobs.items():
            services.background.start(name, job.run())
        try:
            yield services
        finally:
            await timekeeper.stop()


def _spare_work(services: Services, process: str | None) -> SpareWork:
    """Return the spare work of the database, which a process without membership always owns."""
    deals = DailyDeals(services.daily, services.searches)
    scores = BestScores(services.daily, services.search_results, services.searches)

    async def is_owner() -> bool:
        return process is None or await ProcessStore(services.store.engine, process).owns_spare_work()

    return SpareWork(is_owner, {"daily deals": deals.make_ahead, "best scores": scores.find})
