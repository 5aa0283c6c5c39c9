"""The database's clock, measured against the monotonic clock of this process."""

from __future__ import annotations

import time

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.clock import monotonic
from app.db.engine import read_connection

QUERIES = 3  # of which the quickest counts

_NOW = text("select cast(extract(epoch from clock_timestamp()) as double precision)")


async def measure_time(engine: AsyncEngine) -> tuple[float, float]:
    """Return seconds since the epoch by the database's clock, and what the monotonic clock showed then; on
    SQLite by the host's clock. TryAgain: the database does not answer."""
    if engine.dialect.name == "sqlite":
        return time.time(), monotonic()
    found = []
    async with read_connection(engine) as connection:
        for _ in range(QUERIES):
            before = monotonic()
            epoch = float(await connection.scalar(_NOW))
            after = monotonic()
            found.append((after - before, epoch, (before + after) / 2))
    _, epoch, at = min(found)
    return epoch, at
