"""A filled database is migrated while a process of an earlier version serves it, and a new one beside that.

`tests/releases/` has the programs of earlier revisions, made by `git archive COMMIT app engine` (0003:
7d01e8a, 0004: 44f2e1f), with pages that are empty.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tarfile
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter

import httpx
import pytest
from alembic import command as alembic
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import create_engine
from app.db.games import GameStore
from app.db.schema import REVISION
from app.domain.check import check
from app.settings import Settings
from tests.app.db.filled_database import fill
from tests.app.db.test_migrations import alembic_config
from tests.app.http_players import Board, moves, new_board
from tests.app.two_processes import eventually, with_client
from tests.databases import empty
from tests.serving import PATIENCE, ROOT, UNLIMITED, Server, command, serving
from tests.soak import size

pytestmark = [pytest.mark.postgres, pytest.mark.soak]

RELEASES = ROOT / "tests" / "releases"
GAMES = size(whole=200_000, ordinary=20_000)
BOARDS = 6  # games that are played at the same time, one after the other on each board
LONGEST = 1.0  # seconds that a move may wait
READING = 2.0  # seconds for which somebody else reads a table, so that it cannot be changed


@dataclass(slots=True)
class Load:
    """Games that are played over HTTP until `stop` is set; `waits`: seconds of each move, `others` of what
    begins a game."""

    http: httpx.AsyncClient
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    waits: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)

    async def play(self, seed: int) -> None:
        while not self.stop.is_set():
            begun = perf_counter()
            board = await new_board(self.http)
            self.others.append(perf_counter() - begun)
            self.boards.append(board)
            await self.play_board(board, seed)
            seed += BOARDS

    async def play_board(self, board: Board, seed: int) -> None:
        turn = (await board.people[0].state(board.id))["turn"]
        for ply, move in enumerate(moves(seed)):
            if self.stop.is_set():
                return
            begun = perf_counter()
            answer = await board.people[turn].post(f"/api/games/{board.id}/moves", {"ply": ply, "move": move})
            self.waits.append(perf_counter() - begun)
            assert answer.status_code == 200, answer.text
            turn = answer.json()["turn"]


@asynccontextmanager
async def load_on(server: Server) -> AsyncIterator[Load]:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
        load = Load(http)
        async with asyncio.TaskGroup() as tasks:
            for seed in range(BOARDS):
                tasks.create_task(load.play(seed))
            try:
                yield load
            finally:
                load.stop.set()


@pytest.fixture(params=["0003", "0004"])
def revision(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture
def old_url(revision: str, tmp_path: Path) -> Iterator[str]:
    """A database as the earlier version leaves it."""
    with empty("postgres", tmp_path) as url:
        alembic.upgrade(alembic_config(url), revision)
        yield url


@contextmanager
def old_server(url: str, revision: str, folder: Path) -> Iterator[Server]:
    root = folder / "release"
    with tarfile.open(RELEASES / f"{revision}.tar.xz") as archive:
        archive.extractall(root, filter="data")
    with serving(url, folder, root=root, **UNLIMITED) as server:
        yield server


async def migrate_beside_a_reader(engine: AsyncEngine, url: str) -> subprocess.CompletedProcess[str]:
    """While somebody reads from `games`, no column can be added to it."""
    async with engine.connect() as connection:
        await connection.execute(text("select 1 from games limit 1"))
        migrating = asyncio.create_task(asyncio.to_thread(command, "migrate", database_url=url))
        await asyncio.sleep(READING)
        assert not migrating.done()
    return await migrating


async def test_moves_go_on_while_a_filled_database_is_migrated_and_old_and_new_processes_serve_it(
    old_url: str, revision: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = create_engine(Settings(database_url=old_url).url)
    await fill(engine, GAMES)
    with ExitStack() as stack:
        old = stack.enter_context(old_server(old_url, revision, tmp_path))
        async with load_on(old) as load:
            await asyncio.sleep(2)
            while not load.waits:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            before, load.waits = load.waits, []
            begun = perf_counter()
            done = await migrate_beside_a_reader(engine, old_url)
            took, during = perf_counter() - begun, load.waits
            assert (done.returncode, done.stderr) == (0, "")
            load.waits = []
            new = stack.enter_context(serving(old_url, tmp_path, **UNLIMITED))
            async with httpx.AsyncClient(base_url=new.url, timeout=PATIENCE) as http:
                await play_at_both(load.http, http)
            assert load.waits, "the old process goes on"
        with capsys.disabled():
            sys.stdout.write(
                f"\nfrom {revision}, {GAMES} games: migrated in {took:.1f} s; longest wait of a move "
                f"{max(before):.3f} s before, {max(during):.3f} s during {len(during)} moves, "
                f"{max(load.waits):.3f} s after; of a new game {max(load.others):.3f} s\n"
            )
        assert max(during) < LONGEST
        async with engine.connect() as connection:
            assert await connection.scalar(text("select version_num from alembic_version")) == REVISION
            invalid = "select count(*) from pg_index where not indisvalid"
            assert await connection.scalar(text(invalid)) == 0
        store = GameStore(engine)
        for board in load.boards:
            assert check(await store.stored_game(board.id)).differs_at is None, board.id
    await engine.dispose()


async def play_at_both(old: httpx.AsyncClient, new: httpx.AsyncClient) -> None:
    """Games whose acts go to the old and the new process in turn, to their ends."""
    for seed, (first, second) in enumerate([(old, new), (new, old)] * 2):
        board = await new_board(first)
        turn = (await board.people[0].state(board.id))["turn"]
        for ply, move in enumerate(moves(seed)):
            player = with_client(board.people[turn], (first, second)[ply % 2])
            answer = await player.post(f"/api/games/{board.id}/moves", {"ply": ply, "move": move})
            assert answer.status_code == 200, answer.text
            turn = answer.json()["turn"]
        for http in (first, second):
            await eventually(partial(_has_logged, http, board.id, moves(seed)))


async def _has_logged(http: httpx.AsyncClient, game: str, played: tuple[str, ...]) -> bool:
    log = (await http.get(f"/api/games/{game}/log")).json()
    return [entry[3] for entry in log["entries"]] == list(played)
