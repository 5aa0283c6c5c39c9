"""Bots at games that no process has loaded, and whose workers cannot start."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from errno import ENOSPC
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.analysis.bot_store import BotStore
from app.analysis.bots import OVERDUE_AFTER_MS, BotWatch
from app.analysis.workers import worker
from app.analysis.workers.process import work
from app.bus.notices import Bus
from app.core.errors import TryAgain
from app.db.clock import now
from app.games.registry import SessionRegistry
from app.games.store import GameStore
from app.games.writer import Writer
from app.http.requester import Requester
from app.model.game_info import GameInfo, Player
from app.serving import open_server
from app.settings import Settings
from app.site.health import ready
from app.wiring import Services
from tests.app.stored_games import info, new_player
from tests.serving import PATIENCE


@pytest.mark.slow
async def test_a_server_whose_workers_cannot_start_says_so_until_they_can_and_its_bots_move(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "work", work_unless_full)
    (tmp_path / "full").touch()
    async with open_server(Settings(database_url=database_url, data=tmp_path)) as services:
        game = stored_game(await services.analysis.bots.player(1, now()))
        await services.games.store.create_game(game)
        async with services.games.sessions.open(game.id) as session, asyncio.timeout(PATIENCE):
            moved = asyncio.Event()
            session.on_change.append(moved.set)
            await _until_ready(services, False)
            (tmp_path / "full").unlink()
            await _until_ready(services, True)
            await moved.wait()


def work_unless_full(pipe: Connection, data: Path, nice: int) -> None:
    """Be a worker process that ends at its start while there is a file `full`."""
    if (data.parent / "full").exists():
        raise OSError(ENOSPC, "No space left on device")
    work(pipe, data, nice)


async def _until_ready(services: Services, wanted: bool) -> None:
    while True:
        try:
            is_ready = (await ready(services.site)).ok
        except TryAgain:
            is_ready = False
        if is_ready == wanted:
            return
        await asyncio.sleep(0.01)


async def test_a_bot_that_has_not_moved_is_found_and_its_game_loaded(
    engine: AsyncEngine, store: GameStore
) -> None:
    bots = BotStore(engine)
    bot = await bots.player(1, now())
    assert await bots.player(1, now()) == bot
    game = stored_game(bot)
    await store.create_game(game)
    assert await bots.waiting(game.created, 10) == []
    assert await bots.waiting(game.created + 1, 10) == [game.id]
    sessions = SessionRegistry(store, Writer(engine, Bus()), Bus())
    watch = BotWatch(bots, sessions)
    assert await watch.look(game.created) == 0
    assert await watch.look(game.created + OVERDUE_AFTER_MS + 1) == 1
    assert sessions.has(game.id)
    assert await watch.look(game.created + OVERDUE_AFTER_MS + 1) == 0


async def test_the_moves_of_a_bot_are_charged_to_the_person_behind_its_opponent(
    database_url: str, tmp_path: Path
) -> None:
    async with open_server(Settings(database_url=database_url, data=tmp_path)) as services:
        bot, person = await services.analysis.bots.player(1, now()), await new_player(services.games.store)
        game = replace(stored_game(bot), players=(bot, person))
        await services.games.store.create_game(game)
        services.people.persons.note(Requester.of(person, "203.0.113.7"))
        async with services.games.sessions.open(game.id) as session, asyncio.timeout(PATIENCE):
            moved = asyncio.Event()
            session.on_change.append(moved.set)
            await moved.wait()
        assert services.analysis.pool._turns.used(Requester.of(None, "203.0.113.7").person) > 0
        account = replace(person, account=True)
        assert services.people.persons.of(account) == Requester.of(account, "203.0.113.7").person


def stored_game(bot: Player) -> GameInfo:
    """Return a game in which the bot is to move first."""
    created = now()
    return info(bot, bot, free=False, created=created, started=created)
