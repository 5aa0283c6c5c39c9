"""Saving everything to a file, on a running server; `app.restore` brings it back.

A backup is one consistent snapshot: gzipped lines of JSON, a head, a row a line, and a foot that counts the
rows, so that half a file is refused. It holds secrets, so only its owner may read it. Results and boards are
not saved: they are counted again from the logs.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.schema import REVISION, attempts, days, entries, games, house, players, seats, tokens

TABLES = (
    house,
    players,
    tokens,
    days,
    games,
    seats,
    entries,
    attempts,
)  # what refers to a row comes after it
COLUMNS = {table.name: {column.name for column in table.columns} for table in TABLES}
PIECE = 1000  # rows written at once


class BadBackup(ValueError):
    """The file is no backup, not whole, or of other tables."""


async def backup(engine: AsyncEngine, file: Path) -> int:
    """Writes a snapshot to `file` and answers the number of rows. The file appears whole or not at all."""
    count, partial = 0, file.with_name(file.name + ".part")
    with _private(partial) as raw, gzip.open(raw, "wt", encoding="utf-8") as out:
        out.write(json.dumps({"richelieu": "backup", "revision": REVISION}) + "\n")
        async with engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                connection = await connection.execution_options(isolation_level="REPEATABLE READ")
            for table in TABLES:
                query = select(table).order_by(*table.primary_key)
                async for row in await connection.stream(query):
                    out.write(json.dumps([table.name, _plain(row._mapping)]) + "\n")
                    count += 1
        out.write(json.dumps({"rows": count}) + "\n")
    with partial.open("rb") as written:
        os.fsync(written.fileno())
    partial.replace(file)
    return count


def check(file: Path) -> None:
    """Reads the whole file. BadBackup: it is none, not whole, or of other tables."""
    count, foot = 0, None
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
                elif _fits(row):
                    count += 1
                else:
                    raise BadBackup(f"line {count + 2} is of no table of ours")
    except (OSError, EOFError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadBackup(f"this file cannot be read to its end: {error}") from None
    if foot != count:
        raise BadBackup(f"this backup is not whole: {count} rows, but its foot says {foot}")


def _fits(row: Any) -> bool:
    """Whether this is the name of a table and a row of it."""
    match row:
        case [str(name), dict(columns)]:
            return COLUMNS.get(name) == set(columns)
    return False


def pieces(file: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The rows in the order of the file, many of one table together."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        rows = (json.loads(line) for line in lines)
        while piece := list(islice(rows, PIECE)):
            for table in TABLES:
                some = [row[1] for row in piece if isinstance(row, list) and row[0] == table.name]
                if some:
                    yield table.name, some


def _private(file: Path) -> BinaryIO:
    """A new file that its owner alone may read, from the start."""
    file.unlink(missing_ok=True)
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _plain(row: Any) -> dict[str, Any]:
    """A row as JSON: bytes become hex digits."""
    return {str(key): value.hex() if isinstance(value, bytes) else value for key, value in row.items()}


def typed(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """The inverse of `_plain`."""
    binary = {column.name for column in table.columns if column.type.python_type is bytes}
    return {key: bytes.fromhex(value) if key in binary else value for key, value in row.items()}
