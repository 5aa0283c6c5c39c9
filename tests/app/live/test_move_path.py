"""The code path of a move, from the arrival of its frame to the last broadcast, passes few modules."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import CodeType, FrameType

import httpx
import uvicorn

import app
import engine
from app.main import create_app
from app.settings import Settings
from app.sockets.protocol import LiveProtocol
from tests.app.http_players import moves, new_board
from tests.serving import PATIENCE, UNLIMITED

MAX_MODULES = 11  # the eleventh makes the key of the position, by which fair play knows a running game
BACKGROUND = {"app.cluster.bus"}  # may hear of the move, on its own connection, before the last broadcast
MOVES = moves()
PACKAGES = {Path(package.__path__[0]): package.__name__ for package in (app, engine)}
FIRST, LAST = LiveProtocol.data_received.__code__, LiveProtocol.try_send.__code__


@asynccontextmanager
async def serving(database_url: str) -> AsyncIterator[str]:
    """A server in this process; its address."""
    settings = Settings(database_url=database_url, **UNLIMITED)
    config = uvicorn.Config(create_app(settings), loop="none", ws=LiveProtocol, log_config=None)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        task = asyncio.create_task(server.serve([listening]))
        async with asyncio.timeout(PATIENCE):
            while not server.started:  # noqa: ASYNC110 (uvicorn has no event for it)
                await asyncio.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        await task


def module(code: CodeType) -> str | None:
    """The module of `app` or `engine` in which this code is written."""
    for folder, name in PACKAGES.items():
        file = Path(code.co_filename)
        if file.is_relative_to(folder):
            return ".".join((name, *file.relative_to(folder).with_suffix("").parts))
    return None


@contextmanager
def profiled() -> Iterator[list[CodeType]]:
    """The code of each Python function that is entered while the block runs, in this thread."""
    entered: list[CodeType] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            entered.append(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield entered
    finally:
        sys.setprofile(before)


async def test_a_durable_move_passes_at_most_eleven_modules(database_url: str) -> None:
    """Background tasks are left out: they are not entered during every move."""
    paths: list[set[str]] = []
    async with serving(database_url) as url, httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
        board = await new_board(http)
        first, second = board.people
        turn = (await first.state(board.id))["turn"]
        async with first.game_socket(board.id) as one, second.game_socket(board.id) as other:
            sockets = (one, other)
            for socket_ in sockets:
                await socket_.state()
            for ply, move in enumerate(MOVES[:7]):
                await asyncio.sleep(0.3)  # presence has been sent
                with profiled() as entered:
                    await sockets[(turn + ply) % 2].send("move", ply=ply, move=move)
                    for socket_ in sockets:
                        await socket_.state(ply + 1)
                start = entered.index(FIRST)
                end = len(entered) - entered[::-1].index(LAST)
                on_path = [name for code in entered[start:end] if (name := module(code))]
                paths.append(set(on_path))
    path = set.intersection(*paths) - BACKGROUND
    assert len(path) <= MAX_MODULES, " ".join(sorted(path))
