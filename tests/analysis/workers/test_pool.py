"""The pool of worker processes: searches that end, fail, hang, or are given up."""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from app.analysis.workers.pool import (
    SearchFailed,
    WorkerPool,
    places,
)
from app.analysis.workers.tasks import Task
from app.analysis.workers.turns import PlaceKind, Priority
from app.core.errors import Refusal
from engine import GAMES, Entry, Match
from tests.analysis.workers.made_tables import PART, WAIT
from tests.analysis.workers.searches import FAULTY, KILLED, LONG, LONG_ANSWER, SLOW, STUCK
from tests.app.http_players import PAIR
from tests.app.two_processes import eventually
from tests.serving import PATIENCE, ROOT

MODULE = "tests.analysis.workers.searches"


def choose(seed: int = 0, level: int = 1) -> Task:
    return Task(search="choose", module=MODULE, rules=PAIR.id, version=PAIR.version, seed=seed, level=level)


@pytest_asyncio.fixture
async def pool(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[WorkerPool]:
    """A pool of one worker, whose folder of tables is empty; a parameter has options of it."""
    made = WorkerPool(["any"], tmp_path, **getattr(request, "param", {}))
    yield made
    await made.stop()


async def search(pool: WorkerPool, task: Task, *, seconds: float = 10 * PATIENCE, **options: Any) -> Any:
    """Search for so many seconds: by default longer than any test waits for the end of a search."""
    return await pool.search(task, seconds=seconds, person="somebody", **options)


def child(pool: WorkerPool) -> Any:
    """Return the process of the worker that carries out a search."""
    (place,) = (place for place in pool._places if place.job)
    return place.worker._process


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="uvloop does not exist there")
def test_a_long_answer_arrives_whole_on_the_event_loop_of_the_server() -> None:
    """uvloop makes the pipe non-blocking: reading failed where the worker was still writing."""
    import uvloop

    async def answers() -> list[int]:
        pool = WorkerPool(["any"])
        try:
            return [len(await search(pool, choose(LONG))) for _ in range(4)]
        finally:
            await pool.stop()

    assert uvloop.run(answers()) == [LONG_ANSWER] * 4


async def test_a_search_is_answered_from_where_a_match_stands(pool: WorkerPool) -> None:
    match = Match.start(PAIR, 0)
    for _ in range(3):
        match = match.after(Entry(match.ply, match.turn, "move", match.legal[-1], 0))
    task = Task.at(match, "choose", MODULE)
    assert await search(pool, task) == match.legal[0]


async def test_a_search_without_an_answer_is_an_error_and_the_next_one_is_answered(pool: WorkerPool) -> None:
    for seed, why in ((FAULTY, "RuntimeError: a fault"), (KILLED, "has died")):
        with pytest.raises(SearchFailed, match=why):
            await search(pool, choose(seed))
        assert await search(pool, choose()) == PAIR.legal(PAIR.start(0))[0]


async def test_a_worker_that_hangs_is_ended_and_replaced(pool: WorkerPool) -> None:
    for seed in (SLOW, STUCK):  # one that looks at the flag, and one that does not
        with pytest.raises(SearchFailed, match="took more than"):
            await search(pool, choose(seed), seconds=0.1)
        assert await search(pool, choose(level=2)) == PAIR.legal(PAIR.start(0))[-1]


async def test_a_search_that_is_given_up_leaves_the_queue(pool: WorkerPool) -> None:
    running = asyncio.create_task(search(pool, choose(SLOW)))
    await eventually(lambda: pool.load()[1])
    waiting = asyncio.create_task(search(pool, choose()))
    await eventually(lambda: pool.load()[0])
    waiting.cancel()
    await eventually(lambda: not pool.load()[0])
    running.cancel()
    await asyncio.gather(running, waiting, return_exceptions=True)


async def test_a_search_that_does_not_begin_in_time_is_busy_and_says_whether_games_go_first(
    pool: WorkerPool,
) -> None:
    for priority, by in ((Priority.MOVE, "games"), (Priority.REQUEST, None)):
        first = asyncio.create_task(search(pool, choose(SLOW), priority=priority))
        await eventually(lambda: pool.load()[1])
        with pytest.raises(Refusal) as refused:
            await search(pool, choose(), begins_within=0.01)
        assert refused.value.code == "busy"
        assert refused.value.detail.get("by") == by
        assert pool.load() == (0, 1)
        first.cancel()
        await eventually(lambda: not pool.load()[1])
    assert await search(pool, choose(), begins_within=PATIENCE)


async def test_the_rest_of_a_kept_line_is_handed_on(pool: WorkerPool) -> None:
    game = next(game for game in GAMES.values() if len(game.seats) == 1 and not game.hides)
    match = Match.start(game, 7)
    start, line = game.show(match.state), list[str]()
    state = match.state
    for _ in range(3):
        line.append(game.legal(state)[-1])
        state = game.apply(state, line[-1])
    first = match.after(Entry(match.ply, match.turn, "move", match.legal[-1], 0))
    options: dict[str, Any] = {"known_line": (start, tuple(line))}
    on_it = await search(pool, Task.at(first, "hint", MODULE, **options))
    assert (on_it.text, on_it.line) == ("kept", tuple(line[1:]))
    other = match.then(Entry(0, 0, "move", match.legal[0], 0))
    off_it = await search(pool, Task.at(other, "hint", MODULE, **options))
    assert off_it.text == "new"


async def test_a_process_that_cannot_be_started_fails_its_search_and_is_tried_again(pool: WorkerPool) -> None:
    with no_more_files(), capture_logs() as logs:
        with pytest.raises(SearchFailed, match="not started"):
            await search(pool, choose())
        assert not pool.can_start()
    assert [line["event"] for line in logs if line["log_level"] == "error"] == ["worker_start_failed"]
    assert await search(pool, choose())
    assert pool.can_start()


@contextmanager
def no_more_files() -> Iterator[None]:
    """Let nothing be opened in this process during the block."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    next_descriptor = os.dup(0)
    os.close(next_descriptor)
    resource.setrlimit(resource.RLIMIT_NOFILE, (next_descriptor, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


@pytest.mark.parametrize("pool", [{"idle": 0.2}], indirect=True)
async def test_a_process_without_work_ends(pool: WorkerPool) -> None:
    processes: list[Any] = []
    searching = asyncio.create_task(search(pool, choose(SLOW)))
    await eventually(lambda: pool.load()[1] and child(pool))
    processes.append(child(pool))
    searching.cancel()
    await eventually(lambda: not processes[0].is_alive())
    assert await search(pool, choose())


async def test_a_pool_stops_while_searches_run_and_wait(pool: WorkerPool) -> None:
    searches = [asyncio.create_task(search(pool, choose(STUCK))) for _ in range(3)]
    await eventually(lambda: pool.load()[1] and child(pool) and child(pool).is_alive())
    process = child(pool)
    await pool.stop()
    for answer in await asyncio.gather(*searches, return_exceptions=True):
        assert isinstance(answer, SearchFailed)
    assert not process.is_alive()
    with pytest.raises(Refusal):
        await search(pool, choose())


async def test_spare_work_is_one_search_at_a_time_in_a_process_of_the_lowest_priority(tmp_path: Path) -> None:
    pool = WorkerPool(["spare"], tmp_path)
    searches = [asyncio.create_task(search(pool, choose(SLOW), priority=Priority.SPARE)) for _ in range(2)]
    await eventually(lambda: pool.load()[1] and child(pool) and child(pool).is_alive())
    process = child(pool)
    await eventually(lambda: os.getpriority(os.PRIO_PROCESS, process.pid) == 19)
    assert pool.load() == (1, 1)
    searches[0].cancel()
    await eventually(lambda: pool.load() == (0, 1))
    assert child(pool) is process
    await pool.stop()
    _, answer = await asyncio.gather(*searches, return_exceptions=True)
    assert isinstance(answer, SearchFailed)
    assert not process.is_alive()


def test_there_is_at_least_one_worker_and_one_less_than_cores_and_two_places_are_kept() -> None:
    assert places().count("any") == max(1, len(os.sched_getaffinity(0)) - 1)
    wanted: list[PlaceKind] = ["any", "any", "any", "unserved", "moves", "spare"]
    assert (places(3), places(3, spare=False)) == (wanted, wanted[:-1])


ORPHANS = """
import asyncio, sys
from multiprocessing import active_children
from pathlib import Path
from tests.analysis.workers.made_tables import MODULE
from tests.analysis.workers.test_pool import choose, search
from tests.analysis.workers.searches import STUCK
from app.analysis.workers.pool import WorkerPool
from app.analysis.workers.tables import TableBuilder

async def main():
    tables = TableBuilder(Path(sys.argv[1]), WorkerPool([]), modules=[MODULE], idle=0)
    builder = asyncio.create_task(tables.run())
    pool = WorkerPool(["any"])
    searching = asyncio.create_task(search(pool, choose(STUCK)))
    while len(active_children()) < 2:
        await asyncio.sleep(0.02)
    print(*(process.pid for process in active_children()), flush=True)
    await searching

asyncio.run(main())
"""


@pytest.mark.slow
async def test_workers_and_the_builder_of_tables_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / WAIT).touch()
    words = sys.executable, "-c", ORPHANS, str(tmp_path)
    server = await asyncio.create_subprocess_exec(*words, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert server.stdout is not None
    processes = [int(number) for number in (await server.stdout.readline()).split()]
    try:
        await eventually(lambda: all(os.getpriority(os.PRIO_PROCESS, each) >= 10 for each in processes))
        await eventually((tmp_path / PART).exists)
    finally:
        server.kill()
        await server.wait()
    await eventually(lambda: not any(map(is_running, processes)))


def is_running(process: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
