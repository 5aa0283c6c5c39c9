"""Rows of the table `key_values`: the secret that signs cookies, the start of maintenance, and others."""

from __future__ import annotations

import secrets
from typing import cast

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.core.errors import Refusal, TryAgain
from app.db.engine import dialect_insert, read_connection, transact, write_transaction
from app.db.schema import SIGNING_KEY, key_values

MAINTENANCE_KEY = "maintenance"


async def read_value(connection: AsyncConnection, key: str) -> str | None:
    query = select(key_values.c.value).where(key_values.c.key == key)
    return cast(str | None, await connection.scalar(query))


async def write_value(connection: AsyncConnection, key: str, value: str) -> None:
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


# Announced maintenance: after the announcement no game can start; after the start time processes serve
# nothing, until maintenance is ended.


async def refuse_during_maintenance(connection: AsyncConnection) -> None:
    """Raise Refusal `maintenance` if maintenance is announced, so that no game starts."""
    if at := await read_value(connection, MAINTENANCE_KEY):
        raise Refusal("maintenance", at=int(at), message="no game can start until the maintenance is over")


async def maintenance_start(engine: AsyncEngine) -> int | None:
    """Return the start time of maintenance in milliseconds since the epoch; None: it is off."""
    async with read_connection(engine) as connection:
        at = await read_value(connection, MAINTENANCE_KEY)
        return int(at) if at else None


async def set_maintenance_start(engine: AsyncEngine, at: int | None) -> None:
    """Announce maintenance from `at` on; None: end or cancel it."""
    async with write_transaction(engine) as connection:
        if at is None:
            await connection.execute(delete(key_values).where(key_values.c.key == MAINTENANCE_KEY))
        else:
            await write_value(connection, MAINTENANCE_KEY, str(at))
