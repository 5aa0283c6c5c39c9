"""What the drivers say when a statement fails, judged: come by SQLAlchemy or straight."""

from __future__ import annotations

import sqlite3

import asyncpg
from sqlalchemy.exc import DBAPIError

from app.db import engine as database

DRIVERS = (
    DBAPIError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that died between two messages of one statement
    sqlite3.Error,
)
FULL = ("SQLITE_FULL", "SQLITE_BUSY", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "53")


def collided(error: BaseException) -> bool:
    """A deadlock or a serialization failure: the same batch may well succeed now."""
    return _code(error) in ("40P01", "40001")


def gone(error: BaseException) -> bool:
    """The connection is no more."""
    if isinstance(error, DBAPIError):
        return database.gone(error)
    value = isinstance(error, ValueError)  # asyncpg: it cannot be sent, whatever the connection
    ours = isinstance(error, (asyncpg.InterfaceError, asyncpg.InternalClientError)) and not value
    return ours or isinstance(error, OSError) or _code(error).startswith(("08", "57P"))


def away(error: BaseException) -> bool:
    """The database as a whole does not take anything now; trying the lines one by one would not help."""
    return gone(error) or collided(error) or _code(error).startswith(FULL)


def said(error: BaseException) -> str:
    """What may be written down of it: nothing that it quotes of rows and parameters."""
    return database.QUOTED.split(str(error.orig if isinstance(error, DBAPIError) else error))[0]


def _code(error: BaseException) -> str:
    if isinstance(error, DBAPIError):
        return database.code(error)
    return str(getattr(error, "sqlstate", None) or getattr(error, "sqlite_errorname", None) or "")
