"""Rows of the table `key_values`, within a transaction, and the secret that is one of them."""

from __future__ import annotations

import secrets
from typing import cast

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.core.errors import TryAgain
from app.db.engine import dialect_insert, transact
from app.db.schema import SIGNING_KEY, key_values


async def read_value(connection: AsyncConnection, key: str) -> str | None:
    """Return the value of a key; None: it has none."""
    query = select(key_values.c.value).where(key_values.c.key == key)
    return cast(str | None, await connection.scalar(query))


async def write_value(connection: AsyncConnection, key: str, value: str) -> None:
    """Set the value of a key."""
    row = dialect_insert(connection, key_values).values(key=key, value=value)
    await connection.execute(row.on_conflict_do_update(index_elements=["key"], set_={"value": value}))


async def cookie_secret(engine: AsyncEngine) -> str:
    """Return the secret that signs cookies; create it if missing. Of several processes that do, the first one
    wins. TryAgain: the database takes no writes."""

    async def write(connection: AsyncConnection) -> str:
        if found := await read_value(connection, SIGNING_KEY):
            return found
        row = dialect_insert(connection, key_values).values(key=SIGNING_KEY, value=secrets.token_hex(32))
        await connection.execute(row.on_conflict_do_nothing())
        return cast(str, await read_value(connection, SIGNING_KEY))

    try:
        return await transact(engine, write)
    except IntegrityError as error:  # not an earlier row: a trigger
        raise TryAgain from error
