"""Refused handshakes: JSON with the right status and a request id, before anything is accepted."""

from __future__ import annotations

import asyncio
import base64
import json
import socket
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import uvicorn
from structlog.testing import capture_logs
from uvicorn.protocols.utils import ClientDisconnected

from app.core.errors import TryAgain
from app.core.rate_limits import ConnectionLimits
from app.core.wire import MAX_HEAD_BYTES
from app.http.protocol import LiveProtocol
from app.http.requester import Persons
from app.lobby.sockets import LOBBY, websocket_app
from app.main import Server, _serve_once
from app.settings import Settings
from tests.app.http_players import Json, Person, new_board
from tests.http.test_protocol import INTERVAL, TIMEOUT, listening, until
from tests.serving import PATIENCE

KEY = base64.b64encode(bytes(16)).decode()
RIGHT = {
    "upgrade": "websocket",
    "connection": "Upgrade",
    "sec-websocket-key": KEY,
    "sec-websocket-version": "13",
}


async def test_an_accepted_handshake_has_a_request_id_too(http: httpx.AsyncClient, visitor: Person) -> None:
    board = await new_board(http)
    async with visitor.game_socket(board.id) as socket:
        response = socket.connection.response
        assert response
        assert len(response.headers["x-request-id"]) == 16


async def ask(port: int, **headers: str | None) -> tuple[int, dict[str, str], Json]:
    """Send a handshake with other headers (None: without it); the answer."""
    sent = RIGHT | {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{name}: {value}" for name, value in sent.items() if value is not None]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write("\r\n".join(("GET / HTTP/1.1", "host: here", *lines, "", "")).encode())
    async with asyncio.timeout(PATIENCE):
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    first, *rest = head.decode().split("\r\n")
    answered = dict(line.lower().split(": ", 1) for line in rest)
    assert answered["content-type"] == "application/json"
    assert int(answered["content-length"]) == len(body)
    return int(first.split()[1]), answered, json.loads(body)


async def never(_: Any, receive: Any, send: Any) -> None:
    """Answer only after the end of the process."""
    while (await receive())["type"] != "websocket.disconnect":
        pass
    with suppress(OSError):
        await send({"type": "websocket.accept"})
    raise AssertionError("a closed connection was accepted")


async def fail(_: Any, receive: Any, __: Any) -> None:
    await receive()
    raise RuntimeError("a secret detail")


async def test_a_request_that_is_no_handshake_is_refused_in_json() -> None:
    rows: list[tuple[dict[str, str | None], int]] = [
        ({"sec_websocket_key": None}, 400),
        ({"sec_websocket_key": "short"}, 400),
        ({"upgrade": "h2c"}, 426),
        ({"cookie": "x" * 9000}, 431),
    ]
    async with listening(never) as listener:
        for headers, status in rows:
            answered, sent, body = await ask(listener.port, **headers)
            code = "too_large" if status == 431 else "bad_message"
            assert (answered, body["error"]["code"]) == (status, code), headers
            assert "Failed to open a WebSocket connection" in body["error"]["detail"]["message"]
            assert len(sent["x-request-id"]) == 16


async def test_a_handshake_is_refused_with_503_while_the_process_ends() -> None:
    async with listening(never) as listener:
        asked = asyncio.create_task(ask(listener.port))
        await until(lambda: listener.state.tasks)
        listener.connection.shutdown()
        status, _, body = await asked
    assert (status, body["error"]["code"]) == (503, "try_again")


async def test_a_fault_before_the_handshake_is_answered_500_without_details() -> None:
    async with listening(fail) as listener:
        status, _, body = await ask(listener.port)
    assert (status, body["error"]["code"]) == (500, "internal")
    assert "secret" not in str(body)


async def test_a_server_is_run_with_the_limits_of_the_documentation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those that docs/wire.md names; what they do is tested in test_protocol.py and test_http_limits.py."""
    configs = list[uvicorn.Config]()

    async def record(server: Server, _: object) -> None:
        configs.append(server.config)

    monkeypatch.setattr(Server, "serve", record)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        assert await _serve_once(Settings(), listener) == 3, "it has not started"
    (config,) = configs
    assert (config.ws_ping_interval, config.ws_ping_timeout) == (INTERVAL, TIMEOUT)
    assert (config.http, config.h11_max_incomplete_event_size) == ("h11", MAX_HEAD_BYTES)
    assert (config.ws, config.ws_max_size, config.ws_per_message_deflate) == (LiveProtocol, 4096, False)


class Refusing:
    """A feature without a database, and both ends of a handshake."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.sent: list[Any] = []

    def __getattr__(self, _: str) -> Any:
        raise self.error

    async def receive(self) -> Any:
        return {"type": "websocket.connect"}

    async def send(self, message: Any) -> None:
        self.sent.append(message)


@pytest.mark.parametrize(
    ("error", "status", "code", "lines"),
    [(TryAgain(), 503, "try_again", 0), (RuntimeError("a secret detail"), 500, "internal", 1)],
)
async def test_an_error_of_admission_is_answered_before_anything_is_accepted(
    error: Exception, status: int, code: str, lines: int
) -> None:
    ours = Refusing(error)
    scope = {
        "type": "websocket",
        "path": LOBBY,
        "headers": [(b"x-request-id", b"r-9")],
        "extensions": {},
        "state": {"lobby": ours},
    }
    with capture_logs() as logs:
        await websocket_app(scope, ours.receive, ours.send)
    start, body = ours.sent
    assert (start["type"], start["status"]) == ("websocket.http.response.start", status)
    assert (b"x-request-id", b"r-9") in start["headers"]
    assert json.loads(body["body"])["error"]["code"] == code
    assert "secret" not in str(body["body"])
    assert [line["log_level"] for line in logs] == ["error"] * lines


class Open:
    """A feature that admits everybody, and a client that has left when it is answered."""

    def __init__(self) -> None:
        self.connections = ConnectionLimits()
        self.people = SimpleNamespace(auth=self, connections=self.connections, persons=Persons())
        self.settings = SimpleNamespace(limit_sockets=1)

    def check_origin(self, *_: object) -> None:
        pass

    async def identify(self, *_: object) -> None:
        pass

    async def receive(self) -> Any:
        return {"type": "websocket.connect"}

    async def send(self, _: Any) -> None:
        raise ClientDisconnected


@pytest.mark.parametrize("path", [LOBBY, "/ws/nowhere"])
async def test_a_client_that_leaves_during_the_handshake_is_no_fault_of_ours(path: str) -> None:
    """Whether it would have been accepted or not; uvicorn handles the error."""
    ours = Open()
    scope = {
        "type": "websocket",
        "path": path,
        "headers": [],
        "client": ("192.0.2.1", 1),
        "extensions": {},
        "state": {"lobby": ours},
    }
    with capture_logs() as logs, pytest.raises(ClientDisconnected):
        await websocket_app(scope, ours.receive, ours.send)
    assert (logs, dict(ours.connections.taken)) == ([], {})
