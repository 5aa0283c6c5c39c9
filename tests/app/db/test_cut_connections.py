"""Connections to PostgreSQL that are cut off again and again, at any moment: between two messages of one
statement too, where the driver only knows that something is wrong with itself."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from app.cluster import bus
from app.cluster.bus import PostgresBus
from app.db.games import GameStore
from app.db.writer import Writer
from app.domain.notices import CHANNEL, Bus
from app.errors import TryAgain
from app.settings import Settings
from tests.app.db.test_writer import running
from tests.app.stored_games import new_game, random_entries

pytestmark = pytest.mark.postgres

CUT = """select count(pg_terminate_backend(pid)) from pg_stat_activity
 where datname = current_database() and pid <> pg_backend_pid() and query like $1"""


@asynccontextmanager
async def cutting(url: str, saying: str, times: int) -> AsyncIterator[asyncio.Event]:
    """While the block runs, every other connection whose last words are like `saying` is cut off, until so
    many were: then the event is set, and they are left alone."""
    master, enough, chance = await asyncpg.connect(url), asyncio.Event(), random.Random(1)

    async def cut() -> None:
        count = 0
        while count < times:
            count += await master.fetchval(CUT, saying)
            await asyncio.sleep(chance.random() / 300)
        enough.set()

    cutter = asyncio.create_task(cut())
    try:
        yield enough
    finally:
        cutter.cancel()
        await asyncio.wait([cutter])
        master.terminate()


async def test_listen_reconnects_after_any_driver_error(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does he wait longer and longer: after he has listened again he begins anew."""
    monkeypatch.setattr(bus, "WAIT", 0.0)
    heard, url = (
        {name: asyncio.Event() for name in ("one", "two", "three")},
        Settings(database_url=postgres_url).url,
    )
    with capture_logs() as logs:
        ears = [
            asyncio.create_task(PostgresBus(url, name).run(lambda _, game: heard[game].set(), lambda: None))
            for name in heard
        ]
        async with cutting(postgres_url, "LISTEN%", 400) as enough:
            await asyncio.wait([asyncio.create_task(enough.wait()), *ears], return_when="FIRST_COMPLETED")
        assert [ear for ear in ears if ear.done()] == []
        master = await asyncpg.connect(postgres_url)
        for name, ear in zip(heard, ears, strict=True):
            while not heard[name].is_set():
                await master.execute("select pg_notify($1, $2)", CHANNEL, f"another log {name}")
                await asyncio.sleep(0.02)
            ear.cancel()
        await master.close()
        await asyncio.wait(ears)
    assert {line["log_level"] for line in logs} == {"warning"}


async def test_a_read_on_a_cut_connection_raises_try_again(
    postgres_engine: AsyncEngine, postgres_url: str
) -> None:
    store = GameStore(postgres_engine)
    game, answers = await new_game(store), set[str]()
    async with cutting(postgres_url, "%", 200) as enough:
        while not enough.is_set():
            try:
                read = await store.info(game.id)
                answers.add("read" if read == game else "wrong")
            except TryAgain:
                answers.add("try again")
    assert answers <= {"read", "try again"}
    assert await store.info(game.id) == game


async def test_entries_reported_as_written_are_in_the_log_and_no_others(
    postgres_engine: AsyncEngine, postgres_url: str
) -> None:
    store = GameStore(postgres_engine)
    made = [await new_game(store) for _ in range(60)]
    sent = [random_entries(game, 1)[0] for game in made]
    with capture_logs() as logs:
        async with running(Writer(postgres_engine, Bus())) as writer, cutting(postgres_url, "%", 60):
            fates = [await asyncio.gather(writer.write(line), return_exceptions=True) for line in sent]
    assert {line["log_level"] for line in logs} <= {"info", "warning"}
    for game, (fate,) in zip(made, fates, strict=True):
        written = bool(await store.log(game.id))
        assert fate is True if written else isinstance(fate, TryAgain)
