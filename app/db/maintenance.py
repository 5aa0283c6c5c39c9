"""Announced maintenance: its start time, as a row of `key_values`.

After the announcement no game can start; after the start time processes serve nothing, until maintenance is
ended.
"""

from __future__ import annotations

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import read_connection, write_transaction
from app.db.key_values import read_value, write_value
from app.db.schema import key_values
from app.errors import Refusal

MAINTENANCE_KEY = "maintenance"


async def refuse_during_maintenance(connection: AsyncConnection) -> None:
    """Raise Refusal `maintenance` if maintenance is announced, so that no game starts."""
    if (at := await _start(connection)) is not None:
        raise Refusal("maintenance", at=at, message="no game can start until the maintenance is over")


async def _start(connection: AsyncConnection) -> int | None:
    found = await read_value(connection, MAINTENANCE_KEY)
    return None if found is None else int(found)


class MaintenanceStore:
    """Store of the announcement."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def start(self) -> int | None:
        """Return the start time of maintenance in milliseconds since the epoch; None: it is off."""
        async with read_connection(self._engine) as connection:
            return await _start(connection)

    async def announce(self, at: int) -> None:
        """Announce maintenance from `at` on."""
        async with write_transaction(self._engine) as connection:
            await write_value(connection, MAINTENANCE_KEY, str(at))

    async def end(self) -> None:
        """End or cancel maintenance."""
        async with write_transaction(self._engine) as connection:
            await connection.execute(delete(key_values).where(key_values.c.key == MAINTENANCE_KEY))
