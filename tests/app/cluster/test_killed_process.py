"""One of two processes is killed with everything that it holds: nobody loses what he was told."""

from __future__ import annotations

import asyncio
import random
import signal
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

import httpx
import pytest
import websockets

from engine import OPENING
from tests.app.neighbourhood import clients, eventually, neighbours, through, until
from tests.app.playing import Board, Json, Person, Socket, guest
from tests.serving import UNLIMITED, command
from tests.soak import size

pytestmark = [pytest.mark.postgres, pytest.mark.soak]

GAMES = size(whole=200, ordinary=60)
TOLD = 3  # moves that are told to everybody, in the mean, before the process dies
MORE = 3  # moves that are played in each game after that
OFFLINE = 20.0  # seconds, says the wire; asked for with patience


@dataclass(slots=True)
class Side:
    """A player at his socket; `told`: the longest list of moves that he was shown."""

    person: Person
    seat: int
    socket: Socket | None = None
    told: list[str] = field(default_factory=list)
    asked: set[int] = field(default_factory=set)  # plies for which he has sent a move

    async def play(self, chance: random.Random, most: int) -> None:
        """Plays whenever it is his turn, until so many moves are told or the game or the socket ends."""
        assert self.socket
        try:
            while len(self.told) < most:
                frame = await self.socket.next_answer()
                assert frame["t"] == "state", frame
                self.see(frame)
                if frame["over"]:
                    return
                if frame["turn"] == self.seat and frame["ply"] not in self.asked:
                    self.asked.add(frame["ply"])
                    legal = [pair[0] for pair in frame["legal"] if not pair[0].endswith(OPENING)]
                    await self.socket.send("move", ply=frame["ply"], move=chance.choice(legal))
        except websockets.ConnectionClosed:
            self.socket = None

    def see(self, state: Json) -> None:
        assert state["told"][: len(self.told)] == self.told, "what was told once is not told otherwise"
        self.told = state["told"]


async def boards(two: tuple[httpx.AsyncClient, ...]) -> list[tuple[Board, list[Side]]]:
    """Many games of few people: seat 0 comes through the first process, seat 1 through the second."""
    people = [(await guest(two[0]), await guest(two[1])) for _ in range(10)]

    async def made(number: int) -> tuple[Board, list[Side]]:
        white, black = people[number % len(people)]
        game = (await white.make(seat=0))["id"]
        assert (await black.post(f"/api/games/{game}/join")).status_code == 200
        return Board(game, (white, black)), [Side(white, 0), Side(black, 1)]

    return [
        table
        for start in range(0, GAMES, 20)
        for table in await asyncio.gather(*(made(number) for number in range(start, start + 20)))
    ]


async def seated(board: Board, sides: list[Side], stack: AsyncExitStack) -> None:
    for side in sides:
        if side.socket is None:
            at = side.person.at(board.id, max_queue=None)
            side.socket = await stack.enter_async_context(at)


async def test_who_was_told_a_move_keeps_it_and_plays_on_through_the_other(
    postgres_url: str, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        servers = stack.enter_context(neighbours(postgres_url, tmp_path, **UNLIMITED))
        two = await stack.enter_async_context(clients(servers))
        tables = await boards(two)
        await asyncio.gather(*(seated(*table, stack) for table in tables))
        playing = [
            asyncio.create_task(side.play(random.Random(number), 1000))
            for number, (_, sides) in enumerate(tables)
            for side in sides
        ]
        await eventually(lambda: _told(tables))
        servers[0].send(signal.SIGKILL)
        offline = asyncio.create_task(_seconds_online(two[1], tables[0][0]))
        await asyncio.sleep(0.2)  # those at the other process play what they had begun
        for task in playing:
            task.cancel()
        assert not [end for end in await asyncio.gather(*playing, return_exceptions=True) if _failed(end)]
        more = await asyncio.gather(*(_play_on(*table, two[1], stack) for table in tables[1:]))
        assert sum(more) > GAMES
        assert await offline < OFFLINE + 10
    found = command("verify", database_url=postgres_url)
    assert (found.returncode, found.stdout) == (0, "Every game agrees with its log.\n")


async def _told(tables: list[tuple[Board, list[Side]]]) -> bool:
    """Whether enough is played for a process to die."""
    return sum(len(side.told) for _, sides in tables for side in sides) >= GAMES * 2 * TOLD


def _failed(end: object) -> bool:
    return isinstance(end, BaseException) and not isinstance(end, asyncio.CancelledError)


async def _play_on(board: Board, sides: list[Side], http: httpx.AsyncClient, stack: AsyncExitStack) -> int:
    """Both come to the process that lives, see all that they were told, and play a few moves more: how
    many."""
    sides = [replace(side, person=through(side.person, http), socket=None) for side in sides]
    await seated(board, sides, stack)
    shown = await sides[0].person.state(board.id)
    for side in sides:
        side.see(shown)
        side.asked = set()
    before = len(shown["told"])
    await asyncio.gather(*(side.play(random.Random(board.id), before + MORE) for side in sides))
    final = await sides[0].person.state(board.id)
    assert final["told"][:before] == shown["told"]
    assert final["over"] or len(final["told"]) >= before + MORE
    return len(final["told"]) - before


async def _seconds_online(http: httpx.AsyncClient, board: Board) -> float:
    """How long the player of the dead process is shown to be there."""
    since = monotonic()
    async with Person(http).at(board.id, max_queue=None) as spectator:
        await until(spectator, lambda frame: not _white(frame))
    return monotonic() - since


def _white(frame: Json) -> bool:
    seat = frame["players"][0]
    return bool(seat["online"] if frame["t"] == "state" else seat)
