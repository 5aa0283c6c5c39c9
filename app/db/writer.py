"""Group-commit writer: entries of many games, with their effects, in one transaction.

Each process has one writer with two lanes, so that moves do not wait for entries that end games, whose
effects take longer. On a distributed database each node has both lanes (`app/db/nodes.py`). The entries
queued when a lane's commit ends are its next batch; there is no timer.

The primary key (game, ply) resolves conflicts: an entry that was not inserted came too late and has no
effect. A future is resolved only after the commit, with the effects of the entry, or None if the ply was
taken. TryAgain: certainly not applied; any other exception is a server fault with unknown outcome. If the
connection is lost during the commit, the batch is retried until its outcome is known: it can be written only
once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from time import monotonic

import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from app import metrics
from app.db.batch import BatchConnection, Committed, Key, NewEntry, Outcomes, open_batch_connection
from app.db.engine import (
    DRIVER_ERRORS,
    CommitUncertain,
    backoff_delays,
    is_connection_lost,
    is_serialization_failure,
    is_unavailable,
    loggable,
    refused_writes,
)
from app.db.nodes import ONE_NODE, Nodes
from app.db.notices import Bus
from app.errors import TryAgain

MAX_BATCH_ENTRIES = 2000
CONNECTIONS_PER_LANE = 2  # one, and one for a batch with uncertain outcome
MAX_TRIES = 5  # of a batch after deadlocks

log = structlog.get_logger(__name__)

Written = asyncio.Future[Committed | None]  # None: the ply was taken
Batch = dict[Key, tuple[NewEntry, Written]]


def _ignore() -> None:
    """Default callback."""


class Writer:
    """Accepts entries from any task of the process; the future of each is resolved when its outcome is
    known."""

    def __init__(self, engine: AsyncEngine, bus: Bus, nodes: Nodes = ONE_NODE) -> None:
        self.engine = engine
        self._nodes = nodes
        lock = asyncio.Lock() if engine.dialect.name == "sqlite" else None  # SQLite has one writer at a time
        self._moves, self._ends = ([Lane(self, bus, lock) for _ in range(nodes.count)] for _ in range(2))
        self._lanes = (*self._moves, *self._ends)
        self.connections = CONNECTIONS_PER_LANE * len(self._lanes)  # at most
        self._stopping = False
        self.on_asked: Callable[[], None] = _ignore  # called when a batch is sent to the database
        self.on_answered: Callable[[], None] = _ignore  # and when the database has answered

    def send(self, entry: NewEntry) -> Written:
        """Queue an entry; the future returns its effects. None: the ply was taken by another entry. TryAgain:
        not applied."""
        future: Written = asyncio.get_running_loop().create_future()
        if self._stopping:
            future.set_exception(TryAgain("the server is shutting down"))
        else:
            lanes = self._ends if entry.end else self._moves
            lanes[self._nodes.of(entry.game)].put(entry, future)
        return future

    async def write(self, entry: NewEntry) -> Committed | None:
        """Send an entry and wait for the outcome."""
        return await self.send(entry)

    async def run(self) -> None:
        """Write until `stop`, then flush the queue and return."""
        await asyncio.gather(*(lane.run() for lane in self._lanes))

    def measure(self) -> None:
        """Set the gauges of the queues."""
        lanes = self._lanes
        since = min((lane.oldest for lane in lanes if lane.oldest is not None), default=None)
        metrics.QUEUED.set(sum(lane.waiting for lane in lanes))
        metrics.OLDEST.set(0 if since is None else monotonic() - since)
        metrics.UNCERTAIN.set(sum(lane.uncertain for lane in lanes))

    def stop(self) -> None:
        self._stopping = True
        for lane in self._lanes:
            lane.stop()


class Lane:
    """A queue of entries, written batch by batch. `lock`: held while writing."""

    def __init__(self, writer: Writer, bus: Bus, lock: asyncio.Lock | None) -> None:
        self._writer, self._engine, self._bus = writer, writer.engine, bus
        self._lock: AbstractAsyncContextManager[None] = lock or nullcontext()
        self._queue: list[tuple[NewEntry, Written]] = []
        self._wake = asyncio.Event()
        self._connection: BatchConnection | None = None
        self._since = 0.0  # when the first entry of the queue arrived
        self._writing = 0, 0.0  # size of the current batch; when its first entry arrived
        self._uncertain: dict[asyncio.Task[None], tuple[int, float]] = {}  # the same of uncertain batches
        self._stopping = False

    @property
    def waiting(self) -> int:
        """Number of uncommitted entries, without those of uncertain outcome."""
        return len(self._queue) + self._writing[0]

    @property
    def uncertain(self) -> int:
        """Number of entries with uncertain outcome."""
        return sum(count for count, _ in self._uncertain.values())

    @property
    def oldest(self) -> float | None:
        """Arrival of the oldest waiting entry, by the monotonic clock; None: none waits."""
        waiting = [self._writing, (len(self._queue), self._since), *self._uncertain.values()]
        return min((since for count, since in waiting if count), default=None)

    def put(self, entry: NewEntry, future: Written) -> None:
        """Queue an entry."""
        if not self._queue:  # otherwise `run` knows that there are entries
            self._since = monotonic()
            self._wake.set()
        self._queue.append((entry, future))

    async def run(self) -> None:
        """Write until `stop`, then flush the queue and return when all outcomes are known."""
        try:
            while not (self._stopping and not self._queue):
                await self._wake.wait()
                self._wake.clear()
                while self._queue:
                    await self._write_next()
            await self._close()
            if self._uncertain:
                await asyncio.wait(self._uncertain)
        finally:
            for task in self._uncertain:
                task.cancel()

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

    def stop(self) -> None:
        self._stopping = True
        self._wake.set()

    def _next_batch(self) -> Batch:
        """Return the next batch, sorted by (game, ply), so that two writers cannot deadlock. A second entry
        for a ply goes to the following batch, which finds the ply taken."""
        queued, self._queue = self._queue, []
        batch: Batch = {}
        for entry, future in queued:
            key = entry.game, entry.entry.ply
            if key in batch or len(batch) >= MAX_BATCH_ENTRIES:
                self._queue.append((entry, future))
            else:
                batch[key] = entry, future
        return {key: batch[key] for key in sorted(batch)}

    async def _write_batch(self, batch: Batch) -> None:
        """Write a batch and resolve its futures in any case."""
        entries = [entry for entry, _ in batch.values()]
        metrics.BATCH.observe(len(entries))
        self._writer.on_asked()
        try:
            with metrics.COMMIT.time():
                written = await self._write(entries)
        except CommitUncertain:
            task = asyncio.create_task(self._retry_uncertain(batch))
            self._uncertain[task] = len(batch), self._writing[1]
            task.add_done_callback(self._uncertain.pop)
        except DRIVER_ERRORS as error:
            if not is_unavailable(error):
                self._writer.on_answered()
            if len(batch) > 1 and not is_unavailable(error):
                for key, item in batch.items():
                    await self._write_batch({key: item})
                return
            log.warning("batch_refused", entries=len(batch), error=loggable(error))
            _refuse(batch, error)
        except (SQLAlchemyError, OSError) as error:
            log.warning("batch_refused", entries=len(batch), error=loggable(error))
            _refuse(batch, error)
        else:
            self._writer.on_answered()
            _resolve(batch, written)

    async def _retry_uncertain(self, batch: Batch) -> None:
        """Retry a batch until its outcome is known: an entry found in the log as sent was written, the first
        time or now."""
        entries = [entry for entry, _ in batch.values()]
        for delay in backoff_delays():
            await asyncio.sleep(delay)
            try:
                connection = await open_batch_connection(self._engine, self._bus)
                try:
                    async with self._lock:
                        written = await connection.write_with_effects(entries, uncertain=True)
                finally:
                    await connection.close()
            except (CommitUncertain, *DRIVER_ERRORS, SQLAlchemyError, OSError) as error:
                log.warning("commit_uncertain", entries=len(batch), error=loggable(error))
            except Exception as error:
                log.exception("commit_uncertain", entries=len(batch))
                _fail(batch, error)
                return
            else:
                facts = {game for (game, _), one in written.items() if one.ratings}
                facts |= {one.game for one in entries if one.end and one.end.publishes}
                self._bus.send("log", [game for game, _ in written if game not in facts])
                self._bus.send("facts", sorted(facts))  # for entries written the first time
                _resolve(batch, written)
                return

    async def _write(self, entries: list[NewEntry]) -> Outcomes:
        for attempt in range(MAX_TRIES):
            if self._connection is None:
                self._connection = await open_batch_connection(self._engine, self._bus)
            try:
                async with self._lock:
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

    async def _close(self, *, broken: bool = False) -> None:
        used, self._connection = self._connection, None
        if used is not None:
            await used.close(broken=broken)


def _resolve(batch: Batch, written: Outcomes) -> None:
    refused_writes.clear()
    for act, count in Counter([batch[key][0].entry.act for key in written if key in batch]).items():
        metrics.ENTRIES.labels(act).inc(count)
    for key, (_, future) in batch.items():
        if not future.done():
            future.set_result(written.get(key))


def _fail(batch: Batch, error: Exception) -> None:
    """Resolve the futures with a server fault; the outcome is unknown."""
    for _, future in batch.values():
        if not future.done():
            future.set_exception(error)


def _refuse(batch: Batch, error: Exception) -> None:
    """Resolve the futures of a batch that was certainly not applied."""
    refused_writes.add()
    refused = isinstance(error, DRIVER_ERRORS)
    why = "the database refused the write" if refused else "the database is unavailable"
    for _, future in batch.values():
        if not future.done():
            future.set_exception(TryAgain(why))
