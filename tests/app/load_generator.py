"""Concurrent games over sockets; after a fault, the moves that the clients received are compared with
the logs."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import httpx
import websockets

from tests.app.http_players import Board, Json, Person, Socket, moves, new_board

GAME_PLIES = 14


@dataclass(slots=True)
class Seat:
    """A seat of one game: the moves that its client has received, and its message that is not answered
    yet."""

    game: Board
    number: int
    moves: tuple[str, ...]
    received: tuple[str, ...] = ()
    pending: Json | None = None
    closed: int | None = None  # the close code of its socket

    @property
    def person(self) -> Person:
        return self.game.people[self.number]

    async def play(self, socket: Socket, counter: AnswerCounter) -> None:
        """Play the scripted moves from the current position, until they or the connection end."""
        while True:
            state = await socket.expect("state")
            self.received = max(self.received, tuple(state["told"]), key=len)
            if self.pending and state["ply"] > self.pending["ply"]:
                self.pending = None
                counter.count()
            if state["ply"] >= len(self.moves):
                return
            if state["turn"] == state["seat"] and self.pending is None:
                self.pending = {"ply": state["ply"], "move": self.moves[state["ply"]]}
                await socket.send("move", **self.pending)


@dataclass(slots=True)
class AnswerCounter:
    """Counts acknowledged moves; `reached` is set at `enough`."""

    enough: int
    answered: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    def count(self) -> None:
        self.answered += 1
        if self.answered >= self.enough:
            self.reached.set()


@dataclass(slots=True)
class Load:
    """Concurrent games, one task for each seat."""

    seats: list[Seat]
    counter: AnswerCounter
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def start(self) -> None:
        self.tasks = [asyncio.create_task(self._run(seat)) for seat in self.seats]
        await self.counter.reached.wait()

    async def _run(self, seat: Seat) -> None:
        async with AsyncExitStack() as stack:
            try:
                socket = await stack.enter_async_context(seat.person.game_socket(seat.game.id))
            except (websockets.InvalidHandshake, OSError):
                return  # the server ended before the handshake: nothing was received
            try:
                await seat.play(socket, self.counter)
            except websockets.ConnectionClosed as end:
                seat.closed = end.rcvd.code if end.rcvd else 1006

    async def wait(self) -> None:
        """Wait for the end of all tasks; raise the error of any of them."""
        await asyncio.gather(*self.tasks)

    def use_client(self, http: httpx.AsyncClient) -> None:
        """Connect the same players by another HTTP client."""
        for seat in self.seats:
            seat.person.http = http


async def new_load(http: httpx.AsyncClient, count: int, enough: int) -> Load:
    """Create and join `count` games of two players each."""
    made = [await new_board(http) for _ in range(count)]
    seats = [
        Seat(game, number, moves(seed)[:GAME_PLIES]) for seed, game in enumerate(made) for number in (0, 1)
    ]
    return Load(seats, AnswerCounter(enough))


async def check_nothing_lost(load: Load) -> None:
    """AssertionError: a client received a move that is not in the log."""
    for seat in load.seats:
        log = (await seat.person.get(f"/api/games/{seat.game.id}/log")).json()
        logged = tuple(entry[3] for entry in log["entries"])
        assert logged[: len(seat.received)] == seat.received
        assert logged == seat.moves[: len(logged)], "each move once, and in order"


async def resend_pending(load: Load) -> int:
    """Resend the unanswered messages; each gets the answer of the first time. Return how many there
    were."""
    waiting = [seat for seat in load.seats if seat.pending]
    for seat in waiting:
        async with seat.person.game_socket(seat.game.id) as socket:
            before = await socket.state()
            assert seat.pending is not None
            state = await socket.answer("move", **seat.pending)
            assert state["t"] == "state"
            assert state["told"][seat.pending["ply"]] == seat.pending["move"]
            assert state["ply"] >= before["ply"]
    for seat in waiting:
        seat.pending = None
    return len(waiting)


async def finish_games(load: Load) -> None:
    """Let all players reconnect and play their games to the end of the scripted moves."""
    for seat in load.seats:
        seat.closed = None
    await load.start()
    await load.wait()
    for seat in load.seats:
        assert seat.closed is None
        assert seat.received == seat.moves
