"""Limits of HTTP connections, over raw TCP: heads, bodies, connections, descriptors."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
import websockets
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from structlog.testing import capture_logs

from app.core.errors import Refusal, TryAgain
from app.core.wire import MAX_BODY_BYTES, MAX_HEAD_BYTES
from app.http.connection_limit import connection_limit
from app.http.middleware import RequestLimits
from app.http.protocol import LiveProtocol
from app.http.requests import body_reader
from app.http.responses import error_response
from app.main import Server
from tests.serving import PATIENCE

REQUEST = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n"
CLOSING = REQUEST.replace(b"host: x", b"host: x\r\nconnection: close")
HEALTH = b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
BODY_TIMEOUT = 3.0  # seconds

read_list = body_reader(list[int])


async def echo(request: Request) -> Response:
    """Answer with the body of the request, a JSON list."""
    return Response(repr(await read_list(request)).encode())


async def refuse(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return error_response(error)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """`echo` for HTTP, and a WebSocket that is open until the client leaves."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
    else:
        await ECHO(scope, receive, send)


BODIES: set[asyncio.Timeout] = set()


@asynccontextmanager
async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Any]]:
    games = SimpleNamespace(streams=SimpleNamespace(stop=lambda: None))
    yield {"games": games, "bodies": BODIES}


ECHO = Starlette(
    lifespan=lifespan,
    routes=[Route("/", echo, methods=["POST"]), Route("/", lambda _: Response(b"here"))],
    exception_handlers={Refusal: refuse, TryAgain: refuse},
)
ECHO.add_middleware(RequestLimits, bodies=BODIES, body_timeout=BODY_TIMEOUT)


class Listener:
    """`application` behind the server that serves the real one, at `port`."""

    def __init__(self, limit: int | None) -> None:
        config = uvicorn.Config(
            application,
            port=0,
            http="h11",
            h11_max_incomplete_event_size=MAX_HEAD_BYTES,
            limit_concurrency=limit,
            ws=LiveProtocol,
            log_config=None,
        )
        self.server = Server(config)
        self.port = 0

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def talk(self, *parts: bytes) -> bytes:
        """Send these parts, each in its own packet; return what the server sends until it closes."""
        reader, writer = await self.connect()
        for part in parts:
            writer.write(part)
            await asyncio.sleep(0.01)
        answer = await read_all(reader)
        writer.close()
        return answer

    async def count(self, number: int) -> None:
        """Wait until the server has so many connections."""
        async with asyncio.timeout(PATIENCE):
            while len(self.server.server_state.connections) != number:  # noqa: ASYNC110
                await asyncio.sleep(0)


async def read_all(reader: asyncio.StreamReader) -> bytes:
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionError):  # closed while we were still sending
            return await reader.read()
    return b""


async def read_body(reader: asyncio.StreamReader, size: int) -> bytes:
    """Read one successful answer; return its body."""
    async with asyncio.timeout(PATIENCE):
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 OK")
        return await reader.readexactly(size)


@asynccontextmanager
async def listening(limit: int | None = None) -> AsyncIterator[Listener]:
    listener = Listener(limit)
    server = listener.server
    running = asyncio.create_task(server.serve())
    async with asyncio.timeout(PATIENCE):
        while not server.started:  # noqa: ASYNC110
            await asyncio.sleep(0)
    listener.port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield listener
    finally:
        server.should_exit = True
        await running


async def test_a_head_over_its_limit_is_refused() -> None:
    head = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\nx: " + b"y" * 33 * 1024
    many = b"POST / HTTP/1.1\r\nhost: x\r\n" + b"x: yyyyyyyy\r\n" * 3_000
    async with listening() as listener:
        for parts in (
            (head + b"\r\n\r\n",),
            (head + b"\r\n\r\nbody",),
            (head,),
            (head[:9000], head[9000:]),
            (many, b"\r\n"),
        ):
            answer = await listener.talk(*parts)
            assert answer.startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 ")), parts
            assert b"\r\nconnection: close\r\n" in answer.lower(), parts
        upgrade = [("x-part", "y" * 4000)] * 9
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(f"ws://127.0.0.1:{listener.port}/", additional_headers=upgrade)
    assert refused.value.response.status_code in (400, 431)


async def test_a_late_body_is_refused_and_its_connection_closed() -> None:
    async with listening() as listener:
        late = ((REQUEST,), (REQUEST, b"[1,"), (REQUEST, b"[", b"1", b","))
        asked = asyncio.gather(*(listener.talk(*parts) for parts in late))
        reader, writer = await listener.connect()
        for _ in range(3):  # each request has its own time
            writer.write(REQUEST + b"[1")
            await asyncio.sleep(BODY_TIMEOUT / 2.5)  # three of them take longer
            writer.write(b"2]")
            assert await read_body(reader, 4) == b"[12]"
        writer.close()
        for parts, answer in zip(late, await asked, strict=True):
            assert answer.startswith(b"HTTP/1.1 400 "), parts
            assert b"\r\nconnection: close\r\n" in answer, parts
            assert b'{"error":{"code":"not_json"' in answer, parts


async def test_a_large_body_is_read_to_its_end_so_that_its_client_reads_the_refusal() -> None:
    size = 100 * MAX_BODY_BYTES
    async with listening() as listener:
        head = REQUEST.replace(b": 4", b": %d" % size)
        reader, writer = await listener.connect()
        writer.write(head + b" " * size + CLOSING + b"[12]")
        answer = await read_all(reader)
        writer.close()
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b'"code":"too_large"' in answer
    assert answer.endswith(b"[12]"), "the connection serves the next request"


async def test_requests_sent_at_once_on_one_connection_are_answered_in_turn() -> None:
    number = 200
    async with listening() as listener:
        reader, writer = await listener.connect()
        writer.write(b"".join(REQUEST + b"[%02d]" % (10 + n % 90) for n in range(number)))
        for n in range(number):
            assert await read_body(reader, 4) == b"[%d]" % (10 + n % 90)
        writer.close()


async def test_at_the_limit_of_connections_requests_and_handshakes_are_refused() -> None:
    """Connections that wait for a request and sockets count."""
    async with listening(3) as listener:
        reader, writer = await listener.connect()
        writer.write(REQUEST + b"[12]")
        assert await read_body(reader, 4) == b"[12]"
        url = f"ws://127.0.0.1:{listener.port}/"
        async with websockets.connect(url):
            answer = await listener.talk(HEALTH)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"\r\ncontent-type: text/plain" in answer
            with pytest.raises(websockets.InvalidStatus) as refused:
                await websockets.connect(url)
            assert refused.value.response.status_code == 503
            assert b'"code":"try_again"' in (refused.value.response.body or b"")
            writer.close()
            await listener.count(1)
            assert (await listener.talk(HEALTH)).startswith(b"HTTP/1.1 200 ")


async def test_a_body_is_not_waited_for_when_the_process_ends(caplog: pytest.LogCaptureFixture) -> None:
    async with listening() as listener:
        reader, writer = await listener.connect()
        writer.write(REQUEST + b"[1")
        async with asyncio.timeout(PATIENCE):
            while not BODIES:  # noqa: ASYNC110
                await asyncio.sleep(0)
        listener.server.should_exit = True
        answer = await read_all(reader)
        writer.close()
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b'"code":"try_again"' in answer
    assert caplog.records == [], "nothing of it is an error"


def test_the_limit_leaves_descriptors_for_the_database_and_files(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(256, 1024)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.append(wanted))
    with capture_logs() as logs:
        assert connection_limit(0, 21) is None
        assert connection_limit(500, 21) == 500
        assert connection_limit(5000, 21) == 1024 - 64 - 21, "the soft limit is raised to the hard one"
    assert [line["wanted"] for line in logs] == [5000]


SLOTS = """
from app.http.connection_limit import connection_limit
def slots():
    return int(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("FDSize:")))
before = slots()
most = connection_limit(500, 21)
print(before, slots(), most)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the size of the table is read from /proc")
def test_the_table_of_descriptors_has_room_for_all_connections_from_the_start() -> None:
    made = subprocess.run([sys.executable, "-c", SLOTS], check=True, capture_output=True, text=True)
    before, after, most = map(int, made.stdout.split())
    assert before < most < after
