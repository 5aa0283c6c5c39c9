"""Backup: writes a snapshot of the database to a file while servers run; `restore.py` reads it back.

A backup is one consistent snapshot (of a distributed database, one per node): gzipped JSON lines with a
header, one row per line, and a footer with the number of rows, so that a truncated file is refused. It
contains secrets, so only its owner may read it. Results, standings and the findings that expire are not
saved: they are derived from the logs. A schedule saves a file per interval and keeps the newest ones.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import structlog
from sqlalchemy import BigInteger, Column, Integer, Select, SmallInteger, Table, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.core.errors import TryAgain
from app.db.engine import is_distributed
from app.db.placement import TABLES_BY_GAME
from app.db.schema import KEYS_NOT_BACKED_UP, REVISION, days, findings, key_values, saved_tables
from app.ops.preflight import NotReady
from app.ops.retention import EXPIRING_FINDINGS
from engine.commands.progress import SILENT, Progress

TABLES = saved_tables()
COLUMNS = {table.name: {column.name: column for column in table.columns} for table in TABLES}
BITS = {SmallInteger: 16, BigInteger: 64, Integer: 32}  # the first type that fits
HEX = re.compile("([0-9a-f]{2})*")
PARTIAL = ".part"  # suffix of an unfinished file
CHUNK_ROWS = 1000  # read and inserted at a time
NAME = "richelieu-%Y%m%dT%H%M%SZ.gz"  # of a scheduled backup: UTC time of the start; names sort by age
NAMES = re.compile(r"richelieu-\d{8}T\d{6}Z\.gz")
MAX_WAIT = 300.0  # seconds between two rounds: retries failures, and notices changes of the clock


class BadBackup(ValueError):
    """The file is not a backup, is damaged, is of another database revision, or contradicts the database."""


async def backup(engine: AsyncEngine, file: Path, progress: Progress = SILENT) -> int:
    """Write a snapshot to `file` and return the number of rows. The file appears complete or not at all; an
    interrupted backup removes its temporary file."""
    partial = file.with_name(file.name + PARTIAL)
    try:
        count = await _write(engine, partial, progress)
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
    return count


async def _write(engine: AsyncEngine, file: Path, progress: Progress) -> int:
    """Write a snapshot to a new file and fsync it; return the number of rows."""
    count = 0
    with _create_private(file) as raw:
        with gzip.open(raw, "wt", encoding="utf-8") as out:
            out.write(json.dumps({"richelieu": "backup", "revision": REVISION}) + "\n")
            async with _snapshots(engine) as (of_games, of_others):
                progress.stage("rows", await _count(of_games))
                for table in TABLES:
                    connection = of_games if table in TABLES_BY_GAME else of_others
                    query = _rows(table).order_by(*table.primary_key)
                    async for row in await connection.stream(query):
                        out.write(json.dumps([table.name, _to_json(row._mapping)]) + "\n")
                        count += 1
                        progress.advance()
            out.write(json.dumps({"rows": count}) + "\n")
        os.fsync(raw.fileno())
    return count


@asynccontextmanager
async def _snapshots(engine: AsyncEngine) -> AsyncIterator[tuple[AsyncConnection, AsyncConnection]]:
    """Yield the connections for reading the tables of games and all others, each with a consistent snapshot.

    They are the same one unless games are distributed. In that case each node has its own snapshot, taken by
    the first statement; a game is on one node, so that its rows agree. Players are read later, so that those
    of every game exist.
    """
    async with AsyncExitStack() as stack:
        of_games = await _snapshot(engine, stack)
        if not is_distributed(of_games):
            yield of_games, of_games
            return
        await _count(of_games)
        of_others = await _snapshot(engine, stack)
        await of_others.scalar(select(func.count()).select_from(days))
        yield of_games, of_others


async def _snapshot(engine: AsyncEngine, stack: AsyncExitStack) -> AsyncConnection:
    connection = await stack.enter_async_context(engine.connect())
    if engine.dialect.name == "postgresql":
        connection = await connection.execution_options(isolation_level="REPEATABLE READ")
    return connection


def _rows(table: Table) -> Select[Any]:
    if table is key_values:
        return select(table).where(key_values.c.key.not_in(KEYS_NOT_BACKED_UP))
    if table is findings:
        return select(table).where(findings.c.kind.not_in(EXPIRING_FINDINGS))
    return select(table)


async def _count(connection: AsyncConnection) -> int:
    queries = [select(func.count()).select_from(_rows(table).subquery()) for table in TABLES]
    return sum([await connection.scalar(query) or 0 for query in queries])


def validate(file: Path, progress: Progress = SILENT) -> int:
    """Read the whole file and return the number of rows. BadBackup: it is not a backup, is damaged, or is of
    another revision."""
    count, expected = 0, None
    lines = _read(file, progress)
    head = next(lines, None)
    if not isinstance(head, dict) or head.get("richelieu") != "backup":
        raise BadBackup("this file is not a backup of Richelieu")
    if head.get("revision") != REVISION:
        raise BadBackup(
            f"this backup is of database revision {head.get('revision')}, not {REVISION}: "
            "restore it with the version that wrote it"
        )
    for row in lines:
        if isinstance(row, dict):
            expected = row.get("rows")
        elif _is_row(row):
            count += 1
        else:
            raise BadBackup(f"line {count + 2} is not a row of a known table")
    if expected != count:
        raise BadBackup(f"this backup is incomplete: {count} rows, but its footer says {expected}")
    return count


def _read(file: Path, progress: Progress = SILENT) -> Iterator[Any]:
    """Yield the lines of a file, parsed. BadBackup: it cannot be read."""
    try:
        with file.open("rb") as raw, gzip.open(raw, "rt", encoding="utf-8") as lines:
            progress.stage("bytes to check", file.stat().st_size)
            for number, line in enumerate(lines):
                yield json.loads(line)
                if number % CHUNK_ROWS == 0:
                    progress.reach(raw.tell())
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:
        raise BadBackup(f"this file cannot be read to its end: {error}") from None


def _is_row(row: Any) -> bool:
    """Return whether this is a table name with a row of that table."""
    match row:
        case [str(name), dict(values)] if name in COLUMNS and COLUMNS[name].keys() == values.keys():
            return all(_fits(column, values[key]) for key, column in COLUMNS[name].items())
    return False


def _fits(column: Column[Any], value: Any) -> bool:
    """Return whether a value from JSON may be in a column; SQLite would store it in any case."""
    kind = column.type.python_type
    if value is None:
        return bool(column.nullable)
    if kind is bytes:
        return isinstance(value, str) and HEX.fullmatch(value) is not None
    if kind is int:
        bits = next(bits for size, bits in BITS.items() if isinstance(column.type, size))
        return type(value) is int and value.bit_length() < bits
    return isinstance(value, kind)


def read_chunks(file: Path) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """Yield tables with some of their rows, in the order of the file. BadBackup: it has changed."""
    rows = _read(file)
    while chunk := list(islice(rows, CHUNK_ROWS)):
        for table in TABLES:
            found = [row[1] for row in chunk if isinstance(row, list) and row[0] == table.name]
            if found:
                yield table, [_from_json(table, row) for row in found]


def _create_private(file: Path) -> BinaryIO:
    """Create a file with mode 0600 from the start."""
    file.unlink(missing_ok=True)
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _to_json(row: Any) -> dict[str, Any]:
    """Return a row as JSON, bytes as hex digits."""
    return {str(key): value.hex() if isinstance(value, bytes) else value for key, value in row.items()}


def _from_json(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row from JSON; inverse of `_to_json`."""
    binary = {column.name for column in table.columns if column.type.python_type is bytes}
    return {key: bytes.fromhex(value) if key in binary and value else value for key, value in row.items()}


log = structlog.get_logger(__name__)


class BackupSchedule:
    """Backups in `folder`, one every `every` seconds, of which the newest `keep` are kept. `save` writes a
    backup and returns its number of rows."""

    def __init__(self, folder: Path, every: int, keep: int, save: Callable[[Path], Awaitable[int]]) -> None:
        self._folder, self._every, self._keep, self._save = folder, every, keep, save

    async def run(self) -> None:
        """Save backups until cancelled. OSError: the folder cannot be read."""
        while True:
            wait = await self.round(time.time())
            await asyncio.sleep(wait)

    async def round(self, now: float) -> float:
        """Save a backup if one is due at `now` (seconds since the epoch), log a failure, and return the
        seconds until the next round. OSError: the folder cannot be read."""
        if wait := self._wait(now):
            return min(wait, MAX_WAIT)
        file = self._folder / datetime.fromtimestamp(now, UTC).strftime(NAME)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._remove_partials()
            rows = await self._save(file)
            for old in sorted(self._files())[: -self._keep]:
                old.unlink()
        except (NotReady, TryAgain, OSError) as error:
            log.warning("backup_failed", file=str(file), reason=str(error))
        except Exception:
            log.exception("backup_failed", file=str(file))
        else:
            log.info("backup_saved", file=str(file), rows=rows, bytes=file.stat().st_size)
        return MAX_WAIT

    def _wait(self, now: float) -> float:
        """Return the seconds until the next backup is due; files from the future are ignored."""
        times = [datetime.strptime(file.name, NAME).replace(tzinfo=UTC).timestamp() for file in self._files()]
        newest = max((at for at in times if at <= now), default=None)
        return 0.0 if newest is None else max(0.0, newest + self._every - now)

    def _files(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        return [path for path in self._folder.iterdir() if NAMES.fullmatch(path.name)]

    def _remove_partials(self) -> None:
        """Remove unfinished files of killed processes."""
        for path in self._folder.iterdir():
            if NAMES.fullmatch(path.name.removesuffix(PARTIAL)) and path.name.endswith(PARTIAL):
                path.unlink()
