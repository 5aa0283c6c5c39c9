"""Flags: expired time is decided once, whichever process has the game loaded; the latency allowance; time
while no process was up."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.db.clock import now
from app.db.engine import write_transaction
from app.db.key_values import read_value, write_value
from app.db.schema import ALIVE_KEY
from app.games import acts
from app.games.clock_store import ClockStore
from app.games.game_clock import MAX_ALLOWANCE
from app.games.new_entry import NewEntry
from app.games.store import GameStore
from app.games.timekeeper import QUERY_DELAY_MS, Timekeeper
from app.games.writer import Writer
from app.model.game_info import GameInfo
from app.ops.verify import differences
from app.serving import open_server
from app.settings import Settings
from app.wiring import Services
from engine import Daily, Entry, Timed
from tests.app.http_players import moves
from tests.app.stored_games import new_game, new_player, running

MOVES = moves()
TEN_SECONDS = Timed(10)


async def begun_games(
    store: GameStore, count: int, began: int, control: Timed | Daily = TEN_SECONDS
) -> list[GameInfo]:
    """Games with a clock in which each seat has moved, the second one at `began`."""
    people = await new_player(store), await new_player(store)
    made = [await new_game(store, *people, control=control) for _ in range(count)]
    async with running(Writer(store.engine, Bus())) as writer:
        for ply in range(2):
            new = []
            for game in made:
                match = game.match()
                for earlier in range(ply + 1):
                    entry = Entry(earlier, match.turn, "move", MOVES[earlier], began - 1000 * (1 - earlier))
                    match = match.then(entry)
                new.append(NewEntry.of(game, match))
            assert all(await asyncio.gather(*map(writer.write, new)))
    return made


async def last_acts(store: GameStore, game: GameInfo) -> list[str]:
    return [entry.act for entry in await store.log(game.id, 2)]


async def test_the_query_leaves_games_alone_that_have_time_left(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A query that a task of the server has just sent is not late at the moments ahead that are asked about.
    monkeypatch.setattr(services.games.stalls, "is_late", lambda _: False)
    at = now()
    (slow,) = await begun_games(services.games.store, 1, at, Daily(2))
    (fast,) = await begun_games(services.games.store, 1, at)
    timekeeper = Timekeeper(ClockStore(services.games.store.engine, Bus()), services.games.sessions)
    due = at + 10_000 + MAX_ALLOWANCE + QUERY_DELAY_MS
    assert await timekeeper.round(due - 1) == 0
    assert await timekeeper.round(due + 1) == 1
    assert await timekeeper.round(at + 2 * 86_400_000) == 0
    assert await timekeeper.round(at + 2 * 86_400_000 + MAX_ALLOWANCE + QUERY_DELAY_MS + 1) == 1
    assert [await last_acts(services.games.store, game) for game in (slow, fast)] == [["flag"], ["flag"]]


# The allowance for latency


async def test_a_move_that_comes_too_late_is_refused_and_one_within_the_allowance_is_taken(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = now()
    late, saved = await begun_games(services.games.store, 2, began)
    monkeypatch.setattr(services.games.stalls, "look", lambda: None)  # the jump of the clock is no stall
    monkeypatch.setattr("app.db.clock.now", lambda: began + 10_100)
    for game, latency, why in ((late, 0.0, "too_late"), (saved, 0.45, None)):
        async with services.games.sessions.open(game.id) as session:
            player = game.players[game.match().turn or 0]
            assert player
            done = session.submit(player, acts.Move(2, MOVES[2]), latency)
            await asyncio.wait([done])
            error = done.exception()
            assert (error.detail["rule"] if isinstance(error, Refusal) else None) == why


# Time during which no process was up


async def alive(engine: AsyncEngine) -> int:
    async with engine.connect() as connection:
        return int(await read_value(connection, ALIVE_KEY) or 0)


async def set_alive(engine: AsyncEngine, at: int) -> None:
    """Set the time at which a process was last up."""
    async with write_transaction(engine) as connection:
        await write_value(connection, ALIVE_KEY, str(at))


async def test_time_without_a_process_is_charged_to_nobody_but_only_since_the_last_entry(
    engine: AsyncEngine, store: GameStore
) -> None:
    began = now() - 60_000
    clocks = ClockStore(engine, Bus())
    await clocks.note_alive(began + 2000)
    (slow,) = await begun_games(store, 1, began, Daily(1))
    (fast,) = await begun_games(store, 1, began, Timed(10))
    (later,) = await begun_games(store, 1, began + 10_000, Timed(10))
    unbegun, plain = await new_game(store, control=Timed(10)), await new_game(store)
    assert await clocks.write_pauses(began + 50_000) == 3
    assert await alive(engine) == began + 50_000
    for game, deadline, pause in (
        (slow, began + 86_400_000, 48_000),
        (fast, began + 10_000, 48_000),
        (later, began + 20_000, 40_000),
    ):
        log = await store.log(game.id)
        assert (log[2].seat, log[2].act, log[2].text) == (None, "pause", str(pause))
        assert log[2].at == began + 50_000
        match = game.replay(log)
        assert match.deadline == deadline + pause
        assert (await store.stored_game(game.id)).fold.deadline == match.deadline
    assert await store.log(unbegun.id) == await store.log(plain.id) == []
    assert await clocks.write_pauses(began + 50_050) == 0, "somebody was up just now"
    assert [found async for found in differences(store)] == []


@pytest.mark.postgres
async def test_a_process_that_starts_beside_another_writes_no_pause(
    postgres_url: str, postgres_engine: AsyncEngine, redis_url: str
) -> None:
    store, settings = GameStore(postgres_engine), Settings(database_url=postgres_url, redis_url=redis_url)
    async with open_server(settings):
        await begun_games(store, 1, now(), Timed(100))
        await set_alive(postgres_engine, now() - 50_000)
        async with open_server(settings):
            pass
    async with postgres_engine.connect() as connection:
        query = text("select count(*) from entries where act = 'pause'")
        assert await connection.scalar(query) == 0


async def test_a_server_that_starts_after_all_were_down_writes_how_long(
    engine: AsyncEngine, store: GameStore, database_url: str
) -> None:
    began, settings = now() - 60_000, Settings(database_url=database_url)
    async with open_server(settings):
        (game,) = await begun_games(store, 1, began, Timed(100))
        assert await alive(engine) > began
    await set_alive(engine, began + 2000)
    async with open_server(settings):
        pass
    assert await last_acts(store, game) == ["pause"]
    assert 58_000 <= int((await store.log(game.id, 2))[0].text) <= now() - began - 2000
