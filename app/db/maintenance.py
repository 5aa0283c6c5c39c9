"""Maintenance that the operator has announced: when it begins, as a row of `key_values`.

From the announcement on no game begins; from then on processes serve nothing, until it is called off.
"""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import dialect_insert, read_connection, write_transaction
from app.db.schema import key_values
from app.errors import Refusal

KEY = "maintenance"


async def refuse_during_maintenance(connection: AsyncConnection) -> None:
    """Refusal `maintenance`: it is announced, so that no game begins."""
    if (at := await _start(connection)) is not None:
        raise Refusal("maintenance", at=at, message="no game begins before the maintenance is over")


async def _start(connection: AsyncConnection) -> int | None:
    found = await connection.scalar(select(key_values.c.value).where(key_values.c.key == KEY))
    return None if found is None else int(found)


class MaintenanceStore:
    """The announcement in the database behind `engine`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def start(self) -> int | None:
        """Return when maintenance begins or began, in milliseconds since the epoch; None: it is off."""
        async with read_connection(self._engine) as connection:
            return await _start(connection)

    async def announce(self, at: int) -> None:
        """Let maintenance begin at a time."""
        async with write_transaction(self._engine) as connection:
            row = dialect_insert(connection, key_values).values(key=KEY, value=str(at))
            await connection.execute(
                row.on_conflict_do_update(index_elements=["key"], set_={"value": row.excluded.value})
            )

    async def end(self) -> None:
        """End maintenance, or call it off."""
        async with write_transaction(self._engine) as connection:
            await connection.execute(delete(key_values).where(key_values.c.key == KEY))
