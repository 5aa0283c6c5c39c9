"""Preflight of a command: migrations, schema check, and the lock of an SQLite file."""

from __future__ import annotations

import asyncio
import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.cluster.membership import Membership, NotAlone
from app.db.address import parse_address
from app.db.engine import create_engine, error_code
from app.db.games.store import GameStore
from app.db.processes import ProcessStore
from app.db.schema import REVISION, ROOT_REVISION
from app.domain.names import new_id
from app.errors import TryAgain
from app.settings import Settings
from engine.commands.progress import SILENT, Progress

LOCK_NOT_AVAILABLE = "55P03"
MIGRATIONS = Path(__file__).parents[2] / "migrations"  # beside `app`, in the repository and when installed


class NotReady(Exception):
    """The command cannot run or has failed; the message is a sentence for the operator."""


def check_urls(settings: Settings) -> None:
    """Raise ValueError for a setting that is not a usable database or Redis URL."""
    for url in filter(None, {settings.url, settings.session_url, settings.read_url}):
        if make_url(url).get_backend_name() == "postgresql":
            parse_address(url)
    settings.check_redis()
    if settings.redis_url:
        from app.cluster.redis_client import check_url

        check_url(settings.redis_url)


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
    with _answering():  # creates the folder of an SQLite file
        engine = create_engine(settings.session_url)
    try:
        revision, newer = await _revision(engine, expected)
        if newer and not serving:
            raise NotReady("A newer version has migrated this database: run the command by that version.")
        if revision != expected and not newer:
            found = "has no tables yet" if revision is None else f"is at {revision}, not at {expected}"
            raise NotReady(f"The database {found}. Run: python -m app migrate")
        if serving and not settings.secret:
            with _answering():
                await GameStore(engine).secret()
    finally:
        await engine.dispose()


async def join_processes(settings: Settings) -> str | None:
    """Join the processes that serve a PostgreSQL; return this process's id, None on SQLite. NotReady: another
    process serves it without sharing a Redis."""
    if make_url(settings.url).get_backend_name() != "postgresql":
        return None
    from app.cluster.redis_client import RedisClient

    redis = RedisClient(settings.redis_url) if settings.redis_url else None
    engine = create_engine(settings.url, pooled=settings.pooled)
    store = ProcessStore(engine, new_id())
    try:
        with _answering():
            await Membership(store, redis).join()
    except NotAlone:
        raise NotReady(
            "Another process serves this database, and does not share a Redis with this one. "
            "Give all processes the same RICHELIEU_REDIS_URL, or stop the other one."
        ) from None
    finally:
        await engine.dispose()
        if redis:
            await redis.close()
    return store.id


async def _is_newer(settings: Settings) -> bool:
    """Return whether the database is at a newer revision. NotReady: and is incompatible."""
    with _answering():  # creates the folder of an SQLite file
        engine = create_engine(settings.session_url)
    try:
        return (await _revision(engine))[1]
    finally:
        await engine.dispose()


async def _revision(engine: AsyncEngine, expected: str = REVISION) -> tuple[str | None, bool]:
    """Return the database's revision (None: no tables) and whether it is newer than `expected`. NotReady: it
    is newer and incompatible, or from before the first release."""
    with _answering():
        store = GameStore(engine)
        revision = await store.revision()
        newer = revision is not None and revision > expected
        since = await store.compatible_since() if newer else None
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


@contextmanager
def _answering() -> Iterator[None]:
    """Turn database errors into NotReady."""
    try:
        yield
    except (DBAPIError, OSError) as error:
        if error_code(error) == LOCK_NOT_AVAILABLE:
            raise NotReady(
                "A long transaction has kept a table locked for minutes (pg_stat_activity shows it). "
                "The revisions before are done, this one was rolled back: run migrate again."
            ) from None
        raise NotReady(f"The database does not answer: {error}") from None
    except TryAgain as error:
        raise NotReady(f"The database takes no writes now: {error.__cause__}") from None


@contextmanager
def lock_sqlite(settings: Settings) -> Iterator[None]:
    """Lock an SQLite file while it is served; PostgreSQL and in-memory databases need no lock. NotReady:
    another process serves the file, or the lock file cannot be opened."""
    url = make_url(settings.url)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        yield
        return
    path = Path(f"{Path(url.database).resolve()}.lock")  # the same for every path to the file
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
