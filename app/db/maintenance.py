"""Announced maintenance: its start time, as a row of `key_values`.

After the announcement no game can start; after the start time processes serve nothing, until maintenance is
ended.
"""

from __future__ import annotations

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.core.errors import Refusal
from app.db.engine import read_connection, write_transaction
from app.db.key_values import read_value, write_value
from app.db.schema import key_values

MAINTENANCE_KEY = "maintenance"


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
