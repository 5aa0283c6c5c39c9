"""The pool of worker processes: searches and replays wait in a bounded queue, none of them on the event loop.

Replays go in turns: one of each person, then the next one of each. Each worker has a thread in the server,
which starts its process when there is something to do, hands it one job at a time, and ends a process that
takes too long, does not stop when told to, has died, or has had nothing to do for IDLE seconds. A server that
nobody asks for a search has no thread and no process.
"""

from __future__ import annotations

import asyncio
import heapq
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import structlog

from app import metrics
from app.errors import Refusal
from app.workers.process import LOWEST_PRIORITY, NICENESS
from app.workers.tasks import Answer, Replay, Task
from app.workers.worker import Ended, Worker

WAITING = 32  # searches that wait, at most
MAX_WAITING_EACH = 4  # replays of one person that wait
STOPPED_WITHIN = 2.0  # seconds that the end of the pool takes, at most, besides what the system needs
IDLE = 300.0  # seconds without a search after which a process ends
SPARE_IDLE = 60.0  # the same for the process of spare work

# Which search goes first: an opponent's move, or any other.
MOVE, ASKED = 0, 1

T = TypeVar("T")

log = structlog.get_logger(__name__)


class SearchFailed(Exception):
    """The search had no answer: its process died, it took too long, or it has a fault, which was logged."""


def worker_count(wanted: int = 0) -> int:
    """How many workers a pool has: `wanted`; for 0 one less than there are cores, at least one."""
    return wanted or max(1, len(os.sched_getaffinity(0)) - 1)


def spare_pool(data: Path | None) -> Pool:
    """Return the pool of spare work: one process of the lowest priority, one search at a time."""
    return Pool(1, data, idle=SPARE_IDLE, nice=LOWEST_PRIORITY)


@dataclass(order=True)
class _Job:
    """A search that waits or runs, ordered by its priority, its turn and then by its age. `person`: by whom
    it is counted, None where it is not."""

    priority: int
    turn: int
    number: int
    task: Task | Replay[Any] = field(compare=False)
    seconds: float = field(compare=False)
    person: str | None = field(compare=False)
    begun: bool = field(compare=False, default=False)
    future: Future[Any] = field(compare=False, default_factory=Future)


class Pool:
    """`size` workers, which look for tables in the folder `data`. At most `waiting` searches wait; a process
    ends after `idle` seconds without a search; `nice` is added to the nice value of the server."""

    def __init__(
        self,
        size: int = 1,
        data: Path | None = None,
        *,
        waiting: int = WAITING,
        idle: float = IDLE,
        nice: int = NICENESS,
    ) -> None:
        self._size, self._data, self._nice = size, data, nice
        self._most_waiting, self._idle_time = waiting, idle
        self._changed = threading.Condition()
        self._queue: list[_Job] = []
        self._numbers = count()
        self._turn = 0  # that of the job that was begun last
        self._next_turns: dict[str, int] = {}  # by person
        self._threads: list[threading.Thread] = []
        self._running: dict[int, tuple[_Job, Worker]] = {}  # by the number of the search
        self._idle = 0  # threads that wait for a search
        self._last_search = monotonic()  # when the last search ended, at first when the pool was made
        self._stopping = False

    async def search(
        self, task: Task, *, seconds: float, priority: int = ASKED, begins_within: float | None = None
    ) -> Answer:
        """The answer of a search that may take so many seconds. When the caller is cancelled, so is it.

        Refusal `busy`: too many wait, or it has not begun within `begins_within` seconds; `by` is `games`
        where machines' moves go first. Unreachable: the position cannot arise. SearchFailed."""
        answer: Answer = await self._run(self._add(task, seconds, priority), begins_within)
        return answer

    async def replay(self, replay: Replay[T], *, seconds: float, person: str) -> T:
        """Return the answer of a replay that may take so many seconds, in turns with those of other people.
        When the caller is cancelled, so is it.

        Refusal `busy`: too many wait; `too_many`: too many of this person; or that of the replay.
        SearchFailed."""
        answer: T = await self._run(self._add(replay, seconds, ASKED, person))
        return answer

    async def _run(self, job: _Job, begins_within: float | None = None) -> Any:
        try:
            answer = asyncio.wrap_future(job.future)
            if begins_within is not None:
                await asyncio.wait({answer}, timeout=begins_within)
                self._check_begun(job)
            return await answer
        finally:
            if not job.future.done() or job.future.cancelled():
                self._cancel(job)

    def _check_begun(self, job: _Job) -> None:
        """Refusal `busy`: a job still waits."""
        with self._changed:
            if job.begun or job.future.done():
                return
            ahead = [*self._queue, *(running for running, _ in self._running.values())]
            by_games = any(one.priority == MOVE for one in ahead)
        message = "other searches go first, try again"
        raise Refusal("busy", message=message, by="games") if by_games else Refusal("busy", message=message)

    def tables_changed(self) -> int:
        """When a file of tables was last built, changed or copied here, in milliseconds since the epoch; 0:
        there is none. Reads the folder. It is the time of the change of the inode, which no copy keeps."""
        files = self._data.rglob("*") if self._data else ()
        changed = 0
        for file in files:
            with suppress(FileNotFoundError):  # replaced meanwhile
                changed = max(changed, file.stat().st_ctime_ns // 1_000_000)
        return changed

    def idle_seconds(self) -> float:
        """Return the seconds since the last search ended; 0 while one waits or runs."""
        with self._changed:
            return 0.0 if self._queue or self._running else monotonic() - self._last_search

    def load(self) -> tuple[int, int]:
        """Return the numbers of jobs that wait and that run."""
        with self._changed:
            return len(self._queue), len(self._running)

    def stop(self) -> None:
        """Ends all workers; searches that wait or run have no answer. Blocks for STOPPED_WITHIN seconds at
        most."""
        with self._changed:
            self._stopping = True
            jobs, self._queue = self._queue, []
            running = [worker for _, worker in self._running.values()]
            self._changed.notify_all()
        for job in jobs:
            _settle(job, SearchFailed("the server stops"))
        for worker in running:
            worker.cancel()  # one that is about to start its process
            worker.kill()
        until = monotonic() + STOPPED_WITHIN
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))

    def _add(
        self, task: Task | Replay[Any], seconds: float, priority: int, person: str | None = None
    ) -> _Job:
        with self._changed:
            if self._stopping or len(self._queue) >= self._most_waiting:
                raise Refusal("busy", retry=5, message="too many searches wait, try again")
            job = _Job(priority, self._turn_of(person), next(self._numbers), task, seconds, person)
            heapq.heappush(self._queue, job)
            if self._idle < len(self._queue) and len(self._threads) < self._size:
                thread = threading.Thread(target=self._serve, daemon=True, name="searches")
                self._threads.append(thread)
                thread.start()
            self._changed.notify()
        return job

    def _turn_of(self, person: str | None) -> int:
        """Return the turn of the next job of a person. Refusal `too_many`: too many of theirs wait."""
        if person is None:
            return self._turn
        if sum(job.person == person for job in self._queue) >= MAX_WAITING_EACH:
            raise Refusal("too_many", message="too many games are replayed for you, try again")
        if not self._queue:
            self._next_turns.clear()
        turn = max(self._turn, self._next_turns.get(person, 0))
        self._next_turns[person] = turn + 1
        return turn

    def _cancel(self, job: _Job) -> None:
        """Takes a search out of the queue, or tells its worker to stop."""
        job.future.cancel()
        with self._changed:
            if job in self._queue:
                self._queue.remove(job)
                heapq.heapify(self._queue)
            elif running := self._running.get(job.number):
                running[1].cancel()

    def _serve(self) -> None:
        """What a worker's thread does: one search after the other."""
        worker = Worker(self._data, self._nice)
        try:
            while (job := self._next(worker)) is not None:
                self._carry_out(worker, job)
        finally:
            worker.kill()

    def _next(self, worker: Worker) -> _Job | None:
        """The next search, which `worker` is to carry out; None: the pool ends. The process is ended
        when it has had none for too long."""
        with self._changed:
            while not self._stopping and not self._queue:
                self._idle += 1
                had_one = self._changed.wait(self._idle_time if worker.is_alive else None)
                self._idle -= 1
                if not had_one and not self._queue:
                    worker.kill()
            if self._stopping:
                return None
            job = heapq.heappop(self._queue)
            self._turn = max(self._turn, job.turn)
            worker.prepare()
            job.begun = True
            self._running[job.number] = job, worker
            return job

    def _carry_out(self, worker: Worker, job: _Job) -> None:
        began, how = monotonic(), "cancelled"
        try:
            if not job.future.cancelled():
                how = _answer(job, lambda: worker.run(job.task, job.seconds))
        finally:
            with self._changed:
                del self._running[job.number]
                self._last_search = monotonic()
        metrics.SEARCHES.labels(job.task.kind, how).inc()
        metrics.SEARCH_SECONDS.labels(job.task.kind).observe(monotonic() - began)


def _answer(job: _Job, run: Callable[[], Any]) -> str:
    """Gives a search its answer, and returns how it ended."""
    try:
        answer = run()
    except Ended as error:
        if error.how != "cancelled":
            log.warning(
                "search without an answer", search=job.task.kind, rules=job.task.rules, how=str(error)
            )
        _settle(job, SearchFailed(str(error)))
        return error.how
    except Exception as error:  # Unreachable, Refusal, and what a system without memory or processes says
        _settle(job, error)
        return "refused"
    _settle(job, answer)
    return "done"


def _settle(job: _Job, answer: Any) -> None:
    if not job.future.set_running_or_notify_cancel():
        return
    if isinstance(answer, Exception):
        job.future.set_exception(answer)
    else:
        job.future.set_result(answer)
