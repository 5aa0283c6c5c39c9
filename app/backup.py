"""Saving everything to a file and bringing it back, on a running server and between the two databases.

A backup is one consistent snapshot: gzipped lines of JSON, a head, a row a line, and a foot that counts the
rows, so that half a file is refused. Restoring adds what is missing: the log is append-only, so a line that
is there already is the same line, and the row of a game follows its log when the backup has the longer one.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from app.database import writing
from app.tables import REVISION, entries, games, house, players, seats, tokens

FOLD = ("started", "ended", "winner", "reason", "score", "moves", "duration", "ply", "turn")
TABLES = (house, players, tokens, games, seats, entries)  # what refers to a row comes after it
PIECE = 1000  # rows written at once


class BadBackup(ValueError):
    """The file is no backup, not whole, or of other tables."""


async def backup(engine: AsyncEngine, file: Path) -> int:
    """Writes a snapshot to `file` and answers the number of rows. The file appears whole or not at all."""
    count, partial = 0, file.with_name(file.name + ".part")
    with gzip.open(partial, "wt", encoding="utf-8") as out:
        out.write(json.dumps({"richelieu": "backup", "revision": REVISION}) + "\n")
        async with engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                connection = await connection.execution_options(isolation_level="REPEATABLE READ")
            for table in TABLES:
                async for row in await connection.stream(select(table)):
                    out.write(json.dumps([table.name, _plain(row._mapping)]) + "\n")
                    count += 1
        out.write(json.dumps({"rows": count}) + "\n")
    with partial.open("rb") as written:
        os.fsync(written.fileno())
    partial.replace(file)
    return count


async def restore(engine: AsyncEngine, file: Path) -> int:
    """Adds the rows of `file` that are missing, in one transaction; answers how many rows were written.
    BadBackup: nothing was changed."""
    check(file)
    insert = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
    named, added = {table.name: table for table in TABLES}, 0
    async with writing(engine) as connection:
        for name, rows in _pieces(file):
            statement = insert(named[name])
            if name == games.name:
                statement = statement.on_conflict_do_update(
                    index_elements=[games.c.id],
                    set_={column: statement.excluded[column] for column in FOLD},
                    where=statement.excluded.ply > games.c.ply,
                )
            else:
                statement = statement.on_conflict_do_nothing()
            keys = statement.returning(*named[name].primary_key.columns)
            added += len((await connection.execute(keys, [_typed(named[name], row) for row in rows])).all())
    return added


def check(file: Path) -> None:
    """Reads the whole file. BadBackup: it is none, not whole, or of other tables."""
    count, foot, names = 0, None, {table.name for table in TABLES}
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = json.loads(next(lines, "null"))
            if not isinstance(head, dict) or head.get("richelieu") != "backup":
                raise BadBackup("this file is no backup")
            if head.get("revision") != REVISION:
                raise BadBackup(f"this backup is of tables {head.get('revision')}, not {REVISION}")
            for line in lines:
                row = json.loads(line)
                if isinstance(row, dict):
                    foot = row.get("rows")
                elif row[0] in names:
                    count += 1
                else:
                    raise BadBackup(f"line {count + 2} is of no table of ours")
    except (OSError, EOFError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadBackup(f"this file cannot be read to its end: {error}") from None
    if foot != count:
        raise BadBackup(f"this backup is not whole: {count} rows, but its foot says {foot}")


def _pieces(file: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The rows in the order of the file, many of one table together."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        rows = (json.loads(line) for line in lines)
        while piece := list(islice(rows, PIECE)):
            for table in TABLES:
                some = [row[1] for row in piece if isinstance(row, list) and row[0] == table.name]
                if some:
                    yield table.name, some


def _plain(row: Any) -> dict[str, Any]:
    """A row as JSON: bytes become hex digits."""
    return {str(key): value.hex() if isinstance(value, bytes) else value for key, value in row.items()}


def _typed(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """The inverse of `_plain`."""
    binary = {column.name for column in table.columns if column.type.python_type is bytes}
    return {key: bytes.fromhex(value) if key in binary else value for key, value in row.items()}
