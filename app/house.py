"""All that one process serves with, put together once and handed to every request as `state["house"]`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import structlog

from app.auth import Auth
from app.bus import Bus, PostgresBus
from app.database import connect
from app.limits import Buckets, Places
from app.limits_shared import SharedBuckets, SharedPlaces
from app.lobby import Lobby
from app.metrics import measure_lag
from app.names import fresh_id
from app.neighbours import Neighbours
from app.presence import Presences
from app.sessions import Sessions, now
from app.settings import Settings
from app.store import Store
from app.writer import Writer

DRAIN = 3.0  # seconds; uvicorn has given sockets and requests five before

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class House:
    """The rooms of one process. `writes` and `guests` count by player and address, `sockets` by both."""

    settings: Settings
    store: Store
    sessions: Sessions
    lobby: Lobby
    auth: Auth
    bus: Bus
    writes: Buckets
    guests: Buckets
    sockets: Places


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[House]:
    """The house from its opening to its closing: waiting commits finish before the database is left."""
    engine, process = connect(settings.url), fresh_id()
    several = engine.dialect.name == "postgresql"
    bus = PostgresBus(settings.url, process) if several else Bus()
    store, writer = Store(engine, bus), Writer(engine, bus)
    sessions = Sessions(store, writer, bus)
    writing, lag = asyncio.create_task(writer.run()), asyncio.create_task(measure_lag())
    places, meeting = Places(), None
    if several:
        places = SharedPlaces(engine=engine, process=process, now=now)
        neighbours = Neighbours(sessions, store, Presences(engine, bus, process), places, bus)
        meeting = asyncio.create_task(neighbours.run())

    def buckets(name: str, size: float, rate: float) -> Buckets:
        return (
            SharedBuckets(size, rate, engine=engine, name=name, now=now) if several else Buckets(size, rate)
        )

    try:
        yield House(
            settings=settings,
            store=store,
            sessions=sessions,
            lobby=Lobby(store, bus),
            auth=Auth(store, settings, settings.secret or await store.secret()),
            bus=bus,
            writes=buckets("writes", settings.limit_writes * 3, settings.limit_writes),
            guests=buckets("guests", settings.limit_guests, settings.limit_guests / 60),
            sockets=places,
        )
    finally:
        writer.stop()
        await _finished(writing)
        for task in filter(None, (lag, meeting)):
            task.cancel()
            await asyncio.wait([task])
        await engine.dispose()


async def _finished(writing: asyncio.Task[None]) -> None:
    """Waits for the last commits, but not for a database that hangs: they are rolled back then."""
    await asyncio.wait({writing}, timeout=DRAIN)
    if not writing.done():
        log.warning("commits given up", seconds=DRAIN)
        writing.cancel()
        await asyncio.wait({writing}, timeout=1)
