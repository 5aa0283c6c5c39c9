"""Server time: an anchor plus a monotonic clock that counts suspend; UTC days.

The anchor is the database's clock on PostgreSQL and the host's on SQLite; `app/jobs/clock_sync.py` measures
it every few seconds. Differences are slewed: time never goes back, and never jumps within a running game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import partial

MAX_SLEW = 0.010  # seconds per second by which time runs faster or slower
MAX_SLEWED_SECONDS = 60.0  # a greater difference forward is applied at once

# Return seconds of a clock that never goes back and counts suspend where the system has one.
monotonic: Callable[[], float] = (
    partial(time.clock_gettime, time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic
)


class ServerClock:
    """Time of one process. `monotonic`, `wall`: its sources, in seconds; `wall` counts until the first
    measurement."""

    def __init__(
        self, monotonic: Callable[[], float] = monotonic, wall: Callable[[], float] = time.time
    ) -> None:
        self._monotonic = monotonic
        self._slewed_at = monotonic()
        self._offset = self._target = wall() - self._slewed_at  # of the epoch from the monotonic clock
        self._measured = False

    def seconds(self) -> float:
        """Return the time in seconds since the epoch."""
        at = self._monotonic()
        if self._offset != self._target:
            limit = max(0.0, at - self._slewed_at) * MAX_SLEW
            self._offset += min(max(self._target - self._offset, -limit), limit)
        self._slewed_at = at
        return at + self._offset

    def measure(self, epoch: float, at: float) -> float:
        """Apply a measurement: it was `epoch` seconds when the monotonic clock showed `at`.

        Return the seconds that time jumped forward, 0 if the difference is slewed. The first measurement is
        always applied at once and returns 0.
        """
        self.seconds()
        self._target = epoch - at
        jump = self._target - self._offset
        if self._measured and jump <= MAX_SLEWED_SECONDS:
            return 0.0
        first, self._measured = not self._measured, True
        self._offset = self._target
        return 0.0 if first else jump


CLOCK = ServerClock()  # of this process


def now() -> int:
    """Return the server's time in milliseconds since the epoch."""
    return int(CLOCK.seconds() * 1000)


def utc_day(at: int) -> str:
    """Return the UTC day of a time in milliseconds since the epoch, such as 2026-11-21."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def utc_text(at: int) -> str:
    """Return a time in milliseconds since the epoch such as 2026-11-21 18:05 UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def is_day(text: str) -> bool:
    """Return whether a text is a day such as 2026-11-21."""
    try:
        return len(text) == 10 and text.isascii() and date.fromisoformat(text) is not None
    except ValueError:
        return False
