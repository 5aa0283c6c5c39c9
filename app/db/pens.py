"""A batch as one transaction: a pen is a connection that writes batches, one after the other.

Lines that end games go by SQLAlchemy, with all their effects. Lines that end nothing, which are nearly all,
go by the driver: to PostgreSQL as one statement, committed with it, so that there is one way there and back;
to SQLite in one visit to the thread of its connection.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import asyncpg
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.cluster.bus import CHANNEL, Bus
from app.db.batch import LINES, Key, Line, Statements, statements
from app.db.engine import DRIVER_ERRORS, CommitUncertain, abandon, commit, is_connection_lost
from app.db.results import record_results


class BatchConnection:
    """Writes batches through one connection."""

    def __init__(self, connection: AsyncConnection, sql: Statements, bus: Bus, driver: Any) -> None:
        self._connection, self._sql, self._bus, self._driver = connection, sql, bus, driver

    async def write(self, lines: Sequence[Line]) -> set[Key]:
        """One transaction; answers the keys of the lines that are now in the log. Lost: nobody knows."""
        if any(line.end for line in lines):
            return await self.write_whole(lines)
        return await self._write_moves(lines)

    async def _write_moves(self, lines: Sequence[Line]) -> set[Key]:
        """Lines that end nothing."""
        raise NotImplementedError

    async def write_whole(self, lines: Sequence[Line]) -> set[Key]:
        """Any lines, with all their effects."""
        writer = await self._connection.execution_options(writes=True)
        transaction = await writer.begin()
        try:
            rows = await writer.execute(self._sql.entries, self._sql.columns(lines))
            written = {(row[0], row[1]) for row in rows}
            last = {line.game: line for line in lines if line.key in written}
            if last:
                await writer.execute(self._sql.folds, self._sql.fold_columns(list(last.values())))
                ends = [line.end for line in last.values() if line.end]
                await record_results(writer, [result for end in ends for result in end.results])
                await self._bus.announce(writer, "log", list(last))
        except BaseException:
            await abandon(transaction.rollback())
            raise
        await commit(transaction)
        return written

    async def found(self, lines: Sequence[Line]) -> set[Key]:
        """The keys of the lines that stand in the log just as they were sent."""
        found = set()
        for line in lines:
            row = (await self._connection.execute(self._sql.line, self._sql.key(line))).one_or_none()
            if row and tuple(row) == self._sql.rest(line):
                found.add(line.key)
        return found

    async def close(self, *, broken: bool = False) -> None:
        """Gives the connection back; a broken one is not used again."""
        if broken:
            await abandon(self._connection.invalidate())
        await abandon(self._connection.close())


class PostgresBatchConnection(BatchConnection):
    """`_driver` is asyncpg's connection."""

    _driver: asyncpg.Connection[Any]
    _statement: asyncpg.prepared_stmt.PreparedStatement[Any] | None = None

    async def _write_moves(self, lines: Sequence[Line]) -> set[Key]:
        if self._statement is None:
            self._statement = await self._driver.prepare(LINES)
        columns, process = self._sql.line_columns(lines), self._bus.process
        notice = process and f"{process} log"
        if self._driver.is_closed():
            raise asyncpg.ConnectionDoesNotExistError("it was closed while nobody wrote")
        try:
            late: list[int] = await self._statement.fetchval(*columns, CHANNEL, notice)
        except (*DRIVER_ERRORS, OSError) as error:
            if is_connection_lost(error):
                raise CommitUncertain from error
            raise
        keys = [line.key for line in lines]
        return set(keys) - {keys[number - 1] for number in late} if late else set(keys)


class SqliteBatchConnection(BatchConnection):
    """`_driver` is aiosqlite's connection."""

    async def _write_moves(self, lines: Sequence[Line]) -> set[Key]:
        # aiosqlite has no public word for several statements in one visit to its thread
        all_new = await self._driver._execute(_write_to, self._driver._conn, *self._sql.line_columns(lines))
        if not all_new:
            return await self.write_whole(lines)
        return {line.key for line in lines}


def _write_to(file: sqlite3.Connection, lines: list[Any], folds: list[Any]) -> bool:
    """Writes lines all of which are new; False: some were not, and nothing was written."""
    file.execute("BEGIN IMMEDIATE")
    try:
        before = file.total_changes
        file.executemany("insert into entries values (?, ?, ?, ?, ?, ?) on conflict do nothing", lines)
        if file.total_changes - before < len(lines):
            file.execute("ROLLBACK")
            return False
        file.executemany("update games set ply = ?, turn = ? where id = ? and ply < ?", folds)
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise
    return True


async def open_batch_connection(engine: AsyncEngine, bus: Bus) -> BatchConnection:
    """A pen on a connection of its own."""
    connection = await engine.connect()
    driver = (await connection.get_raw_connection()).driver_connection
    kind = SqliteBatchConnection if engine.dialect.name == "sqlite" else PostgresBatchConnection
    return kind(connection, statements(engine.dialect.name), bus, driver)
