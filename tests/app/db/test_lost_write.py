"""The connection is lost while a guest, a game or a seat is being committed: whoever is told to try again had
nothing applied, so it is found out first what became of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import asyncpg
import pytest
import pytest_asyncio
from sqlalchemy import text

from app.db.engine import create_engine
from app.db.games import GameStore
from app.db.players import PlayerStore
from app.db.writer import Writer
from app.domain.game_info import GameInfo
from app.domain.notices import Bus
from app.errors import Refusal
from app.live.registry import SessionRegistry
from app.live.state import state_for
from app.messages.games import Presence
from app.settings import Settings
from engine import GAMES
from tests.app.neighbourhood import eventually
from tests.app.wires import Wire, laid
from tests.app.written import HOUR, info, new_game, new_player

pytestmark = pytest.mark.postgres

WHENS = ("before", "after")
ALONE = next(game for game in GAMES.values() if len(game.seats) == 1 and not game.hides)


@pytest_asyncio.fixture
async def store(postgres_url: str) -> AsyncIterator[GameStore]:
    """One that no wire is in front of."""
    engine = create_engine(Settings(database_url=postgres_url).url)
    yield GameStore(engine)
    await engine.dispose()


@dataclass(frozen=True, slots=True)
class Far:
    """A store at the other end of a wire."""

    store: GameStore
    wire: Wire

    def sessions(self) -> SessionRegistry:
        return SessionRegistry(self.store, Writer(self.store.engine, Bus()), Bus())


@pytest_asyncio.fixture
async def far(postgres_url: str) -> AsyncIterator[Far]:
    async with laid(postgres_url) as (wire, url):
        engine = create_engine(Settings(database_url=url).url)
        yield Far(GameStore(engine), wire)
        wire.mended.set()
        await engine.dispose()


async def cut(far: Far, task: asyncio.Task[Any]) -> None:
    """Waits until the wire is cut, and mends it."""
    await far.wire.was_cut.wait()
    assert not task.done()
    far.wire.mended.set()


@pytest.mark.parametrize("when", WHENS)
async def test_a_game_whose_commit_was_cut_is_made_once(store: GameStore, far: Far, when: str) -> None:
    game = info(await new_player(store), None)
    far.wire.cut = when
    made = asyncio.create_task(far.store.create_game(game))
    await cut(far, made)
    await made
    assert await store.info(game.id) == game


@pytest.mark.parametrize("daily", [None, "2026-11-21"])
@pytest.mark.parametrize("when", WHENS)
async def test_a_solitaire_whose_commit_was_cut_is_a_first_attempt_still(
    store: GameStore, far: Far, when: str, daily: str | None
) -> None:
    game = info(await new_player(store), game=ALONE, deal=7, daily=daily, free=False)
    far.wire.cut = when
    made = asyncio.create_task(far.store.create_game(game))
    await cut(far, made)
    assert await made == game.id
    assert await store.info(game.id) == game
    again = info(*game.players, game=ALONE, deal=7, free=False)
    assert await store.create_game(again) == again.id
    found = await store.info(again.id)
    assert found is not None
    assert not found.first


@pytest.mark.parametrize("when", WHENS)
async def test_a_seat_whose_commit_was_cut_is_taken_once(store: GameStore, far: Far, when: str) -> None:
    first, second = await new_player(store), await new_player(store)
    game = await new_game(store, first, None)
    async with far.sessions().open(game.id) as session:
        far.wire.cut = when
        joined = asyncio.create_task(session.join(second, None))
        await cut(far, joined)
        assert await joined == 1
        assert session.info == await store.info(game.id)
        assert session.info.players == (first, second)


@pytest.mark.parametrize("when", WHENS)
async def test_a_seat_that_another_took_after_the_cut_is_his(store: GameStore, far: Far, when: str) -> None:
    first, second, third = [await new_player(store) for _ in range(3)]
    game = await new_game(store, first, None)
    far.wire.cut = when
    joined = asyncio.create_task(far.store.join(game.id, second, None, HOUR))
    await far.wire.was_cut.wait()
    other = await store.join(game.id, third, None, HOUR)
    far.wire.mended.set()
    found = await joined
    assert (found is None) is (other is not None) is (when == "before")
    assert await store.info(game.id) == (found or other)


@pytest.mark.parametrize("when", WHENS)
async def test_a_guest_whose_commit_was_cut_is_known_by_his_token(
    store: GameStore, far: Far, when: str
) -> None:
    far.wire.cut = when
    made = asyncio.create_task(PlayerStore(far.store.engine).create_guest(HOUR))
    await cut(far, made)
    player, token = await made
    assert await PlayerStore(store.engine).player_by_token(token) == player
    async with store.engine.connect() as connection:
        assert await connection.scalar(text("select count(*) from players")) == 1


SLOW = """
create function slow() returns trigger language plpgsql as
 $$ begin perform pg_advisory_xact_lock(7); return null; end $$;
create constraint trigger slow after insert on seats deferrable initially deferred
 for each row execute function slow()"""
WAITS = """select count(*) > 0 from pg_stat_activity where datname = current_database()
 and wait_event_type = 'Lock' and wait_event <> 'advisory'"""


@pytest.mark.parametrize("act", ["make", "join"])
async def test_a_commit_that_is_still_on_its_way_is_waited_for(
    postgres_url: str, store: GameStore, far: Far, act: str
) -> None:
    """The database has not yet done what it was told when it is asked again: it must not be said then that
    nothing was applied."""
    first, second = await new_player(store), await new_player(store)
    game = info(first, None) if act == "make" else await new_game(store, first, None)
    master = await asyncpg.connect(postgres_url)
    await master.execute(SLOW)
    await master.execute("select pg_advisory_lock(7)")

    async def write() -> GameInfo | None:
        if act == "join":
            return await far.store.join(game.id, second, None, HOUR)
        await far.store.create_game(game)
        return None

    far.wire.cut = "during"
    written = asyncio.create_task(write())
    await cut(far, written)
    await eventually(lambda: master.fetchval(WAITS))
    assert not written.done()
    await master.close()  # and with it goes the lock
    joined = await written
    assert await store.info(game.id) == (joined or game)
    assert (joined is not None) is (act == "join")


async def test_what_was_written_is_told_though_nothing_can_be_read_any_more(
    store: GameStore, far: Far
) -> None:
    first, second = await new_player(store), await new_player(store)
    game = await new_game(store, first, None)
    async with far.sessions().open(game.id) as session:
        far.wire.cut = "behind"
        assert await session.join(second, None) == 1
        assert far.wire.was_cut.is_set()
        assert session.state(second).seat == 1


async def test_a_game_that_was_made_is_shown_though_it_cannot_be_read(store: GameStore, far: Far) -> None:
    game = info(await new_player(store), None)
    far.wire.cut = "behind"
    assert await far.store.create_game(game) == game.id
    assert far.wire.was_cut.is_set()
    assert game.players[0]
    shown = far.sessions().initial_state(game, game.players[0])
    assert shown == state_for(game, game.match(), 0, Presence([False, False], 0))


async def test_who_cannot_wait_any_longer_is_not_told_that_nothing_was_applied(
    store: GameStore, far: Far, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.db.engine.UNCERTAIN_TIMEOUT", 0.2)
    game = info(await new_player(store), None)
    far.wire.cut = "after"
    with pytest.raises(Refusal) as told:
        await far.store.create_game(game)
    assert told.value.code == "internal"
    assert await store.info(game.id) == game
