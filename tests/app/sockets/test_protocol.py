"""Clients that do not read are disconnected, slow readers are not, and messages arrive for any fragmentation.
Raw sockets connected to uvicorn with our protocol class."""

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
HANDSHAKE = (
    "GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
).encode()


class Sender:
    """An application that sends for ever; `ended` is the error with which sending ended."""

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
class Listener:
    """An application that accepts connections at `port`."""

    app: Sender
    port: int
    state: ServerState

    @property
    def connection(self) -> protocol.LiveProtocol:
        """The only connection."""
        (found,) = self.state.connections
        assert isinstance(found, protocol.LiveProtocol)
        return found

    async def wait_until_stalled(self, stalled: bool) -> None:
        """Waits until the connection's buffer is full, or empty again."""
        async with asyncio.timeout(PATIENCE):
            while not self.state.connections or (self.connection._stalled is not None) != stalled:  # noqa: ASYNC110
                await asyncio.sleep(0)


class Receiver(Sender):
    """An application that sends nothing, and records the texts of the fast path and the ASGI messages."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.messages: list[Any] = []
        self.ready = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][protocol.EXTENSION].on_text = self.texts.append
        self.ready.set()
        while not self.messages or self.messages[-1]["type"] != "websocket.disconnect":
            self.messages.append(await receive())


@pytest_asyncio.fixture
async def listener(request: pytest.FixtureRequest) -> AsyncIterator[Listener]:
    """With a `Sender`, or the application of the parametrized test."""
    app, state = getattr(request, "param", Sender)(), ServerState()
    config = uvicorn.Config(
        app, ws_ping_interval=None, ws_per_message_deflate=False, ws_max_size=4096, log_level="critical"
    )
    config.load()
    server = await asyncio.get_running_loop().create_server(
        lambda: protocol.LiveProtocol(config, state, {}), "127.0.0.1", 0
    )
    yield Listener(app, server.sockets[0].getsockname()[1], state)
    server.close()
    for connection in list(state.connections):
        connection.shutdown()
    if state.tasks:
        await asyncio.wait(state.tasks)


async def open_raw_socket(port: int) -> socket.socket:
    """A raw socket with a small buffer, after the handshake."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(raw, ("127.0.0.1", port))
    await loop.sock_sendall(raw, HANDSHAKE)
    return raw


async def test_a_client_that_reads_nothing_is_disconnected(
    listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "STALL", 0.2)
    with await open_raw_socket(listener.port):
        async with asyncio.timeout(PATIENCE):
            assert isinstance(await listener.app.ended, OSError)
        assert listener.app.sent < 1000, "little is buffered in memory"
    assert not listener.state.connections


async def test_a_client_that_reads_slowly_stays_connected_and_its_timeout_restarts(
    listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "STALL", PATIENCE)
    loop = asyncio.get_running_loop()
    with await open_raw_socket(listener.port) as raw:
        for _ in range(3):
            await listener.wait_until_stalled(True)
            reading = asyncio.create_task(_read(loop, raw))
            await listener.wait_until_stalled(False)
            reading.cancel()
            await asyncio.wait([reading])
        assert not listener.app.ended.done()
    async with asyncio.timeout(PATIENCE):
        await listener.app.ended  # the client has disconnected


async def _read(loop: asyncio.AbstractEventLoop, raw: socket.socket) -> None:
    while True:
        await loop.sock_recv(raw, 500_000)


TEXTS = ["short", "", "\u2660", "x" * 125, "x" * 126, "x" * 4096, '{"t":"resign"}']


def stream() -> bytes:
    """All texts as whole frames, then all texts in three fragments with a ping in between."""
    whole = b"".join(Frame(Opcode.TEXT, text.encode()).serialize(mask=True) for text in TEXTS)
    parts = b""
    for text in TEXTS:
        data = text.encode()
        third = len(data) // 3
        pieces = ((Opcode.TEXT, data[:third]), (Opcode.PING, b"?"), (Opcode.CONT, data[third : 2 * third]))
        for opcode, piece in pieces:
            parts += Frame(opcode, piece, opcode is Opcode.PING).serialize(mask=True)
        parts += Frame(Opcode.CONT, data[2 * third :]).serialize(mask=True)
    return whole + parts


@pytest.mark.parametrize("listener", [Receiver], indirect=True)
async def test_a_text_message_is_received_for_any_fragmentation_and_segmentation(listener: Listener) -> None:
    """Whole or fragmented, alone or with others, cut anywhere: by the fast path or by the library."""
    assert isinstance(listener.app, Receiver)
    with await open_raw_socket(listener.port):
        await listener.app.ready.wait()
        data, connection = stream(), listener.connection
        for step in (1, 2, 3, 7, 20, 131, 1000, len(data)):
            listener.app.texts.clear()
            for start in range(0, len(data), step):
                connection.data_received(data[start : start + step])
            assert listener.app.texts == TEXTS * 2, f"in pieces of {step}"
        for text in TEXTS:
            listener.app.texts.clear()
            connection.data_received(Frame(Opcode.TEXT, text.encode()).serialize(mask=True))
            assert listener.app.texts == [text]
        assert listener.app.messages == []


@pytest.mark.parametrize("listener", [Receiver], indirect=True)
@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (Frame(Opcode.TEXT, b"\xff").serialize(mask=True), 1007),
        (Frame(Opcode.TEXT, b"x" * 4097).serialize(mask=True), 1009),
        (Frame(Opcode.CONT, b"x").serialize(mask=True), 1002),
        (Frame(Opcode.TEXT, b"x").serialize(mask=False), 1002),
    ],
    ids=["no_utf8", "too_long", "no_first_fragment", "no_mask"],
)
async def test_no_message_is_received_after_a_protocol_error(
    listener: Listener, frame: bytes, code: int, cut: bool
) -> None:
    assert isinstance(listener.app, Receiver)
    good = Frame(Opcode.TEXT, b"{}").serialize(mask=True)
    with await open_raw_socket(listener.port):
        await listener.app.ready.wait()
        connection = listener.connection
        for data in (good, frame, good) if cut else (good, frame + good):
            connection.data_received(data)
        connection.data_received(good)
        assert listener.app.texts == ["{}"]
        assert connection.conn.close_sent
        assert connection.conn.close_sent.code == code
