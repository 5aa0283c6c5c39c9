"""Connections to PostgreSQL that are terminated repeatedly at random moments, also between two protocol
messages of one statement, where the driver raises only an internal error."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import asyncpg
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from app.bus.notices import Bus
from app.core.errors import TryAgain
from app.db.engine import PING_AFTER_SECONDS, backoff_delays
from app.games import writer
from app.games.new_entry import Committed
from app.games.store import GameStore
from app.games.writer import Writer
from tests.app.stored_games import new_game, random_entries, running
from tests.soak import size

pytestmark = [pytest.mark.postgres, pytest.mark.soak]

CUTS = size(whole=200, ordinary=60)

TERMINATE = """select count(pg_terminate_backend(pid)) from pg_stat_activity
 where datname = current_database() and pid <> pg_backend_pid() and query like $1"""


@asynccontextmanager
async def terminating(url: str, query: str, times: int) -> AsyncIterator[asyncio.Event]:
    """During the block, terminate all other connections whose last query is like `query`, `times` in
    all; then set the event and stop."""
    master, enough, rng = await asyncpg.connect(url), asyncio.Event(), random.Random(1)

    async def terminate() -> None:
        count = 0
        while count < times:
            count += await master.fetchval(TERMINATE, query)
            await asyncio.sleep(rng.random() / 300)
        enough.set()

    terminator = asyncio.create_task(terminate())
    try:
        yield enough
    finally:
        terminator.cancel()
        await asyncio.wait([terminator])
        master.terminate()


@pytest.mark.slow
async def test_a_read_on_a_cut_connection_raises_try_again(
    postgres_engine: AsyncEngine, postgres_url: str
) -> None:
    store = GameStore(postgres_engine)
    game, answers = await new_game(store), set[str]()
    async with terminating(postgres_url, "%", CUTS) as enough:
        while not enough.is_set():
            try:
                read = await store.info(game.id)
                answers.add("read" if read == game else "wrong")
            except TryAgain:
                answers.add("try again")
    assert answers <= {"read", "try again"}
    with suppress(TryAgain):  # the connection may have been cut after its last use, PING_AFTER_SECONDS ago
        await store.info(game.id)
    assert await store.info(game.id) == game


async def test_a_connection_cut_while_it_was_idle_is_replaced(
    postgres_engine: AsyncEngine, postgres_url: str
) -> None:
    store = GameStore(postgres_engine)
    game = await new_game(store)
    await asyncio.gather(*(store.info(game.id) for _ in range(4)))
    async with terminating(postgres_url, "%", 4) as enough:
        await enough.wait()
    await asyncio.sleep(PING_AFTER_SECONDS)
    assert await asyncio.gather(*(store.info(game.id) for _ in range(4))) == [game] * 4


@pytest.mark.slow
async def test_entries_reported_as_written_are_in_the_log_and_no_others(
    postgres_engine: AsyncEngine, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "backoff_delays", lambda: backoff_delays(0.01, 0.04))
    store = GameStore(postgres_engine)
    made = [await new_game(store) for _ in range(60)]
    sent = [random_entries(game, 1)[0] for game in made]
    with capture_logs() as logs:
        async with (
            running(Writer(postgres_engine, Bus())) as entry_writer,
            terminating(postgres_url, "%", CUTS),
        ):
            results = [
                await asyncio.gather(entry_writer.write(new_entry), return_exceptions=True)
                for new_entry in sent
            ]
    assert {event["log_level"] for event in logs} <= {"info", "warning"}
    for game, (result,) in zip(made, results, strict=True):
        written = bool(await store.log(game.id))
        assert isinstance(result, Committed if written else TryAgain)
