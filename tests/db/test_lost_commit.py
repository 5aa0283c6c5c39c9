"""A connection lost during a commit, of an entry, a guest, a game or a seat: the outcome is uncertain, so it
is determined before the answer. `try_again` promises that nothing was applied."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, TypeVar

import asyncpg
import pytest
from prometheus_client import REGISTRY
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.db.engine import create_engine, retry_until_known
from app.db.schema import rating_changes, ratings
from app.games.messages import Presence
from app.games.registry import SessionRegistry
from app.games.state import state_for
from app.games.store import GameStore
from app.games.writer import Writer
from app.model.game_info import GameInfo
from app.people.player_store import PlayerStore
from app.people.sign_in_store import SignInStore
from app.settings import Settings
from engine import GAMES
from tests.app.stored_games import HOUR, info, new_game, new_player, random_entries, running
from tests.app.tcp_proxy import TcpProxy, open_proxy
from tests.app.two_processes import eventually

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

SOLITAIRE = next(game for game in GAMES.values() if len(game.seats) == 1 and not game.hides)
T = TypeVar("T")


@pytest.fixture
def store(postgres_engine: AsyncEngine) -> GameStore:
    """A store with a direct connection."""
    return GameStore(postgres_engine)


@asynccontextmanager
async def behind_proxy(url: str, commit: bytes = b"COMMIT") -> AsyncIterator[tuple[TcpProxy, AsyncEngine]]:
    """Yield a proxy that can lose the connection at a `commit`, and an engine that connects by it."""
    async with open_proxy(url, commit) as (proxy, behind):
        engine = create_engine(Settings(database_url=behind).url)
        try:
            yield proxy, engine
        finally:
            proxy.restored.set()
            await engine.dispose()


@pytest.mark.parametrize("when", ["before", "during", "after"])
async def test_an_entry_with_an_uncertain_commit_is_answered_once_its_outcome_is_known(
    postgres_url: str, store: GameStore, when: str
) -> None:
    """An entry that does not end its game is committed by its only statement, which contains the id of the
    game."""
    game = await new_game(store)
    first, second = random_entries(game, 2)
    second = replace(second, entry=replace(second.entry, spent=7))
    async with (
        behind_proxy(postgres_url, game.id.encode()) as (proxy, engine),
        running(Writer(engine, Bus())) as writer,
    ):
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
    async with behind_proxy(postgres_url) as (proxy, engine), running(Writer(engine, Bus())) as writer:
        proxy.break_at = when
        fate = asyncio.ensure_future(writer.write(end))
        await proxy.broken.wait()
        proxy.restored.set()
        assert await fate
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
    async with (
        behind_proxy(postgres_url, b"COMMIT" if ends else game.id.encode()) as (proxy, engine),
        running(Writer(engine, Bus())) as writer,
        running(Writer(store.engine, Bus())) as direct,
    ):
        proxy.break_at = "before"
        late = asyncio.ensure_future(writer.write(new_entry))
        await proxy.broken.wait()
        written = replace(new_entry, entry=replace(new_entry.entry, **other), end=None)
        assert await direct.write(written)
        proxy.restored.set()
        assert not await late
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


async def restore(proxy: TcpProxy) -> None:
    proxy.restored.set()


async def break_commit(
    url: str,
    when: str,
    write: Callable[[GameStore], Awaitable[T]],
    then: Callable[[TcpProxy], Awaitable[None]] = restore,
) -> T:
    """Lose the connection at the commit of a write, do `then`, which restores it, and return the answer."""
    async with behind_proxy(url) as (proxy, engine):
        proxy.break_at = when
        written = asyncio.ensure_future(write(GameStore(engine)))
        await proxy.broken.wait()
        assert not written.done()
        await then(proxy)
        return await written


@pytest.mark.parametrize("when", ["before", "after"])
async def test_what_has_an_uncertain_commit_is_written_once(
    postgres_url: str, store: GameStore, when: str
) -> None:
    first, second = await new_player(store), await new_player(store)
    game = info(first, None)
    assert await break_commit(postgres_url, when, lambda store: store.create_game(game)) == game.id
    assert await store.info(game.id) == game

    joined = await break_commit(postgres_url, when, lambda store: store.join(game.id, second, None, HOUR))
    assert joined
    assert joined == await store.info(game.id)
    assert joined.players == (first, second)

    alone = info(first, game=SOLITAIRE, deal=7, daily="2026-11-21", free=False)
    assert await break_commit(postgres_url, when, lambda store: store.create_game(alone)) == alone.id
    assert await store.info(alone.id) == alone, "it is the first attempt"
    again = await store.info(await store.create_game(info(first, game=SOLITAIRE, deal=7, free=False)))
    assert again
    assert not again.first

    player, token = await break_commit(
        postgres_url, when, lambda store: PlayerStore(store.engine).create_guest(HOUR)
    )
    found = await SignInStore(store.engine).by_token(token)
    assert found
    assert found.player == player
    async with store.engine.connect() as connection:
        assert await connection.scalar(text("select count(*) from players")) == 3


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_seat_taken_by_another_player_during_an_uncertain_commit_stays_theirs(
    postgres_url: str, store: GameStore, when: str
) -> None:
    first, second, third = [await new_player(store) for _ in range(3)]
    game, others = await new_game(store, first, None), list[GameInfo | None]()

    async def join_too(proxy: TcpProxy) -> None:
        others.append(await store.join(game.id, third, None, HOUR))
        proxy.restored.set()

    found = await break_commit(
        postgres_url, when, lambda store: store.join(game.id, second, None, HOUR), join_too
    )
    assert (found is None) is (others[0] is not None) is (when == "before")
    assert await store.info(game.id) == (found or others[0])


BLOCK_COMMIT = """
create function slow() returns trigger language plpgsql as
 $$ begin perform pg_advisory_xact_lock(7); return null; end $$;
create constraint trigger slow after insert on seats deferrable initially deferred
 for each row execute function slow()"""
COMMIT_IS_BLOCKED = """select count(*) > 0 from pg_stat_activity where datname = current_database()
 and wait_event_type = 'Lock' and wait_event <> 'advisory'"""


async def test_a_commit_still_in_progress_is_awaited(postgres_url: str, store: GameStore) -> None:
    """The commit is still in progress when its outcome is queried: the answer must not be that nothing was
    applied."""
    game = await new_game(store, await new_player(store), None)
    second = await new_player(store)
    master = await asyncpg.connect(postgres_url)
    await master.execute(BLOCK_COMMIT)
    await master.execute("select pg_advisory_lock(7)")

    async def release(proxy: TcpProxy) -> None:
        proxy.restored.set()
        await eventually(lambda: master.fetchval(COMMIT_IS_BLOCKED))
        await master.close()  # releases the lock

    joined = await break_commit(
        postgres_url, "during", lambda store: store.join(game.id, second, None, HOUR), release
    )
    assert joined
    assert await store.info(game.id) == joined


async def test_what_is_written_is_acknowledged_when_the_database_becomes_unreadable(
    postgres_url: str, store: GameStore
) -> None:
    first, second = await new_player(store), await new_player(store)
    game, waiting = info(first, None), await new_game(store, first, None)
    for act in ("create", "join"):
        async with behind_proxy(postgres_url) as (proxy, engine):
            sessions = SessionRegistry(GameStore(engine), Writer(engine, Bus()), Bus())
            if act == "create":
                proxy.break_at = "after_response"
                assert await GameStore(engine).create_game(game) == game.id
                shown = sessions.initial_state(game, first)
                assert shown == state_for(
                    game, game.match(), 0, Presence([False, False], 0, [None, None], [])
                )
            else:
                async with sessions.open(waiting.id) as session:
                    proxy.break_at = "after_response"
                    assert await session.join(second, None) == 1
                    assert session.view.state(second).seat == 1
            assert proxy.broken.is_set()


async def test_after_the_uncertain_timeout_the_error_is_internal_and_not_try_again(
    postgres_url: str, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert retry_until_known.__kwdefaults__
    monkeypatch.setitem(retry_until_known.__kwdefaults__, "within", 0.2)
    game = info(await new_player(store), None)

    async def refuse_connections(proxy: TcpProxy) -> None:
        proxy.cut()
        proxy.restored.set()

    with pytest.raises(Refusal) as raised:
        await break_commit(postgres_url, "after", lambda store: store.create_game(game), refuse_connections)
    assert raised.value.code == "internal"
    assert await store.info(game.id) == game
