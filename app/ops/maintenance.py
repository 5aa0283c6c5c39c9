"""Maintenance: the command, the watch of a serving process for its start, and the wait for its end."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from app.core.errors import TryAgain
from app.db.clock import now, utc_text
from app.db.engine import create_engine
from app.db.key_values import maintenance_start, set_maintenance_start
from app.settings import Settings

INTERVAL = 2.0  # seconds between two queries

log = structlog.get_logger(__name__)


async def set_maintenance(engine: AsyncEngine, state: str | None, delay: int) -> int:
    """Announce maintenance (`on`) that starts after `delay` seconds, end it (`off`), or print its state
    (None)."""
    if state:
        await set_maintenance_start(engine, now() + delay * 1000 if state == "on" else None)
    at = await maintenance_start(engine)
    if at is None:
        print("No maintenance: games can begin.")
    elif at > now():
        print(
            f"Maintenance begins at {utc_text(at)}. Until it is over no game begins; clocks will stand still."
        )
    else:
        print(f"Maintenance since {utc_text(at)}: nothing is served. End it: python -m app maintenance off")
    return 0


async def watch_maintenance(engine: AsyncEngine, on_start: Callable[[], None]) -> None:
    """Call `on_start` once maintenance starts; run until cancelled."""
    begun = False
    while not begun:
        await asyncio.sleep(INTERVAL)
        try:
            begun = await _under_way(engine) is not None
        except TryAgain as error:
            log.warning("maintenance_read_failed", error=error.detail["message"])
    log.info("maintenance_started")
    on_start()
    await asyncio.Event().wait()


async def wait_for_end(settings: Settings) -> bool:
    """Return True when no maintenance is under way, False if SIGTERM comes first. A database that cannot be
    read is left to later checks."""
    engine, stopped = create_engine(settings.session_url), asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stopped.set)  # PID 1 of a container has no default handler
    printed = False
    try:
        with suppress(TryAgain):
            while (at := await _under_way(engine)) is not None:
                if not printed:
                    text = f"Maintenance since {utc_text(at)}. It ends with: python -m app maintenance off"
                    print(text, flush=True)
                    printed = True
                with suppress(TimeoutError):
                    await asyncio.wait_for(stopped.wait(), INTERVAL)
                    return False
        return True
    finally:
        loop.remove_signal_handler(signal.SIGTERM)
        await engine.dispose()


async def _under_way(engine: AsyncEngine) -> int | None:
    """Return the start time of maintenance if it has come."""
    at = await maintenance_start(engine)
    return at if at is not None and at <= now() else None
