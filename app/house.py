"""All that one process serves with, put together once and handed to every request as `state["house"]`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import structlog

from app.auth import Auth
from app.bus import Bus
from app.database import connect
from app.limits import Buckets, Places
from app.lobby import Lobby
from app.sessions import Sessions
from app.settings import Settings
from app.store import Store
from app.writer import Writer

DRAIN = 3.0  # seconds; uvicorn has given sockets and requests five before

log = structlog.get_logger()


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
    engine = connect(settings.url)
    store, bus = Store(engine), Bus()
    writer = Writer(engine, bus)
    writing = asyncio.create_task(writer.run())
    try:
        yield House(
            settings=settings,
            store=store,
            sessions=Sessions(store, writer, bus),
            lobby=Lobby(store, bus),
            auth=Auth(store, settings, settings.secret or await store.secret()),
            bus=bus,
            writes=Buckets(settings.limit_writes * 3, settings.limit_writes),
            guests=Buckets(settings.limit_guests, settings.limit_guests / 60),
            sockets=Places(),
        )
    finally:
        writer.stop()
        await _finished(writing)
        await engine.dispose()


async def _finished(writing: asyncio.Task[None]) -> None:
    """Waits for the last commits, but not for a database that hangs: they are rolled back then."""
    await asyncio.wait({writing}, timeout=DRAIN)
    if not writing.done():
        log.warning("commits given up", seconds=DRAIN)
        writing.cancel()
        await asyncio.wait({writing}, timeout=1)
