"""A server whose pool has one connection: slower, but nobody waits for a second one while holding the first.

Everything that is asked here is asked by many at once; a request that held the connection while it waited
for another would stop all of them until the pool gives up, and be answered 503.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from engine import GAMES
from tests.app.playing import PAIR, Person, board, guest, moves
from tests.databases import Fresh
from tests.serving import PATIENCE, UNLIMITED, Server, serving

ALONE = next(game.id for game in GAMES.values() if len(game.seats) == 1)
PEOPLE = 6
TIMES = 3  # that everybody asks for everything, at once


@pytest.fixture(scope="module")
def narrow(fresh: Fresh, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("narrow")
    with fresh() as url, serving(url, folder, **UNLIMITED, pool=1) as running:
        yield running


@pytest_asyncio.fixture
async def http(narrow: Server) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=narrow.url, timeout=PATIENCE) as client:
        yield client


async def solitaire(person: Person, **asked: object) -> str:
    """Makes a solitaire, plays a move and gives up."""
    made = await person.make(rules=ALONE, **asked)
    game: str = made["id"]
    await person.post(f"/api/games/{game}/moves", {"ply": 0, "move": made["state"]["legal"][0][0]})
    ended = await person.post(f"/api/games/{game}/resign")
    assert ended.status_code == 200, ended.text
    return game


async def test_whoever_reads_and_writes_at_once_is_answered(http: httpx.AsyncClient) -> None:
    people = await asyncio.gather(*(guest(http) for _ in range(PEOPLE)))
    games = await asyncio.gather(*(solitaire(person) for person in people))
    played = await board(http, *moves()[:2])
    daily = (await people[0].make(rules=ALONE, deal="daily"))["id"]
    paths = [
        "/ready",
        "/api/me",
        f"/api/people/{people[0].name}",
        "/api/games",
        "/api/games?status=open",
        f"/api/games?player={people[0].id}",
        f"/api/games/{played.id}",
        f"/api/games/{games[0]}/frames/1",
        f"/api/games/{games[0]}/log",
        f"/api/games/{games[0]}/check",
        f"/api/games/{daily}",
        f"/api/leaderboards/{ALONE}",
        f"/api/leaderboards/{ALONE}?period=day&class=clean",
        f"/api/leaderboards/{PAIR.id}",
        f"/api/statistics/{ALONE}",
        f"/api/statistics/{ALONE}?player={people[0].id}",
        "/api/daily",
        "/api/daily/calendar?month=2026-11",
    ]
    answers = await asyncio.gather(
        *(person.get(path) for person in people for path in paths for _ in range(TIMES))
    )
    assert {(str(answer.url), answer.status_code) for answer in answers if answer.status_code != 200} == set()


async def test_games_for_two_are_made_joined_and_played_at_once(http: httpx.AsyncClient) -> None:
    async with AsyncExitStack() as stack:
        lobbies = [await stack.enter_async_context(Person(http).socket("/ws/lobby")) for _ in range(PEOPLE)]
        boards = await asyncio.gather(*(board(http, *moves()) for _ in range(PEOPLE)))
        for lobby in lobbies:
            await lobby.expect("lobby")
    for played in boards:
        state = await played.people[0].state(played.id)
        assert state["over"] is not None
        assert len(state["told"]) == len(moves())
