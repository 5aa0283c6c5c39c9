"""The file of SQLite: on a full disk, by a limit on the sizes of files, which works on any machine, and moved
or replaced under the process that serves it.

Moves answered with `try_again` are not applied, reads work, and play continues when space is freed.
"""

from __future__ import annotations

import asyncio
import resource
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from app.db.database import SqliteFile
from tests.app.http_players import PAIR, Board, guest, moves, new_board
from tests.app.two_processes import refusal_of
from tests.databases import Fresh, migrated
from tests.db.test_database_away import load, wait_for_moves
from tests.serving import PATIENCE, UNLIMITED, Server, command, serving

WAL_BYTES = 4_200_000  # of a WAL that SQLite tries to checkpoint at every commit


@pytest.fixture(scope="module")
def fresh_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fresh]:
    with migrated("sqlite", tmp_path_factory.mktemp("disk")) as make:
        yield make


@pytest.fixture
def url(fresh_sqlite: Fresh) -> Iterator[str]:
    with fresh_sqlite() as made:
        yield made


def limit_file_size(server: Server, size: int) -> None:
    """Limit the size of the files of a running server. -1: no limit."""
    if server.process.poll() is None:
        _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def limit_own_file_size() -> None:
    """Limit the size of the files of this process to less than SQLite needs to open one, for `command`."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16 * 1024, hard))


def fill_disk(server: Server) -> None:
    """Let the files of a server grow no more, so that nothing can be appended to the journal."""
    limit_file_size(server, length(f"{server.database_url.removeprefix('sqlite:///')}-wal"))


def client(server: Server) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=server.url, timeout=PATIENCE)


def length(file: str) -> int:
    """Return the size of a file in bytes."""
    return Path(file).stat().st_size


async def writes_are_refused(http: httpx.AsyncClient, board: Board, waiting: str) -> None:
    """Check that every write gets `try_again` and every read succeeds. `waiting`: a game with a free seat."""
    first, second = board.people
    ply = (await first.state(board.id))["ply"]
    for answer in (
        await http.post("/api/players/guest"),
        await first.post("/api/games", {"rules": PAIR.id}),
        await second.post(f"/api/games/{waiting}/join"),
        await board.people[ply % 2].post(f"/api/games/{board.id}/resign"),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "try_again")
    for path in ("/health", "/metrics", "/api/games", f"/api/games/{board.id}"):
        assert (await http.get(path)).status_code == 200
    assert (await http.get("/ready")).status_code == 503, "more than three writes were refused"
    assert (await http.get(f"/api/games/{board.id}/check")).json()["agrees"]


@pytest.mark.slow
async def test_on_a_full_disk_moves_are_refused_and_a_server_stops_and_play_goes_on_when_space_is_freed(
    url: str, tmp_path: Path
) -> None:
    with serving(url, tmp_path, **UNLIMITED) as server:
        async with client(server) as http:
            board = await new_board(http, *moves()[:2])
            waiting = (await (await guest(http)).create_game(seat=0))["id"]
            turn = (await board.people[0].state(board.id))["turn"]
            async with (
                board.people[turn].game_socket(board.id) as mover,
                board.people[1 - turn].game_socket(board.id) as other,
            ):
                await asyncio.gather(mover.state(), other.state())
                fill_disk(server)
                for _ in range(3):
                    answer = await refusal_of(mover, "move", ply=2, move=moves()[2])
                    assert answer
                    assert (answer["why"], answer["ply"]) == ("try_again", 2)
                await writes_are_refused(http, board, waiting)
                limit_file_size(server, -1)
                assert (await http.get("/ready")).status_code == 200, "though nobody has written since"
                state = await mover.answer("move", ply=2, move=moves()[2])
                assert (state["t"], state["ply"]) == ("state", 3)
                assert (await other.state(3))["last"] == moves()[2]
            assert (await board.people[0].post(f"/api/games/{waiting}/join")).status_code == 200
            fill_disk(server)
            assert (await http.post("/api/players/guest")).status_code == 503
        server.send(signal.SIGTERM)
        await asyncio.to_thread(server.wait)
    full = await asyncio.to_thread(command, "serve", prepare=limit_own_file_size, database_url=url)
    assert full.returncode == 1
    assert full.stderr.startswith("The database does not answer"), full.stderr
    assert "Traceback" not in full.stderr
    with serving(url, tmp_path, **UNLIMITED) as server:
        async with client(server) as http:
            for person in board.people:
                person.http = http
            assert (await board.play(*moves()[3:]))["over"] is not None
            log = (await http.get(f"/api/games/{board.id}/log")).json()
            assert [entry[3] for entry in log["entries"]] == list(moves())
            assert (await http.get(f"/api/games/{board.id}/check")).json()["agrees"]


@pytest.mark.slow
async def test_play_continues_in_the_wal_when_the_database_file_cannot_grow(url: str, tmp_path: Path) -> None:
    """The WAL is long enough for a checkpoint after every commit, which fails: players do not notice. When
    space is freed, it succeeds."""
    file = url.removeprefix("sqlite:///")
    with sqlite3.connect(file) as connection:
        connection.execute("create table ballast as select zeroblob(6000000)")
    connection.close()
    size = length(file)
    with serving(url, tmp_path, **UNLIMITED) as server:
        limit_file_size(server, size)
        async with client(server) as http, load(http) as played:
            while length(f"{file}-wal") < WAL_BYTES:
                await wait_for_moves(played)
            await wait_for_moves(played)
            assert (played.hindered, length(file)) == (0, size)
            limit_file_size(server, -1)
            while length(file) == size:
                await wait_for_moves(played)
        assert played.hindered == 0
    done = command("verify", database_url=url)
    assert (done.returncode, done.stdout) == (0, "Every game agrees with its log.\n")


@pytest.mark.slow
def test_ready_notices_that_the_file_was_replaced_or_taken_away(url: str, tmp_path: Path) -> None:
    with serving(url, tmp_path, **UNLIMITED) as server:
        path = Path(url.removeprefix("sqlite:///"))

        def ready() -> httpx.Response:
            return httpx.get(f"{server.url}/ready")

        assert ready().status_code == 200
        shutil.copy(path, tmp_path / "copy.db")
        opened = path.rename(tmp_path / "opened.db")
        for there in (False, True):
            if there:
                (tmp_path / "copy.db").rename(path)
            answer = ready()
            error = answer.json()["error"]
            assert (answer.status_code, error["code"]) == (503, "try_again")
            assert "The SQLite file was replaced" in error["detail"]["message"]
        opened.replace(path)
        assert ready().status_code == 200


def test_a_database_that_is_not_a_file_is_never_replaced() -> None:
    assert not SqliteFile("postgresql://127.0.0.1/games").replaced()
