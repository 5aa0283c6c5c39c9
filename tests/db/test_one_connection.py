"""A server with a pool of one connection: no request holds one connection while it waits for another.

All requests here are concurrent. A request that held the connection while waiting for a second one would
block all others until the pool times out and they are answered 503.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx
import pytest
import pytest_asyncio

from engine import GAMES
from tests.app.http_players import PAIR, Person, guest, moves, new_board
from tests.app.in_process import serving_here
from tests.serving import PATIENCE, UNLIMITED

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

SOLITAIRE = next(game.id for game in GAMES.values() if len(game.seats) == 1)
PLAYERS = 4
REPEATS = 2  # of every path by every player, concurrently
# Requests wait for the connection for longer than all of them take on a busy machine.
LONG_WAITS = {**UNLIMITED, "pool": 1, "pool_timeout": PATIENCE / 2}


@pytest_asyncio.fixture
async def http(postgres_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with (
        serving_here(postgres_url, **LONG_WAITS) as url,
        httpx.AsyncClient(base_url=url, timeout=PATIENCE) as client,
    ):
        yield client


async def solitaire(person: Person, **asked: object) -> str:
    """Create a solitaire, play a move and resign; return its id."""
    made = await person.create_game(rules=SOLITAIRE, **asked)
    game: str = made["id"]
    await person.post(f"/api/games/{game}/moves", {"ply": 0, "move": made["state"]["legal"][0][0]})
    ended = await person.post(f"/api/games/{game}/resign")
    assert ended.status_code == 200, ended.text
    return game


async def test_concurrent_reads_and_games_are_all_answered(http: httpx.AsyncClient) -> None:
    players = await asyncio.gather(*(guest(http) for _ in range(PLAYERS)))
    games = await asyncio.gather(*(solitaire(player) for player in players))
    played = await new_board(http, *moves()[:2])
    daily = (await players[0].create_game(rules=SOLITAIRE, deal="daily"))["id"]
    paths = [
        "/ready",
        "/api/me",
        f"/api/people/{players[0].name}",
        "/api/games",
        "/api/games?status=open",
        f"/api/games?player={players[0].id}",
        f"/api/games/{played.id}",
        f"/api/games/{games[0]}/frames/1",
        f"/api/games/{games[0]}/log",
        f"/api/games/{games[0]}/check",
        f"/api/games/{daily}",
        f"/api/leaderboards/{SOLITAIRE}",
        f"/api/leaderboards/{SOLITAIRE}?period=day&class=clean",
        f"/api/leaderboards/{PAIR.id}",
        f"/api/statistics/{SOLITAIRE}",
        f"/api/statistics/{SOLITAIRE}?player={players[0].id}",
        "/api/daily",
        "/api/daily/calendar?month=2026-11",
    ]
    async with AsyncExitStack() as stack:
        lobbies = [await stack.enter_async_context(Person(http).socket("/ws/lobby")) for _ in range(PLAYERS)]
        boards = [asyncio.create_task(new_board(http, *moves())) for _ in range(PLAYERS)]
        answers = await asyncio.gather(
            *(player.get(path) for player in players for path in paths for _ in range(REPEATS))
        )
        for board in await asyncio.gather(*boards):
            assert (await board.people[0].state(board.id))["over"] is not None
        for lobby in lobbies:
            await lobby.expect("lobby")
    failed = {(answer.url.path, answer.status_code) for answer in answers if answer.status_code != 200}
    assert failed <= {("/ready", 503)}, "it may not wait as long as the others"
