"""Driver errors are classified alike, whether SQLAlchemy has wrapped them or not."""

from __future__ import annotations

import sqlite3
from itertools import islice
from pathlib import Path

import asyncpg
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.db.engine import (
    backoff_delays,
    create_engine,
    error_code,
    is_connection_lost,
    is_serialization_failure,
    is_unavailable,
    loggable,
    write_transaction,
)


class CannotEncode(asyncpg.InterfaceError, ValueError):
    """The error of asyncpg for a parameter without an encoding."""


def sqlite_error(name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("failed")
    error.sqlite_errorname = name
    return error


def wrapped(error: Exception) -> BaseException:
    return DBAPIError("select 1", {}, error)


LOST_CONNECTION_ERRORS = [asyncpg.ConnectionDoesNotExistError("gone"), asyncpg.AdminShutdownError("stopping")]
CONFLICT_ERRORS = [asyncpg.DeadlockDetectedError("deadlock"), asyncpg.SerializationError("conflict")]
DISK_FULL_ERRORS = [
    asyncpg.DiskFullError("full"),
    sqlite_error("SQLITE_FULL"),
    sqlite_error("SQLITE_BUSY_SNAPSHOT"),
]
REFUSAL_ERRORS = [
    asyncpg.UniqueViolationError("taken"),
    sqlite_error("SQLITE_CONSTRAINT"),
    CannotEncode("text"),
]


def test_an_error_is_lost_retried_full_or_refused() -> None:
    for error in (*LOST_CONNECTION_ERRORS, *CONFLICT_ERRORS, *DISK_FULL_ERRORS, *REFUSAL_ERRORS):
        for raised in (error, wrapped(error)):
            assert is_connection_lost(raised) == (error in LOST_CONNECTION_ERRORS), repr(raised)
            assert is_serialization_failure(raised) == (error in CONFLICT_ERRORS), repr(raised)
            assert is_unavailable(raised) == (error not in REFUSAL_ERRORS), repr(raised)
    for client_side in (
        OSError("reset"),
        asyncpg.InterfaceError("closed"),
        asyncpg.InternalClientError("state"),
    ):
        assert error_code(client_side) == ""
        assert is_connection_lost(client_side)


def test_a_wrapped_error_is_classified_as_lost_by_sqlalchemy_or_the_driver() -> None:
    driver = Exception("adapted")
    driver.__cause__ = asyncpg.InternalClientError("state")
    assert is_connection_lost(DBAPIError("select 1", {}, driver))
    assert is_connection_lost(DBAPIError("select 1", {}, Exception(), connection_invalidated=True))
    assert not is_connection_lost(DBAPIError("select 1", {}, Exception("other")))


def test_values_of_rows_and_parameters_are_not_logged() -> None:
    error = Exception("duplicate key\nDETAIL:  Key (deal)=(secret) already exists.")
    assert loggable(error) == loggable(wrapped(error)) == "duplicate key"


def test_delays_double_up_to_the_longest() -> None:
    assert list(islice(backoff_delays(), 7)) == [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0]


async def test_an_sqlite_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    """A new one, and one that was readable by others before."""
    old = tmp_path / "old.db"
    old.touch()
    old.chmod(0o644)
    for file in (old, tmp_path / "data" / "new.db"):
        engine = create_engine(f"sqlite+aiosqlite:///{file}")
        async with write_transaction(engine) as connection:
            await connection.execute(text("create table t (x int)"))
            modes = {path.name: path.stat().st_mode & 0o777 for path in file.parent.glob(f"{file.name}*")}
            assert set(modes) == {file.name, f"{file.name}-wal", f"{file.name}-shm"}
            assert set(modes.values()) == {0o600}
        await engine.dispose()
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
