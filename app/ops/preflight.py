"""Preflight of a command: migrations, schema check, and the lock of an SQLite file."""

from __future__ import annotations

import asyncio
import fcntl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from sqlalchemy import make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.process_lock import NotAlone, ProcessLock
from app.core.errors import TryAgain
from app.db.address import parse_address
from app.db.database import sqlite_path
from app.db.engine import DRIVER_ERRORS, create_engine, error_code
from app.db.key_values import cookie_secret, read_value
from app.db.schema import COMPATIBLE_KEY, REVISION, ROOT_REVISION
from app.settings import Settings
from engine.commands.progress import SILENT, Progress

LOCK_NOT_AVAILABLE = "55P03"
PROTOCOL_VIOLATION = "08P01"  # from a pooler that takes no settings of a session
MIGRATIONS = Path(__file__).parents[2] / "migrations"  # beside `app`, in the repository and when installed


class NotReady(Exception):
    """The command cannot run or has failed; the message is a sentence for the operator."""


def check_urls(settings: Settings) -> None:
    """Raise ValueError for a setting that is not a usable database or Redis URL."""
    for name, url in (("DATABASE", settings.url), ("DIRECT", settings.session_url)):
        if url.startswith("postgresql"):
            try:
                parse_address(url)
            except ValueError as error:
                raise ValueError(f"RICHELIEU_{name}_URL: {error}") from None
    settings.check_redis()
    if settings.redis_url:
        from app.bus.redis_client import check_url

        try:
            check_url(settings.redis_url)
        except ValueError as error:
            raise ValueError(f"RICHELIEU_REDIS_URL: {error}") from None


def migrate(settings: Settings, progress: Progress = SILENT) -> bool:
    """Migrate the database to the newest schema. Return False if a newer, compatible version has done so.
    NotReady: the database is unavailable, or locked."""
    from alembic import command
    from alembic.config import Config

    from app.db.schema_changes import Busy

    if asyncio.run(_is_newer(settings)):
        return False
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["url"] = settings.session_url
    config.attributes["progress"] = progress
    try:
        with _answering():
            command.upgrade(config, "head")
    except Busy as error:
        raise NotReady(str(error)) from None
    return True


async def check_database(settings: Settings, *, serving: bool, expected: str = REVISION) -> None:
    """Check that the database is at this version's revision. A newer one is served if its `compatible_since`
    allows it. With `serving` a missing signing secret is created, which also detects a read-only database.
    NotReady: the database is unavailable, or its schema does not fit."""
    async with _open(settings) as engine:
        revision, newer = await _revision(engine, expected)
        if newer and not serving:
            raise NotReady("A newer version has migrated this database: run the command by that version.")
        if revision != expected and not newer:
            found = "has no tables yet" if revision is None else f"is at {revision}, not at {expected}"
            raise NotReady(f"The database {found}. Run: python -m app migrate")
        if serving and not settings.secret:
            with _answering():
                await cookie_secret(engine)


@asynccontextmanager
async def _open(settings: Settings) -> AsyncIterator[AsyncEngine]:
    with _answering():  # creates the folder of an SQLite file
        engine = create_engine(settings.session_url)
    try:
        yield engine
    finally:
        await engine.dispose()


@asynccontextmanager
async def lock_postgres(settings: Settings) -> AsyncIterator[ProcessLock | None]:
    """Hold the lock of the processes that serve a PostgreSQL; yield None on SQLite. NotReady: another process
    serves it without sharing a Redis."""
    if make_url(settings.url).get_backend_name() != "postgresql":
        yield None
        return
    from app.bus.redis_client import RedisClient

    redis = RedisClient(settings.redis_url) if settings.redis_url else None
    lock = ProcessLock(settings.session_url, redis)
    try:
        with _answering():
            await lock.take()
        yield lock
    except NotAlone:
        raise NotReady(
            "Another process serves this database, and does not share a Redis with this one. "
            "Give all processes the same RICHELIEU_REDIS_URL, or stop the other one."
        ) from None
    finally:
        await lock.release()
        if redis:
            await redis.close()


async def _is_newer(settings: Settings) -> bool:
    """Return whether the database is at a newer revision. NotReady: and is incompatible."""
    async with _open(settings) as engine:
        return (await _revision(engine))[1]


async def _revision(engine: AsyncEngine, expected: str = REVISION) -> tuple[str | None, bool]:
    """Return the database's revision (None: no tables) and whether it is newer than `expected`. NotReady: it
    is newer and incompatible, or from before the first release."""
    with _answering():
        revision = await _read_revision(engine)
        newer, since = revision is not None and revision > expected, None
        if newer:
            async with engine.connect() as connection:
                since = await read_value(connection, COMPATIBLE_KEY)
    if revision is not None and revision < ROOT_REVISION:
        raise NotReady(
            f"The database is at {revision}, of a version that was never released, and cannot be migrated: "
            "use an empty database and run: python -m app migrate"
        )
    if newer and (since is None or since > expected):
        raise NotReady(
            f"The database is at {revision}, too new for this version ({expected}): use a newer one."
        )
    return revision, newer


async def _read_revision(engine: AsyncEngine) -> str | None:
    """Return the database's migration revision; None: never migrated."""
    async with engine.connect() as connection:
        try:
            found: str | None = await connection.scalar(text("select version_num from alembic_version"))
        except DBAPIError as error:
            if error_code(error) in ("42P01", "SQLITE_ERROR"):  # no such table
                return None
            raise
        return found


@contextmanager
def _answering() -> Iterator[None]:
    """Turn database errors into NotReady."""
    try:
        yield
    except (*DRIVER_ERRORS, OSError) as error:
        if error_code(error) == LOCK_NOT_AVAILABLE:
            raise NotReady(
                "A long transaction has kept a table locked for minutes (pg_stat_activity shows it). "
                "The revisions before are done, this one was rolled back: run migrate again."
            ) from None
        if error_code(error) == PROTOCOL_VIOLATION:
            raise NotReady(
                f"RICHELIEU_DIRECT_URL must lead to PostgreSQL itself, as a pooler keeps no locks: {error}"
            ) from None
        raise NotReady(f"The database does not answer: {error}") from None
    except TryAgain as error:
        raise NotReady(f"The database takes no writes now: {error.__cause__}") from None


@contextmanager
def lock_sqlite(settings: Settings) -> Iterator[None]:
    """Lock an SQLite file while it is served; PostgreSQL needs no lock. NotReady: another process serves the
    file, or the lock file cannot be opened."""
    file_served = sqlite_path(settings.url)
    if file_served is None:
        yield
        return
    path = file_served.with_name(f"{file_served.name}.lock")
    try:
        file = path.open("w")
    except OSError as error:
        raise NotReady(f"Cannot open the lock file {path}: {error.strerror}") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # released when the file is closed
        except OSError:
            raise NotReady(
                "Another process serves this SQLite file, which takes only one. Use PostgreSQL for several."
            ) from None
        yield
