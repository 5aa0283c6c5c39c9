"""Pool of worker processes for searches and replays, with a bounded priority queue.

Replays take turns: one of each person, then the next one of each. Each worker has a thread in the server,
which starts its process on demand, gives it one job at a time, and kills it if it takes too long, does not
stop when cancelled, has died, or has been idle for IDLE_TIMEOUT seconds. A server without searches has no
such threads or processes.
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

MAX_WAITING = 32  # searches in the queue
MAX_WAITING_EACH = 4  # replays in the queue, per person
STOP_TIMEOUT = 2.0  # seconds for stopping the pool
IDLE_TIMEOUT = 300.0  # seconds without a search until a process is ended
SPARE_IDLE_TIMEOUT = 60.0  # the same for the process of spare work

# Priorities: a bot's move goes before a client's request.
MOVE_PRIORITY, REQUEST_PRIORITY = 0, 1

T = TypeVar("T")

log = structlog.get_logger(__name__)


class SearchFailed(Exception):
    """The search failed: its process died, it took too long, or it has a fault, which was logged."""


def worker_count(wanted: int = 0) -> int:
    """Return the number of workers: `wanted`, or for 0 one less than there are cores, at least one."""
    return wanted or max(1, len(os.sched_getaffinity(0)) - 1)


def spare_pool(data: Path | None) -> Pool:
    """Return the pool of spare work: one process of the lowest priority, one search at a time."""
    return Pool(1, data, idle=SPARE_IDLE_TIMEOUT, nice=LOWEST_PRIORITY)


@dataclass(order=True)
class _Job:
    """A queued or running job, ordered by priority, turn and age. `person`: whom it is counted for, None if
    not counted."""

    priority: int
    turn: int
    number: int
    task: Task | Replay[Any] = field(compare=False)
    seconds: float = field(compare=False)
    person: str | None = field(compare=False)
    begun: bool = field(compare=False, default=False)
    future: Future[Any] = field(compare=False, default_factory=Future)


class Pool:
    """Pool of `size` workers, which read tables from the folder `data`. At most `waiting` jobs wait; a
    process is ended after `idle` seconds without a job; `nice`: added to the server's nice value."""

    def __init__(
        self,
        size: int = 1,
        data: Path | None = None,
        *,
        waiting: int = MAX_WAITING,
        idle: float = IDLE_TIMEOUT,
        nice: int = NICENESS,
    ) -> None:
        self._size, self._data, self._nice = size, data, nice
        self._max_waiting, self._idle_time = waiting, idle
        self._changed = threading.Condition()
        self._queue: list[_Job] = []
        self._numbers = count()
        self._turn = 0  # of the job started last
        self._next_turns: dict[str, int] = {}  # by person
        self._threads: list[threading.Thread] = []
        self._running: dict[int, tuple[_Job, Worker]] = {}  # by job number
        self._idle = 0  # threads waiting for a job
        self._last_search = monotonic()  # end of the last job, or creation of the pool
        self._stopping = False

    async def search(
        self,
        task: Task,
        *,
        seconds: float,
        priority: int = REQUEST_PRIORITY,
        begins_within: float | None = None,
    ) -> Answer:
        """Return the result of a search that may take so many seconds; it is cancelled with the caller.

        Refusal `busy`: too many are waiting, or it has not started within `begins_within` seconds; `by` is
        `games` if bots' moves go first. Unreachable: the position cannot arise. SearchFailed.
        """
        answer: Answer = await self._run(self._add(task, seconds, priority), begins_within)
        return answer

    async def replay(self, replay: Replay[T], *, seconds: float, person: str) -> T:
        """Return the result of a replay that may take so many seconds, in turns with those of other people;
        it is cancelled with the caller.

        Refusal `busy`: too many are waiting; `too_many`: too many of this person; or that of the replay.
        SearchFailed.
        """
        answer: T = await self._run(self._add(replay, seconds, REQUEST_PRIORITY, person))
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
        """Raise Refusal `busy` if a job is still waiting."""
        with self._changed:
            if job.begun or job.future.done():
                return
            ahead = [*self._queue, *(running for running, _ in self._running.values())]
            by_games = any(one.priority == MOVE_PRIORITY for one in ahead)
        message = "Other searches go first. Try again."
        raise Refusal("busy", message=message, by="games") if by_games else Refusal("busy", message=message)

    def tables_changed(self) -> int:
        """Return when a table file was last built, changed or copied here, in milliseconds since the epoch; 0
        if there is none. Reads the folder. The inode's change time is used, which no copy preserves."""
        files = self._data.rglob("*") if self._data else ()
        changed = 0
        for file in files:
            with suppress(FileNotFoundError):  # replaced meanwhile
                changed = max(changed, file.stat().st_ctime_ns // 1_000_000)
        return changed

    def idle_seconds(self) -> float:
        """Return the seconds since the last job ended, 0 while one is waiting or running."""
        with self._changed:
            return 0.0 if self._queue or self._running else monotonic() - self._last_search

    def load(self) -> tuple[int, int]:
        """Return the numbers of waiting and running jobs."""
        with self._changed:
            return len(self._queue), len(self._running)

    def stop(self) -> None:
        """Stop all workers; waiting and running jobs fail. Blocks for at most STOP_TIMEOUT seconds."""
        with self._changed:
            self._stopping = True
            jobs, self._queue = self._queue, []
            running = [worker for _, worker in self._running.values()]
            self._changed.notify_all()
        for job in jobs:
            _settle(job, SearchFailed("the server is stopping"))
        for worker in running:
            worker.cancel()  # one whose process is just starting
            worker.kill()
        until = monotonic() + STOP_TIMEOUT
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))

    def _add(
        self, task: Task | Replay[Any], seconds: float, priority: int, person: str | None = None
    ) -> _Job:
        with self._changed:
            if self._stopping or len(self._queue) >= self._max_waiting:
                raise Refusal("busy", retry=5, message="Too many searches are waiting. Try again.")
            job = _Job(priority, self._turn_of(person), next(self._numbers), task, seconds, person)
            heapq.heappush(self._queue, job)
            if self._idle < len(self._queue) and len(self._threads) < self._size:
                thread = threading.Thread(target=self._serve, daemon=True, name="searches")
                self._threads.append(thread)
                thread.start()
            self._changed.notify()
        return job

    def _turn_of(self, person: str | None) -> int:
        """Return the turn of the next job of a person. Refusal `too_many`: too many of theirs are waiting."""
        if person is None:
            return self._turn
        if sum(job.person == person for job in self._queue) >= MAX_WAITING_EACH:
            raise Refusal("too_many", message="Too many of your replays are waiting. Try again.")
        if not self._queue:
            self._next_turns.clear()
        turn = max(self._turn, self._next_turns.get(person, 0))
        self._next_turns[person] = turn + 1
        return turn

    def _cancel(self, job: _Job) -> None:
        """Remove a job from the queue, or tell its worker to stop."""
        job.future.cancel()
        with self._changed:
            if job in self._queue:
                self._queue.remove(job)
                heapq.heapify(self._queue)
            elif running := self._running.get(job.number):
                running[1].cancel()

    def _serve(self) -> None:
        """Run one job after the other, in a worker's thread."""
        worker = Worker(self._data, self._nice)
        try:
            while (job := self._next(worker)) is not None:
                self._carry_out(worker, job)
        finally:
            worker.kill()

    def _next(self, worker: Worker) -> _Job | None:
        """Return the next job, which `worker` will run; None if the pool stops. The process is ended if it
        has been idle for too long."""
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
    """Run a job, resolve its future, and return how it ended."""
    try:
        answer = run()
    except Ended as error:
        if error.how != "cancelled":
            log.warning("search_failed", search=job.task.kind, rules=job.task.rules, how=str(error))
        _settle(job, SearchFailed(str(error)))
        return error.how
    except Exception as error:  # Unreachable, Refusal, or a system out of memory or processes
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
