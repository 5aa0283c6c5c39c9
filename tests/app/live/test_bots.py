"""Bots of games whose process dies, and at games that no process has loaded."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from app.clock import now
from app.db.engine import create_engine
from app.db.games.bots import BotStore
from app.db.games.search_results import SearchResultStore
from app.db.games.store import GameStore
from app.db.notices import Bus
from app.db.schema import days
from app.db.writer import Writer
from app.domain.best import day_before
from app.domain.game_info import GameInfo, Player
from app.domain.names import new_id
from app.jobs.bot_watch import OVERDUE_AFTER_MS, BotWatch
from app.live.registry import SessionRegistry
from app.settings import Settings
from engine import GAMES
from engine.daily import has_daily_deal
from tests.app.http_players import PAIR, guest
from tests.app.workers.analyst import search_as_in_tests
from tests.databases import migrated
from tests.serving import PATIENCE, UNLIMITED, command, serving


@pytest.mark.slow
async def test_a_game_goes_on_when_the_process_is_killed_while_the_bot_thinks(tmp_path: Path) -> None:
    how: dict[str, Any] = {"prepare": search_as_in_tests, "data": tmp_path, **UNLIMITED}
    wait = tmp_path / "wait"
    with migrated("sqlite", tmp_path) as make, make() as url:
        wait.touch()
        with serving(url, tmp_path, **how) as first:
            async with httpx.AsyncClient(base_url=first.url, timeout=PATIENCE) as http:
                person = await guest(http)
                game = (await person.create_game(bot={"level": 1}, seat=1))["id"]
                await _until_searching(http)
            first.send(signal.SIGKILL)
            first.wait()
        wait.unlink()
        with serving(url, tmp_path, **how) as second:
            async with httpx.AsyncClient(base_url=second.url, timeout=PATIENCE) as http:
                person.http = http
                async with person.game_socket(game) as socket:
                    state = await socket.state(1)
    assert (state["turn"], len(state["told"])) == (1, 1)


async def _until_searching(http: httpx.AsyncClient) -> None:
    for _ in range(int(PATIENCE / 0.05)):
        if "richelieu_searches_running 1.0" in (await http.get("/metrics")).text:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("no search ran")


@pytest.mark.slow
async def test_a_server_that_is_stopped_while_the_bot_thinks_ends_in_time(tmp_path: Path) -> None:
    how: dict[str, Any] = {"prepare": search_as_in_tests, "data": tmp_path, **UNLIMITED}
    (tmp_path / "wait").touch()
    with (
        migrated("sqlite", tmp_path) as make,
        make() as url,
        serving(url, tmp_path, **how) as server,
    ):
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            await (await guest(http)).create_game(bot={"level": 1}, seat=1)
            await _until_searching(http)
        server.send(signal.SIGTERM)
        assert await asyncio.to_thread(server.wait, 10) == -signal.SIGTERM


async def test_a_bot_that_has_not_moved_is_found_and_its_game_loaded(
    engine: AsyncEngine, store: GameStore
) -> None:
    bots = BotStore(engine)
    bot = await bots.player(1, now())
    assert await bots.player(1, now()) == bot
    info = stored_game(bot)
    await store.create_game(info)
    assert await bots.waiting(info.created, 10) == []
    assert await bots.waiting(info.created + 1, 10) == [info.id]
    sessions = SessionRegistry(store, Writer(engine, Bus()), Bus())
    watch = BotWatch(bots, sessions)
    assert await watch.look(info.created) == 0
    assert await watch.look(info.created + OVERDUE_AFTER_MS + 1) == 1
    assert sessions.has(info.id)
    assert await watch.look(info.created + OVERDUE_AFTER_MS + 1) == 0


async def test_a_line_values_and_best_scores_are_stored(engine: AsyncEngine, store: GameStore) -> None:
    results = SearchResultStore(engine)
    info = stored_game(await BotStore(engine).player(2, now()))
    await store.create_game(info)
    assert await results.hint_line(info.id) is None
    for line in (("here", ("a", "b")), ("there", ("b",))):
        await results.keep_line(info.id, line)
        assert await results.hint_line(info.id) == line
    await results.store_evaluations(info.id, {1: "one", 2: "two"}, 100)
    await results.store_evaluations(info.id, {2: "other", 9: "nine"}, 101)
    await results.store_evaluations("nothing", {1: "lost"}, 101)
    assert await results.evaluations(info.id, 1, 5) == {1: ("one", 100), 2: ("two", 100)}
    await results.store_evaluations(info.id, {1: "more", 9: "less"}, 102, since=101)
    assert await results.evaluations(info.id, 1, 9) == {1: ("more", 102), 2: ("two", 100), 9: ("nine", 101)}
    for score in ((3, 1), (4, 0)):
        await results.store_best_score("2026-01-01", PAIR.id, score)
        assert await results.best_scores("2026-01-01") == {PAIR.id: score}


def stored_game(bot: Player) -> GameInfo:
    """Return a game in which the bot is to move first."""
    created = now()
    return GameInfo(
        id=new_id(),
        game=PAIR,
        deal=None,
        chosen=False,
        position=None,
        free=False,
        public=True,
        creator=bot.id,
        created=created,
        started=created,
        players=(bot, bot),
    )


@pytest.mark.slow
async def test_the_best_scores_of_a_day_are_told_when_it_is_over(tmp_path: Path) -> None:
    how: dict[str, Any] = {"prepare": search_as_in_tests, "data": tmp_path, **UNLIMITED}
    with migrated("sqlite", tmp_path) as make, make() as url, serving(url, tmp_path, **how) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            today = (await http.get("/api/daily")).json()
            assert today["best"] == {}
            engine = create_engine(Settings(database_url=url).url)
            yesterday = day_before(today["today"])
            async with engine.execution_options(writes=True).begin() as connection:
                await connection.execute(insert(days).values(date=yesterday, secret=b"1" * 32))
            await engine.dispose()
            words: dict[str, Any] = {"prepare": search_as_in_tests, "database_url": url, "data": tmp_path}
            early = await asyncio.to_thread(command, "solve-daily", "--date", today["today"], **words)
            assert (early.returncode, early.stderr) == (
                1,
                f"solve-daily: {today['today']} is not a past day with deals\n",
            )
            done = await asyncio.to_thread(command, "solve-daily", **words)
            assert done.returncode == 0, done.stderr
            day = (await http.get("/api/daily", params={"date": yesterday})).json()
            assert (await http.get("/api/daily")).json()["best"] == {}
    known = [game for game in GAMES.values() if has_daily_deal(game) and not game.hides]
    assert set(day["best"]) == {game.id for game in known}
    for game in known:
        state = game.start(day["deals"][game.id])
        assert day["best"][game.id] == [number + 100 for number in game.score(state)]
