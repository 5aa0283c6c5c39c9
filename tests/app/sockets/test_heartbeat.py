"""Pings from one timer: who answers stays and has a latency, who does not is dropped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from app.sockets.heartbeat import SHARES, Heartbeat
from app.sockets.protocol import HEARTBEAT, LiveProtocol
from tests.bench.client import Client, connect
from tests.serving import PATIENCE

INTERVAL, TIMEOUT = 0.3, 3.0  # seconds


class Deaf(Client):
    """Takes no notice of pings."""

    def _frames(self) -> None:
        pass


async def hold(scope: Any, receive: Any, send: Any) -> None:
    """Accepts, takes texts on the fast path, and waits for the end."""
    await receive()
    await send({"type": "websocket.accept"})
    scope["extensions"]["richelieu.live"].on_text = lambda _: None
    while (await receive())["type"] != "websocket.disconnect":
        pass


@asynccontextmanager
async def server() -> AsyncIterator[tuple[int, ServerState, dict[str, Any]]]:
    """Its port, its connections, and what these share."""
    options: Any = {"ws_ping_interval": INTERVAL, "ws_ping_timeout": TIMEOUT}
    config = uvicorn.Config(hold, ws_per_message_deflate=False, log_level="critical", **options)
    config.load()
    state, shared = ServerState(), dict[str, Any]()
    listening = await asyncio.get_running_loop().create_server(
        lambda: LiveProtocol(config, state, shared), "127.0.0.1", 0
    )
    yield listening.sockets[0].getsockname()[1], state, shared
    listening.close()
    for connection in list(state.connections):
        connection.shutdown()
    if state.tasks:
        await asyncio.wait(state.tasks)


async def until(condition: Callable[[], object]) -> None:
    """Waits until this holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 (there is no event for it)
            await asyncio.sleep(0.01)


async def test_sockets_that_answer_stay_and_those_that_do_not_are_dropped() -> None:
    async with server() as (port, state, shared):
        answering = [await connect(port, "/", lambda *_: None) for _ in range(3)]
        connections: set[Any] = set(state.connections)
        await until(lambda: all(connection.latency > 0 for connection in connections))
        loop = asyncio.get_running_loop()
        _, deaf = await loop.create_connection(lambda: Deaf("/", None, lambda *_: None), "127.0.0.1", port)
        await until(lambda: len(state.connections) == 4)
        await until(lambda: len(state.connections) == 3)
        assert set(state.connections) == connections
        assert isinstance(shared[HEARTBEAT], Heartbeat)
        for client in (*answering, deaf):
            client.close()


async def test_a_client_is_not_judged_while_it_is_not_read_from() -> None:
    """As while the database does not answer to a message, and another one waits."""
    async with server() as (port, state, _):
        client = await connect(port, "/", lambda *_: None)
        connection: Any = next(iter(state.connections))
        await until(lambda: connection.latency > 0)
        connection.pause_reading(True)
        await asyncio.sleep(TIMEOUT + 4 * INTERVAL)
        before = connection.latency
        connection.pause_reading(False)
        await until(lambda: connection.latency != before)
        assert list(state.connections) == [connection]
        assert connection.latency < TIMEOUT, "the time of the pause is not the client's"
        client.close()


class Recorder:
    """A socket that notes what the heartbeat does with it."""

    def __init__(self, sent_at: float | None = None) -> None:
        self.sent_at, self.ended, self.frames = sent_at, False, list[bytes]()

    def ping(self, at: float, payload: bytes, frame: bytes) -> None:
        assert frame == b"\x89\x04" + payload
        if self.sent_at is None:
            self.sent_at = at
            self.frames.append(frame)

    def is_overdue(self, since: float) -> bool:
        return self.sent_at is not None and self.sent_at <= since

    def keepalive_timeout(self) -> None:
        self.ended = True


async def test_the_sockets_are_pinged_in_shares_each_by_one_frame() -> None:
    heartbeat, sockets = Heartbeat(0.2, 0.5), [Recorder() for _ in range(2 * SHARES)]
    for socket in sockets:
        heartbeat.add(socket)
    await until(lambda: all(socket.ended for socket in sockets))
    frames = [frame for socket in sockets for frame in socket.frames[:1]]
    assert len(set(frames)) == SHARES, "two sockets a share"
    for socket in sockets:
        heartbeat.remove(socket)
        heartbeat.remove(socket)
    await until(lambda: heartbeat._timer is None)


@pytest.mark.parametrize("payload", [b"\0\0\0\0", b"\0\0\0"])
async def test_a_pong_that_answers_no_ping_of_ours_is_passed_over(payload: bytes) -> None:
    async with server() as (port, state, _):
        client = await connect(port, "/", lambda *_: None)
        connection: Any = next(iter(state.connections))
        await until(lambda: connection.latency > 0)
        before = connection.latency
        client.send(bytes((0x8A, 0x80 | len(payload))) + bytes(4) + payload)
        await until(lambda: connection.latency != before)
        assert list(state.connections) == [connection]
        client.close()
