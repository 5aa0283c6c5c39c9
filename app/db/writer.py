"""Group commit: the lines of many games in one transaction, and their effects with them.

One writer a process, with two lanes: lines that end games have effects and take longer, and the others do
not wait for them. What waits when the last commit of a lane ends is its next batch; there is no timer. The
primary key (game, ply) decides: a line that was not inserted was late, and nothing of it is kept. A waiter
is answered after the commit and never before: True, written; False, the ply was taken; TryAgain, surely not
applied. When the connection is lost in mid-commit nobody knows, so the same batch is sent again until it is
known: it can be written only once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AbstractAsyncContextManager, nullcontext

import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from app import metrics
from app.cluster.bus import Bus
from app.db.batch import Key, Line
from app.db.engine import (
    DRIVER_ERRORS,
    CommitUncertain,
    is_connection_lost,
    is_serialization_failure,
    is_unavailable,
    loggable,
)
from app.db.pens import BatchConnection, open_batch_connection
from app.errors import TryAgain

BATCH = 2000  # lines in one transaction, at most
TRIES = 5  # of a batch that met a deadlock

log = structlog.get_logger(__name__)

Fate = asyncio.Future[bool]
Batch = dict[Key, tuple[Line, Fate]]


class Writer:
    """Takes lines from any task of the process and answers each when its fate is known."""

    def __init__(self, engine: AsyncEngine, bus: Bus) -> None:
        self.engine = engine
        turn = asyncio.Lock() if engine.dialect.name == "sqlite" else None  # a file has one writer at a time
        self._moves, self._ends = Lane(engine, bus, turn), Lane(engine, bus, turn)
        self._stopping = False

    def send(self, line: Line) -> Fate:
        """Its fate: True, written and committed. False: the ply was taken by another line. TryAgain: not
        applied."""
        fate: Fate = asyncio.get_running_loop().create_future()
        if self._stopping:
            fate.set_exception(TryAgain("the server is going down"))
        else:
            (self._ends if line.end else self._moves).put(line, fate)
        return fate

    async def write(self, line: Line) -> bool:
        """Sends a line and waits for its fate."""
        return await self.send(line)

    async def run(self) -> None:
        """Writes until `stop`; then what still waits, and ends."""
        await asyncio.gather(self._moves.run(), self._ends.run())

    def stop(self) -> None:
        self._stopping = True
        self._moves.stop()
        self._ends.stop()


class Lane:
    """Lines that are written batch after batch. `turn`: who holds it writes."""

    def __init__(self, engine: AsyncEngine, bus: Bus, turn: asyncio.Lock | None) -> None:
        self._engine, self._bus = engine, bus
        self._turn: AbstractAsyncContextManager[None] = turn or nullcontext()
        self._waiting: list[tuple[Line, Fate]] = []
        self._wake = asyncio.Event()
        self._pen: BatchConnection | None = None
        self._doubts: set[asyncio.Task[None]] = set()
        self._stopping = False

    def put(self, line: Line, fate: Fate) -> None:
        self._waiting.append((line, fate))
        self._wake.set()

    async def run(self) -> None:
        """Writes until `stop`; then what still waits, and ends."""
        while not (self._stopping and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch = self._next()
                try:
                    await self._settle(batch)
                except Exception as error:
                    log.exception("writer", lines=len(batch))
                    _refuse(batch, error)
        await self._close()
        if self._doubts:
            await asyncio.wait(self._doubts, timeout=5)

    def stop(self) -> None:
        self._stopping = True
        self._wake.set()

    def _next(self) -> Batch:
        """The next batch, in the order of (game, ply), so that two writers cannot deadlock. A second line for
        one ply waits for the batch after, where it will find the ply taken."""
        waiting, self._waiting = self._waiting, []
        batch: Batch = {}
        for line, fate in waiting:
            key = line.key
            if key in batch or len(batch) >= BATCH:
                self._waiting.append((line, fate))
            else:
                batch[key] = line, fate
        return {key: batch[key] for key in sorted(batch)}

    async def _settle(self, batch: Batch) -> None:
        """Writes a batch and answers its waiters, whatever happens."""
        lines = [line for line, _ in batch.values()]
        metrics.BATCH.observe(len(lines))
        try:
            with metrics.COMMIT.time():
                written = await self._write(lines)
        except CommitUncertain:
            task = asyncio.create_task(self._resolve(batch))
            self._doubts.add(task)
            task.add_done_callback(self._doubts.discard)
        except DRIVER_ERRORS as error:
            if len(batch) > 1 and not is_unavailable(error):
                for key, item in batch.items():
                    await self._settle({key: item})
                return
            log.warning("not written", lines=len(batch), error=loggable(error))
            _refuse(batch, error)
        except (SQLAlchemyError, OSError) as error:
            log.warning("not written", lines=len(batch), error=loggable(error))
            _refuse(batch, error)
        else:
            _answer(batch, written)

    async def _resolve(self, batch: Batch) -> None:
        """Sends a batch of unknown fate again until it is known: a line that is now in the log as it was
        sent was written, the first time or this time."""
        lines, wait = [line for line, _ in batch.values()], 0.1
        while True:
            await asyncio.sleep(wait)
            wait = min(2.0, wait * 2)
            try:
                another = await open_batch_connection(self._engine, self._bus)
                try:
                    async with self._turn:
                        written = await another.write_whole(lines)
                    written |= await another.found(lines)
                finally:
                    await another.close()
            except (CommitUncertain, *DRIVER_ERRORS, SQLAlchemyError, OSError) as error:
                log.warning("in doubt", lines=len(batch), error=loggable(error))
            else:
                _answer(batch, written)
                return

    async def _write(self, lines: list[Line]) -> set[Key]:
        for attempt in range(TRIES):
            if self._pen is None:
                self._pen = await open_batch_connection(self._engine, self._bus)
            try:
                async with self._turn:
                    return await self._pen.write(lines)
            except DRIVER_ERRORS as error:
                await self._close(broken=is_connection_lost(error))
                stale = is_connection_lost(error) and attempt == 0  # it died while idle
                if not (stale or is_serialization_failure(error)) or attempt == TRIES - 1:
                    raise
                log.info("tried again", lines=len(lines), error=loggable(error))
            except BaseException:
                await self._close(broken=True)
                raise
            await asyncio.sleep(0.01 * 2**attempt)
        raise AssertionError("unreachable")

    async def _close(self, *, broken: bool = False) -> None:
        used, self._pen = self._pen, None
        if used is not None:
            await used.close(broken=broken)


def _answer(batch: Batch, written: set[Key]) -> None:
    for act, count in Counter(batch[key][0].entry.act for key in written if key in batch).items():
        metrics.LINES.labels(act).inc(count)
    for key, (_, fate) in batch.items():
        if not fate.done():
            fate.set_result(key in written)


def _refuse(batch: Batch, error: Exception) -> None:
    why = "the database refused it" if isinstance(error, DRIVER_ERRORS) else "the database is away"
    for _, fate in batch.values():
        if not fate.done():
            fate.set_exception(TryAgain(why))
