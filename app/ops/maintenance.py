"""The operator's command `maintenance`, and the wait of a process that is to serve until it is over."""

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

INTERVAL = 2.0  # seconds between two looks


async def set_maintenance(engine: AsyncEngine, state: str | None, delay: int) -> int:
    """Announce maintenance (`on`) that begins after `delay` seconds, end it (`off`), or say how it stands
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
    """Return True when no maintenance is under way, False when SIGTERM comes before that. A database that
    cannot be read is left to whoever needs it."""
    engine, stopped = create_engine(settings.session_url), asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stopped.set)  # a container's first process has no other handler
    told = False
    try:
        with suppress(TryAgain):
            while (at := await MaintenanceStore(engine).start()) is not None and at <= now():
                if not told:
                    text = f"Maintenance since {utc_text(at)}. It ends with: python -m app maintenance off"
                    print(text, flush=True)
                    told = True
                with suppress(TimeoutError):
                    await asyncio.wait_for(stopped.wait(), INTERVAL)
                    return False
        return True
    finally:
        loop.remove_signal_handler(signal.SIGTERM)
        await engine.dispose()
