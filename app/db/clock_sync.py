"""Clock sync: anchors the server's time to the database's clock, or on SQLite to the host's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.core import metrics
from app.core.errors import TryAgain
from app.db.clock import CLOCK, ServerClock, monotonic
from app.db.engine import read_connection

INTERVAL = 5.0  # seconds between two measurements
SAMPLES = 3  # of a measurement; the fastest one counts

log = structlog.get_logger(__name__)

NoteStall = Callable[[str, int, int], None]  # what stalled, since when, until when


class ClockSync:
    """Anchors the clock of one process. `read`: returns seconds since the epoch by the database's clock, and
    the monotonic clock's reading at that time; TryAgain: the database is unavailable. `note_stall`: notes a
    forward jump of the time, for which nobody pays."""

    def __init__(
        self,
        read: Callable[[], Awaitable[tuple[float, float]]],
        note_stall: NoteStall,
        clock: ServerClock = CLOCK,
    ) -> None:
        self._read, self._note_stall, self._clock = read, note_stall, clock

    async def measure(self) -> None:
        """Take one measurement. A forward jump of the time counts as a stall. TryAgain: measuring failed."""
        epoch, at = await self._read()
        jump = self._clock.measure(epoch, at)
        seconds = self._clock.seconds()
        if jump:
            self._note_stall("clock", int((seconds - jump) * 1000), int(seconds * 1000))
        metrics.CLOCK_OFFSET.set(seconds - time.time())

    async def run(self) -> None:
        """Measure every INTERVAL seconds until cancelled. A failed measurement changes nothing."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.measure()
            except TryAgain as error:
                log.warning("clock_measurement_failed", error=error.detail["message"])
            except Exception:
                log.exception("clock_measurement_failed")


async def measure_time(engine: AsyncEngine) -> tuple[float, float]:
    """Return the database's time in seconds since the epoch, and the monotonic time at that moment; on SQLite
    the host's time. TryAgain: the database does not answer."""
    if engine.dialect.name == "sqlite":
        return time.time(), monotonic()
    found = []
    async with read_connection(engine) as connection:
        for _ in range(SAMPLES):
            before = monotonic()
            epoch = float(await connection.scalar(_NOW))
            after = monotonic()
            found.append((after - before, epoch, (before + after) / 2))
    _, epoch, at = min(found)
    return epoch, at


_NOW = text("select cast(extract(epoch from clock_timestamp()) as double precision)")
