"""The session registry: a session stays loaded for some time after its last use, then is evicted."""

from __future__ import annotations

import asyncio

import pytest

from app.serving import open_server
from app.settings import Settings
from tests.app.db.statements import counted_statements
from tests.app.games.test_long_logs import SessionViewer
from tests.app.stored_games import new_game
from tests.app.two_processes import eventually


async def test_a_game_that_is_asked_for_now_and_then_is_loaded_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.games.registry.IDLE_TIMEOUT", 0.5)
    async with open_server(Settings(database_url=database_url)) as services:
        game, sessions = (await new_game(services.games.store)).id, set()
        with counted_statements(services.games.store.engine) as statements:
            for _ in range(8):
                async with services.games.sessions.open(game) as session:
                    sessions.add(session)
                await asyncio.sleep(0.2)
        assert len(sessions) == 1
        assert len([sql for sql, _ in statements if "FROM entries" in sql]) == 1

        async def evicted() -> bool:
            return services.games.sessions.peek(game) is None

        await eventually(evicted)
        assert services.games.sessions._timer is None, "no timer is left"
        async with services.games.sessions.open(game) as session:
            assert session not in sessions


async def test_each_idle_session_stays_for_its_own_time(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One timer serves them all; it goes on from a session that was used again to the next one."""
    monkeypatch.setattr("app.games.registry.IDLE_TIMEOUT", 0.6)
    async with open_server(Settings(database_url=database_url)) as services:
        sessions = services.games.sessions
        used_again, idle, later = [(await new_game(services.games.store)).id for _ in range(3)]
        for game in (used_again, idle):
            async with sessions.open(game):
                pass
        await asyncio.sleep(0.3)
        async with sessions.open(later):
            pass
        async with sessions.open(used_again):

            async def first_evicted() -> bool:
                return sessions.peek(idle) is None

            await eventually(first_evicted)
            assert set(sessions.loaded()) == {used_again, later}

            async def second_evicted() -> bool:
                return sessions.peek(later) is None

            await eventually(second_evicted)
            assert set(sessions.loaded()) == {used_again}


async def test_a_process_that_is_alone_collects_no_presence_for_others(database_url: str) -> None:
    """Nobody would remove it, and it would grow with every viewed game."""
    async with open_server(Settings(database_url=database_url)) as services:
        game = await new_game(services.games.store)
        async with services.games.sessions.open(game.id) as session:
            viewer = SessionViewer()
            session.audience.enter(viewer)
            session.audience.leave(viewer)
        assert services.games.sessions.presence_games == set()
