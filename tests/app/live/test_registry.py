"""The session registry: a session stays loaded for some time after its last use, and is evicted then."""

from __future__ import annotations

import asyncio

import pytest

from app.services import open_services
from app.settings import Settings
from tests.app.db.statements import counted_statements
from tests.app.stored_games import new_game
from tests.app.two_processes import eventually


async def test_a_game_that_is_asked_for_now_and_then_is_loaded_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.live.registry.LINGER", 0.5)
    async with open_services(Settings(database_url=database_url)) as services:
        game, sessions = (await new_game(services.store)).id, set()
        with counted_statements(services.store.engine) as statements:
            for _ in range(8):
                async with services.sessions.open(game) as session:
                    sessions.add(session)
                await asyncio.sleep(0.2)
        assert len(sessions) == 1
        assert len([sql for sql, _ in statements if "FROM entries" in sql]) == 1

        async def evicted() -> bool:
            return services.sessions.peek(game) is None

        await eventually(evicted)
        assert not services.sessions._idle, "no timer is left"
        async with services.sessions.open(game) as session:
            assert session not in sessions
