"""Writers of several processes on one PostgreSQL database: overlapping batches, and complete notices."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from app.bus.notices import Bus
from app.games.new_entry import NewEntry
from app.games.store import GameStore
from app.games.writer import Writer
from app.model.game_info import GameInfo
from tests.app.stored_games import new_game, new_player, random_entries
from tests.app.two_processes import eventually
from tests.games.test_writer import queued, running

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def engine(postgres_engine: AsyncEngine) -> AsyncEngine:
    return postgres_engine


@pytest.fixture
def store(engine: AsyncEngine) -> GameStore:
    return GameStore(engine)


async def new_games(store: GameStore, count: int) -> list[GameInfo]:
    """Create games of the same two players."""
    people = await new_player(store), await new_player(store)
    return [await new_game(store, *people) for _ in range(count)]


@contextmanager
def capture_retries() -> Iterator[list[str]]:
    """Yield the errors for which batches are retried within the block."""
    reasons: list[str] = []
    with capture_logs() as logs:
        yield reasons
    reasons += [event["error"] for event in logs if event["event"] == "batch_retried"]


async def test_writers_with_overlapping_batches_do_not_deadlock(
    engine: AsyncEngine, store: GameStore
) -> None:
    made = await new_games(store, 60)
    played = [random_entries(game, 4) for game in made]
    writers = [Writer(engine, Bus()) for _ in range(3)]
    tasks = []
    with capture_retries() as reasons:
        for number, writer in enumerate(writers):
            order = list(chain.from_iterable(played[number * 20 :] + played[: number * 20]))
            if number == 1:
                order.reverse()
            tasks += await queued(writer, [_conflicting(new_entry, number) for new_entry in order])
        async with running(writers[0]), running(writers[1]), running(writers[2]):
            answers = await asyncio.gather(*tasks)
    assert answers.count(True) == 240, "each ply was written once"
    assert not reasons
    for game in made:
        assert [entry.ply for entry in await store.log(game.id)] == [0, 1, 2, 3]


def _conflicting(new_entry: NewEntry, number: int) -> NewEntry:
    """Return an entry for the same ply as those of the other writers, but different from them."""
    return replace(new_entry, entry=replace(new_entry.entry, at=new_entry.entry.at + number))


async def test_a_writer_retries_after_a_deadlock(engine: AsyncEngine, store: GameStore) -> None:
    """Another transaction locks a game that the writer needs, and requests one that the writer has locked.
    The writer waits first, so that the database reports the deadlock to it."""
    made = sorted(await new_games(store, 2), key=lambda game: game.id)
    writer = Writer(engine, Bus())
    tasks = await queued(writer, [random_entries(game, 1)[0] for game in made])
    lock = text("select id from games where id = :id for update")
    with capture_retries() as reasons:
        async with engine.connect() as other:
            await other.execute(text("set local deadlock_timeout = '60s'"))
            await other.execute(lock, {"id": made[1].id})
            async with running(writer):
                await eventually(lambda: _lock_is_awaited(engine))
                await other.execute(lock, {"id": made[0].id})
                await other.rollback()
                assert await asyncio.gather(*tasks) == [True, True]
    assert set(reasons) == {"deadlock detected"}, "again while the other still holds what it locked"


WAITING = """select count(*) from pg_stat_activity
 where datname = current_database() and wait_event_type = 'Lock'"""


async def _lock_is_awaited(engine: AsyncEngine) -> bool:
    async with engine.connect() as connection:
        return bool(await connection.scalar(text(WAITING)))
