"""Services of a serving process, with its background jobs.

One of them is the spare work of the database: deals of coming days, best scores of past days. Each result is
stored as soon as it is found; after a restart, or in another process, the work goes on with what is missing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial

import structlog

from app.analysis.bots import BotSeat, BotWatch
from app.analysis.daily_deals import DailyDeals
from app.analysis.scores import search_yesterday
from app.analysis.workers.tables import TableBuilder
from app.bus.notices import Bus, owner_of
from app.bus.process_lock import ProcessLock
from app.core.errors import Refusal
from app.core.tasks import Task
from app.db.clock_sync import ClockSync, measure_time
from app.db.key_values import cookie_secret
from app.games.clock_store import ClockStore
from app.games.sweep import Sweep
from app.games.timekeeper import Timekeeper
from app.ops.maintenance import watch_maintenance
from app.ops.retention import DailySweep
from app.settings import Settings
from app.wiring import Services, open_services

SUBSCRIBE_TIMEOUT = 3.0  # seconds to wait for the subscription to other processes
SPARE_WORK_DELAY = 60.0  # seconds before the first round
SPARE_WORK_INTERVAL = 600.0  # seconds between two rounds

log = structlog.get_logger(__name__)


@asynccontextmanager
async def open_server(
    settings: Settings,
    on_death: Callable[[], None] | None = None,
    *,
    lock: ProcessLock | None = None,
    on_lost: Callable[[], None] = lambda: None,
) -> AsyncIterator[Services]:
    """Open the services and run the tasks and jobs of a serving process. Arguments: as for `open_services`;
    `on_lost` is also called when maintenance starts.

    Clocks that were stopped while no process was up are paused first.
    """
    async with open_services(settings, on_death, lock=lock, on_lost=on_lost) as services:
        engine, sessions = services.games.store.engine, services.games.sessions
        if not settings.secrets:
            secret = await cookie_secret(engine)
            services.people.auth.set_secrets((secret, *await services.people.sign_ins.restored_secrets()))
        services.background.start(services.tasks())
        with suppress(TimeoutError):
            async with asyncio.timeout(SUBSCRIBE_TIMEOUT):
                await services.bus.listening.wait()  # until then other processes do not count our sockets
        clock_sync = ClockSync(partial(measure_time, engine), services.games.stalls.add)
        await clock_sync.measure()
        timekeeper = Timekeeper(ClockStore(engine, services.bus), sessions, services.games.stalls)
        await timekeeper.start()
        sessions.seat_bot = partial(BotSeat, services.analysis.searches)
        finish_closing = services.people.accounts.finish_all_closing
        daily_sweep = DailySweep(engine, sessions.ids)
        jobs: dict[str, Task] = {
            "clock": clock_sync.run,
            "sweep": Sweep(services.games.lists, sessions, (finish_closing, daily_sweep.sweep_if_due)).run,
            "timekeeper": timekeeper.run,
            "bots": BotWatch(services.analysis.bots, sessions).run,
            "maintenance": partial(watch_maintenance, engine, on_lost),
        }
        if settings.spare_work:
            jobs["spare work"] = _spare_work(services).run
        if settings.build_tables:
            jobs["tables"] = TableBuilder(settings.tables, services.analysis.pool).run
        services.background.start(jobs)
        try:
            yield services
        finally:
            await timekeeper.stop()


def _spare_work(services: Services) -> SpareWork:
    analysis, daily = services.analysis, services.results.daily
    deals = DailyDeals(daily, analysis.searches)
    search_scores = partial(search_yesterday, analysis.findings, daily, analysis.searches)
    return SpareWork(
        partial(owns_spare_work, services.bus),
        {"daily deals": deals.make_ahead, "best scores": search_scores},
    )


def owns_spare_work(bus: Bus) -> bool:
    """Return whether the spare work of the database belongs to this one of its live processes."""
    return owner_of("spare work", bus.processes) in (bus.process, None)


Part = Callable[[], Awaitable[None]]


class SpareWork:
    """Runs the parts, by name, in turn. `is_owner`: returns whether this process owns the spare work now."""

    def __init__(self, is_owner: Callable[[], bool], parts: Mapping[str, Part]) -> None:
        self._is_owner, self._parts = is_owner, parts

    async def run(self) -> None:
        """Run a round every SPARE_WORK_INTERVAL seconds until cancelled."""
        await asyncio.sleep(SPARE_WORK_DELAY)
        while True:
            await self.round()
            await asyncio.sleep(SPARE_WORK_INTERVAL)

    async def round(self) -> None:
        """Run each part if this process is the owner. A failed part is retried in the next round."""
        for name, part in self._parts.items():
            try:
                if self._is_owner():
                    await part()
            except Refusal as error:
                log.info("spare_work_postponed", part=name, error=str(error.detail))
            except Exception:
                log.exception("spare_work_failed", part=name)
