"""Deadlines and bounds of HTTP connections, over raw TCP on short deadlines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from time import monotonic
from typing import Any

import pytest
import pytest_asyncio
from uvicorn import Config
from uvicorn.server import ServerState

from app.sockets import http_protocol
from app.sockets.http_protocol import LimitedHttpProtocol
from tests.serving import PATIENCE

SHORT = 0.3  # seconds
REQUEST = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n"


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
async def port(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """Of a server with short deadlines."""
    for name in ("HEAD_TIME", "BODY_TIME", "IDLE_TIME"):
        monkeypatch.setattr(http_protocol, name, SHORT)
    config = Config(echo, lifespan="off", log_config=None)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: LimitedHttpProtocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    async with server:
        yield server.sockets[0].getsockname()[1]
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
