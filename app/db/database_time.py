"""Offset of the database's clock to the monotonic clock of this process."""

from __future__ import annotations

import time

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.clock import monotonic
from app.db.engine import read_connection

SAMPLES = 3  # the fastest one counts

_NOW = text("select cast(extract(epoch from clock_timestamp()) as double precision)")


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
