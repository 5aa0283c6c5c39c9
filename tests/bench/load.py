"""The load: tables of two players who move as soon as they may, or at a pace; watchers; idle sockets."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec

from tests.bench.client import Client, connect

RULES = "three_musketeers"


class Seen(msgspec.Struct):
    """What the generator reads of a frame."""

    t: str
    ply: int = -1
    legal: list[tuple[str, str]] = []
    status: str = ""


read = msgspec.json.Decoder(Seen).decode


@dataclass
class Table:
    """One game with its two players. `due`: the move that may be sent next, with who sends it."""

    id: str
    tokens: Sequence[str]
    due: tuple[Client, int, bytes] | None = None
    sent: dict[Client, tuple[int, float]] = field(default_factory=dict)  # ply and time of a move on its way
    ply: int = 0
    over: bool = False
    clients: list[Client] = field(default_factory=list)


@dataclass
class Load:
    """All tables of one server; `times`: seconds from each move sent to the mover's own state."""

    tables: list[Table]
    chance: random.Random = field(default_factory=lambda: random.Random(5))
    moves: int = 0
    times: list[float] = field(default_factory=list)
    eager: bool = False  # move as soon as one may
    stopped: bool = False

    def heard(self, client: Client, text: bytes) -> None:
        frame, table = read(text), client.tag
        if frame.t == "refused":
            raise RuntimeError(text.decode())
        if frame.t != "state":
            return
        if client in table.sent and frame.ply > table.sent[client][0]:
            self.times.append(time.perf_counter() - table.sent.pop(client)[1])
        if frame.ply > table.ply:
            self.moves += frame.ply - table.ply
            table.ply = frame.ply
        table.over = table.over or frame.status == "ended"
        if frame.legal and not table.over:
            move = self.chance.choice(frame.legal)[0]
            table.due = client, frame.ply, b'{"t":"move","ply":%d,"move":"%s"}' % (frame.ply, move.encode())
            if self.eager and not self.stopped:
                self.move(table)

    def move(self, table: Any) -> None:
        """Sends the move that is due."""
        client, ply, text = table.due
        table.due = None
        table.sent[client] = ply, time.perf_counter()
        client.send(text)

    async def eagerly(self, seconds: float) -> tuple[int, float]:
        """Everybody moves as soon as he may; answers moves made and the seconds that it took."""
        start, before = time.perf_counter(), self.moves
        self.eager = True
        for table in self.tables:
            if table.due:
                self.move(table)
        await asyncio.sleep(seconds)
        self.stopped = True
        took = time.perf_counter() - start
        moves = self.moves - before
        await asyncio.sleep(0.3)
        return moves, took

    async def paced(self, rate: float, seconds: float) -> list[float]:
        """Moves at a rate through all tables; answers the seconds that each move took."""
        start, sent = time.perf_counter(), 0
        waiting = list(self.tables)
        while sent < rate * seconds:
            ready = [table for table in waiting if table.due and not table.over]
            if not ready:
                break
            for table in ready:
                delay = start + sent / rate - time.perf_counter()
                if delay > 0:
                    await asyncio.sleep(delay)
                if table.due:
                    self.move(table)
                    sent += 1
        await asyncio.sleep(0.3)
        return self.times

    def close(self) -> None:
        for table in self.tables:
            for client in table.clients:
                client.close()


async def tables(port: int, count: int) -> Load:
    """Games with both players connected, ready to begin."""
    load = Load([])
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
        people = [(await http.post("/api/players/guest")).json()["token"] for _ in range(20)]
        for number in range(count):
            first, second = people[number % 10], people[10 + number % 10]
            load.tables.append(Table(await _game(http, first, second), (first, second)))
    for table in load.tables:
        for token in table.tokens:
            path = f"/ws/games/{table.id}"
            table.clients.append(await connect(port, path, load.heard, token=token, tag=table))
    await asyncio.sleep(0.5)
    return load


async def _game(http: httpx.AsyncClient, first: str, second: str) -> str:
    made = await http.post(
        "/api/games", json={"rules": RULES, "seat": 0}, headers={"authorization": f"Bearer {first}"}
    )
    game: str = made.json()["id"]
    await http.post(f"/api/games/{game}/join", json={}, headers={"authorization": f"Bearer {second}"})
    return game
