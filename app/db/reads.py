"""Reads that may be a few seconds old: from a read replica while it keeps up with the primary, else from the
primary."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app import metrics
from app.clock import now
from app.db.engine import read_connection
from app.errors import TryAgain

MAX_LAG_MS = 5000
MEASURE_INTERVAL = 1.0  # seconds

T = TypeVar("T")
Read = Callable[[AsyncConnection], Awaitable[T]]

log = structlog.get_logger(__name__)


class Reads:
    """Chooses a database for each read. Without `replica` that is always `primary`.

    The lag is the age of the newest heartbeat of a process (`processes.seen`, renewed every 2 s by the
    primary's clock) that the replica has, so an idle primary is no lag and a cut replication is."""

    def __init__(self, primary: AsyncEngine, replica: AsyncEngine | None = None) -> None:
        self._primary, self._replica = primary, replica
        self._is_current = False

    async def run(self, read: Read[T]) -> T:
        """Return what `read` returns on the replica; if that is late or fails, on the primary. TryAgain: the
        primary is unavailable too."""
        on_replica = await self.try_replica(read)
        if on_replica is not None:
            return on_replica
        async with read_connection(self._primary) as connection:
            return await read(connection)

    async def try_replica(self, read: Read[T]) -> T | None:
        """Return what `read` returns on the replica; None: there is none, or it is late or fails."""
        if not (self._replica and self._is_current):
            return None
        try:
            async with read_connection(self._replica) as connection:
                return await read(connection)
        except TryAgain as error:  # also a query that replication has cancelled
            self._set_current(False, error=repr(error))
            return None

    async def measure(self) -> None:
        """Measure the lag of the replica every second, until cancelled; end at once if there is none."""
        while self._replica:
            try:
                async with read_connection(self._replica) as connection:
                    seen = await connection.scalar(text("select max(seen) from processes"))
                lag = now() - int(seen) if seen else MAX_LAG_MS + 1
                metrics.REPLICA_LAG.set(lag / 1000)
                self._set_current(lag <= MAX_LAG_MS, lag=lag)
            except TryAgain as error:
                self._set_current(False, error=repr(error))
            await asyncio.sleep(MEASURE_INTERVAL)

    async def close(self) -> None:
        if self._replica:
            await self._replica.dispose()

    def _set_current(self, current: bool, **why: object) -> None:
        if current != self._is_current:
            log.info("replica_used" if current else "replica_passed_over", **why)
        self._is_current = current
