"""The session registry, on simulated time: a session stays loaded for some time after its last use."""

from __future__ import annotations

import asyncio

from app.games.registry import SessionRegistry
from app.model.game_info import Player
from app.serving import open_server
from app.settings import Settings
from tests.app.stored_games import info, new_game
from tests.games.simulation_loop import run
from tests.games.simulation_services import SimulatedDatabase, quiet_process
from tests.games.viewers import SessionViewer


def process() -> tuple[SimulatedDatabase, SessionRegistry]:
    """Return a process, and a database that has one game under every id."""
    return quiet_process(info(Player("white", "White"), Player("black", "Black"), id="game"))


async def use(sessions: SessionRegistry, *games: str) -> None:
    for game in games:
        async with sessions.open(game):
            pass


def test_a_game_that_is_asked_for_now_and_then_is_loaded_once_and_anew_when_it_was_evicted() -> None:
    async def story() -> None:
        database, sessions = process()
        for _ in range(8):
            await use(sessions, "game")
            await asyncio.sleep(29)
        assert database.reads == 1
        await asyncio.sleep(2)
        assert sessions.peek("game") is None
        await use(sessions, "game")
        assert database.reads == 2

    run(story())


def test_each_idle_session_stays_for_its_own_time() -> None:
    """One timer serves them all; it goes on from a session that was used again to the next one."""

    async def story() -> None:
        _, sessions = process()
        await use(sessions, "first", "second")
        await asyncio.sleep(15)
        await use(sessions, "third")
        async with sessions.open("first"):
            await asyncio.sleep(16)
            assert set(sessions.loaded()) == {"first", "third"}
            await asyncio.sleep(15)
            assert set(sessions.loaded()) == {"first"}

    run(story())


def test_concurrent_opens_load_a_game_once() -> None:
    async def story() -> None:
        database, sessions = process()
        await asyncio.gather(*(use(sessions, "game") for _ in range(20)))
        assert database.reads == 1

    run(story())


async def test_a_process_that_is_alone_collects_no_presence_for_others(database_url: str) -> None:
    """Nobody would remove it, and it would grow with every viewed game."""
    async with open_server(Settings(database_url=database_url)) as services:
        game = await new_game(services.games.store)
        async with services.games.sessions.open(game.id) as session:
            viewer = SessionViewer()
            session.audience.enter(viewer)
            session.audience.leave(viewer)
        assert services.games.sessions.presence_games == set()
