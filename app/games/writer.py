"""Group-commit writer: entries of many games that go on, in one transaction.

Each process has one writer. The entries queued when a commit ends are the next batch; there is no timer. An
entry that ends a game is a transaction of its own (`app/games/entry_store.py`): its effects take longer, and
moves do not wait for them.

The primary key (game, ply) resolves conflicts: an entry that was not inserted came too late and has no
effect. An entry is answered only after the commit, with what that changed, or with None if the ply was taken.
TryAgain: certainly not applied; any other exception is a server fault with unknown outcome. If the connection
is lost during the commit, the batch is retried until its outcome is known: it can be written only once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial
from time import monotonic

import structlog
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.core import metrics
from app.core.errors import TryAgain
from app.db.engine import (
    DRIVER_ERRORS,
    CommitUncertain,
    backoff_delays,
    is_connection_lost,
    is_serialization_failure,
    is_unavailable,
    loggable,
    refused_writes,
    retry_conflicts,
    retry_until_known,
    write_transaction,
)
from app.games.batch import BatchConnection, open_batch_connection
from app.games.entry_store import find_committed, write_entry
from app.games.new_entry import NO_CHANGES, Committed, EntryKey, NewEntry
from app.games.stalls import Stalls

MAX_BATCH_ENTRIES = 2000
MAX_TRIES = 5  # of a batch after deadlocks

log = structlog.get_logger(__name__)

Written = asyncio.Future[Committed | None]  # None: the ply was taken
Batch = dict[EntryKey, tuple[NewEntry, Written]]


class Writer:
    """Accepts entries from any task of the process. `stalls`: of the process, told of late answers."""

    def __init__(self, engine: AsyncEngine, bus: Bus, stalls: Stalls | None = None) -> None:
        self.engine, self._bus, self._stalls = engine, bus, stalls or Stalls()
        # SQLite has one writer at a time; it would poll for the lock, this waits
        self._turn: AbstractAsyncContextManager[None] = (
            asyncio.Lock() if engine.dialect.name == "sqlite" else nullcontext()
        )
        self._queue: list[tuple[NewEntry, Written]] = []
        self._wake = asyncio.Event()
        self._connection: BatchConnection | None = None
        self._since = 0.0  # when the first entry of the queue arrived
        self._writing = 0, 0.0  # size of the current batch; when its first entry arrived
        self._apart: dict[asyncio.Task[Committed | None], float] = {}  # writes of ends, by their arrival
        self._uncertain_ends = set[EntryKey]()
        self._uncertain: dict[asyncio.Task[None], tuple[int, float]] = {}  # as `_writing`, of each such batch
        self._stopping = False

    def measure(self) -> None:
        """Set the gauges of the queue."""
        batches = [self._writing, (len(self._queue), self._since), *self._uncertain.values()]
        arrived = [*self._apart.values(), *(since for count, since in batches if count)]
        ends = len(self._uncertain_ends)
        metrics.QUEUED.set(len(self._queue) + self._writing[0] + len(self._apart) - ends)
        metrics.OLDEST.set(monotonic() - min(arrived) if arrived else 0)
        metrics.UNCERTAIN.set(sum(count for count, _ in self._uncertain.values()) + ends)

    def write(self, entry: NewEntry) -> Awaitable[Committed | None]:
        """Write an entry; return what its commit changed. None: the ply was taken by another entry.
        TryAgain: not applied. A caller that is cancelled leaves the write to its end."""
        if self._stopping:
            raise TryAgain("the server is shutting down")
        if entry.end is None:
            return self._put(entry)
        task = asyncio.create_task(self._write_end(entry))
        self._apart[task] = monotonic()
        task.add_done_callback(self._apart.pop)
        return asyncio.shield(task)

    async def run(self) -> None:
        """Write until `stop`; then flush the queue and return when all outcomes are known."""
        try:
            while not (self._stopping and not self._queue):
                await self._wake.wait()
                self._wake.clear()
                while self._queue:
                    await self._write_next()
            await self._close()
            if pending := [*self._uncertain, *self._apart]:
                await asyncio.wait(pending)
        finally:
            for task in [*self._uncertain, *self._apart]:
                task.cancel()

    def stop(self) -> None:
        self._stopping = True
        self._wake.set()

    # Ends

    async def _write_end(self, entry: NewEntry) -> Committed | None:
        """Write an entry in a transaction of its own. While the outcome of the commit is unknown it is
        retried for ever: the session must not go on before it knows what is in the log."""

        async def write(again: bool) -> Committed | None:
            if again:
                self._uncertain_ends.add(entry.key)
            async with write_transaction(self.engine) as connection:
                written = await write_entry(connection, self._bus, entry)
                return await find_committed(connection, entry) if again and written is None else written

        self._stalls.database_asked()
        try:
            async with self._turn:
                committed = await retry_conflicts(partial(retry_until_known, write, within=None))
        except IntegrityError as error:
            raise TryAgain("the database refused the write") from error
        finally:
            self._uncertain_ends.discard(entry.key)
        self._stalls.database_answered()
        if committed:
            metrics.ENTRIES.labels(entry.entry.act).inc()
        return committed

    # Batches

    def _put(self, entry: NewEntry) -> Written:
        if not self._queue:  # otherwise `run` knows that there are entries
            self._since = monotonic()
            self._wake.set()
        future: Written = asyncio.get_running_loop().create_future()
        self._queue.append((entry, future))
        return future

    async def _write_next(self) -> None:
        since = self._since
        batch = self._next_batch()
        self._writing = len(batch), since
        try:
            await self._write_batch(batch)
        except Exception as error:
            log.exception("batch_failed", entries=len(batch))
            _fail(batch, error)
        finally:
            self._writing = 0, 0.0

    def _next_batch(self) -> Batch:
        """Return the next batch, sorted by (game, ply), so that two writers cannot deadlock. A second entry
        for a ply goes to the following batch, which finds the ply taken."""
        queued, self._queue = self._queue, []
        batch: Batch = {}
        for entry, future in queued:
            key = entry.key
            if key in batch or len(batch) >= MAX_BATCH_ENTRIES:
                self._queue.append((entry, future))
            else:
                batch[key] = entry, future
        return {key: batch[key] for key in sorted(batch)}

    async def _write_batch(self, batch: Batch) -> None:
        """Write a batch and resolve its futures in any case."""
        entries = [entry for entry, _ in batch.values()]
        metrics.BATCH.observe(len(entries))
        self._stalls.database_asked()
        try:
            with metrics.COMMIT.time():
                written = await self._try(entries)
        except CommitUncertain:
            task = asyncio.create_task(self._retry_uncertain(batch))
            self._uncertain[task] = len(batch), self._writing[1]
            task.add_done_callback(self._uncertain.pop)
        except DRIVER_ERRORS as error:
            if not is_unavailable(error):
                self._stalls.database_answered()
            if len(batch) > 1 and not is_unavailable(error):  # one of them is at fault
                for key, item in batch.items():
                    await self._write_batch({key: item})
                return
            _refuse(batch, error)
        except (SQLAlchemyError, OSError) as error:
            _refuse(batch, error)
        else:
            self._stalls.database_answered()
            self._resolve(batch, written)

    async def _try(self, entries: list[NewEntry]) -> set[EntryKey]:
        for attempt in range(MAX_TRIES):
            if self._connection is None:
                self._connection = await open_batch_connection(self.engine)
            try:
                async with self._turn:
                    return await self._connection.write(entries)
            except DRIVER_ERRORS as error:
                await self._close(broken=is_connection_lost(error))
                stale = is_connection_lost(error) and attempt == 0  # the connection died while idle
                if not (stale or is_serialization_failure(error)) or attempt == MAX_TRIES - 1:
                    raise
                log.info("batch_retried", entries=len(entries), error=loggable(error))
            except BaseException:
                await self._close(broken=True)
                raise
            await asyncio.sleep(0.01 * 2**attempt)
        raise AssertionError("unreachable")

    async def _retry_uncertain(self, batch: Batch) -> None:
        """Retry a batch until its outcome is known: an entry found in the log as sent was written, the first
        time or now."""
        entries = [entry for entry, _ in batch.values()]
        for delay in backoff_delays():
            await asyncio.sleep(delay)
            try:
                written = await self._write_or_find(entries)
            except (CommitUncertain, *DRIVER_ERRORS, SQLAlchemyError, OSError) as error:
                log.warning("commit_uncertain", entries=len(batch), error=loggable(error))
            except Exception as error:
                log.exception("commit_uncertain", entries=len(batch))
                _fail(batch, error)
                return
            else:
                self._resolve(batch, written)
                return

    async def _write_or_find(self, entries: list[NewEntry]) -> set[EntryKey]:
        connection = await open_batch_connection(self.engine)
        try:
            async with self._turn:
                written = await connection.write(entries)
            written |= await connection.find(entries)
        except BaseException:
            await connection.close(broken=True)  # the pool would hand it out again
            raise
        await connection.close()
        return written

    async def _close(self, *, broken: bool = False) -> None:
        used, self._connection = self._connection, None
        if used is not None:
            await used.close(broken=broken)

    def _resolve(self, batch: Batch, written: AbstractSet[EntryKey]) -> None:
        refused_writes.clear()
        self._bus.send("log", [game for game, _ in written])
        for act, count in Counter([batch[key][0].entry.act for key in written]).items():
            metrics.ENTRIES.labels(act).inc(count)
        for key, (_, future) in batch.items():
            if not future.done():
                future.set_result(NO_CHANGES if key in written else None)


def _fail(batch: Batch, error: Exception) -> None:
    """Resolve the futures with a server fault; the outcome is unknown."""
    for _, future in batch.values():
        if not future.done():
            future.set_exception(error)


def _refuse(batch: Batch, error: Exception) -> None:
    """Resolve the futures of a batch that was certainly not applied."""
    log.warning("batch_refused", entries=len(batch), error=loggable(error))
    refused_writes.add()
    refused = isinstance(error, DRIVER_ERRORS)
    why = "the database refused the write" if refused else "the database is unavailable"
    for _, future in batch.values():
        if not future.done():
            future.set_exception(TryAgain(why))
