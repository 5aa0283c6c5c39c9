"""Bot replies and hints of other people beside one guest who asks for searches as the limits allow."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from app.model.analysts import analyst_of, has
from engine import DEALS, GAMES
from tests.app.http_players import Person, guest
from tests.bench.load import RICH, RULES
from tests.bench.measures import Size
from tests.bench.servers import Server
from tests.serving import PATIENCE

OTHERS = 3  # people who play a bot, and as many who ask for hints
PAUSE = 0.5  # seconds between two of their moves or hints
CLOSED_AFTER = 0.3  # seconds until the flooder closes a request for a winnable deal
VALUED = [game for game in GAMES.values() if len(game.seats) == 1 and has(game, "evaluate")]
ROUNDS = 8  # times the seconds of a measurement


@dataclass(slots=True)
class Waits:
    """Seconds until others had what they asked for, and the searches that the flooder was granted."""

    replies: list[float] = field(default_factory=list)
    hints: list[float] = field(default_factory=list)
    granted: int = 0


async def fairness(server: Server, size: Size) -> Waits:
    """Measure replies and hints. AssertionError: another person was refused."""
    waits = Waits()
    async with AsyncExitStack() as stack:
        flooder, *people = [await _person(stack, server, number) for number in range(1 + 2 * OTHERS)]
        tasks = [asyncio.create_task(work) for work in _flood(flooder, waits)]
        until = time.monotonic() + ROUNDS * size.seconds
        players = (_play(person, waits.replies, until) for person in people[:OTHERS])
        solvers = (_solve(person, waits.hints, until) for person in people[OTHERS:])
        try:
            await asyncio.gather(*players, *solvers)
        finally:
            for task in tasks:
                task.cancel()
            for done in await asyncio.gather(*tasks, return_exceptions=True):
                assert isinstance(done, asyncio.CancelledError), done
    return waits


async def _person(stack: AsyncExitStack, server: Server, number: int) -> Person:
    """Return a guest with an address of their own: the guests of one address are one person."""
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{number + 2}")
    client = httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{server.port}", timeout=PATIENCE, transport=transport
    )
    return await guest(await stack.enter_async_context(client))


def _flood(person: Person, waits: Waits) -> list[Coroutine[Any, Any, None]]:
    """Return what the flooder does at the same time."""
    won = [game for game in GAMES.values() if has(game, "winnable")]
    analyst = analyst_of(RICH)
    assert analyst
    level = analyst.levels

    async def bot_game() -> httpx.Response:
        return await person.post("/api/games", {"rules": RICH.id, "bot": {"level": level}, "seat": 1})

    async def analysis() -> httpx.Response:
        game = random.choice(VALUED)
        position = game.show(game.start(random.randrange(DEALS)))
        return await person.post("/api/analysis", {"rules": game.id, "position": position})

    async def closed_deal() -> httpx.Response | None:
        body = {"rules": random.choice(won).id, "deal": "winnable", "difficulty": "fiendish"}
        with suppress(httpx.ReadTimeout):
            return await person.post("/api/games", body, timeout=CLOSED_AFTER)
        return None

    async def repeat(ask: Callable[[], Coroutine[Any, Any, httpx.Response | None]]) -> None:
        while True:
            answer = await ask()
            if answer is not None and answer.is_success:
                waits.granted += 1
            elif answer is not None:
                await asyncio.sleep(0.1)

    return [repeat(bot_game), *(repeat(analysis) for _ in range(6)), *(repeat(closed_deal) for _ in range(3))]


async def _play(person: Person, replies: list[float], until: float) -> None:
    """Play the weakest bot."""
    while time.monotonic() < until:
        game = (await person.create_game(rules=RULES.id, bot={"level": 1}, seat=0))["id"]
        async with person.game_socket(game) as socket:
            state = await socket.state()
            while not state["over"] and time.monotonic() < until:
                move = random.choice(state["legal"])[0]
                began = time.monotonic()
                await socket.send("move", ply=state["ply"], move=move)
                state = await socket.state(state["ply"] + 1)
                while state["turn"] == 1:
                    state = await socket.state(state["ply"] + 1)
                replies.append(time.monotonic() - began)
                await asyncio.sleep(PAUSE)


async def _solve(person: Person, hints: list[float], until: float) -> None:
    """Ask for a hint in one solitaire after the other."""
    while time.monotonic() < until:
        game = (await person.create_game(rules=random.choice(VALUED).id))["id"]
        began = time.monotonic()
        answer = await person.post(f"/api/games/{game}/hint", {"ply": 0})
        assert answer.status_code == 200, answer.text
        hints.append(time.monotonic() - began)
        await asyncio.sleep(PAUSE)
