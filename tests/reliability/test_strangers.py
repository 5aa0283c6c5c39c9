"""Abusive clients that send too much, too little or nothing: others are served, in bounded memory."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic

import httpx
import pytest

from tests.bench.servers import Server, running
from tests.databases import Fresh
from tests.serving import PATIENCE
from tests.soak import size

pytestmark = [pytest.mark.soak, pytest.mark.slow]

EACH = size(whole=200, ordinary=50)  # connections of each of the four kinds
HUGE_BYTES = size(whole=64, ordinary=16) << 20  # of a head
MAX_GROWTH_BYTES = 50 << 20  # of the server
MAX_DELAY_SECONDS = 0.5  # for other clients; tested with a factor of three

IDLE = [
    b"",
    b"GET /health HTTP/1.1\r\nhost: x\r\n",
    b"POST /api/lines HTTP/1.1\r\nhost: x\r\ncontent-length: 90\r\n\r\n{",
]
IDLE += [b"GET /ws/lobby HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"]


async def _hold(port: int, start: bytes) -> asyncio.StreamWriter:
    """Open a connection that sends this and then nothing more."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(start)
    return writer


async def _flood(port: int, head: bytes) -> None:
    """Send HUGE_BYTES of a head; the server may close the connection."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    with suppress(OSError):
        writer.write(b"GET /health HTTP/1.1\r\n")
        sent = 0
        while sent < HUGE_BYTES:
            writer.write(head)
            await writer.drain()
            sent += len(head)
    writer.close()


async def _longest_answer(server: Server, until: asyncio.Task[object]) -> float:
    """Return the longest time of a request for `/health` during the block, in seconds."""
    longest = 0.0
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=PATIENCE) as http:
        while True:
            start = monotonic()
            assert (await http.get("/health")).status_code == 200
            longest = max(longest, monotonic() - start)
            if until.done():
                await until
                return longest
            await asyncio.sleep(0.02)


async def test_others_are_served_while_strangers_flood_and_idle(
    fresh: Fresh, capsys: pytest.CaptureFixture[str]
) -> None:
    with fresh() as url, running("ours", url) as server:
        before = server.memory()
        held = [await _hold(server.port, start) for start in IDLE for _ in range(EACH)]
        waited = []
        for head in (b"x: " + b"y" * (1 << 16), b"z" * (1 << 16), b"a: b\r\n" * 10_000):
            flood = asyncio.create_task(_floods(server.port, head))
            waited.append(await _longest_answer(server, flood))
        grown = server.memory() - before
        for writer in held:
            writer.close()
    with capsys.disabled():
        print(  # noqa: T201 - a measurement
            f"\n{len(held)} idle connections and heads of {HUGE_BYTES >> 20} MiB: others waited"
            f" {max(waited):.2f} s at most, memory grew by {grown >> 20} MiB"
        )
    assert max(waited) < 3 * MAX_DELAY_SECONDS
    assert grown < MAX_GROWTH_BYTES


async def _floods(port: int, head: bytes) -> None:
    await asyncio.gather(*(_flood(port, head) for _ in range(4)))
