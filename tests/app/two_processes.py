"""Several serving processes on one PostgreSQL, and people who come to them through either."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx

from tests.app.http_players import Board, Json, Person, Socket, guest
from tests.serving import PATIENCE, Server, serving


@contextmanager
def neighbours(url: str, folder: Path, **settings: Any) -> Iterator[tuple[Server, ...]]:
    """Two serving processes on one migrated database."""
    with ExitStack() as stack:
        yield tuple(stack.enter_context(serving(url, folder, **settings)) for _ in range(2))


@asynccontextmanager
async def clients(servers: tuple[Server, ...]) -> AsyncIterator[tuple[httpx.AsyncClient, ...]]:
    """A client of each process."""
    open_services = [httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) for server in servers]
    try:
        yield tuple(open_services)
    finally:
        for client in open_services:
            await client.aclose()


def through(person: Person, http: httpx.AsyncClient) -> Person:
    """The same person, who now comes by another process."""
    return replace(person, http=http)


async def board_across(first: httpx.AsyncClient, second: httpx.AsyncClient, **asked: object) -> Board:
    """A game that was made through one process and joined through another: seat 0 comes by the first, seat
    1 by the second."""
    white, black = await guest(first), await guest(second)
    game = (await white.make(seat=0, **asked))["id"]
    joined = await black.post(f"/api/games/{game}/join")
    assert joined.status_code == 200, joined.text
    return Board(game, (white, black))


async def until(socket: Socket, true: Callable[[Json], bool]) -> Json:
    """The next frame of which something is true."""
    while not true(frame := await socket.next()):
        pass
    return frame


async def refused(socket: Socket, t: str, **fields: object) -> Json | None:
    """Sends a message and awaits its answer: the refusal, or None when the act is in the log.

    What is pushed meanwhile is passed over: messages are answered in their order, so the pong comes last."""
    found = None
    await socket.send(t, **fields)
    await socket.send("ping", n=7)
    while (frame := await socket.next())["t"] != "pong":
        if frame["t"] == "refused":
            found = frame
    return found


async def eventually(true: Callable[[], Awaitable[bool]], seconds: float = PATIENCE) -> None:
    """Asks until the answer is yes. TimeoutError: it never was."""
    async with asyncio.timeout(seconds):
        while not await true():  # noqa: ASYNC110 (what is asked lives in another process)
            await asyncio.sleep(0.05)
