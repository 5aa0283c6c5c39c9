"""Rows of the table `key_values`, within a transaction."""

from __future__ import annotations

from typing import cast

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine import dialect_insert
from app.db.schema import key_values


async def read_value(connection: AsyncConnection, key: str) -> str | None:
    """Return the value of a key; None: it has none."""
    query = select(key_values.c.value).where(key_values.c.key == key)
    return cast(str | None, await connection.scalar(query))


async def write_value(connection: AsyncConnection, key: str, value: str) -> None:
    """Set the value of a key."""
    row = dialect_insert(connection, key_values).values(key=key, value=value)
    await connection.execute(row.on_conflict_do_update(index_elements=["key"], set_={"value": value}))
