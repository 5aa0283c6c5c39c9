"""What comes before a command: the migrations, the check of the schema, and the lock of an SQLite file."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from app.db.engine import create_engine
from app.db.games import GameStore
from app.db.schema import REVISION
from app.errors import TryAgain
from app.settings import Settings

MIGRATIONS = Path(__file__).parents[2] / "migrations"  # beside `app`, in the repository and where installed


class NotReady(Exception):
    """Why a command cannot run, in a sentence for the operator."""


def migrate(settings: Settings) -> None:
    """Brings the database to the newest schema. NotReady: it does not answer."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["url"] = settings.url
    try:
        command.upgrade(config, "head")
    except (DBAPIError, OSError) as error:
        raise NotReady(f"The database does not answer: {error}") from None


async def check_database(settings: Settings, *, serving: bool) -> None:
    """NotReady: the database does not answer, or its schema is not ours. Before the first `serving` the
    secret is made here, so that a database that takes no writes is found out."""
    try:
        engine = create_engine(settings.url)
        try:
            store = GameStore(engine)
            revision = await store.revision()
            if revision == REVISION and serving and not settings.secret:
                await store.secret()
        finally:
            await engine.dispose()
    except (DBAPIError, OSError) as error:
        raise NotReady(f"The database does not answer: {error}") from None
    except TryAgain as error:
        raise NotReady(f"The database takes no writes now: {error.__cause__}") from None
    if revision != REVISION:
        found = "has no tables yet" if revision is None else f"is at {revision}, not at {REVISION}"
        raise NotReady(f"The database {found}. Run: python -m app migrate")


@contextmanager
def lock_sqlite(settings: Settings) -> Iterator[None]:
    """Locks an SQLite file while it is served; PostgreSQL and a database in memory need no lock. NotReady:
    another process serves the file, or the lock file cannot be opened."""
    url = make_url(settings.url)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        yield
        return
    path = Path(f"{url.database}.lock")
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
