"""Pool of worker processes for searches.

Each place of a pool has a process, which is started on demand, carries out one job at a time, and is ended
after a while without one. It is killed if a job takes too long or does not stop. The order of waiting jobs
is that of `app/analysis/workers/turns.py`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import structlog

from app.analysis.workers.process import KEPT_NICENESS, LOWEST_PRIORITY, NICENESS, TaskReport
from app.analysis.workers.tasks import Task
from app.analysis.workers.turns import Job, PlaceKind, Priority, Turns
from app.analysis.workers.worker import StartFailed, Worker
from app.core import metrics
from app.core.errors import Refusal

IDLE_TIMEOUT = 300.0  # seconds without a search until a process is ended
SPARE_IDLE_TIMEOUT = 60.0  # the same for the process of spare work
RESTART_INTERVAL = 1.0  # seconds between two tries to start a process where one has failed
NICENESS_OF: dict[PlaceKind, int] = {
    "moves": KEPT_NICENESS,
    "unserved": KEPT_NICENESS,
    "any": NICENESS,
    "spare": LOWEST_PRIORITY,
}

log = structlog.get_logger(__name__)


class SearchFailed(Exception):
    """The search failed: its process died, it took too long, or it has a fault, which was logged."""


def places(wanted: int = 0, *, spare: bool = True) -> list[PlaceKind]:
    """Return the places of a server's pool: `wanted` for all searches (0: one less than there are cores, at
    least one), those kept free, and one for spare work if `spare`."""
    general: list[PlaceKind] = ["any"] * (wanted or max(1, len(os.sched_getaffinity(0)) - 1))
    last: list[PlaceKind] = ["spare"] if spare else []
    return [*general, "unserved", "moves", *last]


@dataclass(slots=True)
class _Place:
    """A place: its worker, its running job, and the timer that ends an idle process."""

    kind: PlaceKind
    worker: Worker
    job: Job | None = None
    timer: asyncio.TimerHandle | None = None


class WorkerPool:
    """Pool of workers, which read tables from the folder `data`. `places`: those kept free last; `idle`:
    seconds until a process without a job is ended, in place of the default ones; `clock`: in seconds."""

    def __init__(
        self,
        places: Sequence[PlaceKind],
        data: Path | None = None,
        *,
        idle: float | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._data, self._idle, self._clock = data, idle, clock
        self._places = [_Place(kind, Worker(data, NICENESS_OF[kind])) for kind in places]
        self._turns = Turns(clock)
        self._tasks = set[asyncio.Task[None]]()  # of running jobs, and of processes that are being ended
        self._last_search = clock()  # end of the last move or request, or creation of the pool
        self._failed_at: float | None = None  # when the last start of a process failed, if it did
        self._is_trying = False
        self._stopping = False

    async def search(
        self,
        task: Task,
        *,
        seconds: float,
        person: str,
        priority: Priority = Priority.REQUEST,
        begins_within: float | None = None,
    ) -> Any:
        """Return the result of a search that may take so many seconds, charged to a person; it is cancelled
        with the caller.

        Refusal `too_many`: too many of this person are waiting; `busy`: too many altogether, or it has not
        started within `begins_within` seconds; `by` is `games` if bots' moves go first. Unreachable: the
        position cannot arise. SearchFailed.
        """
        if self._stopping:
            raise Refusal("busy", retry=5, message="The server is stopping. Try again.")
        job = Job(task=task, priority=priority, person=person, seconds=seconds)
        self._turns.add(job)

        self._start_jobs()
        try:
            if begins_within is not None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(begins_within):
                        await job.begun.wait()
                self._check_begun(job)
            return await job.answer
        finally:
            self._turns.remove(job)
            job.answer.cancel()
            job.stopped.set()

    def _check_begun(self, job: Job) -> None:
        """Raise Refusal `busy` if a job is still waiting."""
        if job.begun.is_set():
            return
        ahead = *self._turns.waiting(), *self._running()
        by_games = job.priority is Priority.REQUEST and any(one.priority is Priority.MOVE for one in ahead)
        message = "Other searches go first. Try again."
        raise Refusal("busy", message=message, by="games") if by_games else Refusal("busy", message=message)

    @property
    def takes_spare_work(self) -> bool:
        return any(place.kind == "spare" for place in self._places)

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
        """Return the seconds since the last move or request ended, 0 while one is waiting or running."""
        jobs = *self._turns.waiting(), *self._running()
        is_busy = any(job.priority is not Priority.SPARE for job in jobs)
        return 0.0 if is_busy else self._clock() - self._last_search

    def load(self) -> tuple[int, int]:
        """Return the numbers of waiting and running jobs."""
        return len(self._turns.waiting()), len(self._running())

    def can_start(self) -> bool:
        """Return whether processes can be started, as far as is known. If not, one is tried meanwhile: a
        server that is not ready may be asked for no search."""
        if self._failed_at is None:
            return True
        if not self._is_trying and self._clock() - self._failed_at >= RESTART_INTERVAL:
            self._is_trying = True
            self._keep(self._try_start())
        return False

    async def _try_start(self) -> None:
        worker = Worker(self._data)
        try:
            await worker.start()
            self._failed_at = None
        except StartFailed as error:
            self._note_failure(error)
        finally:
            self._is_trying = False
            await worker.kill()

    def _note_failure(self, error: StartFailed) -> None:
        log.error("worker_start_failed", reason=str(error))
        self._failed_at = self._clock()

    async def stop(self) -> None:
        """Kill all workers; waiting and running jobs fail."""
        self._stopping = True
        jobs = [*self._turns.waiting(), *self._running()]
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for job in jobs:
            self._turns.remove(job)
            _fail(job, "the server is stopping")
        for place in self._places:
            if place.timer:
                place.timer.cancel()
            await place.worker.kill()

    def _running(self) -> list[Job]:
        return [place.job for place in self._places if place.job]

    def _start_jobs(self) -> None:
        """Give waiting jobs to free places, in their order, so that the last ones stay free."""
        for place in self._places:
            if place.job is None and (job := self._turns.next(place.kind)):
                if place.timer:
                    place.timer.cancel()
                place.job = job
                job.begun.set()
                self._keep(self._carry_out(place, job))

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry_out(self, place: _Place, job: Job) -> None:
        began, seconds = self._clock(), None
        try:
            report = await place.worker.run(job.task, job.seconds, job.stopped)
            seconds, self._failed_at = report.seconds, None
            self._settle(job, report)
            metrics.SEARCHES.labels(job.task.search, report.how).inc()
            metrics.SEARCH_SECONDS.labels(job.task.search).observe(self._clock() - began)
        except StartFailed as error:
            self._note_failure(error)
            _fail(job, f"its process was not started: {error}")
        except Exception as error:
            log.exception("search_failed", search=job.task.search, rules=job.task.rules)
            _fail(job, str(error))
        finally:
            place.job, now = None, self._clock()
            if job.priority is not Priority.SPARE:
                self._last_search = now
            self._turns.end(job, now - began if seconds is None else seconds)
            if not self._stopping:
                self._set_timer(place)
                self._start_jobs()

    def _set_timer(self, place: _Place) -> None:
        """Let the process of a place end when it has been idle for too long."""
        idle = SPARE_IDLE_TIMEOUT if place.kind == "spare" else IDLE_TIMEOUT
        place.timer = asyncio.get_running_loop().call_later(
            idle if self._idle is None else self._idle, lambda: self._keep(_end_idle(place))
        )

    def _settle(self, job: Job, report: TaskReport) -> None:
        if report.how in ("late", "died", "fault"):
            log.warning("search_failed", search=job.task.search, rules=job.task.rules, how=report.answer)
        if job.answer.done():
            return
        match report.how:
            case "done":
                job.answer.set_result(report.answer)
            case "refused":
                job.answer.set_exception(report.answer)
            case _:
                _fail(job, report.answer)


async def _end_idle(place: _Place) -> None:
    """End the process of a place unless a job has just begun there."""
    if place.job is None:
        await place.worker.kill()


def _fail(job: Job, why: str) -> None:
    """Let a job fail unless it has an answer."""
    job.begun.set()
    if not job.answer.done():
        job.answer.set_exception(SearchFailed(why))
