"""A connection lost during a commit: the outcome is uncertain, so it is determined before the answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.db.engine import create_engine
from app.db.schema import rating_changes, ratings
from app.games.store import GameStore
from app.games.writer import Writer
from app.settings import Settings
from tests.app.stored_games import new_game, new_player, random_entries
from tests.app.tcp_proxy import open_proxy
from tests.games.test_writer import running

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def store(postgres_engine: AsyncEngine) -> GameStore:
    return GameStore(postgres_engine)


@pytest.mark.parametrize("when", ["before", "during", "after"])
async def test_an_entry_with_an_uncertain_commit_is_answered_once_its_outcome_is_known(
    postgres_url: str, store: GameStore, when: str
) -> None:
    """An entry that does not end its game is committed by its only statement, which contains the id of the
    game."""
    game = await new_game(store)
    first, second = random_entries(game, 2)
    second = replace(second, entry=replace(second.entry, spent=7))
    async with open_proxy(postgres_url, game.id.encode()) as (proxy, url):
        engine = create_engine(Settings(database_url=url).url)
        async with running(Writer(engine, Bus())) as writer:
            assert await writer.write(first)
            proxy.break_at = when
            fate = asyncio.ensure_future(writer.write(second))
            await proxy.broken.wait()
            while not _in_doubt(writer):  # noqa: ASYNC110
                await asyncio.sleep(0)
            assert not fate.done()
            proxy.restored.set()
            assert await fate
            while _in_doubt(writer):  # noqa: ASYNC110
                await asyncio.sleep(0)
        await engine.dispose()
    assert await store.log(game.id) == [first.entry, second.entry]


@pytest.mark.parametrize("when", ["before", "during", "after"])
async def test_a_rated_end_with_an_uncertain_commit_is_rated_once(
    postgres_url: str, store: GameStore, when: str
) -> None:
    game = await new_game(store, await new_player(store), await new_player(store), rated=True)
    *moves, end = random_entries(game)
    async with running(Writer(store.engine, Bus())) as writer:
        for entry in moves:
            assert await writer.write(entry)
    async with open_proxy(postgres_url) as (proxy, url):
        engine = create_engine(Settings(database_url=url).url)
        async with running(Writer(engine, Bus())) as writer:
            proxy.break_at = when
            fate = asyncio.ensure_future(writer.write(end))
            await proxy.broken.wait()
            proxy.restored.set()
            assert await fate
        await engine.dispose()
    assert await store.log(game.id) == [entry.entry for entry in (*moves, end)]
    async with store.engine.connect() as connection:
        changed = await connection.scalars(
            select(rating_changes.c.player_id).where(rating_changes.c.game_id == game.id)
        )
        assert sorted(changed) == sorted(player.id for player in game.players if player)
        assert set(await connection.scalars(select(ratings.c.games))) == {1}


def _in_doubt(writer: Writer) -> float | None:
    """Entries of unknown outcome, by the metrics."""
    writer.measure()
    return REGISTRY.get_sample_value("richelieu_writer_uncertain")


@pytest.mark.parametrize(("other", "ends"), [({"text": "another"}, False), ({"spent": 7}, True)])
async def test_an_entry_for_a_taken_ply_is_refused_even_after_a_lost_connection(
    postgres_url: str, store: GameStore, other: dict[str, Any], ends: bool
) -> None:
    game = await new_game(store)
    (new_entry,) = random_entries(game, 1)
    if ends:
        new_entry = replace(new_entry, end=random_entries(game)[-1].end)
    async with open_proxy(postgres_url, b"COMMIT" if ends else game.id.encode()) as (proxy, url):
        engine, direct = create_engine(Settings(database_url=url).url), Writer(store.engine, Bus())
        async with running(Writer(engine, Bus())) as writer, running(direct):
            proxy.break_at = "before"
            late = asyncio.ensure_future(writer.write(new_entry))
            await proxy.broken.wait()
            written = replace(new_entry, entry=replace(new_entry.entry, **other), end=None)
            assert await direct.write(written)
            proxy.restored.set()
            assert not await late
        await engine.dispose()
    assert await store.log(game.id) == [written.entry]


async def test_a_connection_lost_between_two_entries_is_replaced_without_an_error(
    postgres_url: str, store: GameStore
) -> None:
    game = await new_game(store)
    first, second = random_entries(game, 2)
    engine = create_engine(Settings(database_url=postgres_url).url)
    others = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
    async with running(Writer(engine, Bus())) as writer:
        assert await writer.write(first)
        async with store.engine.connect() as connection:
            await connection.execute(text(f"{others} and datname = current_database()"))
        assert await writer.write(second)
    assert await store.log(game.id) == [first.entry, second.entry]
    await engine.dispose()
