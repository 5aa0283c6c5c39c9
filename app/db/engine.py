"""Database engine, transactions, retries, and classification of driver errors, for SQLite and PostgreSQL.

SQLite: WAL, synchronous FULL, driver in autocommit mode; write transactions take the lock at once (BEGIN
IMMEDIATE), so that they cannot fail later for lack of it. PostgreSQL: defaults, synchronous_commit on.
Parameters and rows are removed from error messages, which are logged and could contain a secret deal.

A write has one of three outcomes: committed; certainly not applied (TryAgain); or unknown, because the
connection was lost during COMMIT (CommitUncertain), until the write has been retried.
"""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import asyncpg
import structlog
from sqlalchemy import Connection, Dialect, ExceptionContext, Table, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, IntegrityError, InvalidatePoolError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncTransaction, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from app.core import metrics
from app.core.errors import Refusal, TryAgain
from app.db.address import UNNAMED_STATEMENTS, Address, parse_address

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
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
QUOTED_VALUES = re.compile(r"\n(?:DETAIL|HINT):|(?<=for query argument) ")
DEFAULT_POOL_SIZE = 16  # connections per process, without those of the writer and the bus
PING_AFTER_SECONDS = 1.0  # without use, before a connection is used again
INTERNAL_ERROR = "XX000"  # at COMMIT: a node of a distributed database was lost and may have committed
DISTRIBUTED_ATTRIBUTE = "richelieu_distributed"  # set on the dialect
MAX_CONFLICT_TRIES = 3  # of a transaction after deadlocks
UNCERTAIN_TIMEOUT_SECONDS = 20.0  # for a request to learn the outcome of its write

_after_commit: WeakKeyDictionary[object, list[Callable[[], None]]] = WeakKeyDictionary()  # by transaction

log = structlog.get_logger(__name__)


class CommitUncertain(TryAgain):
    """The connection was lost during COMMIT, so the outcome is unknown. The code is `internal`, not
    `try_again`: a retry by the client could apply the write twice."""

    def __init__(self, why: str = "the outcome of a commit is unknown: reload to see") -> None:
        super().__init__(why)
        self.code = "internal"


@dataclass(frozen=True, slots=True)
class DatabaseTimeouts:
    """Timeouts for PostgreSQL in seconds; 0: none.

    - `statement`, `lock`: enforced by the server, for a statement and for waiting for a lock.
    - `command`: enforced by the driver, to detect a server that no longer answers."""

    statement: float = 0
    lock: float = 0
    command: float = 0

    def driver(self) -> dict[str, Any]:
        return {"command_timeout": self.command, "timeout": self.command} if self.command else {}

    def server(self) -> dict[str, str]:
        """Return the server settings, in milliseconds."""
        seconds = {
            "statement_timeout": self.statement,
            "lock_timeout": self.lock,
            "idle_in_transaction_session_timeout": 2 * self.statement,
        }
        return {name: str(int(value * 1000)) for name, value in seconds.items() if value}


NO_TIMEOUTS = DatabaseTimeouts()  # for commands, which may read for a long time


def create_engine(
    url: str,
    pool: int = DEFAULT_POOL_SIZE,
    wait: float = 30.0,
    timeouts: DatabaseTimeouts = NO_TIMEOUTS,
    *,
    pooled: bool = False,
    name: str | None = None,
) -> AsyncEngine:
    """Create an engine for `Settings.url`; for SQLite also the folder of the file.

    - `pool`: maximum number of connections, half of which are kept open.
    - `wait`: seconds to wait for a free connection.
    - `pooled`: a pooler in transaction mode is in between, so that nothing may outlive a transaction.
    - `name`: of the pool, in metrics."""
    options: dict[str, Any] = {
        "pool_size": (pool + 1) // 2,
        "max_overflow": pool // 2,
        "pool_timeout": wait,
        "hide_parameters": True,
    }
    if make_url(url).get_backend_name() == "sqlite":
        engine = _sqlite_engine(url, options)
    else:
        engine = _postgres_engine(parse_address(url), options, timeouts, pooled=pooled)
    if name:
        metrics.POOL_LIMIT.labels(name).set(pool)
        instrument(engine, name)
    return engine


class _ClosedWhenLost(sqlite3.Connection):
    """Closes itself when nobody refers to it: aiosqlite loses a connection whose opening is cancelled."""

    def __del__(self) -> None:
        with suppress(sqlite3.Error):  # it was not even opened
            self.close()


def _sqlite_engine(url: str, options: dict[str, Any]) -> AsyncEngine:
    file = Path(make_url(url).database or "")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    make_private(file)
    engine = create_async_engine(url, connect_args={"factory": _ClosedWhenLost}, **options)
    event.listen(engine.sync_engine, "connect", _set_pragmas)
    event.listen(engine.sync_engine, "begin", _begin)
    event.listen(engine.sync_engine, "invalidate", _roll_back)
    return engine


def _roll_back(connection: DBAPIConnection, _: object, error: BaseException | None) -> None:
    """Roll back before an invalidated connection is closed. SQLite keeps the transaction, and with it the
    write lock, until the statement that was cancelled is garbage-collected."""
    if error is not None:
        with suppress(sqlite3.Error, ValueError):  # ValueError: it was closed already
            connection.rollback()


def _postgres_engine(
    address: Address, options: dict[str, Any], timeouts: DatabaseTimeouts, *, pooled: bool
) -> AsyncEngine:
    arguments = {"dsn": address.dsn, **timeouts.driver(), **address.options}
    settings = timeouts.server()
    pooled = pooled or address.pooled
    arguments |= UNNAMED_STATEMENTS if pooled else {"server_settings": settings}
    engine = create_async_engine(address.url, connect_args=arguments, **options)
    event.listen(engine.sync_engine, "checkin", _note_use)
    event.listen(engine.sync_engine, "checkout", partial(_check_idle, engine.dialect))
    event.listen(engine.sync_engine, "handle_error", _remove_quoted_values)
    event.listen(engine.sync_engine, "connect", partial(_note_distribution, engine.dialect))
    if pooled and settings:  # a pooler takes no settings for a session: each transaction has its own
        local = ", ".join(f"set_config('{key}', '{value}', true)" for key, value in settings.items())
        event.listen(engine.sync_engine, "begin", lambda made: made.exec_driver_sql(f"select {local}"))
    return engine


def _note_use(_: object, record: ConnectionPoolEntry) -> None:
    record.info["used"] = monotonic()


def _check_idle(
    dialect: Dialect, connection: DBAPIConnection, record: ConnectionPoolEntry, _: object
) -> None:
    """Ping a connection that was idle for PING_AFTER_SECONDS; if it is lost, all others are replaced with it.
    `pool_pre_ping` pings at each use: three round trips, a tenth of the CPU of a request."""
    used = record.info.get("used")
    if used is None or monotonic() - used < PING_AFTER_SECONDS:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        raise InvalidatePoolError from error


def instrument(engine: AsyncEngine, name: str) -> None:
    """Record errors and statement durations of an engine in metrics, under the name of its pool."""
    seconds, errors = metrics.QUERY.labels(name), metrics.QUERY_ERRORS.labels(name)

    def before(connection: Connection, *_: Any) -> None:
        connection.info["started"] = perf_counter()

    def after(connection: Connection, *_: Any) -> None:
        seconds.observe(perf_counter() - connection.info["started"])

    event.listen(engine.sync_engine, "before_cursor_execute", before)
    event.listen(engine.sync_engine, "after_cursor_execute", after)
    event.listen(engine.sync_engine, "handle_error", lambda _: errors.inc())


def measure_pool(engine: AsyncEngine, name: str) -> None:
    pool: Any = engine.pool
    metrics.POOL.labels(name, "in_use").set(pool.checkedout())
    metrics.POOL.labels(name, "idle").set(pool.checkedin())


def make_private(file: Path) -> None:
    """Restrict an SQLite file and its journal to their owner: they hold the secret that signs cookies and the
    deals of running games. Permission errors surface when the database is opened."""
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        for path in (file, *(file.with_name(file.name + suffix) for suffix in ("-wal", "-shm"))):
            if path.exists() and path.stat().st_mode & 0o077:
                path.chmod(0o600)


def _set_pragmas(connection: Any, _: Any) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _note_distribution(dialect: Any, connection: Any, _: Any) -> None:
    """Detect at the first connection whether the games are distributed over several nodes."""
    if hasattr(dialect, DISTRIBUTED_ATTRIBUTE):
        return
    cursor = connection.cursor()
    try:
        for query in (_HAS_EXTENSION, _HAS_DISTRIBUTED_GAMES):
            cursor.execute(query)
            found = bool(cursor.fetchone()[0])
            if not found:
                break
    finally:
        cursor.close()
        connection.rollback()
    setattr(dialect, DISTRIBUTED_ATTRIBUTE, found)


def is_distributed(bind: AsyncEngine | AsyncConnection) -> bool:
    """Return whether the games are distributed over several nodes; known after the first connection."""
    return bool(getattr(bind.dialect, DISTRIBUTED_ATTRIBUTE, False))


_HAS_EXTENSION = "select exists (select from pg_extension where extname = 'citus')"
_HAS_DISTRIBUTED_GAMES = (
    "select exists (select from pg_dist_partition where logicalrelid = to_regclass('games'))"
)


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _remove_quoted_values(context: ExceptionContext) -> None:
    """Remove quoted rows and parameters from a PostgreSQL error."""
    error: BaseException | None = context.original_exception
    while error is not None:
        error.args = tuple(QUOTED_VALUES.split(arg)[0] if isinstance(arg, str) else arg for arg in error.args)
        for name in ("detail", "hint"):
            if getattr(error, name, None):
                setattr(error, name, None)
        error = error.__cause__


def dialect_insert(bind: AsyncEngine | AsyncConnection, table: Table) -> Any:
    """Return the dialect's `insert`, with `on_conflict_do_nothing` and `on_conflict_do_update`."""
    return _insert(bind.dialect.name, table)


@cache  # its `excluded` copies all columns of the table
def _insert(dialect: str, table: Table) -> Any:
    return (sqlite if dialect == "sqlite" else postgresql).insert(table)


class RefusedWrites:
    """Counter of consecutive writes that the database refused to this process."""

    count = 0

    def add(self) -> None:
        self.count += 1
        metrics.REFUSED_WRITES.set(self.count)

    def clear(self) -> None:
        if self.count:
            self.count = 0
            metrics.REFUSED_WRITES.set(0)


refused_writes = RefusedWrites()


@asynccontextmanager
async def read_connection(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Open a connection for reading. TryAgain: the database is unavailable."""
    with _translate_errors():
        async with engine.connect() as connection:
            try:
                yield connection
            except TimeoutError:
                await abandon(connection.invalidate())  # closing it would wait for another answer
                raise


@asynccontextmanager
async def write_transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Open a write transaction, which is committed when the block ends without an error.

    Raises IntegrityError, TryAgain (the database is unavailable or accepts no writes) and CommitUncertain."""
    with _count_refused(), _translate_errors():
        async with engine.connect() as connection:
            writer = await connection.execution_options(writes=True)
            transaction = await writer.begin()
            try:
                yield writer
            except TimeoutError:
                await abandon(connection.invalidate())
                raise
            except BaseException:
                await abandon(transaction.rollback())
                raise
            await commit(transaction)


async def commit(transaction: AsyncTransaction) -> None:
    """Commit, then run the `after_commit` callbacks. CommitUncertain: the outcome is unknown, and the
    callbacks have run; after any other error it is not committed."""
    acts = _after_commit.pop(transaction.sync_transaction, ())
    try:
        await transaction.commit()
    except (DBAPIError, OSError) as error:
        await abandon(transaction.rollback())
        if is_connection_lost(error) or error_code(error) == INTERNAL_ERROR:
            _do_all(acts)
            raise CommitUncertain("connection lost during commit: it may or may not be applied") from error
        raise
    _do_all(acts)


def after_commit(connection: Any, act: Callable[[], None]) -> None:
    """Register a callback to run after `commit` has committed the connection's transaction."""
    transaction = connection.sync_connection and connection.sync_connection.get_transaction()
    if transaction is None:
        raise ValueError("there is no transaction")
    _after_commit.setdefault(transaction, []).append(act)


def _do_all(acts: Iterable[Callable[[], None]]) -> None:
    for act in acts:
        act()


async def abandon(ending: Awaitable[None]) -> None:
    """Await a rollback or the closing of a possibly broken connection; only log errors."""
    try:
        await ending
    except (SQLAlchemyError, OSError) as error:
        log.info("connection_dropped", error=str(error))


async def transact(engine: AsyncEngine, write: Callable[[AsyncConnection], Awaitable[T]]) -> T:
    """Return the result of `write`, carried out in a write transaction, and again while the outcome of its
    commit is unknown: it must do no harm when it finds its own earlier write, or be told by
    `retry_until_known`. Raises as `write_transaction` and `retry_until_known`."""

    async def attempt(_: bool) -> T:
        async with write_transaction(engine) as connection:
            return await write(connection)

    return await retry_until_known(attempt)


async def retry_until_known(
    write: Callable[[bool], Awaitable[T]], *, within: float | None = UNCERTAIN_TIMEOUT_SECONDS
) -> T:
    """Return the result of `write`; retry it while the outcome of its commit is unknown.

    The argument of `write` is True on a retry: it may then find its own earlier write, and must wait for one
    still in progress. TryAgain: not applied. Refusal `internal`: still unknown after `within` seconds."""
    with suppress(CommitUncertain):
        return await write(False)
    try:
        async with asyncio.timeout(within):
            return await _retry(write)
    except TimeoutError as error:
        message = "the database does not answer; this may or may not be applied: reload to see"
        raise Refusal("internal", message=message) from error


async def _retry(write: Callable[[bool], Awaitable[T]]) -> T:
    for delay in backoff_delays():
        await asyncio.sleep(delay)
        with suppress(TryAgain):
            return await write(True)
    raise AssertionError("unreachable")


async def retry_conflicts(write: Callable[[], Awaitable[T]]) -> T:
    """Return the result of `write`; retry it after deadlocks. TryAgain: not applied."""
    for attempt in range(MAX_CONFLICT_TRIES):
        try:
            return await write()
        except TryAgain as error:
            cause = error.__cause__
            if attempt == MAX_CONFLICT_TRIES - 1 or cause is None or not is_serialization_failure(cause):
                raise
    raise AssertionError("unreachable")


def backoff_delays(first: float = 0.1, most: float = 2.0) -> Iterator[float]:
    """Yield exponential backoff delays in seconds, doubling up to `most`, without end."""
    while True:
        yield first
        first = min(most, first * 2)


@contextmanager
def _count_refused() -> Iterator[None]:
    try:
        yield
    except TryAgain:
        refused_writes.add()
        raise
    refused_writes.clear()


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Translate driver errors to TryAgain, except IntegrityError."""
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeout, OSError) as error:
        if isinstance(error, PoolTimeout):
            metrics.POOL_TIMEOUTS.inc()
        log.warning("database_failed", error=str(error))
        raise TryAgain from error


# Classification of driver errors, raised through SQLAlchemy or directly.


def error_code(error: BaseException) -> str:
    """Return the SQLSTATE of an error, or the name of an SQLite error; "" if it has none."""
    raised = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(raised, "sqlstate", None) or getattr(raised, "sqlite_errorname", None) or "")


def is_connection_lost(error: BaseException) -> bool:
    if error_code(error).startswith(("08", "57P")):
        return True
    if isinstance(error, DBAPIError):
        # asyncpg's InternalClientError: the protocol state is inconsistent
        driver = getattr(error.orig, "__cause__", None)
        return error.connection_invalidated or isinstance(driver, asyncpg.InternalClientError)
    if isinstance(error, ValueError):
        return False  # asyncpg: the parameter cannot be encoded, on any connection
    return isinstance(error, (asyncpg.InterfaceError, asyncpg.InternalClientError, OSError))


def is_serialization_failure(error: BaseException) -> bool:
    """Return whether it is a deadlock or serialization failure: a retry may succeed."""
    return error_code(error) in ("40P01", "40001")


def is_unavailable(error: BaseException) -> bool:
    """Return whether the database accepts no writes at present; retrying entries one by one would not
    help."""
    return (
        is_connection_lost(error)
        or is_serialization_failure(error)
        or error_code(error).startswith(OUT_OF_SPACE)
    )


def loggable(error: BaseException) -> str:
    """Return the message of an error without quoted rows and parameters."""
    return QUOTED_VALUES.split(str(error.orig if isinstance(error, DBAPIError) else error))[0]
