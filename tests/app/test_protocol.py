"""Who does not read is dropped; who reads slowly is not. Raw sockets at uvicorn's protocol as we run it."""

from __future__ import annotations

import asyncio
import base64
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio
import uvicorn
from uvicorn.server import ServerState

from app import protocol
from tests.serving import PATIENCE

CHUNK = "x" * 60_000
HELLO = (
    "GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
).encode()


class Talker:
    """An application that talks for ever; `ended` says how its sending ended."""

    def __init__(self) -> None:
        self.ended: asyncio.Future[BaseException] = asyncio.get_running_loop().create_future()
        self.sent = 0

    async def __call__(self, _: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        try:
            while True:
                await send({"type": "websocket.send", "text": CHUNK})
                self.sent += 1
        except OSError as error:
            self.ended.set_result(error)


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a talker listens for connections."""

    app: Talker
    port: int
    state: ServerState

    @property
    def connection(self) -> protocol.LiveProtocol:
        """The only one there is."""
        (found,) = self.state.connections
        assert isinstance(found, protocol.LiveProtocol)
        return found

    async def stalled(self, whether: bool) -> None:
        """Waits until the connection's buffer is full, or empty again."""
        async with asyncio.timeout(PATIENCE):
            while not self.state.connections or (self.connection._stalled is not None) != whether:  # noqa: ASYNC110
                await asyncio.sleep(0)


@pytest_asyncio.fixture
async def desk() -> AsyncIterator[Desk]:
    app, state = Talker(), ServerState()
    config = uvicorn.Config(app, ws_ping_interval=None, ws_per_message_deflate=False, log_level="critical")
    config.load()
    server = await asyncio.get_running_loop().create_server(
        lambda: protocol.LiveProtocol(config, state, {}), "127.0.0.1", 0
    )
    yield Desk(app, server.sockets[0].getsockname()[1], state)
    server.close()
    for connection in list(state.connections):
        connection.shutdown()
    if state.tasks:
        await asyncio.wait(state.tasks)


async def shaken(port: int) -> socket.socket:
    """A raw socket with a small buffer, after the handshake."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(raw, ("127.0.0.1", port))
    await loop.sock_sendall(raw, HELLO)
    return raw


async def test_a_client_that_reads_nothing_is_dropped(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "STALL", 0.2)
    with await shaken(desk.port):
        async with asyncio.timeout(PATIENCE):
            assert isinstance(await desk.app.ended, OSError)
        assert desk.app.sent < 1000, "little of it waits in memory"
    assert not desk.state.connections


async def test_a_client_that_reads_late_is_kept_and_has_his_time_anew(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "STALL", PATIENCE)
    loop = asyncio.get_running_loop()
    with await shaken(desk.port) as raw:
        for _ in range(3):
            await desk.stalled(True)
            reading = asyncio.create_task(_read(loop, raw))
            await desk.stalled(False)
            reading.cancel()
            await asyncio.wait([reading])
        assert not desk.app.ended.done()
    async with asyncio.timeout(PATIENCE):
        await desk.app.ended  # and then it has gone


async def _read(loop: asyncio.AbstractEventLoop, raw: socket.socket) -> None:
    while True:
        await loop.sock_recv(raw, 500_000)
