"""Databases of their own for tests: made empty, migrated by the command once, and dropped at the end.

PostgreSQL is looked for at RICHELIEU_TEST_DATABASE_URL, or on 127.0.0.1:5432 as the user postgres; the
database that the URL names is only used to make others.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Literal, TypeVar

import asyncpg

from tests.serving import command

Kind = Literal["sqlite", "postgres"]
T = TypeVar("T")

POSTGRES = os.environ.get("RICHELIEU_TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")

# Gives one more database of a kind, by its URL, and takes it away again.
Fresh = Callable[[], AbstractContextManager[str]]


def unreachable() -> str:
    """Why there is no PostgreSQL, in a sentence; empty if there is one."""
    try:
        _aside(_postgres("select 1"))
    except (OSError, asyncpg.PostgresError) as error:
        return f"No PostgreSQL answers at {POSTGRES} (RICHELIEU_TEST_DATABASE_URL): {error}."
    return ""


@contextmanager
def empty(kind: Kind, folder: Path) -> Iterator[str]:
    """A database without tables, by its URL."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / secrets.token_hex(6)}.db"
    else:
        with _made("template0") as url:
            yield url


@contextmanager
def migrated(kind: Kind, folder: Path) -> Iterator[Fresh]:
    """Migrates one database by the command; what is yielded makes copies of it."""
    with empty(kind, folder) as url:
        done = command("migrate", database_url=url)
        assert done.returncode == 0, done.stderr
        yield (lambda: _copied(url, folder)) if kind == "sqlite" else (lambda: _made(url.rpartition("/")[2]))


@contextmanager
def _copied(url: str, folder: Path) -> Iterator[str]:
    copy = folder / f"{secrets.token_hex(6)}.db"
    shutil.copy(url.removeprefix("sqlite:///"), copy)
    yield f"sqlite:///{copy}"


@contextmanager
def _made(template: str) -> Iterator[str]:
    name = f"richelieu_test_{secrets.token_hex(6)}"
    _aside(_postgres(f"create database {name} template {template}"))
    try:
        yield f"{POSTGRES.rpartition('/')[0]}/{name}"
    finally:
        _aside(_postgres(f"drop database {name} with (force)"))


async def _postgres(statement: str) -> None:
    connection = await asyncpg.connect(POSTGRES.replace("+asyncpg", ""), timeout=10)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def _aside(work: Coroutine[Any, Any, T]) -> T:
    """Runs something on a loop of its own, even while another loop runs in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
