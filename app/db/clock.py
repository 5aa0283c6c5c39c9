"""Server time: an anchor plus a monotonic clock that counts suspend; UTC days.

The anchor is the database's clock on PostgreSQL and the host's on SQLite; `app/db/clock_sync.py` measures
it every few seconds. Time never goes back: it stands still until a clock that was set back has caught up.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import partial

DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
MIN_JUMP_SECONDS = 1.0  # forward, of which the running games are told

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
        self._offset = wall() - monotonic()  # of the epoch from the monotonic clock
        self._last = 0.0
        self._measured = False

    def seconds(self) -> float:
        """Return the time in seconds since the epoch."""
        self._last = max(self._last, self._monotonic() + self._offset)
        return self._last

    def measure(self, epoch: float, at: float) -> float:
        """Apply a measurement: it was `epoch` seconds when the monotonic clock showed `at`.

        Return the seconds that time jumped forward, 0 if by less than MIN_JUMP_SECONDS, and for the first
        measurement.
        """
        before = self.seconds()
        self._offset = epoch - at
        first, self._measured = not self._measured, True
        if first:
            self._last = 0.0
        jump = self.seconds() - before
        return 0.0 if first or jump < MIN_JUMP_SECONDS else jump


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
        return DAY.fullmatch(text) is not None and date.fromisoformat(text) is not None
    except ValueError:
        return False
