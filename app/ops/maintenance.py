"""`python -m app maintenance`, and a starting process's wait for the end of maintenance."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress

from sqlalchemy.ext.asyncio import AsyncEngine

from app.clock import now, utc_text
from app.db.engine import create_engine
from app.db.maintenance import MaintenanceStore
from app.errors import TryAgain
from app.settings import Settings

INTERVAL = 2.0  # seconds between two queries


async def set_maintenance(engine: AsyncEngine, state: str | None, delay: int) -> int:
    """Announce maintenance (`on`) that starts after `delay` seconds, end it (`off`), or print its state
    (None)."""
    store = MaintenanceStore(engine)
    if state == "on":
        await store.announce(now() + delay * 1000)
    elif state == "off":
        await store.end()
    at = await store.start()
    if at is None:
        print("No maintenance: games can begin.")
    elif at > now():
        print(
            f"Maintenance begins at {utc_text(at)}. Until it is over no game begins; clocks will stand still."
        )
    else:
        print(f"Maintenance since {utc_text(at)}: nothing is served. End it: python -m app maintenance off")
    return 0


async def wait_for_end(settings: Settings) -> bool:
    """Return True when no maintenance is under way, False if SIGTERM comes first. A database that cannot be
    read is left to later checks."""
    engine, stopped = create_engine(settings.session_url), asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stopped.set)  # PID 1 of a container has no default handler
    printed = False
    try:
        with suppress(TryAgain):
            while (at := await MaintenanceStore(engine).start()) is not None and at <= now():
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
