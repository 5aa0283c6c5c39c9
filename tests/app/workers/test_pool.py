"""The pool of worker processes: searches that end, fail, hang, or are given up."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from app.errors import Refusal
from app.workers.pool import (
    MAX_WAITING_EACH,
    MOVE_PRIORITY,
    REQUEST_PRIORITY,
    Pool,
    SearchFailed,
    spare_pool,
    worker_count,
)
from app.workers.tasks import Replay, Task
from engine import GAMES, Entry, Match
from tests.app.http_players import PAIR
from tests.app.workers.made_tables import PART, WAIT
from tests.app.workers.searches import FAULTY, KILLED, SLOW, STUCK
from tests.serving import PATIENCE, ROOT

MODULE = "tests.app.workers.searches"


def choose(seed: int = 0, level: int = 1) -> Task:
    return Task(search="choose", module=MODULE, rules=PAIR.id, version=PAIR.version, seed=seed, level=level)


@pytest_asyncio.fixture
async def pool(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Pool]:
    """A pool of one worker, whose folder of tables is empty; a parameter has options of it."""
    made = Pool(1, tmp_path, **getattr(request, "param", {}))
    yield made
    await asyncio.to_thread(made.stop)


async def until(condition: Callable[[], Any]) -> None:
    """Wait for a condition. AssertionError: it does not hold within PATIENCE seconds."""
    for _ in range(int(PATIENCE / 0.02)):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never became so")


def child(pool: Pool) -> Any:
    """Return the process of the worker that carries out a search."""
    ((_, worker),) = pool._running.values()
    return worker._process


async def test_a_search_is_answered_from_where_a_match_stands(pool: Pool) -> None:
    match = Match.start(PAIR, 0)
    for _ in range(3):
        match = match.after(Entry(match.ply, match.turn, "move", match.legal[-1], 0))
    task = Task.at(match, "choose", MODULE)
    assert await pool.search(task, seconds=PATIENCE) == match.legal[0]


async def test_a_search_without_an_answer_is_an_error_and_the_next_one_is_answered(pool: Pool) -> None:
    for seed, why in ((FAULTY, "RuntimeError: a fault"), (KILLED, "has died")):
        with pytest.raises(SearchFailed, match=why):
            await pool.search(choose(seed), seconds=PATIENCE)
        assert await pool.search(choose(), seconds=PATIENCE) == PAIR.legal(PAIR.start(0))[0]


async def test_a_worker_that_hangs_is_ended_and_replaced(pool: Pool) -> None:
    for seed in (SLOW, STUCK):  # one that looks at the flag, and one that does not
        with pytest.raises(SearchFailed, match="took more than"):
            await pool.search(choose(seed), seconds=0.1)
        assert await pool.search(choose(level=2), seconds=PATIENCE) == PAIR.legal(PAIR.start(0))[-1]


async def test_a_killed_worker_is_replaced(pool: Pool) -> None:
    searching = asyncio.create_task(pool.search(choose(SLOW), seconds=PATIENCE))
    await until(lambda: pool._running and child(pool) and child(pool).is_alive())
    os.kill(child(pool).pid, signal.SIGKILL)
    with pytest.raises(SearchFailed, match="has died"):
        await searching
    assert await pool.search(choose(), seconds=PATIENCE)


async def test_a_search_without_waiters_ends(pool: Pool) -> None:
    searching = asyncio.create_task(pool.search(choose(SLOW), seconds=PATIENCE))
    await until(lambda: pool._running)
    searching.cancel()
    with pytest.raises(asyncio.CancelledError):
        await searching
    await until(lambda: not pool._running)
    assert await pool.search(choose(), seconds=PATIENCE)


async def test_a_search_that_is_given_up_leaves_the_queue(pool: Pool) -> None:
    running = asyncio.create_task(pool.search(choose(SLOW), seconds=PATIENCE))
    await until(lambda: pool._running)
    waiting = asyncio.create_task(pool.search(choose(), seconds=PATIENCE))
    await until(lambda: pool._queue)
    waiting.cancel()
    await until(lambda: not pool._queue)
    running.cancel()
    await asyncio.gather(running, waiting, return_exceptions=True)


@pytest.mark.parametrize("pool", [{"waiting": 2}], indirect=True)
async def test_the_queue_is_bounded_and_moves_go_first(pool: Pool) -> None:
    running = asyncio.create_task(pool.search(choose(SLOW), seconds=PATIENCE))
    await until(lambda: pool._running)
    order: list[str] = []

    async def search(name: str, priority: int) -> None:
        await pool.search(choose(), seconds=PATIENCE, priority=priority)
        order.append(name)

    asked = asyncio.create_task(search("asked", REQUEST_PRIORITY))
    await until(lambda: len(pool._queue) == 1)
    moved = asyncio.create_task(search("move", MOVE_PRIORITY))
    await until(lambda: len(pool._queue) == 2)
    with pytest.raises(Refusal) as refused:
        await pool.search(choose(), seconds=PATIENCE)
    assert (refused.value.code, refused.value.status) == ("busy", 503)
    running.cancel()
    await asyncio.gather(asked, moved)
    assert order == ["move", "asked"]


async def test_a_search_that_does_not_begin_in_time_is_busy_and_says_whether_games_go_first(
    pool: Pool,
) -> None:
    for priority, by in ((MOVE_PRIORITY, "games"), (REQUEST_PRIORITY, None)):
        first = asyncio.create_task(pool.search(choose(SLOW), seconds=PATIENCE, priority=priority))
        await until(lambda: pool._running)
        with pytest.raises(Refusal) as refused:
            await pool.search(choose(), seconds=PATIENCE, begins_within=0.01)
        assert refused.value.code == "busy"
        assert refused.value.detail.get("by") == by
        assert not pool._queue
        first.cancel()
        await until(lambda: not pool._running)
    assert await pool.search(choose(), seconds=PATIENCE, begins_within=PATIENCE)


async def test_the_rest_of_a_kept_line_is_handed_on(pool: Pool) -> None:
    game = next(game for game in GAMES.values() if len(game.seats) == 1 and not game.hides)
    match = Match.start(game, 7)
    start, line = game.show(match.state), list[str]()
    state = match.state
    for _ in range(3):
        line.append(game.legal(state)[-1])
        state = game.apply(state, line[-1])
    first = match.after(Entry(match.ply, match.turn, "move", match.legal[-1], 0))
    options: dict[str, Any] = {"known_line": (start, tuple(line))}
    on_it = await pool.search(Task.at(first, "hint", MODULE, **options), seconds=PATIENCE)
    assert (on_it.text, on_it.line) == ("kept", tuple(line[1:]))  # type: ignore[union-attr]
    other = match.then(Entry(0, 0, "move", match.legal[0], 0))
    off_it = await pool.search(Task.at(other, "hint", MODULE, **options), seconds=PATIENCE)
    assert off_it.text == "new"  # type: ignore[union-attr]


@pytest.mark.parametrize("pool", [{"idle": 0.2}], indirect=True)
async def test_a_process_without_work_ends(pool: Pool) -> None:
    processes: list[Any] = []
    searching = asyncio.create_task(pool.search(choose(SLOW), seconds=PATIENCE))
    await until(lambda: pool._running and child(pool))
    processes.append(child(pool))
    searching.cancel()
    await until(lambda: not processes[0].is_alive())
    assert await pool.search(choose(), seconds=PATIENCE)


async def test_a_pool_stops_while_searches_run_and_wait(pool: Pool) -> None:
    searches = [asyncio.create_task(pool.search(choose(STUCK), seconds=PATIENCE)) for _ in range(3)]
    await until(lambda: pool._running and child(pool) and child(pool).is_alive())
    process = child(pool)
    await asyncio.to_thread(pool.stop)
    for answer in await asyncio.gather(*searches, return_exceptions=True):
        assert isinstance(answer, SearchFailed)
    assert not process.is_alive()
    with pytest.raises(Refusal):
        await pool.search(choose(), seconds=PATIENCE)


async def test_spare_work_is_one_search_at_a_time_in_a_process_of_the_lowest_priority(tmp_path: Path) -> None:
    pool = spare_pool(tmp_path)
    searches = [asyncio.create_task(pool.search(choose(SLOW), seconds=PATIENCE)) for _ in range(2)]
    await until(lambda: pool._running and child(pool) and child(pool).is_alive())
    process = child(pool)
    await until(lambda: os.getpriority(os.PRIO_PROCESS, process.pid) == 19)
    assert pool.load() == (1, 1)
    searches[0].cancel()
    await until(lambda: pool.load() == (0, 1))
    assert child(pool) is process
    await asyncio.to_thread(pool.stop)
    _, answer = await asyncio.gather(*searches, return_exceptions=True)
    assert isinstance(answer, SearchFailed)
    assert not process.is_alive()


def test_an_unused_pool_has_no_thread_and_no_process() -> None:
    made = Pool(2)
    assert not made._threads
    made.stop()


def test_there_is_at_least_one_worker_and_one_less_than_cores() -> None:
    assert worker_count() == max(1, len(os.sched_getaffinity(0)) - 1)
    assert worker_count(3) == 3


ORPHANS = """
import asyncio, sys
from multiprocessing import active_children
from pathlib import Path
from tests.app.workers.made_tables import MODULE
from tests.app.workers.test_pool import choose, child
from tests.app.workers.searches import STUCK
from app.workers.pool import Pool
from app.workers.tables import TableBuilder

async def main():
    builder = asyncio.create_task(TableBuilder(Path(sys.argv[1]), Pool(), modules=[MODULE], idle=0).run())
    pool = Pool(1)
    searching = asyncio.create_task(pool.search(choose(STUCK), seconds=600))
    while len(active_children()) < 2:
        await asyncio.sleep(0.02)
    print(*(process.pid for process in active_children()), flush=True)
    await searching

asyncio.run(main())
"""


async def test_workers_and_the_builder_of_tables_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / WAIT).touch()
    words = sys.executable, "-c", ORPHANS, str(tmp_path)
    server = await asyncio.create_subprocess_exec(*words, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert server.stdout is not None
    processes = [int(number) for number in (await server.stdout.readline()).split()]
    try:
        await until(lambda: all(os.getpriority(os.PRIO_PROCESS, each) >= 10 for each in processes))
        await until((tmp_path / PART).exists)
    finally:
        server.kill()
        await server.wait()
    await until(lambda: not any(map(is_running, processes)))


def is_running(process: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def refuse(rule: str) -> None:
    raise Refusal("illegal_move", rule=rule)


async def test_a_replay_runs_in_another_process_and_its_refusal_is_raised_here(pool: Pool) -> None:
    number = await pool.replay(Replay("line", "", os.getpid, ()), seconds=PATIENCE, person="a")
    assert number != os.getpid()
    with pytest.raises(Refusal) as refused:
        await pool.replay(Replay("line", "", refuse, ("own",)), seconds=PATIENCE, person="a")
    assert (refused.value.code, refused.value.detail) == ("illegal_move", {"rule": "own"})


async def test_replays_go_in_turns_by_person_and_few_of_each_wait(pool: Pool, tmp_path: Path) -> None:
    wait, done = tmp_path.parent / "wait", list[str]()

    async def replay(name: str) -> None:
        await pool.replay(Replay("line", "", str, (name,)), seconds=PATIENCE, person=name[0])
        done.append(name)

    wait.touch()
    first = asyncio.ensure_future(pool.search(choose(), seconds=PATIENCE))
    await until(lambda: pool._running)
    async with asyncio.TaskGroup() as group:
        for name in ("a1", "a2", "a3", "b1", "a4", "c1", "b2"):
            group.create_task(replay(name))
        await until(lambda: len(pool._queue) == 7)
        assert MAX_WAITING_EACH == 4
        with pytest.raises(Refusal) as refused:
            await replay("a5")
        assert refused.value.code == "too_many"
        wait.unlink()
    await first
    assert done == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]
