"""A connection lost while a guest, a game or a seat is committed: `try_again` promises that
nothing was applied, so the outcome of the commit is determined first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import asyncpg
import pytest
import pytest_asyncio
from sqlalchemy import text

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.db.engine import create_engine
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
from tests.app.stored_games import HOUR, info, new_game, new_player
from tests.app.tcp_proxy import TcpProxy, open_proxy
from tests.app.two_processes import eventually

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

BREAK_POINTS = ("before", "after")
SOLITAIRE = next(game for game in GAMES.values() if len(game.seats) == 1 and not game.hides)


@pytest_asyncio.fixture
async def store(postgres_url: str) -> AsyncIterator[GameStore]:
    """A store with a direct connection."""
    engine = create_engine(Settings(database_url=postgres_url).url)
    yield GameStore(engine)
    await engine.dispose()


@dataclass(frozen=True, slots=True)
class ProxiedStore:
    """A store whose connections pass through a proxy."""

    store: GameStore
    proxy: TcpProxy

    def sessions(self) -> SessionRegistry:
        return SessionRegistry(self.store, Writer(self.store.engine, Bus()), Bus())


@pytest_asyncio.fixture
async def proxied(postgres_url: str) -> AsyncIterator[ProxiedStore]:
    async with open_proxy(postgres_url) as (proxy, url):
        engine = create_engine(Settings(database_url=url).url)
        yield ProxiedStore(GameStore(engine), proxy)
        proxy.restored.set()
        await engine.dispose()


async def restore_after_break(proxied: ProxiedStore, task: asyncio.Future[Any]) -> None:
    """Wait until the proxy has broken the connection, then restore it."""
    await proxied.proxy.broken.wait()
    assert not task.done()
    proxied.proxy.restored.set()


@pytest.mark.parametrize("when", BREAK_POINTS)
async def test_a_game_with_an_uncertain_commit_is_created_once(
    store: GameStore, proxied: ProxiedStore, when: str
) -> None:
    game = info(await new_player(store), None)
    proxied.proxy.break_at = when
    made = asyncio.create_task(proxied.store.create_game(game))
    await restore_after_break(proxied, made)
    await made
    assert await store.info(game.id) == game


@pytest.mark.parametrize("when", BREAK_POINTS)
async def test_a_solitaire_with_an_uncertain_commit_is_still_a_first_attempt(
    store: GameStore, proxied: ProxiedStore, when: str
) -> None:
    game = info(await new_player(store), game=SOLITAIRE, deal=7, daily="2026-11-21", free=False)
    proxied.proxy.break_at = when
    made = asyncio.create_task(proxied.store.create_game(game))
    await restore_after_break(proxied, made)
    assert await made == game.id
    assert await store.info(game.id) == game
    again = info(*game.players, game=SOLITAIRE, deal=7, free=False)
    assert await store.create_game(again) == again.id
    found = await store.info(again.id)
    assert found is not None
    assert not found.first


@pytest.mark.parametrize("when", BREAK_POINTS)
async def test_a_seat_with_an_uncertain_commit_is_taken_once(
    store: GameStore, proxied: ProxiedStore, when: str
) -> None:
    first, second = await new_player(store), await new_player(store)
    game = await new_game(store, first, None)
    async with proxied.sessions().open(game.id) as session:
        proxied.proxy.break_at = when
        joined = session.join(second, None)
        await restore_after_break(proxied, joined)
        assert await joined == 1
        assert session.info == await store.info(game.id)
        assert session.info.players == (first, second)


@pytest.mark.parametrize("when", BREAK_POINTS)
async def test_a_seat_taken_by_another_player_during_an_uncertain_commit_stays_theirs(
    store: GameStore, proxied: ProxiedStore, when: str
) -> None:
    first, second, third = [await new_player(store) for _ in range(3)]
    game = await new_game(store, first, None)
    proxied.proxy.break_at = when
    joined = asyncio.create_task(proxied.store.join(game.id, second, None, HOUR))
    await proxied.proxy.broken.wait()
    other = await store.join(game.id, third, None, HOUR)
    proxied.proxy.restored.set()
    found = await joined
    assert (found is None) is (other is not None) is (when == "before")
    assert await store.info(game.id) == (found or other)


@pytest.mark.parametrize("when", BREAK_POINTS)
async def test_a_guest_with_an_uncertain_commit_is_found_by_the_token(
    store: GameStore, proxied: ProxiedStore, when: str
) -> None:
    proxied.proxy.break_at = when
    made = asyncio.create_task(PlayerStore(proxied.store.engine).create_guest(HOUR))
    await restore_after_break(proxied, made)
    player, token = await made
    found = await SignInStore(store.engine).by_token(token)
    assert found
    assert found.player == player
    async with store.engine.connect() as connection:
        assert await connection.scalar(text("select count(*) from players")) == 1


BLOCK_COMMIT = """
create function slow() returns trigger language plpgsql as
 $$ begin perform pg_advisory_xact_lock(7); return null; end $$;
create constraint trigger slow after insert on seats deferrable initially deferred
 for each row execute function slow()"""
COMMIT_IS_BLOCKED = """select count(*) > 0 from pg_stat_activity where datname = current_database()
 and wait_event_type = 'Lock' and wait_event <> 'advisory'"""


@pytest.mark.parametrize("act", ["make", "join"])
async def test_a_commit_still_in_progress_is_awaited(
    postgres_url: str, store: GameStore, proxied: ProxiedStore, act: str
) -> None:
    """The commit is still in progress when its outcome is queried: the answer must not be that nothing was
    applied."""
    first, second = await new_player(store), await new_player(store)
    game = info(first, None) if act == "make" else await new_game(store, first, None)
    master = await asyncpg.connect(postgres_url)
    await master.execute(BLOCK_COMMIT)
    await master.execute("select pg_advisory_lock(7)")

    async def write() -> GameInfo | None:
        if act == "join":
            return await proxied.store.join(game.id, second, None, HOUR)
        await proxied.store.create_game(game)
        return None

    proxied.proxy.break_at = "during"
    written = asyncio.create_task(write())
    await restore_after_break(proxied, written)
    await eventually(lambda: master.fetchval(COMMIT_IS_BLOCKED))
    assert not written.done()
    await master.close()  # releases the lock
    joined = await written
    assert await store.info(game.id) == (joined or game)
    assert (joined is not None) is (act == "join")


async def test_a_written_join_is_acknowledged_when_the_database_becomes_unreadable(
    store: GameStore, proxied: ProxiedStore
) -> None:
    first, second = await new_player(store), await new_player(store)
    game = await new_game(store, first, None)
    async with proxied.sessions().open(game.id) as session:
        proxied.proxy.break_at = "after_response"
        assert await session.join(second, None) == 1
        assert proxied.proxy.broken.is_set()
        assert session.view.state(second).seat == 1


async def test_a_created_game_is_returned_when_the_database_becomes_unreadable(
    store: GameStore, proxied: ProxiedStore
) -> None:
    game = info(await new_player(store), None)
    proxied.proxy.break_at = "after_response"
    assert await proxied.store.create_game(game) == game.id
    assert proxied.proxy.broken.is_set()
    assert game.players[0]
    shown = proxied.sessions().initial_state(game, game.players[0])
    assert shown == state_for(game, game.match(), 0, Presence([False, False], 0, [None, None], []))


async def test_after_the_uncertain_timeout_the_error_is_internal_and_not_try_again(
    store: GameStore, proxied: ProxiedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.db.engine.UNCERTAIN_TIMEOUT_SECONDS", 0.2)
    game = info(await new_player(store), None)
    proxied.proxy.break_at = "after"
    with pytest.raises(Refusal) as raised:
        await proxied.store.create_game(game)
    assert raised.value.code == "internal"
    assert await store.info(game.id) == game
