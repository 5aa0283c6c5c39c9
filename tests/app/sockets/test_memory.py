"""What an idle socket holds, counted in objects and bytes of Python, and what is left when it has closed. The
server runs in this process, on uvloop as when it serves; its clients are plain sockets."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
import tracemalloc
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager

import httpx
import pytest
import uvicorn
import uvloop
from uvicorn.server import ServerState

from app.main import create_app
from app.settings import Settings
from app.sockets import memory
from app.sockets.connection import Connection, GameConnection
from app.sockets.http_protocol import LimitedHttpProtocol
from app.sockets.memory import MemoryRelease
from app.sockets.protocol import Handshake, LiveProtocol
from engine import GAMES
from tests.bench.client import frame
from tests.serving import PATIENCE, UNLIMITED

RULES = next(game.id for game in GAMES.values() if len(game.seats) == 2 and not game.dealt)
COUNT = 100  # sockets
MOST = 12 * 1024  # bytes that Python's allocators hold for an idle socket; it was 22 KiB
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key:"
    " AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nUser-Agent: a browser of some length\r\n\r\n"
)
OURS = (LimitedHttpProtocol, LiveProtocol, Handshake, Connection, GameConnection)


class Running:
    """A server at `port`, and a game on it."""

    def __init__(self, port: int, state: ServerState) -> None:
        self.port, self.state = port, state
        self.game = ""

    async def open(self, path: str) -> socket.socket:
        """A socket after the handshake and the first state."""
        raw = socket.socket()
        raw.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(raw, ("127.0.0.1", self.port))
        await loop.sock_sendall(raw, HANDSHAKE.format(path=path).encode())
        seen = b""
        while b'{"t":' not in seen:
            received = await loop.sock_recv(raw, 65536)
            assert received, seen
            seen += received
        assert seen.startswith(b"HTTP/1.1 101")
        return raw

    async def open_many(self) -> list[socket.socket]:
        return [await self.open(f"/ws/games/{self.game}") for _ in range(COUNT)]

    async def until_closed(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.state.connections or self.state.tasks:  # noqa: ASYNC110 (there is no event for it)
                await asyncio.sleep(0.01)


@asynccontextmanager
async def serving(url: str) -> AsyncIterator[Running]:
    """The application behind our protocol classes."""
    app, state = create_app(Settings(database_url=url, **UNLIMITED)), ServerState()
    config = uvicorn.Config(
        app, http=LimitedHttpProtocol, ws=LiveProtocol, ws_per_message_deflate=False, log_config=None
    )
    config.load()
    async with app.router.lifespan_context(app) as shared:
        served = dict(shared or {})  # one for all connections, as uvicorn has it
        listening = await asyncio.get_running_loop().create_server(
            lambda: LimitedHttpProtocol(config, state, served), "127.0.0.1", 0
        )
        running = Running(listening.sockets[0].getsockname()[1], state)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{running.port}") as http:
            token = (await http.post("/api/players/guest")).json()["token"]
            headers = {"authorization": f"Bearer {token}"}
            made = await http.post("/api/games", json={"rules": RULES}, headers=headers)
            running.game = made.json()["id"]
        await running.until_closed()
        try:
            yield running
        finally:
            listening.close()
            for connection in list(state.connections):
                connection.shutdown()
            await running.until_closed()


@pytest.fixture
def run(database_url: str) -> Callable[[Callable[[Running], Coroutine[None, None, None]]], None]:
    """Runs a test against a server of its own."""

    def run(test: Callable[[Running], Coroutine[None, None, None]]) -> None:
        async def main() -> None:
            async with serving(database_url) as running:
                await test(running)

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(main())

    return run


@pytest.fixture
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


def count_ours() -> dict[str, int]:
    """The objects of our connections in this process, by class."""
    objects = gc.get_objects()
    return {kind.__name__: sum(type(one) is kind for one in objects) for kind in OURS}


Run = Callable[[Callable[[Running], Coroutine[None, None, None]]], None]


@pytest.mark.usefixtures("traced")
def test_an_idle_socket_holds_few_bytes(run: Run) -> None:
    async def measure(running: Running) -> None:
        first = await running.open_many()  # what is made once
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        more = await running.open_many()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        for one in (*first, *more):
            one.close()
        assert (after - before) / COUNT < MOST

    run(measure)


def test_an_idle_socket_holds_no_protocol_of_the_library(run: Run) -> None:
    async def count(running: Running) -> None:
        opened = await running.open_many()
        protocols = [one for one in running.state.connections if isinstance(one, LiveProtocol)]
        assert len(protocols) == COUNT
        assert all(protocol._conn is None for protocol in protocols)
        assert all(not vars(protocol) for protocol in protocols), "each attribute has a slot"
        await asyncio.get_running_loop().sock_sendall(opened[0], frame(b"x" * 1000))  # not on the fast path
        answer = await asyncio.get_running_loop().sock_recv(opened[0], 65536)
        assert b'"bad_message"' in answer
        for one in opened:
            one.close()

    run(count)


def test_nothing_keeps_closed_sockets(run: Run) -> None:
    async def count(running: Running) -> None:
        gc.collect()
        before = count_ours()
        opened = await running.open_many()
        assert count_ours()["LiveProtocol"] == before["LiveProtocol"] + COUNT
        for number, one in enumerate(opened):
            if number % 2:
                await asyncio.get_running_loop().sock_sendall(one, frame(b"\x03\xe8", 8))
            one.close()
        await running.until_closed()
        await asyncio.sleep(0.1)
        gc.collect()
        assert count_ours() == before

    run(count)


def after_many_closed() -> MemoryRelease:
    """Told of as many closed sockets as a release takes, with none open."""
    release = MemoryRelease()
    for _ in range(memory.LEAST):
        release.note_closed(0)
    return release


async def test_memory_is_released_once_when_many_sockets_have_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    released = asyncio.Event()
    loop, calls = asyncio.get_running_loop(), list[int]()

    def trim(kept: int) -> int:
        calls.append(kept)
        loop.call_soon_threadsafe(released.set)
        return 1

    monkeypatch.setattr(memory, "_trim", trim)
    monkeypatch.setattr(memory, "DELAY", 0.0)
    release = MemoryRelease()
    for still_open in range(memory.LEAST, 0, -1):
        release.note_closed(still_open)
    async with asyncio.timeout(PATIENCE):
        await released.wait()
    assert calls == [0]
    release.note_closed(0)
    await asyncio.sleep(0.05)
    assert calls == [0], "one more is not many"


async def test_memory_is_not_released_while_more_sockets_are_open_than_have_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[int] = []
    monkeypatch.setattr(memory, "_trim", calls.append)
    monkeypatch.setattr(memory, "DELAY", 0.0)
    release = MemoryRelease()
    for _ in range(memory.LEAST):
        release.note_closed(memory.LEAST + 1)
    await asyncio.sleep(0.05)
    assert not calls


async def test_memory_is_released_after_the_last_of_many_that_close_one_after_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[int] = []
    monkeypatch.setattr(memory, "_trim", calls.append)
    monkeypatch.setattr(memory, "DELAY", 600.0)
    release = after_many_closed()
    release._release_when_quiet()
    assert not calls, "the last one has just closed"
    monkeypatch.setattr(memory, "DELAY", 0.0)
    release._release_when_quiet()
    async with asyncio.timeout(PATIENCE):
        while not calls:  # noqa: ASYNC110 (there is no event for it)
            await asyncio.sleep(0.01)


async def test_sockets_that_go_on_closing_do_not_put_it_off_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setattr(memory, "_trim", calls.append)
    monkeypatch.setattr(memory, "DELAY", 600.0)
    monkeypatch.setattr(memory, "LONGEST_DELAY", 0.0)
    release = after_many_closed()
    release._release_when_quiet()
    async with asyncio.timeout(PATIENCE):
        while not calls:  # noqa: ASYNC110 (there is no event for it)
            await asyncio.sleep(0.01)


async def test_names_of_attributes_that_types_have_looked_up_are_released(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "_trim", None)
    monkeypatch.setattr(memory, "DELAY", 0.0)
    name = "".join(["tz", "name"])  # a new string, as C code makes it for each call of a method
    held = sys.getrefcount(name)
    getattr(Running, name, None)
    assert sys.getrefcount(name) > held
    after_many_closed()
    await asyncio.sleep(0.05)
    assert sys.getrefcount(name) == held
