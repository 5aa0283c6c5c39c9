"""The load: tables of two players who move as soon as they may, or at a pace.

Every table plays a whole game that was drawn beforehand, so that the generator reads of a frame no more than
its ply. So many tables move at once; when a game is over the next table begins in its place.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache

import httpx
from sqlalchemy import insert

from app.db.engine import create_engine, write_transaction
from app.db.schema import games, seats
from app.domain.names import new_id
from app.settings import Settings
from engine import GAMES, Entry, Match
from tests.bench.client import Client, connect, frame
from tests.bench.servers import Server
from tests.serving import PATIENCE

FOR_TWO = [game for game in GAMES.values() if len(game.seats) == 2 and not game.dealt]
RULES = min(FOR_TWO, key=lambda game: len(game.legal(game.start(0))))  # the one with the shortest moves
LENGTH = 36  # moves of a drawn game, at least
SCRIPTS = 40  # games drawn
PAIRS = 20  # of players, who sit at many tables each

_ply = re.compile(rb'"ply":(\d+)').search


@dataclass(frozen=True, slots=True)
class Script:
    """A game from its start to its end: who moves at each ply, and the frame that says so."""

    seats: tuple[int, ...]
    frames: tuple[bytes, ...]


@cache
def scripts() -> tuple[Script, ...]:
    return tuple(script for script, _ in zip(_drawn(), range(SCRIPTS), strict=False))


def _drawn() -> Iterator[Script]:
    seed = 0
    while True:
        match, chance, seed = Match.start(RULES, 0), random.Random(seed), seed + 1
        seats, frames = [], []
        while not match.outcome:
            seat, move = match.turn or 0, chance.choice(match.legal)
            seats.append(seat)
            frames.append(frame(b'{"t":"move","ply":%d,"move":"%s"}' % (match.ply, move.encode())))
            match = match.then(Entry(match.ply, seat, "move", move, 0))
        if match.ply >= LENGTH:
            yield Script(tuple(seats), tuple(frames))


@dataclass(slots=True, eq=False)
class Seat:
    """A player at a table; `sent`: ply and time of his move that is under way."""

    table: Table
    number: int
    client: Client | None = None
    sent: tuple[int, float] | None = None

    def move(self) -> None:
        """Sends the move that is due."""
        table = self.table
        assert self.client
        self.sent = table.ply, time.perf_counter()
        table.due, table.asked = None, table.ply + 1
        self.client.send(table.script.frames[table.ply])


@dataclass(slots=True, eq=False)
class Table:
    """One game with its two players. `ply`: the newest that anybody was shown; `asked`: moves sent;
    `due`: the seat to move, as soon as it knows."""

    id: str
    script: Script
    seats: list[Seat] = field(default_factory=list)
    ply: int = 0
    asked: int = 0
    due: Seat | None = None

    @property
    def over(self) -> bool:
        return self.ply == len(self.script.frames)


@dataclass(slots=True)
class Load:
    """All tables of one server. `moves`: made so far; `times`: seconds from each move sent to the mover's own
    new state; `waiting`: tables that have not begun; `short`: fewer tables move than ought to."""

    tables: list[Table]
    moves: int = 0
    times: list[float] = field(default_factory=list)
    waiting: list[Table] = field(default_factory=list)
    eager: bool = False
    short: asyncio.Event = field(default_factory=asyncio.Event)

    def heard(self, client: Client, text: bytes) -> None:
        """A frame came to a player."""
        if text.startswith(b'{"t":"refused"'):
            raise RuntimeError(text.decode())
        found = _ply(text) if text.startswith(b'{"t":"state"') else None
        if not found:
            return
        seat: Seat = client.tag
        table, ply = seat.table, int(found[1])
        if seat.sent and ply > seat.sent[0]:
            self.times.append(time.perf_counter() - seat.sent[1])
            seat.sent = None
        if ply > table.ply:
            table.ply = ply
            self.moves += 1
            if table.over and self.eager:
                self._next()
        if ply == table.ply == table.asked and not table.over and table.script.seats[ply] == seat.number:
            table.due = seat
            if self.eager and ply:
                seat.move()

    def begin(self, at_once: int) -> None:
        """So many tables move as soon as they may, from now on."""
        self.eager = True
        self.waiting = [table for table in self.tables if table.due]
        for _ in range(at_once):
            self._next()

    def _next(self) -> None:
        """The next table begins."""
        if not self.waiting:
            self.short.set()
        elif seat := self.waiting.pop().due:
            seat.move()

    async def ran(self, seconds: float) -> bool:
        """Lets them move for some seconds; whether fewer of them move by then than ought to."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.short.wait(), seconds)
        return self.short.is_set()

    async def paced(self, rate: float, count: int) -> list[float]:
        """So many moves at a rate, around all tables; answers the seconds that each move took."""
        start, self.times = time.perf_counter(), []
        for sent in range(count):
            delay = start + sent / rate - time.perf_counter()
            if delay > 0:
                await asyncio.sleep(delay)
            seat = self.tables[sent % len(self.tables)].due
            if seat:
                seat.move()
        async with asyncio.timeout(PATIENCE):
            while any(seat.sent for table in self.tables for seat in table.seats):  # noqa: ASYNC110 (no count a move)
                await asyncio.sleep(0.05)
        return self.times

    def close(self) -> None:
        for table in self.tables:
            for seat in table.seats:
                if seat.client:
                    seat.client.close()


async def tables(server: Server, count: int) -> Load:
    """Games with both players connected, ready to begin."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as http:
        people = [(await http.post("/api/players/guest")).json() for _ in range(2 * PAIRS)]
    pairs = list(zip(people[:PAIRS], people[PAIRS:], strict=True)) * (count // PAIRS + 1)
    names = await _written(server.url, [[player["id"] for player in pair] for pair in pairs[:count]])
    load = Load([Table(name, scripts()[number % SCRIPTS]) for number, name in enumerate(names)])
    every = list(zip(load.tables, pairs, strict=False))
    for start in range(0, count, PAIRS):
        await asyncio.gather(
            *(_sit(server, load, table, pair) for table, pair in every[start : start + PAIRS])
        )
    await asyncio.sleep(0.5)
    return load


async def _sit(server: Server, load: Load, table: Table, pair: Sequence[Mapping[str, str]]) -> None:
    """Connects the two players of a table."""
    for number, player in enumerate(pair):
        seat = Seat(table, number)
        table.seats.append(seat)
        path = f"/ws/games/{table.id}"
        seat.client = await connect(server.port, path, load.heard, token=player["token"], tag=seat)


async def _written(url: str, pairs: Sequence[Sequence[str]]) -> list[str]:
    """Writes games of these players into the database, all at once; their ids."""
    names = [new_id() for _ in pairs]
    game = {"rules": RULES.id, "version": RULES.version, "created": 0, "started": 0, "ply": 0, "turn": 0}
    game |= {"free": False, "public": True, "chosen": False}
    engine = create_engine(Settings(database_url=url).url)
    async with write_transaction(engine) as connection:
        rows = [{**game, "id": name, "creator": pair[0]} for name, pair in zip(names, pairs, strict=True)]
        await connection.execute(insert(games), rows)
        sitting = [
            {"game_id": name, "seat": seat, "player_id": player}
            for name, pair in zip(names, pairs, strict=True)
            for seat, player in enumerate(pair)
        ]
        await connection.execute(insert(seats), sitting)
    await engine.dispose()
    return names
