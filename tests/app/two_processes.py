"""Two serving processes on one PostgreSQL database, and players who connect to either of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from inspect import isawaitable
from pathlib import Path
from typing import Any

import httpx

from tests.app.http_players import Board, Json, Person, Socket, board_of, guest
from tests.app.in_process import LocalServer
from tests.serving import NO_AUTHORITIES, PATIENCE, Server, serving


@contextmanager
def two_servers(url: str, folder: Path, **settings: Any) -> Iterator[tuple[Server, ...]]:
    """Start two serving processes on one migrated database."""
    with serving(url, folder, **settings) as one, serving(url, folder, **settings) as other:
        yield one, other


@asynccontextmanager
async def http_clients(
    servers: Sequence[Server | LocalServer],
) -> AsyncIterator[tuple[httpx.AsyncClient, ...]]:
    """Yield one HTTP client for each process."""
    how: dict[str, Any] = {"timeout": PATIENCE, "verify": NO_AUTHORITIES}
    made = [httpx.AsyncClient(base_url=server.url, **how) for server in servers]
    try:
        yield tuple(made)
    finally:
        for client in made:
            await client.aclose()


def with_client(person: Person, http: httpx.AsyncClient) -> Person:
    """Return the same player with another HTTP client, hence connected to its process."""
    return replace(person, http=http)


async def new_board_across(first: httpx.AsyncClient, second: httpx.AsyncClient, **asked: object) -> Board:
    """Create a game through one process and join it through another: seat 0 is connected to the
    first, seat 1 to the second."""
    return await board_of(await guest(first), await guest(second), **asked)


async def wait_for_frame(socket: Socket, condition: Callable[[Json], bool]) -> Json:
    """Return the next frame for which `condition` is true; earlier ones are skipped."""
    while not condition(frame := await socket.next()):
        pass
    return frame


async def refusal_of(socket: Socket, t: str, **fields: object) -> Json | None:
    """Send a message and return its refusal, or None when the act is in the log.

    Broadcasts in between are skipped: messages are answered in order, so the pong comes last."""
    found = None
    await socket.send(t, **fields)
    await socket.send("ping", n=7)
    while (frame := await socket.next())["t"] != "pong":
        if frame["t"] == "refused":
            found = frame
    return found


async def eventually(
    condition: Callable[[], object] | Callable[[], Awaitable[object]], seconds: float = PATIENCE
) -> None:
    """Poll until `condition` is true, or what it awaits. TimeoutError: it stayed false for `seconds`."""
    async with asyncio.timeout(seconds):
        while not (await found if isawaitable(found := condition()) else found):  # noqa: ASYNC110 (of others)
            await asyncio.sleep(0.05)
