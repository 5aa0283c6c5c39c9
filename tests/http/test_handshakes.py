"""Refused handshakes: JSON with the right status and a request id, before anything is accepted."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import pytest_asyncio
import uvicorn
import websockets
from structlog.testing import capture_logs
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState

from app.core.errors import TryAgain
from app.core.rate_limits import ConnectionLimits
from app.http.protocol import LiveProtocol
from app.http.requester import Persons
from app.lobby.sockets import LOBBY, websocket_app
from tests.app.http_players import Json, Person, new_board
from tests.serving import PATIENCE, Server

KEY = base64.b64encode(bytes(16)).decode()
RIGHT = {
    "upgrade": "websocket",
    "connection": "Upgrade",
    "sec-websocket-key": KEY,
    "sec-websocket-version": "13",
}
App = Callable[[Any, Any, Any], Awaitable[None]]


@pytest.mark.parametrize(
    ("path", "headers", "status", "code"),
    [
        ("/ws/games/nowhere", {}, 404, "not_found"),
        ("/ws/nowhere", {}, 404, "not_found"),
        ("/ws/lobby", {"authorization": "Bearer nobody"}, 401, "nobody"),
        ("/ws/lobby", {"origin": "https://elsewhere.example"}, 403, "foreign_origin"),
    ],
)
async def test_a_refused_handshake_is_answered_as_http_would_be(
    server: Server, path: str, headers: dict[str, str], status: int, code: str
) -> None:
    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(server.ws + path, additional_headers={**headers, "x-request-id": "r-7"})
    answer = refused.value.response
    assert (answer.status_code, json.loads(answer.body or b"")["error"]["code"]) == (status, code)
    assert answer.headers["x-request-id"] == "r-7"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


async def test_an_accepted_handshake_has_a_request_id_too(http: httpx.AsyncClient, visitor: Person) -> None:
    board = await new_board(http)
    async with visitor.game_socket(board.id) as socket:
        response = socket.connection.response
        assert response
        assert len(response.headers["x-request-id"]) == 16


class Listener:
    """An application behind our protocol, at `port`."""

    def __init__(self, app: App, state: ServerState) -> None:
        self.app, self.state, self.port = app, state, 0

    async def ask(self, **headers: str | None) -> tuple[int, dict[str, str], Json]:
        """Send a handshake with other headers (None: without it); the answer."""
        sent = RIGHT | {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"{name}: {value}" for name, value in sent.items() if value is not None]
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write("\r\n".join(("GET / HTTP/1.1", "host: here", *lines, "", "")).encode())
        async with asyncio.timeout(PATIENCE):
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        first, *rest = head.decode().split("\r\n")
        answered = dict(line.lower().split(": ", 1) for line in rest)
        assert answered["content-type"] == "application/json"
        assert int(answered["content-length"]) == len(body)
        return int(first.split()[1]), answered, json.loads(body)


@pytest_asyncio.fixture
async def listener(request: pytest.FixtureRequest) -> AsyncIterator[Listener]:
    """A server with the application of the parametrized test."""
    state = ServerState()
    made = Listener(request.param, state)
    config = uvicorn.Config(made.app, ws_ping_interval=None, ws_max_size=4096, log_config=None)
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: LiveProtocol(config, state, {}), "127.0.0.1", 0)
    async with server:
        made.port = server.sockets[0].getsockname()[1]
        yield made
    if state.tasks:
        await asyncio.wait(state.tasks)


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


@pytest.mark.parametrize("listener", [never], indirect=True)
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec_websocket_key": None}, 400),
        ({"sec_websocket_key": "short"}, 400),
        ({"upgrade": "h2c"}, 426),
        ({"cookie": "x" * 9000}, 431),
    ],
)
async def test_a_request_that_is_no_handshake_is_refused_in_json(
    listener: Listener, headers: dict[str, str | None], status: int
) -> None:
    answered, sent, body = await listener.ask(**headers)
    assert (answered, body["error"]["code"]) == (status, "too_large" if status == 431 else "bad_message")
    assert "Failed to open a WebSocket connection" in body["error"]["detail"]["message"]
    assert len(sent["x-request-id"]) == 16


@pytest.mark.parametrize("listener", [never], indirect=True)
async def test_a_handshake_is_refused_with_503_while_the_process_ends(listener: Listener) -> None:
    asked = asyncio.create_task(listener.ask())
    async with asyncio.timeout(PATIENCE):
        while not listener.state.tasks:  # noqa: ASYNC110
            await asyncio.sleep(0)
    for connection in list(listener.state.connections):
        connection.shutdown()
    status, _, body = await asked
    assert (status, body["error"]["code"]) == (503, "try_again")


@pytest.mark.parametrize("listener", [fail], indirect=True)
async def test_a_fault_before_the_handshake_is_answered_500_without_details(listener: Listener) -> None:
    status, _, body = await listener.ask()
    assert (status, body["error"]["code"]) == (500, "internal")
    assert "secret" not in str(body)


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
