"""Databases for tests: created empty, migrated once in each process of the tests, and dropped at the end.

PostgreSQL is expected at RICHELIEU_TEST_DATABASE_URL, or on 127.0.0.1:5432 with the user postgres; the
database of that URL is only used to create others.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import secrets
import shutil
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeVar

import asyncpg

from app.ops.preflight import migrate
from app.settings import Settings

Kind = Literal["sqlite", "postgres"]
T = TypeVar("T")

POSTGRES = os.environ.get("RICHELIEU_TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")

# Creates a database of one kind, yields its URL and drops it afterwards.
Fresh = Callable[[], AbstractContextManager[str]]


def unreachable() -> str:
    """Return why PostgreSQL cannot be reached, in a sentence; "" if it can."""
    try:
        run_in_thread(_postgres("select 1"))
    except (OSError, asyncpg.PostgresError) as error:
        start = "docker run -p 5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres"
        return (
            f"No PostgreSQL answers at {POSTGRES} (RICHELIEU_TEST_DATABASE_URL): {error}. "
            f"Install one whose user postgres needs no password, or start one: {start}"
        )
    return ""


@contextmanager
def empty(kind: Kind, folder: Path) -> Iterator[str]:
    """Yield the URL of a database without tables."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / secrets.token_hex(6)}.db"
    else:
        with _postgres_copy("template0") as url:
            yield url


@contextmanager
def migrated(kind: Kind, folder: Path) -> Iterator[Fresh]:
    """Migrate one database; yield a function that creates copies of it, those of SQLite in
    `folder`."""
    if kind == "sqlite":
        yield lambda: _sqlite_copy(_sqlite_template(), folder)
        return
    with empty(kind, folder) as url:
        _migrate(url)
        yield lambda: _postgres_copy(url.rpartition("/")[2])


def _migrate(url: str) -> None:
    """Migrate as the command does, but in this process."""
    with ThreadPoolExecutor(1) as pool:  # this thread may have a running loop
        assert pool.submit(migrate, Settings(database_url=url)).result()


@cache
def _sqlite_template() -> str:
    """Return the URL of a file that was migrated, once for all tests of this process."""
    folder = TemporaryDirectory(prefix="richelieu-sqlite-")
    atexit.register(folder.cleanup)
    url = f"sqlite:///{folder.name}/migrated.db"
    _migrate(url)
    return url


@contextmanager
def _sqlite_copy(url: str, folder: Path) -> Iterator[str]:
    copy = folder / f"{secrets.token_hex(6)}.db"
    shutil.copy(url.removeprefix("sqlite:///"), copy)
    yield f"sqlite:///{copy}"


@contextmanager
def _postgres_copy(template: str) -> Iterator[str]:
    name = f"richelieu_test_{secrets.token_hex(6)}"
    run_in_thread(_postgres(f"create database {name} template {template}"))
    try:
        yield f"{POSTGRES.rpartition('/')[0]}/{name}"
    finally:
        run_in_thread(_postgres(f"drop database {name} with (force)"))


async def _postgres(statement: str) -> None:
    connection = await asyncpg.connect(POSTGRES.replace("+asyncpg", ""), timeout=10)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def run_in_thread(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on a loop in another thread, since this thread may have a running loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
