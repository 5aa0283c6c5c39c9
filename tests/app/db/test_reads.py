"""Reads that go to a replica, and when the replica is bypassed. The replica is another database here, so that
the result of a read tells its source."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app import clock
from app.db import reads as module
from app.db.engine import create_engine
from app.db.games.store import SETTLED_MS, GameStore
from app.db.reads import MAX_LAG_MS, Reads
from app.db.schema import games, key_values, processes
from app.settings import Settings
from tests.app.stored_games import new_game
from tests.app.two_processes import eventually
from tests.databases import Fresh


@pytest_asyncio.fixture
async def replica(fresh: Fresh) -> AsyncIterator[AsyncEngine]:
    with fresh() as url:
        engine = create_engine(Settings(database_url=url).url)
        yield engine
        await engine.dispose()


async def mark(engine: AsyncEngine, name: str) -> None:
    async with engine.begin() as connection:
        await connection.execute(insert(key_values).values(key="place", value=name))


async def place(connection: AsyncConnection) -> str | None:
    query = select(key_values.c.value).where(key_values.c.key == "place")
    found: str | None = await connection.scalar(query)
    return found


async def set_lag(replica: AsyncEngine, lag: int) -> None:
    """Let the newest heartbeat in the replica be `lag` milliseconds old."""
    async with replica.begin() as connection:
        await connection.execute(processes.delete())
        await connection.execute(insert(processes).values(id="one", seen=clock.now() - lag))


@asynccontextmanager
async def measured(reads: Reads) -> AsyncIterator[None]:
    task = asyncio.create_task(reads.measure())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})  # its connection is closed


async def test_a_replica_is_read_while_it_is_at_most_five_seconds_late(
    engine: AsyncEngine, replica: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MEASURE_INTERVAL", 0.02)
    await mark(engine, "primary")
    await mark(replica, "replica")
    reads = Reads(engine, replica)
    assert await reads.run(place) == "primary", "its lag is not known yet"
    async with measured(reads):
        for lag, expected in ((0, "replica"), (2 * MAX_LAG_MS, "primary"), (0, "replica")):
            await set_lag(replica, lag)

            async def is_expected(name: str = expected) -> bool:
                return await reads.run(place) == name

            await eventually(is_expected)


async def test_rows_that_a_replica_lacks_or_fails_at_are_read_from_the_primary(
    engine: AsyncEngine, replica: AsyncEngine
) -> None:
    await mark(engine, "primary")
    await set_lag(replica, 0)
    reads = Reads(engine, replica)
    async with measured(reads):

        async def is_current() -> bool:
            return await reads.try_replica(lambda one: one.scalar(select(1))) == 1

        await eventually(is_current)
        assert await reads.run(place) == "primary"
        async with replica.begin() as connection:
            await connection.run_sync(key_values.drop)
        assert await reads.run(place) == "primary"


async def test_only_a_game_that_ended_long_ago_is_loaded_from_a_replica(
    engine: AsyncEngine, replica: AsyncEngine
) -> None:
    """The two games exist in the replica alone."""
    there = GameStore(replica)
    old, recent = await new_game(there), await new_game(there)
    ends = ((old, clock.now() - SETTLED_MS - 1), (recent, clock.now()))
    async with replica.begin() as connection:
        for game, ended in ends:
            await connection.execute(update(games).where(games.c.id == game.id).values(ended=ended))
    await set_lag(replica, 0)
    reads = Reads(engine, replica)
    store = GameStore(engine, reads=reads)
    async with measured(reads):

        async def is_loaded() -> bool:
            return (await store.load(old.id))[0] is not None

        await eventually(is_loaded)
        assert await store.load(recent.id) == (None, [])
