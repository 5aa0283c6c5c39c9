"""Failures under a load of fifty games: the process is killed or terminated, the database is locked or
refuses writes. No acknowledged move is lost, and unanswered messages can be resent."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from app.db.engine import create_engine
from app.settings import Settings
from tests.app.http_players import Json, Socket, moves, new_board
from tests.databases import Fresh
from tests.serving import PATIENCE, UNLIMITED, Server, serving


@asynccontextmanager
async def served(url: str, folder: Path, **settings: Any) -> AsyncIterator[tuple[Server, httpx.AsyncClient]]:
    """Yield a server and an HTTP client of it."""
    with serving(url, folder, **UNLIMITED, **settings) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            yield server, http


async def wait_for_exit(server: Server) -> None:
    """Wait for the end of the process without blocking the loop of its clients."""
    await asyncio.to_thread(server.wait)


@asynccontextmanager
async def write_lock(url: str) -> AsyncIterator[None]:
    """Lock the database against all other writers."""
    engine = create_engine(Settings(database_url=url).url)
    async with engine.connect() as connection:
        writer = await connection.execution_options(writes=True)
        async with writer.begin():
            if engine.dialect.name == "postgresql":
                await writer.execute(text("lock table entries in exclusive mode"))
            yield
    await engine.dispose()


async def send_blocked_move(mine: Socket, theirs: Socket, move: Json) -> None:
    """Send a move that cannot be written now; return when the process has certainly received it."""
    await mine.send("move", **move)
    for n in range(3):
        await theirs.send("ping", n=n)
        await theirs.expect("pong")


@pytest.mark.slow
async def test_waiting_commits_finish_on_sigterm_and_are_answered_when_sent_again(
    fresh: Fresh, tmp_path: Path
) -> None:
    """The move is being committed at SIGTERM: it is written, but can no longer be acknowledged."""
    move = {"ply": 0, "move": moves()[0]}
    with fresh() as url:
        async with served(url, tmp_path) as (server, http):
            board = await new_board(http)
            mover, other = (person.game_socket(board.id) for person in board.people)
            async with mover as mine, other as theirs, write_lock(url):
                await send_blocked_move(mine, theirs, move)
                server.send(signal.SIGTERM)
                assert [await socket.close_code() for socket in (mine, theirs)] == [1012, 1012]
                assert server.process.poll() is None, "it waits for the commit"
            await wait_for_exit(server)
        async with served(url, tmp_path) as (_, http):
            person = board.people[0]
            person.http = http
            assert (await person.state(board.id))["last"] == move["move"]
            async with person.game_socket(board.id) as socket:
                await socket.state()
                state = await socket.answer("move", **move)
                assert (state["t"], state["ply"]) == ("state", 1)


@pytest.mark.slow
async def test_a_hanging_database_does_not_block_shutdown(fresh: Fresh, tmp_path: Path) -> None:
    with fresh() as url:
        async with served(url, tmp_path) as (server, http):
            board = await new_board(http)
            mover, other = (person.game_socket(board.id) for person in board.people)
            async with mover as mine, other as theirs, write_lock(url):
                await send_blocked_move(mine, theirs, {"ply": 0, "move": moves()[0]})
                server.errors_allowed = True
                server.send(signal.SIGTERM)
                await wait_for_exit(server)
