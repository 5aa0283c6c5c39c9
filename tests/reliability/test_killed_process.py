"""A kill of one of two processes: no acknowledged move is lost, and play continues through the other."""

from __future__ import annotations

import asyncio
import random
import signal
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import pytest
import websockets

from engine import OPENING
from tests.app.fixtures import RedisSettings
from tests.app.http_players import Board, Json, Person, Socket, guest
from tests.app.two_processes import eventually, http_clients, two_servers, with_client
from tests.serving import UNLIMITED, command
from tests.soak import size

pytestmark = [pytest.mark.postgres, pytest.mark.soak]

GAMES = size(whole=200, ordinary=20)
MOVES_BEFORE_KILL = 3  # mean number of broadcast moves in a game
MOVES_AFTER_KILL = 3  # in each game
LONG_TIMEOUTS = dict.fromkeys(  # all games open at once, on a busy machine
    ("pool_timeout", "statement_timeout", "lock_timeout", "command_timeout"), 60
)


@dataclass(slots=True)
class Client:
    """A player with a socket; `received`: the longest list of moves that it has received."""

    person: Person
    seat: int
    socket: Socket | None = None
    received: list[str] = field(default_factory=list)
    sent: dict[int, str] = field(default_factory=dict)  # moves, by the ply for which each was sent
    before: dict[int, str] = field(default_factory=dict)  # moves sent to the killed process
    late: set[int] = field(default_factory=set)  # plies at which a second move was refused

    async def play(self, chance: random.Random, most: int) -> None:
        """Play when it is the player's turn, until `most` moves are received or the game or the connection
        ends."""
        assert self.socket
        try:
            while len(self.received) < most:
                frame = await self.socket.next_answer()
                if frame["t"] == "refused" and frame["why"] == "stale" and max(self.sent) in self.before:
                    self.late.add(max(self.sent))
                    continue
                assert frame["t"] == "state", frame
                self.check(frame)
                if frame["over"]:
                    return
                if frame["turn"] == self.seat and frame["ply"] not in self.sent:
                    legal = [pair[0] for pair in frame["legal"] if not pair[0].endswith(OPENING)]
                    move = self.sent[frame["ply"]] = chance.choice(legal)
                    await self.socket.send("move", ply=frame["ply"], move=move)
        except websockets.ConnectionClosed:
            self.socket = None

    def check(self, state: Json) -> None:
        assert state["told"][: len(self.received)] == self.received, "received moves never change"
        self.received = state["told"]


async def new_boards(two: tuple[httpx.AsyncClient, ...]) -> list[tuple[Board, list[Client]]]:
    """Many games of few players: seat 0 is connected to the first process, seat 1 to the second."""
    people = [(await guest(two[0]), await guest(two[1])) for _ in range(10)]

    async def made(number: int) -> tuple[Board, list[Client]]:
        white, black = people[number % len(people)]
        game = (await white.create_game(seat=0))["id"]
        assert (await black.post(f"/api/games/{game}/join")).status_code == 200
        return Board(game, (white, black)), [Client(white, 0), Client(black, 1)]

    return [
        board
        for start in range(0, GAMES, 20)
        for board in await asyncio.gather(*(made(number) for number in range(start, start + 20)))
    ]


async def connect(board: Board, clients: list[Client], stack: AsyncExitStack) -> None:
    for client in clients:
        if client.socket is None:
            at = client.person.game_socket(board.id, max_queue=None)
            client.socket = await stack.enter_async_context(at)


@pytest.mark.slow
async def test_an_acknowledged_move_survives_a_killed_process_and_play_continues_through_the_other(
    postgres_url: str, redis_settings: RedisSettings, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        servers = stack.enter_context(
            two_servers(postgres_url, tmp_path, **UNLIMITED, **LONG_TIMEOUTS, **redis_settings)
        )
        two = await stack.enter_async_context(http_clients(servers))
        games = await new_boards(two)
        await asyncio.gather(*(connect(*board, stack) for board in games))
        playing = [
            asyncio.create_task(client.play(random.Random(number), 1000))
            for number, (_, clients) in enumerate(games)
            for client in clients
        ]
        await eventually(lambda: _enough_received(games))
        servers[0].send(signal.SIGKILL)
        await asyncio.sleep(0.2)  # clients of the other process finish their moves
        for task in playing:
            task.cancel()
        assert not [end for end in await asyncio.gather(*playing, return_exceptions=True) if _failed(end)]
        more = await asyncio.gather(*(_play_on(*board, two[1], stack) for board in games))
        assert sum(more) > GAMES
    found = command("verify", database_url=postgres_url)
    assert (found.returncode, found.stdout) == (0, "Every game agrees with its log.\n")


async def _enough_received(games: list[tuple[Board, list[Client]]]) -> bool:
    """Return whether enough moves are received to kill a process."""
    return (
        sum(len(client.received) for _, clients in games for client in clients)
        >= GAMES * 2 * MOVES_BEFORE_KILL
    )


def _failed(end: object) -> bool:
    return isinstance(end, BaseException) and not isinstance(end, asyncio.CancelledError)


async def _play_on(
    board: Board, clients: list[Client], http: httpx.AsyncClient, stack: AsyncExitStack
) -> int:
    """Let both players receive all acknowledged moves from the surviving process and play on; return how
    many moves they add. A move that the killed process has committed and told nobody may be found only when
    its player sends another one, which is `stale`: then the first one is in the game."""
    clients = [replace(client, person=with_client(client.person, http), socket=None) for client in clients]
    await connect(board, clients, stack)
    state = await clients[0].person.state(board.id)
    for client in clients:
        client.check(state)
        client.before, client.sent = client.sent, {}
    before = len(state["told"])
    await asyncio.gather(
        *(client.play(random.Random(board.id), before + MOVES_AFTER_KILL) for client in clients)
    )
    final = await clients[0].person.state(board.id)
    assert final["told"][:before] == state["told"]
    for client in clients:
        assert {ply: final["told"][ply] for ply in client.late}.items() <= client.before.items()
    assert final["over"] or len(final["told"]) >= before + MOVES_AFTER_KILL
    return len(final["told"]) - before
