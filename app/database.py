"""Opening the database: the one place that knows how the two kinds differ as connections.

SQLite: WAL, synchronous FULL, the driver in autocommit; a writer begins at once (BEGIN IMMEDIATE), so that
it never finds out in mid-transaction that it may not write. PostgreSQL: as it comes, synchronous_commit on.
What a statement was given is hidden from its errors, since they are logged: it may be a secret deal.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import Connection, event, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from app.errors import TryAgain

log = structlog.get_logger(__name__)

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")


def connect(url: str) -> AsyncEngine:
    """An engine for `Settings.url`; for SQLite the folder of the file is made."""
    if make_url(url).get_backend_name() != "sqlite":
        return create_async_engine(
            url, pool_size=10, max_overflow=10, pool_pre_ping=True, hide_parameters=True
        )
    file = make_url(url).database
    if file and file != ":memory:":
        Path(file).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(url, pool_size=5, max_overflow=5, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _connected)
    event.listen(engine.sync_engine, "begin", _begun)
    return engine


def _connected(connection: Any, _: Any) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begun(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@asynccontextmanager
async def reading(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection to read from. TryAgain: the database is away."""
    with _told():
        async with engine.connect() as connection:
            yield connection


@asynccontextmanager
async def writing(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """One transaction that writes; committed when the block ends well. IntegrityError is the caller's;
    TryAgain: the database is away, or takes nothing now."""
    with _told():
        async with engine.connect() as connection:
            writer = await connection.execution_options(writes=True)
            async with writer.begin():
                yield writer


@contextmanager
def _told() -> Iterator[None]:
    """Says what the drivers report in our words."""
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeout, OSError) as error:
        log.warning("database", error=str(error))
        raise TryAgain from error
