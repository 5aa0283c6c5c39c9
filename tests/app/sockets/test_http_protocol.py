"""Deadlines and bounds of HTTP connections, over raw TCP on short deadlines."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from time import monotonic
from typing import Any

import pytest
import pytest_asyncio
from structlog.testing import capture_logs
from uvicorn import Config
from uvicorn.server import ServerState

from app import metrics
from app.sockets import http_protocol
from app.sockets.http_protocol import ConnectionBound, LimitedHttpProtocol, connection_bound
from tests.serving import PATIENCE

SHORT = 0.3  # seconds
REQUEST = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n"


STATES: dict[int, ServerState] = {}  # of the servers, by port


async def echo(_: Any, receive: Any, send: Any) -> None:
    """Answers with the body of the request."""
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


@pytest_asyncio.fixture
async def port(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """Of a server with short deadlines; the parameter is what the application has opened."""
    for name in ("HEAD_TIME", "BODY_TIME", "IDLE_TIME"):
        monkeypatch.setattr(http_protocol, name, SHORT)
    config = Config(echo, lifespan="off", log_config=None)
    config.load()
    state, opened = ServerState(), getattr(request, "param", {})
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: LimitedHttpProtocol(config=config, server_state=state, app_state=opened), "127.0.0.1", 0
    )
    async with server:
        STATES[port := server.sockets[0].getsockname()[1]] = state
        yield port
        await asyncio.gather(*state.tasks)


async def talk(port: int, *parts: bytes, pause: float = 0) -> bytes:
    """What the server sends until it closes the connection, to which these parts are sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    async with asyncio.timeout(PATIENCE):
        for part in parts:
            writer.write(part)
            await asyncio.sleep(pause)
            if reader.at_eof():
                break
        answer = b""
        with suppress(OSError):  # closed while we were still sending
            while piece := await reader.read(1 << 16):
                answer += piece
    writer.close()
    return answer


@pytest.mark.parametrize(
    "parts",
    [(), (b"\r\n",), (b"GET / HTTP/1.1\r\nho",), (REQUEST,), (REQUEST, b"abc"), (REQUEST[:-2], b"a: b\r\n")],
    ids=repr,
)
async def test_a_connection_that_sends_too_little_is_closed(port: int, parts: tuple[bytes, ...]) -> None:
    start = monotonic()
    assert await talk(port, *parts) == b""
    assert monotonic() - start >= SHORT - 0.05


async def test_a_head_that_grows_byte_by_byte_is_closed_at_its_deadline(port: int) -> None:
    assert await talk(port, b"GET /", *[b"x"] * 8, pause=SHORT / 6) == b""


@pytest.mark.parametrize("end", [b"", b"\r\n\r\n", b"\r\n\r\nbody"])
async def test_a_head_over_its_bound_is_refused(port: int, end: bytes) -> None:
    answer = await talk(port, b"POST / HTTP/1.1\r\ncontent-length: 4\r\nx: " + b"y" * 33 * 1024 + end)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert answer.endswith(b'{"error":{"code":"too_large","detail":{"most":32768}}}')


async def test_requests_on_one_connection_have_a_deadline_each(port: int) -> None:
    parts = (REQUEST, b"abcd", REQUEST, b"efgh", REQUEST + b"ijkl" + REQUEST + b"mnop")
    answer = await talk(port, *parts, pause=SHORT / 2)
    assert [part[-4:] for part in answer.split(b"HTTP/1.1 200 OK")[1:]] == [
        b"abcd",
        b"efgh",
        b"ijkl",
        b"mnop",
    ]


async def test_a_request_that_is_not_http_is_refused_in_json(port: int) -> None:
    answer = await talk(port, b"HELLO\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"\r\nx-request-id: " in answer
    assert b'{"error":{"code":"bad_message"' in answer


@pytest.mark.parametrize("port", [{"bound": ConnectionBound(2)}], indirect=True)
async def test_connections_beyond_the_bound_are_refused_and_that_is_logged_once(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "IDLE_TIME", PATIENCE)  # also on a busy machine
    last = REQUEST.replace(b"host: x", b"host: x\r\nconnection: close") + b"abcd"
    with capture_logs() as logs:
        for _ in range(2):
            held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            for _ in range(3):
                answer = await talk(port)
                assert answer.startswith(b"HTTP/1.1 503 ")
                assert b'"code":"busy"' in answer
            held[0][1].write(REQUEST + b"abcd")
            assert (await held[0][0].readline()).startswith(b"HTTP/1.1 200")
            for reader, writer in held:
                writer.close()
                with suppress(OSError):
                    await reader.read()
            assert (await talk(port, last)).startswith(b"HTTP/1.1 200")
    assert [line["most"] for line in logs] == [2, 2], "one sentence each time that it is reached"


async def test_the_bound_is_a_metric() -> None:
    ConnectionBound(2)
    assert "richelieu_connections_limit 2.0" in metrics.text().decode()


def test_the_bound_leaves_descriptors_for_the_database_and_files(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(256, 1024)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.append(wanted))
    with capture_logs() as logs:
        assert connection_bound(500, 21).most == 500
        assert connection_bound(5000, 21).most == 1024 - 64 - 21, "the soft limit is raised to the hard one"
    assert [line["wanted"] for line in logs] == [5000]


SLOTS = """
from app.sockets.http_protocol import connection_bound
def slots():
    return int(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("FDSize:")))
before = slots()
most = connection_bound(500, 21).most
print(before, slots(), most)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the size of the table is read from /proc")
def test_the_table_of_descriptors_has_room_for_all_connections_from_the_start() -> None:
    made = subprocess.run([sys.executable, "-c", SLOTS], check=True, capture_output=True, text=True)
    before, after, most = map(int, made.stdout.split())
    assert before < most < after


async def test_a_body_is_not_waited_for_when_the_process_ends(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    asked = asyncio.create_task(talk(port, REQUEST + b"ab"))
    state = STATES[port]
    async with asyncio.timeout(PATIENCE):
        while not state.tasks:  # noqa: ASYNC110
            await asyncio.sleep(0)
    for connection in list(state.connections):
        connection.shutdown()
    start = monotonic()
    assert await asked == b""
    await asyncio.gather(*state.tasks)
    assert monotonic() - start < SHORT
    assert caplog.records == [], "nothing of it is an error"
