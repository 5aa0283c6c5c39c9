"""A process that is terminated while its database is locked, or fails after a commit: no acknowledged move is
lost, unanswered messages can be resent, and `internal` never says that nothing was applied."""

from __future__ import annotations

import asyncio
import itertools
import json
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from app.db.engine import create_engine
from app.games.new_entry import EntryKey
from app.games.writer import Batch, Writer
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


def fail_after_commits() -> None:
    """Fail after the commit of every second batch, for `serving(prepare=...)`."""
    resolve, count = Writer._resolve, itertools.count(1)

    def fail(writer: Writer, batch: Batch, written: set[EntryKey]) -> None:
        if next(count) % 2:
            raise RuntimeError("a secret detail")
        resolve(writer, batch, written)

    Writer._resolve = fail  # type: ignore[method-assign, assignment]


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_fault_after_the_commit_is_answered_with_the_id_of_the_request(
    postgres_url: str, tmp_path: Path
) -> None:
    line = moves()
    async with served(postgres_url, tmp_path, prepare=fail_after_commits) as (server, http):
        server.errors_allowed = True
        board = await new_board(http)
        first, second = board.people
        headers = {**first.headers, "x-request-id": "r-5"}
        body = {"ply": 0, "move": line[0]}
        answer = await http.post(f"/api/games/{board.id}/moves", json=body, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
        assert answer.json()["error"]["detail"]["request"] == "r-5"
        async with second.game_socket(board.id) as socket:
            assert (await socket.state(1))["last"] == line[0], "it was applied all the same"
        answer = await http.post(f"/api/games/{board.id}/moves", json=body, headers=headers)
        assert (answer.status_code, answer.json()["ply"]) == (200, 1), "sent again, it is answered"
        async with second.game_socket(board.id) as socket:
            assert (await socket.state())["ply"] == 1
            request = socket.connection.response
            assert request
            answers = [await socket.answer("move", ply=1, move=line[1]) for _ in range(2)]
            assert [answer["t"] for answer in answers].count("state") >= 1
            for refused in (answer for answer in answers if answer["t"] == "refused"):
                assert refused["why"] == "internal"
                assert refused["detail"]["request"] == request.headers["x-request-id"]
        assert "secret" not in str(answers)
    events = [json.loads(text) for text in server.printed().splitlines() if text.startswith("{")]
    assert any(event["event"] == "request_failed" and event["request"] == "r-5" for event in events)
