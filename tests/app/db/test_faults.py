"""First faults, under a load of fifty games: the process is killed, or told to go. Nothing that anybody was
told is lost, and what was not answered can be sent again."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from app.db.engine import create_engine
from app.settings import Settings
from tests.app import load
from tests.app.playing import Json, Socket, board, moves
from tests.databases import Fresh
from tests.serving import PATIENCE, UNLIMITED, Server, command, serving

GAMES = 50


@asynccontextmanager
async def served(url: str, folder: Path) -> AsyncIterator[tuple[Server, httpx.AsyncClient]]:
    """A server, and a client of it."""
    with serving(url, folder, **UNLIMITED) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            yield server, http


async def gone(server: Server) -> None:
    """Waits for the end of the process, while its other ends go on."""
    await asyncio.to_thread(server.wait)


async def test_a_killed_process_loses_nothing_that_anybody_was_told(fresh: Fresh, tmp_path: Path) -> None:
    with fresh() as url:
        async with served(url, tmp_path) as (server, http):
            games = await load.games(http, GAMES, enough=6 * GAMES)
            await games.start()
            server.send(signal.SIGKILL)
            await games.ended()
            await gone(server)
            assert {seat.closed for seat in games.seats} <= {1006, None}
        assert sum(len(seat.told) for seat in games.seats) >= 6 * GAMES
        async with served(url, tmp_path) as (_, http):
            games.moved_to(http)
            await load.nothing_was_lost(games)
            await load.what_waits_is_answered(games)
            await load.play_on(games)
            await load.nothing_was_lost(games)
        done = await asyncio.to_thread(command, "verify", database_url=url)
        assert (done.returncode, done.stdout) == (0, "Every game agrees with its log.\n")


async def test_a_process_that_is_told_to_go_closes_with_1012_and_ends(fresh: Fresh, tmp_path: Path) -> None:
    with fresh() as url:
        async with served(url, tmp_path) as (server, http):
            games = await load.games(http, GAMES, enough=4 * GAMES)
            await games.start()
            start = time.monotonic()
            server.send(signal.SIGTERM)
            await games.ended()
            await gone(server)
            assert time.monotonic() - start < 10
            with pytest.raises((httpx.TransportError, OSError)):
                await http.get("/health")
            assert {seat.closed for seat in games.seats if seat.closed} == {1012}
        async with served(url, tmp_path) as (_, http):
            games.moved_to(http)
            await load.nothing_was_lost(games)
            await load.what_waits_is_answered(games)


@asynccontextmanager
async def held(url: str) -> AsyncIterator[None]:
    """Nobody else writes to the database meanwhile."""
    engine = create_engine(Settings(database_url=url).url)
    async with engine.connect() as connection:
        writer = await connection.execution_options(writes=True)
        async with writer.begin():
            if engine.dialect.name == "postgresql":
                await writer.execute(text("lock table entries in exclusive mode"))
            yield
    await engine.dispose()


async def read(mine: Socket, theirs: Socket, move: Json) -> None:
    """Sends a move that cannot be written now; returns when the process has certainly read it."""
    await mine.send("move", **move)
    for n in range(3):
        await theirs.send("ping", n=n)
        await theirs.expect("pong")


async def test_waiting_commits_finish_and_are_answered_when_sent_again(fresh: Fresh, tmp_path: Path) -> None:
    """The move is on its way to the database when the process is told to go: it is written, and nobody can
    be told any more."""
    move = {"ply": 0, "move": moves()[0]}
    with fresh() as url:
        async with served(url, tmp_path) as (server, http):
            table = await board(http)
            mover, other = (person.at(table.id) for person in table.people)
            async with mover as mine, other as theirs, held(url):
                await read(mine, theirs, move)
                server.send(signal.SIGTERM)
                assert [await socket.closed() for socket in (mine, theirs)] == [1012, 1012]
                assert server.process.poll() is None, "it waits for the commit"
            await gone(server)
        async with served(url, tmp_path) as (_, http):
            person = table.people[0]
            person.http = http
            assert (await person.state(table.id))["last"] == move["move"]
            async with person.at(table.id) as socket:
                await socket.state()
                state = await socket.answer("move", **move)
                assert (state["t"], state["ply"]) == ("state", 1)


async def test_a_database_that_hangs_does_not_keep_the_process(fresh: Fresh, tmp_path: Path) -> None:
    with fresh() as url:
        async with served(url, tmp_path) as (server, http):
            table = await board(http)
            mover, other = (person.at(table.id) for person in table.people)
            async with mover as mine, other as theirs, held(url):
                await read(mine, theirs, {"ply": 0, "move": moves()[0]})
                server.forgiven = True
                start = time.monotonic()
                server.send(signal.SIGTERM)
                await gone(server)
                assert time.monotonic() - start < 10


async def test_play_goes_on_when_the_database_is_back(fresh: Fresh, tmp_path: Path, kind: str) -> None:
    """While it takes nothing the player is told to try again, and that means that nothing was applied."""
    with fresh() as url:
        async with served(url, tmp_path) as (_, http):
            table = await board(http)
            async with table.people[0].at(table.id) as mover:
                await mover.state()
                async with _closed(url, kind):
                    refused = await mover.answer("move", ply=0, move=moves()[0])
                    assert (refused["t"], refused["why"], refused["ply"]) == ("refused", "try_again", 0)
                state = await mover.answer("move", ply=0, move=moves()[0])
                assert (state["t"], state["ply"]) == ("state", 1)
            log = (await table.people[0].get(f"/api/games/{table.id}/log")).json()
            assert len(log["entries"]) == 1


@asynccontextmanager
async def _closed(url: str, kind: str) -> AsyncIterator[None]:
    """The database refuses every line, for whatever reason it may have."""
    engine = create_engine(Settings(database_url=url).url)
    trigger = {
        "sqlite": (
            "create trigger closed before insert on entries begin select raise(abort, 'closed'); end",
            "drop trigger closed",
        ),
        "postgres": (
            "alter table entries add constraint closed check (false) not valid",
            "alter table entries drop constraint closed",
        ),
    }
    close, reopen = trigger[kind]
    async with engine.begin() as connection:
        await connection.execute(text(close))
    yield
    async with engine.begin() as connection:
        await connection.execute(text(reopen))
    await engine.dispose()
