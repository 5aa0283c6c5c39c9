"""Timeouts and limits of HTTP connections, over raw TCP; the timers run by the clock of the test."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio
from structlog.testing import capture_logs
from uvicorn import Config
from uvicorn.server import ServerState

from app import metrics
from app.sockets.http_protocol import ConnectionBound, LimitedHttpProtocol, connection_bound
from tests.app.sockets.clock import Clock
from tests.serving import PATIENCE

REQUEST = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n"
HEAD, BODY, IDLE = (
    LimitedHttpProtocol.head_timeout,
    LimitedHttpProtocol.body_timeout,
    LimitedHttpProtocol.idle_timeout,
)


async def echo(_: Any, receive: Any, send: Any) -> None:
    """Answer with the body of the request."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message["body"], message["more_body"]
    await send(
        {
            "type": "http.response.start",
            "status": 200,
            "headers": [(b"content-length", str(len(body)).encode())],
        }
    )
    await send({"type": "http.response.body", "body": body})


class Counting(LimitedHttpProtocol):
    """A protocol that counts the received bytes."""

    received = 0

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.received += len(data)


class Listener:
    """`echo` behind the protocol class, at `port`; `clock` is that of all its connections."""

    def __init__(self) -> None:
        self.state, self.clock, self.port = ServerState(), Clock(), 0
        self.made: asyncio.Queue[Counting] = asyncio.Queue()

    async def connect(self) -> Client:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        async with asyncio.timeout(PATIENCE):
            return Client(reader, writer, await self.made.get())


@dataclass(slots=True)
class Client:
    """Both ends of one connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    protocol: Counting

    async def send(self, data: bytes) -> None:
        """Send, and wait until the server has read it."""
        wanted = self.protocol.received + len(data)
        self.writer.write(data)
        async with asyncio.timeout(PATIENCE):
            while self.protocol.received < wanted and not self.is_closing():  # noqa: ASYNC110
                await asyncio.sleep(0)

    def is_closing(self) -> bool:
        return self.protocol.transport.is_closing()

    async def read(self) -> bytes:
        """Read until the server closes the connection."""
        async with asyncio.timeout(PATIENCE):
            answer = b""
            with suppress(OSError):  # closed while we were still sending
                while piece := await self.reader.read(1 << 16):
                    answer += piece
        self.writer.close()
        return answer

    async def read_answer(self) -> bytes:
        """Read one answer with a body of four bytes; return the body."""
        async with asyncio.timeout(PATIENCE):
            assert (await self.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 OK")
            return await self.reader.readexactly(4)


@pytest_asyncio.fixture
async def listener(request: pytest.FixtureRequest) -> AsyncIterator[Listener]:
    """The parameter is the state of the application."""
    config = Config(echo, lifespan="off", timeout_keep_alive=int(IDLE), log_config=None)
    config.load()
    listener, state = Listener(), getattr(request, "param", {})

    def make() -> Counting:
        protocol = Counting(config=config, server_state=listener.state, app_state=state)
        protocol.loop = listener.clock  # type: ignore[assignment]
        listener.made.put_nowait(protocol)
        return protocol

    server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
    async with server:
        listener.port = server.sockets[0].getsockname()[1]
        yield listener
        await asyncio.gather(*listener.state.tasks)


async def talk(listener: Listener, *parts: bytes) -> bytes:
    """Send these parts; return what the server sends until it closes the connection."""
    client = await listener.connect()
    for part in parts:
        await client.send(part)
    return await client.read()


async def test_a_connection_that_sends_too_little_is_closed_at_its_timeout(listener: Listener) -> None:
    for parts, seconds in (
        ((), IDLE),
        ((b"\r\n",), IDLE),
        ((b"GET / HTTP/1.1\r\nho",), HEAD),
        ((REQUEST[:-2], b"a: b\r\n"), HEAD),
        ((REQUEST,), BODY),
        ((REQUEST, b"abc"), BODY),
    ):
        client = await listener.connect()
        for part in parts:
            await client.send(part)
        listener.clock.advance(seconds - 0.1)
        assert not client.is_closing(), parts
        listener.clock.advance(0.1)
        assert client.is_closing(), parts
        assert await client.read() == b"", parts


async def test_a_head_that_grows_byte_by_byte_is_closed_at_its_timeout(listener: Listener) -> None:
    client = await listener.connect()
    await client.send(b"GET /")
    for _ in range(10):
        assert not client.is_closing()
        listener.clock.advance(HEAD / 10)
        await client.send(b"x")
    assert client.is_closing()
    assert await client.read() == b""


async def test_a_head_over_its_limit_is_refused(listener: Listener) -> None:
    for end in (b"", b"\r\n\r\n", b"\r\n\r\nbody"):
        head = b"POST / HTTP/1.1\r\ncontent-length: 4\r\nx: " + b"y" * 33 * 1024
        answer = await talk(listener, head + end)
        assert answer.startswith(b"HTTP/1.1 431 "), end
        assert answer.endswith(b'{"error":{"code":"too_large","detail":{"most":32768}}}'), end


async def test_requests_on_one_connection_have_a_timeout_each(listener: Listener) -> None:
    client = await listener.connect()
    for body in (b"abcd", b"efgh"):
        listener.clock.advance(IDLE * 0.9)
        await client.send(REQUEST[:-2])
        listener.clock.advance(HEAD * 0.9)
        await client.send(REQUEST[-2:])
        listener.clock.advance(BODY * 0.9)
        await client.send(body)
        assert await client.read_answer() == body
    await client.send(REQUEST + b"ijkl" + REQUEST + b"mnop")
    assert [await client.read_answer() for _ in range(2)] == [b"ijkl", b"mnop"]
    listener.clock.advance(IDLE - 0.1)
    assert not client.is_closing()
    listener.clock.advance(0.1)
    assert await client.read() == b""


async def test_a_request_that_is_not_http_is_refused_in_json(listener: Listener) -> None:
    answer = await talk(listener, b"HELLO\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"\r\nx-request-id: " in answer
    assert b'{"error":{"code":"bad_message"' in answer


@pytest.mark.parametrize("listener", [{"bound": ConnectionBound(2)}], indirect=True)
async def test_connections_beyond_the_bound_are_refused_and_that_is_logged_once(listener: Listener) -> None:
    last = REQUEST.replace(b"host: x", b"host: x\r\nconnection: close") + b"abcd"
    with capture_logs() as logs:
        for _ in range(2):
            held = [await listener.connect() for _ in range(2)]
            for _ in range(3):
                answer = await talk(listener)
                assert answer.startswith(b"HTTP/1.1 503 ")
                assert b'"code":"busy"' in answer
            await held[0].send(REQUEST + b"abcd")
            assert await held[0].read_answer() == b"abcd"
            for client in held:
                client.writer.close()
            async with asyncio.timeout(PATIENCE):
                while listener.state.connections:  # noqa: ASYNC110
                    await asyncio.sleep(0)
            assert (await talk(listener, last)).startswith(b"HTTP/1.1 200")
    assert [line["limit"] for line in logs] == [2, 2], "one sentence each time that it is reached"


@pytest.mark.parametrize("listener", [{"bound": ConnectionBound(9, 2)}], indirect=True)
async def test_connections_of_one_address_beyond_its_bound_are_closed_at_once(listener: Listener) -> None:
    for _ in range(2):
        held = [await listener.connect() for _ in range(2)]
        for _ in range(3):
            assert await talk(listener) == b""
        for client in held:
            client.writer.close()
        async with asyncio.timeout(PATIENCE):
            while listener.state.connections:  # noqa: ASYNC110
                await asyncio.sleep(0)


def test_connections_count_by_network_and_not_those_of_proxies() -> None:
    bound = ConnectionBound(9, 1, ("192.0.2.0/24", "2001:db8:1::1"))
    for address, second in (
        ("192.0.2.7", True),
        ("192.0.3.7", False),
        ("2001:db8:1::1", True),
        ("2001:db8:2::1", False),
        ("no address", False),
    ):
        assert (address, bound.count(address), bound.count(address)) == (address, True, second)
        bound.release(address)
        bound.release(address)
        assert bound.count(address), "the others have ended"
    assert bound.count("2001:db8:3::1")
    assert not bound.count("2001:db8:3::2"), "of one /64"
    for unbounded in (ConnectionBound(9, 1, ("*",)), ConnectionBound(9)):
        assert [unbounded.count("192.0.3.7") for _ in range(3)] == [True] * 3


async def test_the_bound_is_a_metric() -> None:
    ConnectionBound(2)
    assert "richelieu_connections_limit 2.0" in metrics.text().decode()


def test_the_bound_leaves_descriptors_for_the_database_and_files(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(256, 1024)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.append(wanted))
    with capture_logs() as logs:
        assert connection_bound(500, 21).limit == 500
        assert connection_bound(5000, 21).limit == 1024 - 64 - 21, "the soft limit is raised to the hard one"
    assert [line["wanted"] for line in logs] == [5000]


SLOTS = """
from app.sockets.http_protocol import connection_bound
def slots():
    return int(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("FDSize:")))
before = slots()
most = connection_bound(500, 21).limit
print(before, slots(), most)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the size of the table is read from /proc")
def test_the_table_of_descriptors_has_room_for_all_connections_from_the_start() -> None:
    made = subprocess.run([sys.executable, "-c", SLOTS], check=True, capture_output=True, text=True)
    before, after, most = map(int, made.stdout.split())
    assert before < most < after


async def test_a_body_is_not_waited_for_when_the_process_ends(
    listener: Listener, caplog: pytest.LogCaptureFixture
) -> None:
    client = await listener.connect()
    await client.send(REQUEST + b"ab")
    assert listener.state.tasks
    for connection in list(listener.state.connections):
        connection.shutdown()
    assert await client.read() == b""
    await asyncio.gather(*listener.state.tasks)
    assert caplog.records == [], "nothing of it is an error"
