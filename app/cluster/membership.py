"""Membership: which processes may serve one PostgreSQL together.

Processes on one database must share a Redis, or they would miss each other's moves. A starting process that
finds the row of another one without a shared Redis watches it for WATCH_SECONDS: only a live process renews
its row. The start then goes on or fails. A process that later finds its own row gone was taken for dead
(stopped or cut off) and must restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from app.cluster.redis_client import RedisClient
from app.db.processes import DELETE_AFTER_MS, EXPIRY_MS, ProcessStore
from app.errors import TryAgain

RENEW_INTERVAL = 2.0  # seconds
LATE_AFTER = 3 * RENEW_INTERVAL  # seconds since a renewal: the database or this process was stalled
WATCH_SECONDS = EXPIRY_MS / 1000  # for which rows of other processes are watched
POLL_INTERVAL = 0.5  # seconds between two reads of them
CLEANUP_EVERY = 30  # renewals between two deletions of rows of dead processes

log = structlog.get_logger(__name__)


class NotAlone(Exception):
    """Another process serves the database without sharing a Redis with this one."""


class Membership:
    """Row of this process. `redis`: client of the shared Redis, if any; `subscribed`: set while notices of
    other processes are received."""

    def __init__(
        self, store: ProcessStore, redis: RedisClient | None, subscribed: asyncio.Event | None = None
    ) -> None:
        self._store, self._redis = store, redis
        self._subscribed = subscribed or asyncio.Event()

    async def join(self, watch: float | None = None) -> None:
        """Write the row of this process. NotAlone: another process renewed its row within `watch` seconds, by
        default WATCH_SECONDS. TryAgain: the database is unavailable."""
        watch = WATCH_SECONDS if watch is None else watch
        clock = asyncio.get_running_loop().time
        until = clock() + watch
        strangers = first = await self._store.join(await self._fingerprint())
        while strangers and clock() < until:
            await asyncio.sleep(min(POLL_INTERVAL, watch / 10))
            strangers = await self._store.join(await self._fingerprint())
            first = strangers | first  # with the time when each was first seen
        dead = [(process, seen) for process, seen in strangers.items() if first[process] == seen]
        if strangers and (
            len(dead) < len(strangers) or await self._store.join(await self._fingerprint(), dead)
        ):
            raise NotAlone

    async def run(self, on_lost: Callable[[], None], on_late: Callable[[], None] = lambda: None) -> None:
        """Renew the row until cancelled, then delete it. `on_lost`: called once if the row is gone, which
        ends the renewals; `on_late`: called whenever another process is late."""
        clock = asyncio.get_running_loop().time
        renewals, renewed, failed = 0, clock(), clock()  # there may have been an outage before the start
        try:
            while True:
                try:
                    if not await self._renew():
                        log.error("process_row_lost", process=self._store.id)
                        on_lost()
                        await asyncio.Event().wait()
                    if await self._store.are_others_late():
                        on_late()
                    if clock() > renewed + LATE_AFTER:  # the other processes may be late too
                        failed = clock()
                    renewals, renewed = renewals + 1, clock()
                    if renewals % CLEANUP_EVERY == 0 and clock() > failed + DELETE_AFTER_MS / 1000:
                        await self._store.delete_dead()
                except TryAgain as error:
                    failed = clock()
                    log.warning("process_row_renewal_failed", error=str(error.detail))
                except Exception:
                    failed = clock()
                    log.exception("process_row_renewal_failed")
                await asyncio.sleep(RENEW_INTERVAL)
        finally:
            await self._leave()

    async def _renew(self) -> bool:
        subscribed = self._subscribed.is_set()
        return await self._store.renew(await self._fingerprint(), subscribed=subscribed)

    async def _leave(self) -> None:
        try:
            await self._store.leave()
        except TryAgain:
            log.info("process_row_left_behind")

    async def _fingerprint(self) -> str | None:
        """Return the fingerprint of the shared Redis; None: there is none, or it does not answer."""
        try:
            return await self._redis.fingerprint() if self._redis else None
        except TryAgain:
            return None
