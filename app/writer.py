"""Group commit: the lines of many games in one transaction, and their effects with them.

One writer a process. What waits when the last commit ends is the next batch; there is no timer. The primary
key (game, ply) decides: a line that did not come back from the insert was late, and nothing of it is kept.
A waiter is answered after the commit and never before: True, written; False, the ply was taken; TryAgain,
surely not applied. When the connection is lost in mid-commit nobody knows, so the same batch is sent again
until it is known: it can be written only once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable

import structlog
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app import metrics
from app.batch import Line, statements
from app.bus import Bus
from app.errors import TryAgain

BATCH = 2000  # lines in one transaction, at most
TRIES = 5  # of a batch that met a deadlock

log = structlog.get_logger(__name__)

Key = tuple[str, int]  # game, ply
Batch = dict[Key, tuple[Line, asyncio.Future[bool]]]


class Lost(Exception):
    """The connection was lost in mid-commit: the batch may be written or not."""


class Writer:
    """Takes lines from any task of the process and answers each when its fate is known."""

    def __init__(self, engine: AsyncEngine, bus: Bus) -> None:
        self.engine = engine
        self.bus = bus
        self._sql = statements(engine.dialect.name)
        self._waiting: list[tuple[Line, asyncio.Future[bool]]] = []
        self._wake = asyncio.Event()
        self._connection: AsyncConnection | None = None
        self._doubts: set[asyncio.Task[None]] = set()
        self._stopping = False

    async def write(self, line: Line) -> bool:
        """True: written and committed. False: the ply was taken by another line. TryAgain: not applied."""
        if self._stopping:
            raise TryAgain("the server is going down")
        fate: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((line, fate))
        self._wake.set()
        return await fate

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
        batch: Batch = {}
        later = []
        for line, fate in self._waiting:
            key = line.game, line.entry.ply
            if key in batch or len(batch) >= BATCH:
                later.append((line, fate))
            else:
                batch[key] = line, fate
        self._waiting = later
        return dict(sorted(batch.items()))

    async def _settle(self, batch: Batch) -> None:
        """Writes a batch and answers its waiters, whatever happens."""
        lines = [line for line, _ in batch.values()]
        metrics.BATCH.observe(len(lines))
        try:
            with metrics.COMMIT.time():
                written = await self._write(lines)
        except Lost:
            task = asyncio.create_task(self._resolve(batch))
            self._doubts.add(task)
            task.add_done_callback(self._doubts.discard)
        except DBAPIError as error:
            if len(batch) > 1 and not _away(error):
                for key, item in batch.items():
                    await self._settle({key: item})
                return
            log.warning("not written", lines=len(batch), error=str(error.orig))
            _refuse(batch, error)
        except (SQLAlchemyError, OSError) as error:
            log.warning("not written", lines=len(batch), error=str(error))
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
                async with self.engine.connect() as connection:
                    written = await self._transact(connection, lines)
                    written |= await self._found(connection, lines)
            except (Lost, SQLAlchemyError, OSError) as error:
                log.warning("in doubt", lines=len(batch), error=str(error))
            else:
                _answer(batch, written)
                return

    async def _write(self, lines: list[Line]) -> set[Key]:
        for attempt in range(TRIES):
            if self._connection is None:
                self._connection = await self.engine.connect()
            try:
                return await self._transact(self._connection, lines)
            except DBAPIError as error:
                await self._close()
                stale = _gone(error) and attempt == 0  # the connection had died while we were idle
                if not (stale or _collided(error)) or attempt == TRIES - 1:
                    raise
            except BaseException:
                await self._close()
                raise
            await asyncio.sleep(0.01 * 2**attempt)
        raise AssertionError("unreachable")

    async def _transact(self, connection: AsyncConnection, lines: list[Line]) -> set[Key]:
        """One transaction; answers the keys of the lines that are now in the log. Lost: nobody knows."""
        writer = await connection.execution_options(writes=True)
        transaction = await writer.begin()
        try:
            rows = await writer.execute(self._sql.entries, self._sql.columns(lines))
            written = {(row[0], row[1]) for row in rows}
            last = {line.game: line for line in lines if (line.game, line.entry.ply) in written}
            if last:
                await writer.execute(self._sql.folds, self._sql.fold_columns(list(last.values())))
                await self.bus.announce(writer, "log", list(last))
        except BaseException:
            await _abandon(transaction.rollback())
            raise
        try:
            await transaction.commit()
        except (DBAPIError, OSError) as error:
            await _abandon(transaction.rollback())
            if isinstance(error, OSError) or _gone(error):
                raise Lost from error
            raise
        return written

    async def _found(self, connection: AsyncConnection, lines: list[Line]) -> set[Key]:
        """The keys of the lines that stand in the log just as they were sent."""
        found = set()
        for line in lines:
            row = (await connection.execute(self._sql.line, self._sql.key(line))).one_or_none()
            if row and tuple(row) == self._sql.rest(line):
                found.add((line.game, line.entry.ply))
        return found

    async def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await _abandon(connection.close())


async def _abandon(ending: Awaitable[None]) -> None:
    """Waits for a rollback, or for the closing of a connection, that may be broken already."""
    try:
        await ending
    except (SQLAlchemyError, OSError) as error:
        log.info("connection dropped", error=str(error))


def _answer(batch: Batch, written: set[Key]) -> None:
    for act, count in Counter(batch[key][0].entry.act for key in written if key in batch).items():
        metrics.LINES.labels(act).inc(count)
    for key, (_, fate) in batch.items():
        if not fate.done():
            fate.set_result(key in written)


def _refuse(batch: Batch, error: Exception) -> None:
    why = "the database refused it" if isinstance(error, DBAPIError) else "the database is away"
    for _, fate in batch.values():
        if not fate.done():
            fate.set_exception(TryAgain(why))


def _code(error: DBAPIError) -> str:
    return str(getattr(error.orig, "sqlstate", None) or getattr(error.orig, "sqlite_errorname", None) or "")


def _collided(error: DBAPIError) -> bool:
    """A deadlock or a serialization failure: the same batch may well succeed now."""
    return _code(error) in ("40P01", "40001")


def _gone(error: DBAPIError) -> bool:
    """The connection is no more."""
    return error.connection_invalidated or _code(error).startswith(("08", "57P"))


def _away(error: DBAPIError) -> bool:
    """The database as a whole does not take anything now; trying the lines one by one would not help."""
    full = ("SQLITE_FULL", "SQLITE_BUSY", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "53")
    return _gone(error) or _collided(error) or _code(error).startswith(full)
