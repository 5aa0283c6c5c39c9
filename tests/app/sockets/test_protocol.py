"""Who does not read is dropped; who reads slowly is not; who speaks is heard, however his words are cut. Raw
sockets at uvicorn's protocol as we run it."""

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
from websockets.frames import Frame, Opcode

from app.sockets import protocol
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


class Listener(Talker):
    """An application that says nothing, and writes down what it hears at once, and what it is given later."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []
        self.given: list[Any] = []
        self.listens = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][protocol.EXTENSION].on_text = self.heard.append
        self.listens.set()
        while not self.given or self.given[-1]["type"] != "websocket.disconnect":
            self.given.append(await receive())


@pytest_asyncio.fixture
async def desk(request: pytest.FixtureRequest) -> AsyncIterator[Desk]:
    """With a talker, or what the test is parametrized with."""
    app, state = getattr(request, "param", Talker)(), ServerState()
    config = uvicorn.Config(
        app, ws_ping_interval=None, ws_per_message_deflate=False, ws_max_size=4096, log_level="critical"
    )
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


async def test_a_client_that_reads_nothing_is_disconnected(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "STALL", 0.2)
    with await shaken(desk.port):
        async with asyncio.timeout(PATIENCE):
            assert isinstance(await desk.app.ended, OSError)
        assert desk.app.sent < 1000, "little of it waits in memory"
    assert not desk.state.connections


async def test_a_client_that_reads_slowly_stays_connected_and_its_timeout_restarts(
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


SAID = ["short", "", "\u2660", "x" * 125, "x" * 126, "x" * 4096, '{"t":"resign"}']


def stream() -> bytes:
    """What is said: every text whole, then every text in three parts with a ping in between."""
    whole = b"".join(Frame(Opcode.TEXT, text.encode()).serialize(mask=True) for text in SAID)
    parts = b""
    for text in SAID:
        data = text.encode()
        third = len(data) // 3
        pieces = ((Opcode.TEXT, data[:third]), (Opcode.PING, b"?"), (Opcode.CONT, data[third : 2 * third]))
        for opcode, piece in pieces:
            parts += Frame(opcode, piece, opcode is Opcode.PING).serialize(mask=True)
        parts += Frame(Opcode.CONT, data[2 * third :]).serialize(mask=True)
    return whole + parts


@pytest.mark.parametrize("desk", [Listener], indirect=True)
async def test_a_text_message_is_received_for_any_fragmentation_and_segmentation(desk: Desk) -> None:
    """Whole or in parts, alone or with others, cut anywhere: some take the short way, others the long one."""
    assert isinstance(desk.app, Listener)
    with await shaken(desk.port):
        await desk.app.listens.wait()
        data, connection = stream(), desk.connection
        for step in (1, 2, 3, 7, 20, 131, 1000, len(data)):
            desk.app.heard.clear()
            for start in range(0, len(data), step):
                connection.data_received(data[start : start + step])
            assert desk.app.heard == SAID * 2, f"in pieces of {step}"
        for text in SAID:
            desk.app.heard.clear()
            connection.data_received(Frame(Opcode.TEXT, text.encode()).serialize(mask=True))
            assert desk.app.heard == [text]
        assert desk.app.given == []


@pytest.mark.parametrize("desk", [Listener], indirect=True)
@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (Frame(Opcode.TEXT, b"\xff").serialize(mask=True), 1007),
        (Frame(Opcode.TEXT, b"x" * 4097).serialize(mask=True), 1009),
        (Frame(Opcode.CONT, b"x").serialize(mask=True), 1002),
        (Frame(Opcode.TEXT, b"x").serialize(mask=False), 1002),
    ],
    ids=["no_utf8", "too_long", "no_beginning", "no_mask"],
)
async def test_no_message_is_received_after_a_protocol_error(
    desk: Desk, frame: bytes, code: int, cut: bool
) -> None:
    assert isinstance(desk.app, Listener)
    good = Frame(Opcode.TEXT, b"{}").serialize(mask=True)
    with await shaken(desk.port):
        await desk.app.listens.wait()
        connection = desk.connection
        for data in (good, frame, good) if cut else (good, frame + good):
            connection.data_received(data)
        connection.data_received(good)
        assert desk.app.heard == ["{}"]
        assert connection.conn.close_sent
        assert connection.conn.close_sent.code == code
