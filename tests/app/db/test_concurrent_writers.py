"""Writers of several processes on one PostgreSQL: their batches cross, and everybody hears of all of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain

import asyncpg
import pytest
from sqlalchemy import insert, text
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from app.cluster.bus import PAYLOAD, PostgresBus, payloads
from app.db.batch import NewEntry
from app.db.games import GameStore
from app.db.schema import games, seats
from app.db.writer import Writer
from app.domain.game_info import GameInfo
from app.domain.notices import CHANNEL
from app.settings import Settings
from tests.app.db.test_writer import queued, running
from tests.app.neighbourhood import eventually
from tests.app.written import info, lines, new_game, new_player

pytestmark = pytest.mark.postgres


@pytest.fixture
def engine(postgres_engine: AsyncEngine) -> AsyncEngine:
    return postgres_engine


@pytest.fixture
def store(engine: AsyncEngine) -> GameStore:
    return GameStore(engine)


@pytest.fixture
def url(postgres_url: str) -> str:
    return Settings(database_url=postgres_url).url


async def many(store: GameStore, count: int) -> list[GameInfo]:
    """Games of the same two people, written at once."""
    first, second = await new_player(store), await new_player(store)
    made = [info(first, second) for _ in range(count)]
    rows = [
        {
            "id": game.id,
            "rules": game.game.id,
            "version": game.game.version,
            "chosen": False,
            "free": False,
            "public": True,
            "creator": game.creator,
            "created": game.created,
            "started": game.started,
            "ply": 0,
            "turn": game.match().turn,
        }
        for game in made
    ]
    sitting = [
        {"game_id": game.id, "seat": seat, "player_id": player.id}
        for game in made
        for seat, player in enumerate((first, second))
    ]
    async with store.engine.begin() as connection:
        await connection.execute(insert(games), rows)
        await connection.execute(insert(seats), sitting)
    return made


@contextmanager
def tried_again() -> Iterator[list[str]]:
    """Why batches are sent again, within the block."""
    reasons: list[str] = []
    with capture_logs() as logs:
        yield reasons
    reasons += [line["error"] for line in logs if line["event"] == "batch retried"]


async def test_writers_whose_batches_cross_never_wait_in_a_circle(
    engine: AsyncEngine, store: GameStore
) -> None:
    made = await many(store, 60)
    played = [lines(game, 4) for game in made]
    writers = [Writer(engine, PostgresBus(str(engine.url), name)) for name in ("one", "two", "three")]
    tasks = []
    with tried_again() as reasons:
        for number, writer in enumerate(writers):
            order = list(chain.from_iterable(played[number * 20 :] + played[: number * 20]))
            if number == 1:
                order.reverse()
            tasks += await queued(writer, [_own(line, number) for line in order])
        async with running(writers[0]), running(writers[1]), running(writers[2]):
            answers = await asyncio.gather(*tasks)
    assert answers.count(True) == 240, "each line was written once"
    assert not reasons
    for game in made:
        assert [entry.ply for entry in await store.log(game.id)] == [0, 1, 2, 3]


def _own(line: NewEntry, number: int) -> NewEntry:
    """A line for the same ply as that of the other writers, and another all the same."""
    return replace(line, entry=replace(line.entry, at=line.entry.at + number))


async def test_a_writer_that_met_a_deadlock_writes_all_the_same(
    engine: AsyncEngine, store: GameStore
) -> None:
    """Somebody holds a game that the writer needs, and wants one that the writer holds. The writer began to
    wait first, so that the database finds it out first there."""
    made = sorted(await many(store, 2), key=lambda game: game.id)
    writer = Writer(engine, PostgresBus(str(engine.url), "one"))
    tasks = await queued(writer, [lines(game, 1)[0] for game in made])
    lock = text("select id from games where id = :id for update")
    with tried_again() as reasons:
        async with engine.connect() as other:
            await other.execute(text("set local deadlock_timeout = '60s'"))
            await other.execute(lock, {"id": made[1].id})
            async with running(writer):
                await eventually(lambda: _waits(engine))
                await other.execute(lock, {"id": made[0].id})
                await other.rollback()
                assert await asyncio.gather(*tasks) == [True, True]
    assert reasons == ["deadlock detected"]


WAITING = """select count(*) from pg_stat_activity
 where datname = current_database() and wait_event_type = 'Lock'"""


async def _waits(engine: AsyncEngine) -> bool:
    async with engine.connect() as connection:
        return bool(await connection.scalar(text(WAITING)))


async def test_a_batch_of_a_thousand_games_is_announced_in_full(
    engine: AsyncEngine, store: GameStore, url: str, postgres_url: str
) -> None:
    made = await many(store, 1000)
    heard, sizes, ready = set[str](), list[int](), asyncio.Event()
    listening = asyncio.create_task(
        PostgresBus(url, "other").run(lambda topic, game: heard.add(f"{topic} {game}"), ready.set)
    )
    raw = await asyncpg.connect(postgres_url)
    await raw.add_listener(CHANNEL, lambda *notice: sizes.append(len(str(notice[3]).encode())))
    await ready.wait()
    writer = Writer(engine, PostgresBus(url, "one"))
    tasks = await queued(writer, [lines(game, 1)[0] for game in made])
    async with running(writer):
        assert all(await asyncio.gather(*tasks))
    expected = {f"log {game.id}" for game in made}

    async def all_heard() -> bool:
        return heard == expected

    await eventually(all_heard)
    listening.cancel()
    await asyncio.wait([listening])
    await raw.close()
    assert len(sizes) > 1
    assert max(sizes) <= PAYLOAD


async def test_a_process_does_not_hear_itself(engine: AsyncEngine, store: GameStore, url: str) -> None:
    game, heard, ready = await new_game(store), list[str](), asyncio.Event()
    own = PostgresBus(url, "one")
    listening = asyncio.create_task(own.run(lambda _, game: heard.append(game), ready.set))
    await ready.wait()
    first, second = lines(game, 2)
    async with (
        running(Writer(engine, own)) as writer,
        running(Writer(engine, PostgresBus(url, "two"))) as other,
    ):
        assert await writer.write(first)
        assert await other.write(second)

    async def heard_once() -> bool:
        return heard == [game.id]

    await eventually(heard_once)
    listening.cancel()
    await asyncio.wait([listening])


@pytest.mark.parametrize("count", [0, 1, 774, 775, 776, 5000])
def test_notices_are_short_and_complete(count: int) -> None:
    ids = [f"{number:08}" for number in range(count)]
    notices = list(payloads("process", "log", ids))
    assert all(notice.startswith("process log ") and len(notice.encode()) <= PAYLOAD for notice in notices)
    assert list(chain.from_iterable(notice.split()[2:] for notice in notices)) == ids
