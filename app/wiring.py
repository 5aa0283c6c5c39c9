"""The features of one process, built from what they need."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import structlog

from app.analysis.feature import Analysis
from app.analysis.finding_store import FindingStore
from app.analysis.scores import best_of_day
from app.bus.process_lock import ProcessLock
from app.bus.redis_bus import RedisBus, create_bus
from app.core import metrics
from app.core.ids import new_id
from app.core.tasks import Background, Task, Tasks
from app.db.database import Database
from app.games.feature import Games
from app.games.presence_sync import PresenceSync
from app.games.sync import ProcessSync
from app.lobby.feature import Lobby
from app.moderation.feature import Moderation
from app.people.feature import People
from app.results.feature import Results
from app.results.recording import change_listing, take_over_results
from app.settings import Settings
from app.site.feature import Site

DRAIN_TIMEOUT = 3.0  # seconds, after uvicorn's five for sockets and requests

log = structlog.get_logger(__name__)


class Services:
    """The features of one process. `lock`: as for `open_services`."""

    def __init__(
        self,
        settings: Settings,
        background: Background,
        lock: ProcessLock | None,
        on_lost: Callable[[], None],
    ) -> None:
        self.settings, self.background = settings, background
        self._lock, self._on_lost = lock, on_lost
        self.database = database = Database(settings)
        self.bus = bus = create_bus(settings.redis_url, lock.process if lock else new_id())
        engine = database.engine
        self.results = Results(engine, partial(best_of_day, FindingStore(engine)))
        self.games = Games(database, bus, settings, self.results.daily)
        self.people = People(engine, bus, settings, self.games.of_players, change_listing, take_over_results)
        self.analysis = Analysis(engine, settings, self.games, self.results.leaderboards, self.people.persons)
        self.lobby = Lobby(engine, bus, settings, self.people, self.results, self.games, self.analysis)
        self.moderation = Moderation(engine, bus, self.people, self.games.of_players)
        self.site = Site(
            settings, database, bus, self.people, self.results, self.games, self.analysis, self.measure
        )

    def state(self) -> dict[str, Any]:
        """Return what requests find in `scope["state"]`: each feature under its name."""
        return {
            "people": self.people,
            "results": self.results,
            "games": self.games,
            "lobby": self.lobby,
            "analysis": self.analysis,
            "moderation": self.moderation,
            "site": self.site,
        }

    def tasks(self) -> Tasks:
        """Return the tasks that a serving process runs; a command does not know who is connected."""
        features = (self.games.tasks(), self.lobby.tasks(), self.people.tasks())
        found: dict[str, Task] = {"lag": metrics.measure_lag}
        for tasks in (*features, self._tasks_of_several_processes()):
            found |= tasks
        return found

    def _tasks_of_several_processes(self) -> Tasks:
        if self.database.engine.dialect.name != "postgresql":
            return {}
        games, lobby, presence = self.games, self.lobby, None
        if isinstance(self.bus, RedisBus):
            presence = PresenceSync(
                games.sessions,
                lobby.host_presence,
                self.bus.presence,
                self.bus,
                games.stalls,
                lobby.count_online,
            )
        sync = ProcessSync(
            games.sessions, games.store, self.bus, presence, games.chat.notice, lobby.pairing.note
        )
        if self._lock is None:
            return {"sync": sync.run}
        keep = partial(self._lock.keep, self.bus.listening, self.database.ask, self._on_lost)
        return {"sync": sync.run, "process lock": keep}

    def measure(self) -> None:
        """Set the gauges of all features."""
        for one in (self.games, self.analysis, self.database):
            one.measure()
        metrics.BUS.set(self.bus.listening.is_set())
        metrics.BUS_AWAY.set(self.bus.away())
        if self.settings.data.exists():
            metrics.DISK_FREE.set(shutil.disk_usage(self.settings.data).free)


@asynccontextmanager
async def open_services(
    settings: Settings,
    on_death: Callable[[], None] | None = None,
    *,
    lock: ProcessLock | None = None,
    on_lost: Callable[[], None] = lambda: None,
) -> AsyncIterator[Services]:
    """Open the features, without starting their tasks; at the end pending commits finish before the pools
    close. Nothing connects before it is used.

    `on_death`: called when a background task dies; by default the task that opened the services is cancelled.
    `lock`: that of a process that serves a PostgreSQL; `on_lost`: called when it cannot be kept.
    """
    background = Background(on_death or _cancel_current_task())
    services = Services(settings, background, lock, on_lost)
    writer = services.games.writer
    writing = asyncio.create_task(writer.run(), name="writer")
    writing.add_done_callback(background.check)
    try:
        yield services
    finally:
        services.results.close()
        background.stopping = True
        services.games.sessions.close()
        await services.analysis.close()
        writer.stop()
        await _finish_commits(writing)
        await services.bus.flush()
        await background.stop()
        await services.bus.close()
        await services.database.close()


def _cancel_current_task() -> Callable[[], None]:
    task = asyncio.current_task()

    def cancel() -> None:
        if task:
            task.cancel()

    return cancel


async def _finish_commits(writing: asyncio.Task[None]) -> None:
    """Wait for the last commits; if the database hangs they are cancelled after DRAIN_TIMEOUT, and rolled
    back."""
    await asyncio.wait({writing}, timeout=DRAIN_TIMEOUT)
    if not writing.done():
        log.warning("pending_commits_cancelled", seconds=DRAIN_TIMEOUT)
        writing.cancel()
        await asyncio.wait({writing}, timeout=1)
