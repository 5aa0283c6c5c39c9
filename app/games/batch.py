"""Batches of entries that end no game, written through the database's own driver.

The primary key (game, ply) decides which entries are inserted; the cached columns of their games' rows follow
in the same transaction. The driver is used directly because SQLAlchemy takes three times the CPU for it. On
PostgreSQL a batch is one statement, which is its own transaction: one round trip. A distributed PostgreSQL
gets statements of one game each, so that each goes to one node; they are sent together.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import asyncpg
import msgspec
from sqlalchemy import select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import DRIVER_ERRORS, CommitUncertain, abandon, is_connection_lost, is_distributed
from app.db.schema import entries as entries_table
from app.games.new_entry import EntryKey, NewEntry
from app.games.rows import entry_of


class BatchConnection(ABC):
    """Connection that writes batches. CommitUncertain: it was lost during the commit."""

    def __init__(self, connection: AsyncConnection, driver: Any) -> None:
        self._connection, self._driver = connection, driver

    @abstractmethod
    async def write(self, entries: Sequence[NewEntry]) -> set[EntryKey]:
        """Write entries in one transaction; return the keys of those whose ply was free."""

    async def find(self, entries: Sequence[NewEntry]) -> set[EntryKey]:
        """Return the keys of the entries that are in the log exactly as they are here."""
        key = tuple_(entries_table.c.game_id, entries_table.c.ply)
        query = select(entries_table).where(key.in_([new.key for new in entries]))
        async with self._connection.begin():
            stored = {(row.game_id, row.ply): entry_of(row) for row in await self._connection.execute(query)}
        return {new.key for new in entries if stored.get(new.key) == new.entry}

    async def close(self, *, broken: bool = False) -> None:
        """Return the connection to the pool; invalidate a broken one."""
        if broken:
            await abandon(self._connection.invalidate())
        await abandon(self._connection.close())


class PostgresBatchConnection(BatchConnection):
    """Batch connection to PostgreSQL."""

    _driver: asyncpg.Connection[Any]

    async def write(self, entries: Sequence[NewEntry]) -> set[EntryKey]:
        if self._driver.is_closed():
            raise asyncpg.ConnectionDoesNotExistError("the connection was closed while it was idle")
        last = {new.game: new for new in entries}
        rows = [(*_logged(new), new.turn, new.deadline, last[new.game] is new) for new in entries]
        try:
            # asyncpg caches the prepared statement, unless a pooler is in between
            rejected: list[int] = await self._driver.fetchval(WRITE_BATCH, *zip(*rows, strict=True))
        except (*DRIVER_ERRORS, OSError) as error:
            if is_connection_lost(error):
                raise CommitUncertain from error
            raise
        return {new.key for new in entries} - {entries[number - 1].key for number in rejected}


class DistributedBatchConnection(BatchConnection):
    """Batch connection to the coordinator of a distributed PostgreSQL."""

    _driver: asyncpg.Connection[Any]

    async def write(self, entries: Sequence[NewEntry]) -> set[EntryKey]:
        transaction = self._driver.transaction()
        await transaction.start()
        try:
            rows = await self._driver.fetchmany(INSERT_ONE, [_logged(new) for new in entries])
            written = {(row[0], row[1]) for row in rows}
            await self._driver.executemany(FOLD_ONE, _folds(entries, written))
        except BaseException:
            with suppress(*DRIVER_ERRORS, OSError):
                await transaction.rollback()
            raise
        try:
            await transaction.commit()
        except (*DRIVER_ERRORS, OSError) as error:  # a node may have committed before it died
            raise CommitUncertain from error
        return written


class SqliteBatchConnection(BatchConnection):
    """Batch connection to SQLite, in autocommit mode."""

    async def write(self, entries: Sequence[NewEntry]) -> set[EntryKey]:
        file, rows = self._driver, msgspec.json.encode([_logged(new) for new in entries]).decode()
        await file.execute("BEGIN IMMEDIATE")
        try:
            written = {(row[0], row[1]) for row in await file.execute_fetchall(INSERT_JSON, (rows,))}
            await file.executemany(FOLD, [(*fold, fold[0]) for fold in _folds(entries, written)])
            await file.commit()
        finally:
            await file.rollback()  # does nothing after the commit
        return written


async def open_batch_connection(engine: AsyncEngine) -> BatchConnection:
    """Open a batch connection on a database connection of its own."""
    connection = await engine.connect()
    driver = (await connection.get_raw_connection()).driver_connection
    if engine.dialect.name == "sqlite":
        return SqliteBatchConnection(connection, driver)
    # known since the first connection
    kind = DistributedBatchConnection if is_distributed(engine) else PostgresBatchConnection
    return kind(connection, driver)


def _logged(new: NewEntry) -> tuple[Any, ...]:
    entry = new.entry
    return new.game, entry.ply, entry.seat, entry.act, entry.text, entry.at, entry.spent


def _folds(entries: Sequence[NewEntry], written: set[EntryKey]) -> list[tuple[Any, ...]]:
    """Return the parameters of FOLD: of the last entry written of each game."""
    last = {new.game: new for new in entries if new.key in written}
    return [(new.entry.ply + 1, new.turn, new.deadline, new.game) for new in last.values()]


# It returns the numbers, from 1, of the entries whose ply was taken.
WRITE_BATCH = """with new as materialized (
 select * from unnest($1::text[], $2::int[], $3::smallint[], $4::text[], $5::text[], $6::bigint[],
 $7::bigint[], $8::smallint[], $9::bigint[], $10::bool[])
 with ordinality as entry(game, ply, seat, act, text, at, spent, turn, deadline, last, number)),
 written as (insert into entries (game_id, ply, seat, act, text, at, spent)
 select game, ply, seat, act, text, at, spent from new order by game, ply
 on conflict do nothing returning game_id, ply),
 folded as (update games set ply = new.ply + 1, turn = new.turn, deadline = new.deadline
 from new join written on written.game_id = new.game and written.ply = new.ply
 where new.last and games.id = new.game and games.ply <= new.ply)
 select array(select number from new where not exists
 (select from written where written.game_id = new.game and written.ply = new.ply))"""

INSERT_ONE = """insert into entries (game_id, ply, seat, act, text, at, spent)
 values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning game_id, ply"""
INSERT_JSON = """insert into entries (game_id, ply, seat, act, text, at, spent)
 select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6 from json_each(?)
 where true on conflict do nothing returning game_id, ply"""
FOLD_ONE = "update games set ply = $1, turn = $2, deadline = $3 where id = $4 and ply < $1"
FOLD = re.sub(r"\$\d", "?", FOLD_ONE)  # the last one is the first again
