"""Restore: reads a backup into an empty database or into one in use, completely or not at all.

Restoring adds missing rows. The log is append-only, so an entry that exists already must be equal: a game
that went on differently since then refuses the whole file. The row of a game is replaced when the backup has
the longer log. A new player whose name belongs to another player here is renamed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Table, and_, or_, select, tuple_
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import dialect_insert, write_transaction
from app.db.games import GameStore
from app.db.players import PlayerStore
from app.db.schema import entries, games, players, seats
from app.domain.notices import Bus
from app.errors import TryAgain
from app.ops.backup import TABLES, BadBackup, from_json, read_chunks, validate
from app.ops.rebuild import recount

FOLD = ("started", "ended", "winner", "reason", "score", "moves", "duration", "ply", "turn")
NAME_LENGTH = 40  # letters of a name, at most
Rows = list[dict[str, Any]]


@dataclass(slots=True)
class Restored:
    """`rows`: the number written; `games`: the ids of those changed; `renamed`: the players' names in the
    file, and their names here."""

    rows: int = 0
    games: set[str] = field(default_factory=set)
    renamed: dict[str, str] = field(default_factory=dict)


async def restore(engine: AsyncEngine, file: Path, bus: Bus) -> Restored:
    """Adds the missing rows of `file` in one transaction, which notifies serving processes by `bus`.
    BadBackup: nothing was changed."""
    validate(file)
    tables, done = {table.name: table for table in TABLES}, Restored()
    try:
        async with write_transaction(engine) as connection:
            for name, rows in read_chunks(file):
                table = tables[name]
                await _add(connection, table, [from_json(table, row) for row in rows], done)
            await bus.publish(connection, "facts", sorted(done.games))
    except IntegrityError as error:
        raise BadBackup(f"this backup conflicts with rows of the database: {error.orig}") from None
    try:
        await recount(PlayerStore(engine), GameStore(engine))
    except TryAgain as error:
        raise TryAgain("all rows are restored, but not the results; run: python -m app recount") from error
    return done


async def _add(connection: AsyncConnection, table: Table, rows: Rows, done: Restored) -> None:
    """Adds the missing ones of some rows. BadBackup: an existing row differs."""
    if table is players:
        done.renamed |= await _rename(connection, rows)
    statement, keys = dialect_insert(connection, table), list(table.primary_key)
    if table is games:
        new = statement.excluded
        begun = and_(new.ply == games.c.ply, games.c.started.is_(None), new.started.is_not(None))
        statement = statement.on_conflict_do_update(
            index_elements=keys,
            set_={column: new[column] for column in FOLD},
            where=or_(new.ply > games.c.ply, begun),
        )
    else:
        statement = statement.on_conflict_do_nothing(index_elements=keys)
    written = {tuple(row) for row in await connection.execute(statement.returning(*keys), rows)}
    done.rows += len(written)
    if table in (games, seats, entries):
        done.games |= {row[0] for row in written}
    if table in (seats, entries):
        existing = {
            key: row for row in rows if (key := tuple(row[column.name] for column in keys)) not in written
        }
        await _compare(connection, table, existing)


async def _compare(connection: AsyncConnection, table: Table, existing: dict[tuple[Any, ...], Any]) -> None:
    """BadBackup: one of these rows of the file differs from the database's row with its key."""
    if not existing:
        return
    keys = list(table.primary_key)
    query = select(table).where(tuple_(*keys).in_(list(existing))).order_by(*keys)
    for row in await connection.execute(query):
        found = dict(row._mapping)
        game, number = (found[column.name] for column in keys)
        if found != existing[game, number]:
            raise BadBackup(
                f"game {game} went on differently here: ply {number} is not what the backup says"
                if table is entries
                else f"game {game} went on differently here: seat {number} is another player's"
            )


async def _rename(connection: AsyncConnection, rows: Rows) -> dict[str, str]:
    """Gives new players whose name belongs to another player a name with a number; returns old and new
    names."""
    names = {row["id"]: row["name"] for row in rows}
    query = select(players.c.id, players.c.name)
    known = set(await connection.scalars(select(players.c.id).where(players.c.id.in_(list(names)))))
    taken = {name for _, name in await connection.execute(query.where(players.c.name.in_(names.values())))}
    renamed = dict[str, str]()
    for row in rows:
        if row["id"] not in known and row["name"] in taken:
            name = await _free_name(connection, row["name"], {*names.values(), *renamed.values()})
            renamed[row["name"]] = row["name"] = name
    return renamed


async def _free_name(connection: AsyncConnection, name: str, others: set[str]) -> str:
    """The name with the least number that is unused, in the database and among `others`."""
    for number in count(2):
        other = f"{name[: NAME_LENGTH - len(str(number)) - 1]} {number}"
        query = select(players.c.id).where(players.c.name == other)
        if other not in others and await connection.scalar(query) is None:
            return other
    raise AssertionError("unreachable")
