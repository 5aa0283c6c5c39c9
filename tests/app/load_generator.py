"""Many games at once by sockets, and what everybody was told: held against the log after a fault."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import httpx
import websockets

from tests.app.http_players import Board, Json, Person, Socket, board, moves

PLIES = 14  # of each game


@dataclass(slots=True)
class Seat:
    """A player at a game: the moves that he was told of, and his message that nothing has answered yet."""

    game: Board
    number: int
    lines: tuple[str, ...]
    told: tuple[str, ...] = ()
    pending: Json | None = None
    closed: int | None = None  # the code with which his socket ended

    @property
    def person(self) -> Person:
        return self.game.people[self.number]

    async def play(self, socket: Socket, tally: Tally) -> None:
        """Plays the lines from where the game stands, to their end or that of the connection."""
        while True:
            state = await socket.expect("state")
            self.told = max(self.told, tuple(state["told"]), key=len)
            if self.pending and state["ply"] > self.pending["ply"]:
                self.pending = None
                tally.count()
            if state["ply"] >= len(self.lines):
                return
            if state["turn"] == state["seat"] and self.pending is None:
                self.pending = {"ply": state["ply"], "move": self.lines[state["ply"]]}
                await socket.send("move", **self.pending)


@dataclass(slots=True)
class Tally:
    """Counts the moves that were answered; `reached` is set at `enough`."""

    enough: int
    answered: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    def count(self) -> None:
        self.answered += 1
        if self.answered >= self.enough:
            self.reached.set()


@dataclass(slots=True)
class Load:
    """Games being played."""

    seats: list[Seat]
    tally: Tally
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def start(self) -> None:
        self.tasks = [asyncio.create_task(self._run(seat)) for seat in self.seats]
        await self.tally.reached.wait()

    async def _run(self, seat: Seat) -> None:
        async with AsyncExitStack() as stack:
            try:
                socket = await stack.enter_async_context(seat.person.at(seat.game.id))
            except (websockets.InvalidHandshake, OSError):
                return  # the server went before he was in: he was told nothing
            try:
                await seat.play(socket, self.tally)
            except websockets.ConnectionClosed as end:
                seat.closed = end.rcvd.code if end.rcvd else 1006

    async def ended(self) -> None:
        """Waits for everybody's end; what failed in one of them fails here."""
        await asyncio.gather(*self.tasks)

    def moved_to(self, http: httpx.AsyncClient) -> None:
        """The same people at another address."""
        for seat in self.seats:
            seat.person.http = http


async def games(http: httpx.AsyncClient, count: int, enough: int) -> Load:
    """Games of two people each, made and joined."""
    made = [await board(http) for _ in range(count)]
    seats = [Seat(game, number, moves(seed)[:PLIES]) for seed, game in enumerate(made) for number in (0, 1)]
    return Load(seats, Tally(enough))


async def nothing_was_lost(load: Load) -> None:
    """AssertionError: somebody was told of a move that is not in the log."""
    for seat in load.seats:
        log = (await seat.person.get(f"/api/games/{seat.game.id}/log")).json()
        kept = tuple(line[3] for line in log["entries"])
        assert kept[: len(seat.told)] == seat.told
        assert kept == seat.lines[: len(kept)], "each move once, and in order"


async def what_waits_is_answered(load: Load) -> int:
    """Sends again what was never answered: each is answered like the first time. How many there were."""
    waiting = [seat for seat in load.seats if seat.pending]
    for seat in waiting:
        async with seat.person.at(seat.game.id) as socket:
            before = await socket.state()
            assert seat.pending is not None
            state = await socket.answer("move", **seat.pending)
            assert state["t"] == "state"
            assert state["told"][seat.pending["ply"]] == seat.pending["move"]
            assert state["ply"] >= before["ply"]
    for seat in waiting:
        seat.pending = None
    return len(waiting)


async def play_on(load: Load) -> None:
    """Everybody comes back, and all games go on to the end of their lines."""
    for seat in load.seats:
        seat.closed = None
    await load.start()
    await load.ended()
    for seat in load.seats:
        assert seat.closed is None
        assert seat.told == seat.lines
