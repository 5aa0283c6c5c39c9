"""Clock sync: anchors the server's time to the database's clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog

from app import metrics
from app.clock import CLOCK, ServerClock
from app.errors import TryAgain
from app.live.stalls import Stalls

INTERVAL = 5.0  # seconds between two measurements

log = structlog.get_logger(__name__)


class ClockSync:
    """Anchors the clock of one process. `read`: returns seconds since the epoch by the database's clock, and
    the monotonic clock's reading at that time; TryAgain: the database is unavailable."""

    def __init__(
        self, read: Callable[[], Awaitable[tuple[float, float]]], stalls: Stalls, clock: ServerClock = CLOCK
    ) -> None:
        self._read, self._stalls, self._clock = read, stalls, clock

    async def measure(self) -> None:
        """Take one measurement. A forward jump of the time counts as a stall. TryAgain: measuring failed."""
        epoch, at = await self._read()
        jump = self._clock.measure(epoch, at)
        seconds = self._clock.seconds()
        if jump:
            self._stalls.add("clock", int((seconds - jump) * 1000), int(seconds * 1000))
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
