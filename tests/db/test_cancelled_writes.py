"""Write transactions that are cancelled: the next one gets the lock."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import write_transaction
from app.db.schema import key_values


async def write(engine: AsyncEngine) -> None:
    async with write_transaction(engine) as connection:
        for number in range(4):
            await connection.execute(insert(key_values).values(key=f"key {number}", value=""))
            (await connection.execute(select(key_values))).all()
        await connection.execute(delete(key_values).where(key_values.c.key.like("key %")))


@pytest.mark.slow
async def test_a_cancelled_write_keeps_no_lock(engine: AsyncEngine) -> None:
    random = Random(1)
    for _ in range(80):
        writing = asyncio.create_task(write(engine))
        await asyncio.sleep(random.random() * 0.004)
        writing.cancel()
        await asyncio.wait({writing})
        await write(engine)
