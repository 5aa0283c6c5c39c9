"""Opening the database: the one place that knows how the two kinds differ as connections.

SQLite: WAL, synchronous FULL, the driver in autocommit; a writer begins at once (BEGIN IMMEDIATE), so that
it never finds out in mid-transaction that it may not write. PostgreSQL: as it comes, synchronous_commit on.
What a statement was given and which row it met is hidden from errors, since they are logged: there may be a
secret deal in it.

A write ends in one of three ways: it is committed; it is surely not applied (TryAgain); or the connection was
lost in mid-commit and nobody knows (Lost) until it was sent again, as often as it takes.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import structlog
from sqlalchemy import Connection, ExceptionContext, event, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncTransaction, create_async_engine

from app.errors import Refusal, TryAgain

T = TypeVar("T")

DRIVER_ERRORS = (
    DBAPIError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that died between two messages of one statement
    sqlite3.Error,
)
# disk full, file locked, I/O error, read-only; 53: PostgreSQL's class "insufficient resources"
OUT_OF_SPACE = ("SQLITE_FULL", "SQLITE_BUSY", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "53")

log = structlog.get_logger(__name__)

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
QUOTED = re.compile(r"\n(?:DETAIL|HINT):|(?<=for query argument) ")
POOL = 16  # connections of one process at most, the writer's and the bus's not counted
PATIENCE = 20.0  # seconds in which the fate of a write is found out while somebody waits for it


class CommitUncertain(TryAgain):
    """The connection was lost in mid-commit: it may be applied or not. Whoever passes it on as `try_again`
    writes what the asker did not ask for."""


def connect(url: str, pool: int = POOL, wait: float = 30.0) -> AsyncEngine:
    """An engine for `Settings.url`; for SQLite the folder of the file is made. `pool`: connections at most,
    of which half are kept open; `wait`: seconds in which somebody waits for one of them."""
    how: dict[str, Any] = {
        "pool_size": (pool + 1) // 2,
        "max_overflow": pool // 2,
        "pool_timeout": wait,
        "hide_parameters": True,
    }
    if make_url(url).get_backend_name() != "sqlite":
        engine = create_async_engine(url, pool_pre_ping=True, **how)
        event.listen(engine.sync_engine, "handle_error", _hushed)
        return engine
    file = make_url(url).database
    if file and file != ":memory:":
        Path(file).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(url, **how)
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


def _hushed(context: ExceptionContext) -> None:
    """Takes out of an error of PostgreSQL's what it quotes of rows and parameters."""
    error: BaseException | None = context.original_exception
    while error is not None:
        error.args = tuple(QUOTED.split(said)[0] if isinstance(said, str) else said for said in error.args)
        for name in ("detail", "hint"):
            if getattr(error, name, None):
                setattr(error, name, None)
        error = error.__cause__


@asynccontextmanager
async def reading(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection to read from. TryAgain: the database is away."""
    with _told():
        async with engine.connect() as connection:
            yield connection


@asynccontextmanager
async def writing(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """One transaction that writes; committed when the block ends well. IntegrityError is the caller's;
    TryAgain: the database is away, or takes nothing now; Lost: nobody knows."""
    with _told():
        async with engine.connect() as connection:
            writer = await connection.execution_options(writes=True)
            transaction = await writer.begin()
            try:
                yield writer
            except BaseException:
                await abandon(transaction.rollback())
                raise
            await commit(transaction)


async def commit(transaction: AsyncTransaction) -> None:
    """Lost: nobody knows whether it is committed; any other error: it is not."""
    try:
        await transaction.commit()
    except (DBAPIError, OSError) as error:
        await abandon(transaction.rollback())
        if is_connection_lost(error):
            raise CommitUncertain("the connection was lost in mid-commit: this may be done or not") from error
        raise


async def abandon(ending: Awaitable[None]) -> None:
    """Waits for a rollback, or for the closing of a connection, that may be broken already."""
    try:
        await ending
    except (SQLAlchemyError, OSError) as error:
        log.info("connection dropped", error=str(error))


async def retry_until_known(write: Callable[[bool], Awaitable[T]]) -> T:
    """What `write` answers, sent again while nobody knows its fate. It is told whether it is sent again: what
    it finds there may then be its own, and one that is still on its way in the database it has to wait for.

    TryAgain: it was not applied. Refusal `internal`: nobody knows, and the asker cannot wait any longer."""
    with suppress(CommitUncertain):
        return await write(False)
    try:
        async with asyncio.timeout(PATIENCE):
            return await _sent_again(write)
    except TimeoutError as error:
        raise Refusal("internal", message="the database is away; this may be done or not") from error


async def _sent_again(write: Callable[[bool], Awaitable[T]]) -> T:
    wait = 0.1
    while True:
        await asyncio.sleep(wait)
        wait = min(2.0, wait * 2)
        with suppress(TryAgain):
            return await write(True)


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


# Classifying what the drivers raise, through SQLAlchemy or directly.


def error_code(error: BaseException) -> str:
    """The SQLSTATE of an error, or the name of an SQLite error; empty if it has none."""
    raised = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(raised, "sqlstate", None) or getattr(raised, "sqlite_errorname", None) or "")


def is_connection_lost(error: BaseException) -> bool:
    if error_code(error).startswith(("08", "57P")):
        return True
    if isinstance(error, DBAPIError):
        # asyncpg's InternalClientError: it no longer knows what it has sent
        driver = getattr(error.orig, "__cause__", None)
        return error.connection_invalidated or isinstance(driver, asyncpg.InternalClientError)
    if isinstance(error, ValueError):
        return False  # asyncpg: this parameter cannot be encoded, on any connection
    return isinstance(error, (asyncpg.InterfaceError, asyncpg.InternalClientError, OSError))


def is_serialization_failure(error: BaseException) -> bool:
    """A deadlock or a serialization failure: a retry of the same batch may succeed."""
    return error_code(error) in ("40P01", "40001")


def is_unavailable(error: BaseException) -> bool:
    """The database accepts no write at present; retrying entries one by one would not help."""
    return (
        is_connection_lost(error)
        or is_serialization_failure(error)
        or error_code(error).startswith(OUT_OF_SPACE)
    )


def loggable(error: BaseException) -> str:
    """The message of an error, without what it quotes of rows and parameters."""
    return QUOTED.split(str(error.orig if isinstance(error, DBAPIError) else error))[0]
