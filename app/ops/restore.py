"""Restore: reads a backup into an empty database or one in use, completely or not at all.

Restoring adds missing rows. The log is append-only, so an existing entry must be equal: a game that continued
differently refuses the whole file. The row of a game is replaced if the backup has the longer log. A new
player whose name belongs to another player here, or looks like it, is renamed. Tokens, passwords and sessions
are restored for new players only: what a known player has revoked stays revoked. If the database has another
secret, the backup's is added, so that its cookies stay valid.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Table, and_, func, or_, select, tuple_
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.bus.notices import Bus
from app.core.errors import TryAgain
from app.db.engine import dialect_insert, is_unavailable, loggable, write_transaction
from app.db.key_values import read_value
from app.db.revisions import RAISED
from app.db.schema import (
    SIGNING_KEY,
    audit,
    entries,
    games,
    key_values,
    logins,
    players,
    reports,
    seats,
    sign_ins,
    tokens,
)
from app.ops.backup import BadBackup, read_chunks, validate
from app.ops.rebuild import recount
from app.people.names import name_key
from engine.commands.progress import SILENT, Progress

FOLD = ("started", "ended", "winner", "reason", "score", "moves", "duration", "ply", "turn", "deadline")
MAX_NAME_LENGTH = 40  # characters
CREDENTIALS = (tokens, logins, sign_ins)
NUMBERED = (reports.c.id, audit.c.n)  # columns numbered by the database
Rows = list[dict[str, Any]]


@dataclass(slots=True)
class Restored:
    """Result of a restore. `rows`: number written; `games`: ids of changed games; `renamed`: players' names
    in the file, and here."""

    rows: int = 0
    games: set[str] = field(default_factory=set)
    renamed: dict[str, str] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)  # players of the file who already existed


async def restore(engine: AsyncEngine, file: Path, bus: Bus, progress: Progress = SILENT) -> Restored:
    """Add the missing rows of `file` in one transaction, and notify serving processes by `bus`. BadBackup:
    nothing was changed."""
    progress.stage("rows", validate(file, progress))
    done = Restored()
    try:
        async with write_transaction(engine) as connection:
            for table, rows in read_chunks(file):
                await _add(connection, table, rows, done)
                progress.advance(len(rows))
            await _advance_sequences(connection)
            await bus.publish(connection, "facts", sorted(done.games))
    except IntegrityError as error:
        raise BadBackup(f"this backup conflicts with rows of the database: {error.orig}") from None
    except UnicodeEncodeError as error:
        raise BadBackup(f"this backup has a value that is not text: {error.object!a}") from None
    except TryAgain as error:
        cause = error.__cause__
        if isinstance(cause, DBAPIError) and not is_unavailable(cause):
            raise BadBackup(f"the database does not take a row of this backup: {loggable(cause)}") from None
        raise
    try:
        await recount(engine, progress)
    except TryAgain as error:
        raise TryAgain("all rows are restored, but not the results; run: python -m app recount") from error
    return done


async def _add(connection: AsyncConnection, table: Table, rows: Rows, done: Restored) -> None:
    """Add the missing ones of these rows. BadBackup: an existing row differs."""
    if table is players:
        done.renamed |= await _rename(connection, rows, done.known)
    elif table is key_values:
        await _add_secret(connection, rows)
    elif table in CREDENTIALS:
        rows = [row for row in rows if row["player_id"] not in done.known]
    if not rows:
        return
    statement, keys = dialect_insert(connection, table), list(table.primary_key)
    if table is games:
        new = statement.excluded
        begun = and_(new.ply == games.c.ply, games.c.started.is_(None), new.started.is_not(None))
        statement = statement.on_conflict_do_update(
            index_elements=keys,
            set_={column: new[column] for column in FOLD} | RAISED,
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
    """Raise BadBackup if one of these rows differs from the database's row with its key."""
    if not existing:
        return
    keys = list(table.primary_key)
    query = select(table).where(tuple_(*keys).in_(list(existing))).order_by(*keys)
    for row in await connection.execute(query):
        found = dict(row._mapping)
        if table is seats:  # whose game may have ended since
            found["ended"] = existing[found["game_id"], found["seat"]]["ended"]
        game, number = (found[column.name] for column in keys)
        if found != existing[game, number]:
            raise BadBackup(
                f"game {game} went on differently here: ply {number} is not what the backup says"
                if table is entries
                else f"game {game} went on differently here: seat {number} is another player's"
            )


async def _add_secret(connection: AsyncConnection, rows: Rows) -> None:
    """Give the secret in these rows a key of its own if the database has another one."""
    own = await read_value(connection, SIGNING_KEY)
    for row in rows:
        if row["key"] == SIGNING_KEY and own not in (None, row["value"]):
            row["key"] = f"{SIGNING_KEY} {sha256(row['value'].encode()).hexdigest()[:8]}"


async def _advance_sequences(connection: AsyncConnection) -> None:
    """Advance PostgreSQL's sequences beyond the restored numbers; SQLite does so by itself."""
    if connection.dialect.name == "postgresql":
        for column in NUMBERED:
            newest = await connection.scalar(select(func.max(column)))
            if newest is not None:
                sequence = func.pg_get_serial_sequence(column.table.name, column.name)
                await connection.execute(select(func.setval(sequence, newest)))


async def _rename(connection: AsyncConnection, rows: Rows, known: set[str]) -> dict[str, str]:
    """Add a number to the names of new players that belong to another player, or look like it; return old and
    new names. Adds existing players to `known`."""
    names = {row["id"]: row["name"] for row in rows}
    known.update(await connection.scalars(select(players.c.id).where(players.c.id.in_(list(names)))))
    keys = [row["folded"] for row in rows if row["folded"]]
    query = select(players.c.name, players.c.folded)
    query = query.where(or_(players.c.name.in_(names.values()), players.c.folded.in_(keys)))
    taken = {one for row in await connection.execute(query) for one in row if one}
    renamed = dict[str, str]()
    for row in rows:
        if row["id"] not in known and (row["name"] in taken or row["folded"] in taken):
            name = await _free_name(connection, row["name"], {*names.values(), *renamed.values()})
            renamed[row["name"]] = row["name"] = name
            row["folded"] = name_key(name)
    return renamed


async def _free_name(connection: AsyncConnection, name: str, others: set[str]) -> str:
    """Return the name with the smallest unused number, in the database and among `others`."""
    for number in count(2):
        other = f"{name[: MAX_NAME_LENGTH - len(str(number)) - 1]} {number}"
        same = or_(players.c.name == other, players.c.folded == name_key(other))
        if other not in others and await connection.scalar(select(players.c.id).where(same)) is None:
            return other
    raise AssertionError("unreachable")
