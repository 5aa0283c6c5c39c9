"""Clients that do not read or do not answer pings are disconnected after some seconds, and cost the server no
memory but the buffers of their connections."""

from __future__ import annotations

import asyncio
import base64
import secrets
import socket
from contextlib import closing
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import httpx
import pytest

from tests.app.http_players import PAIR, guest
from tests.databases import migrated
from tests.serving import PATIENCE, UNLIMITED, Server, serving

NOT_READING = 40  # spectators of a busy game who never read
NOT_ANSWERING = 5  # spectators of a quiet game who never answer a ping
DISCONNECT_SECONDS = 10.0  # tested with a margin
PAUSE_SECONDS = 0.005  # between two acts: a log takes at most 5,000 entries
MAX_GROWTH_KIB = 16 * 1024  # of the memory of the server


def handshake(server: Server, path: str) -> socket.socket:
    """Return a raw socket after its handshake, with a small window; it never reads again."""
    parts = urlsplit(server.url)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(PATIENCE)
    raw.connect((parts.hostname, parts.port))
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {parts.netloc}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
    ]
    raw.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += raw.recv(1)
    assert answer.startswith(b"HTTP/1.1 101 ")
    return raw


def resident(server: Server) -> int:
    """Return the server's resident memory in KiB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


async def _spectators(http: httpx.AsyncClient, game: str) -> int:
    return int((await http.get(f"/api/games/{game}")).json()["watchers"])


async def seconds_until(http: httpx.AsyncClient, game: str, watchers: int) -> float:
    """Return the seconds until at most `watchers` spectators are connected."""
    since = monotonic()
    async with asyncio.timeout(PATIENCE):
        while await _spectators(http, game) > watchers:  # noqa: ASYNC110 (the count is on the server)
            await asyncio.sleep(0.1)
    return monotonic() - since


@pytest.mark.slow
async def test_a_client_that_does_not_read_or_answer_is_disconnected(tmp_path: Path) -> None:
    with migrated("sqlite", tmp_path) as make, make() as url, serving(url, tmp_path, **UNLIMITED) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            person = await guest(http)
            busy, quiet = [(await person.create_game(seat="both"))["id"] for _ in range(2)]
            before = resident(server)
            not_answering = [handshake(server, f"/ws/games/{quiet}") for _ in range(NOT_ANSWERING)]
            idle_seconds = asyncio.create_task(seconds_until(http, quiet, 0))
            not_reading = [handshake(server, f"/ws/games/{busy}") for _ in range(NOT_READING)]
            not_reading_seconds = asyncio.create_task(seconds_until(http, busy, 0))
            async with person.game_socket(busy, max_queue=None) as player:
                ply, move = 0, PAIR.legal(PAIR.start(0))[0]
                while not not_reading_seconds.done():
                    act = ("move", "undo")[ply % 2]
                    sent = {"move": move} if act == "move" else {}
                    assert (await player.answer(act, ply=ply, **sent))["t"] == "state"
                    ply += 1
                    await asyncio.sleep(PAUSE_SECONDS)
            assert resident(server) - before < MAX_GROWTH_KIB
            assert ply > 100, "there was much to read"
            assert await not_reading_seconds < DISCONNECT_SECONDS + 20
            assert await idle_seconds < DISCONNECT_SECONDS + 5 + 20
            for raw in (*not_reading, *not_answering):
                with closing(raw):
                    expect_closed(raw)
            assert (await http.get("/health")).status_code == 200


def expect_closed(raw: socket.socket) -> None:
    """Read the rest of the data; fails if the server has not closed the connection."""
    try:
        while raw.recv(65536):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        pytest.fail("this socket is still open")
