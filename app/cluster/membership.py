"""Membership: which processes may serve one PostgreSQL together.

Processes on one database share a Redis, or they would not hear of each other's moves. A process that finds
the row of another at its start, with which it shares none, watches it for WATCH seconds: the row of a dead
process is no longer renewed, that of a live one is. Then the start goes on, or fails. A process that later
finds its own row gone was taken for dead (it was stopped, or cut off): it has to start anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from app.cluster.redis_client import RedisClient
from app.db.processes import EXPIRY, FORGOTTEN, ProcessStore
from app.errors import TryAgain

RENEW = 2.0  # seconds between two renewals
LATE = 3 * RENEW  # seconds after which a renewal comes late: the database or this process stood still
WATCH = EXPIRY / 1000  # seconds for which rows of other processes are watched
LOOK = 0.5  # seconds between two looks at them
CLEAN = 30  # renewals between two deletions of rows of dead processes

log = structlog.get_logger(__name__)


class NotAlone(Exception):
    """Another process serves the database without sharing a Redis with this one."""


class Membership:
    """The row of this process. `redis`: the client of the shared Redis, if there is one; `subscribed`: is set
    while notices of other processes are received."""

    def __init__(
        self, store: ProcessStore, redis: RedisClient | None, subscribed: asyncio.Event | None = None
    ) -> None:
        self._store, self._redis = store, redis
        self._subscribed = subscribed or asyncio.Event()

    async def join(self, watch: float = WATCH) -> None:
        """Write our row. NotAlone: another process renewed its row while it was watched for `watch` seconds.
        TryAgain: the database does not answer."""
        clock = asyncio.get_running_loop().time
        until = clock() + watch
        strangers = first = await self._store.join(await self._fingerprint())
        while strangers and clock() < until:
            await asyncio.sleep(min(LOOK, watch / 10))
            strangers = await self._store.join(await self._fingerprint())
            first = strangers | first  # the time at which each was first seen
        dead = [(process, seen) for process, seen in strangers.items() if first[process] == seen]
        if strangers and (
            len(dead) < len(strangers) or await self._store.join(await self._fingerprint(), dead)
        ):
            raise NotAlone

    async def run(self, on_lost: Callable[[], None], on_late: Callable[[], None] = lambda: None) -> None:
        """Renew our row until cancelled, and then delete it. `on_lost`: is called when it is gone; nothing is
        renewed from then on. `on_late`: is called whenever another process is late."""
        clock = asyncio.get_running_loop().time
        renewals, renewed, failed = 0, clock(), clock()  # an outage before our start is not known
        try:
            while True:
                try:
                    if not await self._renew():
                        log.error("process_row_lost", process=self._store.id)
                        on_lost()
                        await asyncio.Event().wait()
                    if await self._store.are_others_late():
                        on_late()
                    if clock() > renewed + LATE:  # the others may not have renewed theirs either
                        failed = clock()
                    renewals, renewed = renewals + 1, clock()
                    if renewals % CLEAN == 0 and clock() > failed + FORGOTTEN / 1000:
                        await self._store.delete_dead()
                except TryAgain as error:
                    failed = clock()
                    log.warning("process_row_not_renewed", error=str(error.detail))
                except Exception:
                    failed = clock()
                    log.exception("process_row_not_renewed")
                await asyncio.sleep(RENEW)
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
        """Return what tells the shared Redis from others; None: there is none, or it does not answer."""
        try:
            return await self._redis.fingerprint() if self._redis else None
        except TryAgain:
            return None
