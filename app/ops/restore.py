"""Bringing a backup back, into an empty database or one that is played on: all of it, or nothing.

Restoring adds what is missing. The log is append-only, so a line that is there already must be the same line:
a game that went on differently since refuses the whole file. The row of a game follows its log when the
backup has the longer one. A person whose name belongs to somebody else here is given another.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Table, and_, or_, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import writing
from app.db.games import GameStore
from app.db.players import PlayerStore
from app.db.schema import entries, games, players, seats
from app.domain.notices import Bus
from app.errors import TryAgain
from app.ops.backup import TABLES, BadBackup, check, pieces, typed
from app.ops.rebuild import recount

FOLD = ("started", "ended", "winner", "reason", "score", "moves", "duration", "ply", "turn")
NAME = 40  # letters of a name, at most
Rows = list[dict[str, Any]]


@dataclass(slots=True)
class Restored:
    """`rows`: how many were written; `games`: those that have changed; `renamed`: the names of people in the
    file, and what they are here."""

    rows: int = 0
    games: set[str] = field(default_factory=set)
    renamed: dict[str, str] = field(default_factory=dict)


async def restore(engine: AsyncEngine, file: Path, bus: Bus) -> Restored:
    """Adds the rows of `file` that are missing, in one transaction; those who serve meanwhile hear of it by
    the bus. BadBackup: nothing was changed."""
    check(file)
    named, done = {table.name: table for table in TABLES}, Restored()
    try:
        async with writing(engine) as connection:
            for name, rows in pieces(file):
                table = named[name]
                await _add(connection, table, [typed(table, row) for row in rows], done)
            await bus.publish(connection, "facts", sorted(done.games))
    except IntegrityError as error:
        raise BadBackup(f"this backup does not fit what is there: {error.orig}") from None
    try:
        await recount(PlayerStore(engine), GameStore(engine))
    except TryAgain as error:
        raise TryAgain("all rows are there, but not yet counted; run: python -m app recount") from error
    return done


async def _add(connection: AsyncConnection, table: Table, rows: Rows, done: Restored) -> None:
    """Adds those of some rows that are missing. BadBackup: others contradict them."""
    if table is players:
        done.renamed |= await _rename(connection, rows)
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement, keys = insert(table), list(table.primary_key)
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
        left = {
            key: row for row in rows if (key := tuple(row[column.name] for column in keys)) not in written
        }
        await _compare(connection, table, left)


async def _compare(connection: AsyncConnection, table: Table, left: dict[tuple[Any, ...], Any]) -> None:
    """BadBackup: one of these rows is not what stands there by its key."""
    if not left:
        return
    keys = list(table.primary_key)
    query = select(table).where(tuple_(*keys).in_(list(left))).order_by(*keys)
    for row in await connection.execute(query):
        found = dict(row._mapping)
        game, place = (found[column.name] for column in keys)
        if found != left[game, place]:
            raise BadBackup(
                f"game {game} went on differently here: ply {place} is not what the backup says"
                if table is entries
                else f"game {game} went on differently here: seat {place} is somebody else's"
            )


async def _rename(connection: AsyncConnection, rows: Rows) -> dict[str, str]:
    """Gives those who are new here and whose name is somebody else's a name with a number; answers which."""
    mine = {row["id"]: row["name"] for row in rows}
    query = select(players.c.id, players.c.name)
    known = set(await connection.scalars(select(players.c.id).where(players.c.id.in_(list(mine)))))
    taken = {name for _, name in await connection.execute(query.where(players.c.name.in_(mine.values())))}
    given = dict[str, str]()
    for row in rows:
        if row["id"] not in known and row["name"] in taken:
            name = await _free(connection, row["name"], {*mine.values(), *given.values()})
            given[row["name"]] = row["name"] = name
    return given


async def _free(connection: AsyncConnection, name: str, others: set[str]) -> str:
    """The name with the least number that nobody has, here or among others."""
    for number in count(2):
        other = f"{name[: NAME - len(str(number)) - 1]} {number}"
        query = select(players.c.id).where(players.c.name == other)
        if other not in others and await connection.scalar(query) is None:
            return other
    raise AssertionError("unreachable")
