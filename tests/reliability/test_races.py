"""Races between two processes: acts sent at the same moment from both sides leave all sockets equal."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from app.db.engine import create_engine
from app.games.store import GameStore
from app.ops.verify import differences
from app.settings import Settings
from tests.app.fixtures import RedisSettings
from tests.app.http_players import Board, Json, Person, Socket, moves
from tests.app.two_processes import http_clients, new_board_across, two_servers, with_client
from tests.serving import PATIENCE, UNLIMITED
from tests.soak import size

pytestmark = [pytest.mark.postgres, pytest.mark.soak, pytest.mark.slow]

ROUNDS = size(whole=500, ordinary=12)
LINE = moves()
CLOCKS = (None, {"base": 60, "increment": 0}, {"base": 3, "increment": 1})
Message = tuple[int, dict[str, Any]]  # by which of the sockets, and what


class Watched:
    """A socket and the last state that it was sent."""

    def __init__(self, socket: Socket) -> None:
        self.socket, self.state = socket, dict[str, Any]()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while True:
            frame = await self.socket.next()
            if frame["t"] == "state":
                self.state = frame


def acts(random: Random, ply: int) -> list[Message]:
    """Messages sent at the same moment. Sockets 0 and 1 are of the players, each at their process; 2 and 3 of
    the same players at the other one."""
    move = {"t": "move", "ply": ply, "move": LINE[ply]}
    other = {"t": "move", "ply": ply, "move": LINE[(ply + 2) % len(LINE)]}
    mover = ply % 2
    choices: list[list[Message]] = [
        [(mover, move), (mover + 2, move)],
        [(mover, move), (mover + 2, other)],
        [(mover, move), (1 - mover, {"t": "resign"})],
        [(0, {"t": "resign"}), (1, {"t": "resign"})],
        [
            (0, {"t": "offer", "ply": ply, "what": "takeback"}),
            (1, {"t": "offer", "ply": ply, "what": "takeback"}),
        ],
        [(mover, move), (1 - mover, {"t": "offer", "ply": ply, "what": "takeback"})],
        [(0, {"t": "abort"}), (1, {"t": "abort"})],
        [(mover, move), (1 - mover, {"t": "abort"})],
        [(mover, {"t": "claim", "what": "win"}), (mover + 2, move)],
        [(mover, {"t": "resign"}), (mover + 2, {"t": "resign"}), (mover, move)],
    ]
    return random.choice(choices)


async def play_round(random: Random, one: httpx.AsyncClient, two: httpx.AsyncClient) -> None:
    """Play a few moves and a race; compare the sockets and both processes when it has settled."""
    board = await new_board_across(one, two, clock=random.choice(CLOCKS))
    first, second = board.people
    async with AsyncExitStack() as stack:
        people = [first, second, with_client(first, two), with_client(second, one)]
        people += [Person(one), Person(two)]
        opened = [await stack.enter_async_context(person.game_socket(board.id)) for person in people]
        watched = [Watched(socket) for socket in opened]
        ply = random.randrange(4)
        await board.play(*LINE[:ply])
        for number, message in acts(random, ply):
            if random.random() < 0.5:
                await asyncio.sleep(random.uniform(0, 0.01))
            await opened[number].send_text(text(message))
        await settle(board, watched)
        for one_watched in watched:
            one_watched.reading.cancel()


def text(message: dict[str, Any]) -> str:
    return json.dumps(message)


async def settle(board: Board, watched: list[Watched]) -> None:
    """Wait until all sockets show the same, and stay so."""
    people = board.people
    async with asyncio.timeout(PATIENCE):
        while True:
            states = [await person.state(board.id) for person in people]
            shown = [common(state) for state in (*states, *(one.state for one in watched))]
            if all(one == shown[0] for one in shown):
                return
            await asyncio.sleep(0.05)


def common(state: Json) -> Json:
    """Return the fields that are equal for everybody and do not change with time alone."""
    keys = ("ply", "status", "turn", "view", "told", "last", "over", "offers", "next")
    return {key: state.get(key) for key in keys}


async def test_races_leave_all_sockets_equal_and_the_logs_clean(
    postgres_url: str, redis_settings: RedisSettings, tmp_path: Path
) -> None:
    random = Random(1)
    with two_servers(postgres_url, tmp_path, **UNLIMITED, **redis_settings) as servers:
        async with http_clients(servers) as (one, two):
            for _ in range(ROUNDS):
                await play_round(random, one, two)
    engine = create_engine(Settings(database_url=postgres_url).url)
    assert [found async for found in differences(GameStore(engine))] == []
    await engine.dispose()
