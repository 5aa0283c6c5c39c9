"""Whole games of people who press Play now, beside visitors of the lobby: pairing, moves, ends and lists in
one load."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.app.http_players import Person, guest
from tests.bench.client import Client, connect, frame
from tests.bench.crowds import connect_many
from tests.bench.load import RULES
from tests.bench.servers import Server
from tests.serving import PATIENCE

VISITORS = 200  # of the lobby, with deltas
MOVES = 20  # of a game, then the player to move resigns
WISH = {"rules": RULES.id, "pair": True}


@dataclass(slots=True)
class Evening:
    """`ended`: games played to their end; `pressed`, `moved`: seconds until a press of Play now, and until a
    move was answered."""

    ended: int = 0
    pressed: list[float] = field(default_factory=list)
    moved: list[float] = field(default_factory=list)


@dataclass(slots=True)
class Visit:
    """One game of one person, who waits for an opponent and moves on every turn until the end."""

    evening: Evening
    person: Person
    port: int
    over: asyncio.Future[None]
    sent: tuple[int, float] | None = None
    client: Client | None = None
    moving: asyncio.Task[None] | None = None

    async def play(self) -> None:
        begun = time.perf_counter()
        answer = await self.person.post("/api/games", WISH)
        self.evening.pressed.append(time.perf_counter() - begun)
        await self.enter(answer.json()["state"]["game"])
        await asyncio.wait_for(self.over, PATIENCE)
        if self.client:
            self.client.close()

    async def enter(self, game: str) -> None:
        if self.client:
            self.client.close()
        path = f"/ws/games/{game}"
        self.client = await connect(self.port, path, self.on_text, token=self.person.token)

    def on_text(self, client: Client, text: bytes) -> None:
        state: dict[str, Any] = json.loads(text)
        if state["t"] != "state" or self.over.done():
            return
        if self.sent and state["ply"] > self.sent[0]:
            self.evening.moved.append(time.perf_counter() - self.sent[1])
            self.sent = None
        if state["status"] == "ended":
            if state["over"]["reason"] == "aborted":  # withdrawn by pairing, which names the other game
                if state["next"] and self.moving is None:
                    self.moving = asyncio.create_task(self.enter(state["next"]))
                return
            self.evening.ended += state["seat"] == 0
            self.over.set_result(None)
        elif state["status"] == "live" and state["turn"] == state["seat"] and not self.sent:
            if state["ply"] >= MOVES:
                client.send(frame(b'{"t":"resign"}'))
            else:
                self.sent = state["ply"], time.perf_counter()
                move = {"t": "move", "ply": state["ply"], "move": state["legal"][0][0]}
                client.send(frame(json.dumps(move).encode()))


@asynccontextmanager
async def guests(servers: Sequence[Server], many: int) -> AsyncIterator[list[Person]]:
    """Yield new guests, each with a client of one of the processes in turn."""
    async with AsyncExitStack() as stack:
        urls = [f"http://127.0.0.1:{one.port}" for one in servers]
        clients = [httpx.AsyncClient(base_url=url, timeout=PATIENCE) for url in urls]
        http = [await stack.enter_async_context(client) for client in clients]
        yield [await guest(http[number % len(http)]) for number in range(many)]


async def evening(servers: Sequence[Server], people: Sequence[Person], seconds: float) -> Evening:
    """Let these people press Play now within `seconds`, at the processes in turn."""
    found, loop = Evening(), asyncio.get_running_loop()
    visitors = await connect_many(servers[0], ["/ws/lobby?diff=1"] * VISITORS)
    playing, start = list[asyncio.Task[None]](), time.perf_counter()
    for number, person in enumerate(people):
        await asyncio.sleep(max(0.0, start + number * seconds / len(people) - time.perf_counter()))
        visit = Visit(found, person, servers[number % len(servers)].port, loop.create_future())
        playing.append(asyncio.create_task(visit.play()))
    await asyncio.gather(*playing)
    for client in visitors:
        client.close()
    return found
