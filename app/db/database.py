"""The database of one process: connections for requests, and the writer's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import make_url, text

from app.db.engine import DatabaseTimeouts, create_engine, measure_pool, read_connection, write_transaction
from app.db.key_values import write_value
from app.settings import Settings

REQUEST_POOL, WRITER_POOL = "requests", "writer"  # names in the metrics
WRITER_CONNECTIONS = 4  # at most: one for batches, one for a batch of uncertain outcome, and ends


def sqlite_path(url: str) -> Path | None:
    """Return the path of an SQLite file, the same for every link to it; None: the URL is of PostgreSQL."""
    parsed = make_url(url)
    return Path(parsed.database or "").resolve() if parsed.get_backend_name() == "sqlite" else None


class SqliteFile:
    """Identity of an SQLite file when it was opened: once it is moved, deleted or replaced, this process
    would keep writing to the old file. That of a PostgreSQL never changes."""

    def __init__(self, url: str) -> None:
        self._path = sqlite_path(url)
        self._opened = self._identity()

    def replaced(self) -> bool:
        """Return whether the path has another file now, or none."""
        return self._identity() != self._opened

    def _identity(self) -> tuple[int, int] | None:
        """Return device and inode; None: there is no file."""
        if self._path is None:
            return None
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


class Database:
    """Two pools on one database. Nothing connects before it is used."""

    def __init__(self, settings: Settings) -> None:
        timeouts = DatabaseTimeouts(
            settings.statement_timeout, settings.lock_timeout, settings.command_timeout
        )
        pools: dict[str, Any] = {
            "wait": settings.pool_timeout,
            "timeouts": timeouts,
            "pooled": settings.pooled,
        }
        self.file = SqliteFile(settings.url)
        self.engine = create_engine(settings.url, **pools, pool=settings.pool, name=REQUEST_POOL)
        self.writer_engine = create_engine(settings.url, **pools, pool=WRITER_CONNECTIONS, name=WRITER_POOL)

    async def probe_write(self) -> None:
        """Write something. TryAgain: the database takes no writes."""
        async with write_transaction(self.engine) as connection:
            await write_value(connection, "write probe", "")

    async def ask(self) -> None:
        """Ask the database. TryAgain: it does not answer."""
        async with read_connection(self.engine) as connection:
            await connection.execute(text("select 1"))

    def measure(self) -> None:
        measure_pool(self.engine, REQUEST_POOL)
        measure_pool(self.writer_engine, WRITER_POOL)

    async def close(self) -> None:
        await self.engine.dispose()
        await self.writer_engine.dispose()
