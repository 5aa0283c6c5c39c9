"""The protocol class for uvicorn: slow clients, fragments, close codes, floods, pings, closed sockets.

Raw sockets, connected to the class in this process; its timers run by the clock of the test.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakSet

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from app.db.clock import now
from app.http.protocol import EXTENSION, MAX_FRAMES, LiveProtocol
from tests.http.clock import Clock
from tests.serving import PATIENCE

CHUNK = "x" * 60_000
INTERVAL, TIMEOUT = 5.0, 10.0  # of pings, in seconds
HANDSHAKE = (
    "GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
).encode()


class Sender:
    """An application that sends forever; `ended` is the error that ended sending."""

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


class Receiver:
    """An application that sends nothing, and records the texts and the ASGI messages."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.messages: list[Any] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][EXTENSION].on_text = self.texts.append
        while not self.messages or self.messages[-1]["type"] != "websocket.disconnect":
            self.messages.append(await receive())


class Listener:
    """An application behind the protocol class, at `port`; `clock` is that of all its connections."""

    def __init__(self, app: Any) -> None:
        self.app, self.state, self.clock, self.port = app, ServerState(), Clock(), 0
        self.made: WeakSet[LiveProtocol] = WeakSet()

    @property
    def connections(self) -> list[LiveProtocol]:
        return [one for one in self.state.connections if isinstance(one, LiveProtocol)]

    @property
    def connection(self) -> LiveProtocol:
        """Return the only connection."""
        (found,) = self.connections
        return found


@asynccontextmanager
async def listening(app: Any) -> AsyncIterator[Listener]:
    listener = Listener(app)
    options: Any = {"ws_ping_interval": INTERVAL, "ws_ping_timeout": TIMEOUT}
    config = uvicorn.Config(
        app, ws_per_message_deflate=False, ws_max_size=4096, log_level="critical", **options
    )
    config.load()

    def make() -> LiveProtocol:
        protocol = LiveProtocol(config, listener.state, {})
        protocol.loop = listener.clock  # type: ignore[assignment]
        listener.made.add(protocol)
        return protocol

    server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
    listener.port = server.sockets[0].getsockname()[1]
    try:
        yield listener
    finally:
        server.close()
        for connection in listener.connections:
            connection.shutdown()
        if listener.state.tasks:
            await asyncio.wait(listener.state.tasks)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 (there is no event for it)
            await asyncio.sleep(0)


class Client:
    """A raw socket with a small buffer, after its handshake."""

    def __init__(self, raw: socket.socket) -> None:
        self.raw, self._unread = raw, b""

    async def read(self) -> bytes:
        """Read what has arrived, at least one byte; empty: the server has closed the connection."""
        async with asyncio.timeout(PATIENCE):
            try:
                return await asyncio.get_running_loop().sock_recv(self.raw, 500_000)
            except ConnectionResetError:
                return b""

    async def read_ping(self) -> bytes:
        """Read one ping; return its payload, of four bytes."""
        while len(self._unread) < 6:
            data = await self.read()
            assert data
            self._unread += data
        frame, self._unread = self._unread[:6], self._unread[6:]
        assert frame[:2] == b"\x89\x04"
        return frame[2:]

    async def send(self, opcode: Opcode, data: bytes) -> None:
        frame = Frame(opcode, data).serialize(mask=True)
        await asyncio.get_running_loop().sock_sendall(self.raw, frame)


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[Client]:
    loop = asyncio.get_running_loop()
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.setblocking(False)
        await loop.sock_connect(raw, ("127.0.0.1", port))
        await loop.sock_sendall(raw, HANDSHAKE)
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += await loop.sock_recv(raw, 1)
        assert answer.startswith(b"HTTP/1.1 101 ")
        yield Client(raw)


@asynccontextmanager
async def receiving() -> AsyncIterator[tuple[Listener, LiveProtocol, Client]]:
    """Yield a listener whose `Receiver` has one client, with both ends of its connection."""
    async with listening(Receiver()) as listener, connected(listener.port) as client:
        await until(lambda: listener.connection.on_text)
        yield listener, listener.connection, client


# Clients that do not read


async def test_a_client_that_reads_nothing_is_disconnected() -> None:
    async with listening(Sender()) as listener, connected(listener.port):
        await until(lambda: not listener.connection.writable.is_set())
        listener.clock.advance(LiveProtocol.stall_timeout - 0.1)
        assert not listener.connection.transport.is_closing()
        listener.clock.advance(0.1)
        async with asyncio.timeout(PATIENCE):
            assert isinstance(await listener.app.ended, OSError)
        assert listener.app.sent < 1000, "little is buffered in memory"
        assert not listener.connections


async def test_a_client_that_reads_slowly_stays_connected_and_its_timeout_restarts() -> None:
    async with listening(Sender()) as listener:
        async with connected(listener.port) as client:
            for _ in range(3):
                await until(lambda: not listener.connection.writable.is_set())
                listener.connection.stop_keepalive()  # it reads too slowly to answer pings
                listener.clock.advance(LiveProtocol.stall_timeout - 0.1)
                sent = listener.app.sent
                while listener.app.sent == sent:
                    assert await client.read()
            assert not listener.app.ended.done()
        async with asyncio.timeout(PATIENCE):
            await listener.app.ended  # the client has disconnected


def fill(connection: LiveProtocol) -> None:
    """Send until the first bytes wait in the write buffer."""
    while not connection.transport.get_write_buffer_size():
        assert connection.try_send(b"x" * 1000)


async def test_a_client_that_reads_nothing_does_not_hold_a_connection_that_is_closed() -> None:
    async def end(connection: LiveProtocol) -> None:
        await connection.send({"type": "websocket.close", "code": 1008})

    async def reject_frame(connection: LiveProtocol) -> None:
        connection.data_received(Frame(Opcode.TEXT, b"x").serialize(mask=False))

    for close in (end, reject_frame):
        async with receiving() as (listener, connection, _):
            fill(connection)
            await close(connection)
            listener.clock.advance(LiveProtocol.stall_timeout)
            await until(lambda: not listener.connections)


async def test_sending_after_a_close_fails_as_on_a_lost_connection() -> None:
    async with receiving() as (_, connection, _):
        await connection.send({"type": "websocket.close", "code": 1008})
        with pytest.raises(OSError):  # noqa: PT011 (uvicorn's has no message)
            await connection.send({"type": "websocket.send", "text": "{}"})


async def test_the_shutdown_of_a_connection_that_the_client_is_closing_does_not_fail() -> None:
    async with receiving() as (listener, connection, _):
        connection.data_received(Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True))
        connection.shutdown()
        await until(lambda: not listener.connections)


async def test_a_text_is_refused_while_the_client_does_not_read_and_taken_when_it_reads_again() -> None:
    async with receiving() as (_, connection, client):
        called = list[bool]()
        connection.on_writable = lambda: called.append(connection.try_send(b"again"))
        taken = 0
        while connection.try_send(b"x" * 10_000):
            taken += 1
        assert connection.transport.get_write_buffer_size() < LiveProtocol.max_unsent + 11_000
        while not called:
            assert await client.read()
        assert taken
        assert called == [True]


# Messages

TEXTS = ["short", "", "\u2660", "x" * 125, "x" * 126, "x" * 4096, '{"t":"resign"}']


def stream() -> bytes:
    """Return all texts as whole frames, then all texts in three fragments with a ping in between."""
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


async def test_a_text_message_is_received_for_any_fragmentation_and_segmentation() -> None:
    async with receiving() as (listener, connection, _):
        data, texts = stream(), listener.app.texts
        for step in (1, 2, 3, 7, 20, 131, 1000, len(data)):
            texts.clear()
            for start in range(0, len(data), step):
                connection.data_received(data[start : start + step])
            assert texts == TEXTS * 2, f"in pieces of {step}"
        assert listener.app.messages == []


async def test_texts_that_came_before_the_application_was_ready_are_received_in_order() -> None:
    async with receiving() as (listener, connection, _):
        on_text, connection.on_text = connection.on_text, None
        frames = [Frame(Opcode.TEXT, text.encode()).serialize(mask=True) for text in "abc"]
        connection.data_received(frames[0] + frames[1])
        connection.on_text = on_text
        connection.data_received(frames[2])
        await until(lambda: len(listener.app.messages) == 3)
        assert [message["text"] for message in listener.app.messages] == list("abc")
        connection.data_received(frames[0])
        assert listener.app.texts == ["a"]


async def test_no_message_is_received_after_a_protocol_error() -> None:
    good = Frame(Opcode.TEXT, b"{}").serialize(mask=True)
    close = Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True)
    errors = {
        "not UTF-8": (Frame(Opcode.TEXT, b"\xff").serialize(mask=True), 1007),
        "too long": (Frame(Opcode.TEXT, b"x" * 4097).serialize(mask=True), 1009),
        "no first fragment": (Frame(Opcode.CONT, b"x").serialize(mask=True), 1002),
        "no mask": (Frame(Opcode.TEXT, b"x").serialize(mask=False), 1002),
    }
    for name, (bad, code) in errors.items():
        for pieces in ((good, bad, good), (good, bad + good), (good, bad + close)):
            async with receiving() as (listener, connection, _):
                for data in (*pieces, good):
                    connection.data_received(data)
                assert listener.app.texts == ["{}"], (name, pieces)
                assert connection.conn.close_sent, (name, pieces)
                codes = (code, 1000) if pieces[-1] == bad + close else (code,)
                assert connection.conn.close_sent.code in codes, (name, pieces)


async def test_an_answer_to_a_text_that_comes_with_a_close_is_dropped() -> None:
    async with receiving() as (_, connection, _):
        sent = list[bool]()
        connection.on_text = lambda _: sent.append(connection.try_send(b"{}"))
        frames = (Frame(Opcode.TEXT, b"{}"), Frame(Opcode.CLOSE, b"\x03\xe8"))
        connection.data_received(b"".join(frame.serialize(mask=True) for frame in frames))
        assert sent == [False]


# Floods

MANY = 50_000  # frames
FRAME_BYTES = 6  # without a payload
FLOODS = {
    "fragments": (Frame(Opcode.TEXT, b"", False), Frame(Opcode.CONT, b"", False)),
    "pings": (Frame(Opcode.PING, b""), Frame(Opcode.PING, b"")),
    "pongs": (Frame(Opcode.PONG, b""), Frame(Opcode.PONG, b"")),
    "texts": (Frame(Opcode.TEXT, b""), Frame(Opcode.TEXT, b"")),
    "bytes": (Frame(Opcode.BINARY, b""), Frame(Opcode.BINARY, b"")),
}


def flood(kind: str, count: int) -> bytes:
    first, next_ = FLOODS[kind]
    return first.serialize(mask=True) + next_.serialize(mask=True) * (count - 1)


async def test_too_many_frames_of_any_kind_close_the_connection_before_all_are_parsed() -> None:
    for kind in FLOODS:
        async with receiving() as (_, connection, _):
            data, admitted = flood(kind, MANY), FRAME_BYTES * (MAX_FRAMES - 1)  # with the request: all
            connection.data_received(data[:admitted])
            assert not connection.closing, kind
            connection.data_received(data[admitted:])
            assert connection.conn.close_sent, kind
            assert connection.conn.close_sent.code == 1008, kind
            assert connection.conn.received < MANY // 10, kind
            assert connection.transport.is_closing(), kind


async def test_a_flood_before_the_end_of_the_handshake_ends_the_connection() -> None:
    async def reject_late(_: Any, receive: Any, __: Any) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async with listening(reject_late) as listener:
        _, writer = await asyncio.open_connection("127.0.0.1", listener.port)
        writer.write(HANDSHAKE)
        await until(lambda: listener.state.tasks)
        listener.connection.data_received(flood("pings", MANY))
        await until(lambda: not listener.connections)
        writer.close()


async def test_empty_fragments_of_a_message_take_no_memory() -> None:
    async with receiving() as (listener, connection, _):
        connection.data_received(flood("fragments", MAX_FRAMES // 2))
        assert len(connection.frames) == 1
        connection.data_received(Frame(Opcode.CONT, b"{}").serialize(mask=True))
        assert listener.app.texts == ["{}"]


# Pings


async def test_a_client_that_answers_pings_has_a_latency_and_stays() -> None:
    """The lower quartile of its last eight pings: late answers on a fast line do not make it slow."""
    expected = {1: 0.25, 4: 0.25, 5: 0.25, 8: 0.125, 9: 0.125, 13: 2.0}
    async with receiving() as (listener, connection, client):
        last = 0.0
        for number, seconds in enumerate((0.25, 2.0, 2.0, 2.0, 0.125, 2.0, 2.0, 0.125, *[2.0] * 5), 1):
            listener.clock.advance(INTERVAL - last)  # since the last pong
            last = seconds
            payload = await client.read_ping()
            for stray in (b"\0\0\0", bytes(byte ^ 1 for byte in payload)):
                await client.send(Opcode.PONG, stray)
            listener.clock.advance(seconds)
            await client.send(Opcode.PONG, payload)
            await until(lambda: connection.last_ping_rtt == seconds)  # noqa: B023 (it ends here)
            await until(lambda: connection.pending_ping_payload is None)
            if number in expected:
                assert connection.latency == expected[number]
            assert 0 < connection.heard <= now() - 1000 * seconds, "when the ping was sent"
        assert not connection.transport.is_closing()


async def test_a_client_that_does_not_answer_a_ping_is_disconnected() -> None:
    async with receiving() as (listener, connection, client):
        listener.clock.advance(INTERVAL)
        await client.read_ping()
        fill(connection)  # nor does it read any more
        listener.clock.advance(TIMEOUT - 0.1)
        assert not connection.transport.is_closing()
        listener.clock.advance(0.1)
        await until(lambda: not listener.connections)
        while await client.read():
            pass


async def test_a_client_is_not_pinged_nor_judged_while_it_is_not_read_from() -> None:
    """As while the database does not answer to a message, and another one waits."""
    async with receiving() as (listener, connection, client):
        listener.clock.advance(INTERVAL)
        late = await client.read_ping()
        connection.pause_reading(True)
        await client.send(Opcode.PONG, late)
        listener.clock.advance(10 * TIMEOUT)
        assert not connection.transport.is_closing()
        connection.pause_reading(False)
        listener.clock.advance(INTERVAL)
        payload = await client.read_ping()
        listener.clock.advance(0.25)
        await client.send(Opcode.PONG, payload)
        await until(lambda: connection.latency == 0.25)  # the pause is not the client's


async def test_a_client_is_asked_for_an_answer_at_once_and_its_pings_go_on() -> None:
    async with receiving() as (listener, connection, client):
        for _ in range(2):  # a ping of its own, then one that is under way
            asked = [asyncio.create_task(connection.answers(PATIENCE)) for _ in range(2)]
            await client.send(Opcode.PONG, await client.read_ping())
            assert await asyncio.gather(*asked) == [True, True]
            listener.clock.advance(INTERVAL)
        payload = await client.read_ping()
        assert not await connection.answers(0.05)
        await client.send(Opcode.PONG, payload)
        await until(lambda: connection.pending_ping_payload is None)
        listener.clock.advance(INTERVAL)
        await client.read_ping()
        asked = [asyncio.create_task(connection.answers(PATIENCE))]
        await asyncio.sleep(0)
        connection.transport.abort()
        assert await asyncio.gather(*asked) == [False]


# Closed connections


async def test_a_closed_socket_is_freed_without_a_garbage_collection() -> None:
    """Full collections are rare (`_tune_gc`): a reference cycle would keep it for long."""
    gc.disable()
    try:
        async with listening(Receiver()) as listener:
            for number in range(10):
                async with connected(listener.port) as client:
                    if number % 2:
                        await client.send(Opcode.CLOSE, b"\x03\xe8")
                await until(lambda: not listener.state.connections and not listener.state.tasks)
                listener.app.messages.clear()
            listener.clock.advance(PATIENCE)
            await until(lambda: not listener.made)
    finally:
        gc.enable()
