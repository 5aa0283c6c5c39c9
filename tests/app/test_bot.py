"""The example bot of the documentation works as published."""

from __future__ import annotations

import asyncio
import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine import GAMES, Entry, Match
from tests.app.http_players import Person, guest
from tests.app.in_process import LocalServer, serving_here
from tests.app.two_processes import eventually
from tests.serving import PATIENCE

BOT = Path(__file__).parents[2] / "docs" / "bot.py"


def _bot() -> Any:
    """Return the bot as a module."""
    spec = importlib.util.spec_from_file_location("bot", BOT)
    assert spec
    assert spec.loader
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    return bot


bot = _bot()
choose: Callable[[dict[str, Any]], dict[str, Any] | None] = bot.choose


def _state(match: Match, seat: int) -> dict[str, Any]:
    """Return the part of a state that the bot reads."""
    to_move = seat == match.turn
    return {
        "rules": match.game.id,
        "version": match.game.version,
        "ply": match.ply,
        "turn": match.turn,
        "seat": seat,
        "legal": [(move, move) for move in match.legal] if to_move else [],
        "view": match.view(seat),
    }


def test_the_bot_plays_every_game_by_its_rules() -> None:
    for game in GAMES.values():
        match = Match.start(game, 7)
        while match.turn is not None and match.ply < 40:
            seat = match.turn
            assert choose(_state(match, 1 - seat)) is None, game.id
            message = choose(_state(match, seat))
            assert message, game.id
            act, text = message["t"], message.get("move", "")
            assert (act == "resign") == (not match.legal), game.id
            match = match.then(Entry(match.ply, seat, act, text, 0))


def test_the_bot_finds_moves_too_many_to_list_in_what_it_sees() -> None:
    """Among random games at least one such move is made."""
    games = [game for game in GAMES.values() if game.allows]
    assert games
    for game in games:
        found = 0
        for deal in range(30):
            match = Match.start(game, deal)
            while match.turn is not None and match.ply < 40 and not found:
                message = choose(_state(match, 0)) or {}
                found += message.get("move") not in (None, *match.legal)
                match = match.then(Entry(match.ply, 0, message["t"], message.get("move", ""), 0))
        assert found, game.id


async def _start_bot(*words: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(sys.executable, str(BOT), *words, stdout=pipe, stderr=pipe)


@pytest.mark.slow
async def test_a_bot_that_follows_the_stream_plays_a_challenge_to_its_end(server: LocalServer) -> None:
    bot = await _start_bot("--stream", server.url)
    assert bot.stdout
    try:
        name = (await asyncio.wait_for(bot.stdout.readline(), 20)).decode().partition(" waits")[0]
        async with httpx.AsyncClient(base_url=server.url) as http:
            person = await guest(http)
            game = (await person.create_game(to=name, seat=0))["id"]
            async with person.game_socket(game) as socket:
                while (state := await socket.expect("state"))["over"] is None:
                    if message := choose(state):
                        await socket.send(**message)
        over = (await asyncio.wait_for(bot.stdout.readline(), 20)).decode()
        assert over == f"over: {state['over']}\n"
    finally:
        bot.terminate()
        await bot.wait()


@pytest.mark.slow
async def test_two_bots_of_the_documentation_play_a_game_to_its_end(server: LocalServer) -> None:
    first = await _start_bot(server.url, "three_musketeers")
    assert first.stdout
    waiting = (await asyncio.wait_for(first.stdout.readline(), PATIENCE)).decode()
    found = re.search(r"waits at .*/g/(\w+)", waiting)
    assert found, waiting
    second = await _start_bot(server.url, "three_musketeers", found[1])
    for bot in (first, second):
        out, err = await asyncio.wait_for(bot.communicate(), PATIENCE)
        assert bot.returncode == 0, err.decode()
        assert b"over:" in out
        assert b"refused" not in out
    async with httpx.AsyncClient(base_url=server.url) as http:
        check = (await http.get(f"/api/games/{found[1]}/check")).json()
    assert check["agrees"]
    assert check["outcome"]["winner"] in (0, 1)


@pytest.mark.slow
async def test_the_bot_waits_where_it_is_refused_for_its_speed(database_url: str) -> None:
    async with (
        serving_here(database_url, limit_messages=20) as url,
        httpx.AsyncClient(base_url=url) as http,
    ):
        bot = await _start_bot(url, "four_horsemen")
        assert bot.stdout
        try:
            waiting = await asyncio.wait_for(bot.stdout.readline(), PATIENCE)
            game = waiting.decode().strip().rpartition("/")[2]
            refused = await asyncio.wait_for(bot.stdout.readline(), PATIENCE)
            assert refused.startswith(b"refused: too_many")
            ply = (await Person(http).state(game))["ply"]

            async def goes_on() -> bool:
                return bool((await Person(http).state(game))["ply"] > ply)

            await eventually(goes_on)
        finally:
            bot.terminate()
            await bot.wait()
