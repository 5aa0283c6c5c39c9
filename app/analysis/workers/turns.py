"""Order of waiting searches: people take turns, and who has used little CPU lately goes first.

One person must not make others wait, however much they ask for. Therefore each search is charged to the
person who caused it, and some places are kept for people who have no search running, one of them for bots'
moves: a request may take seconds.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from typing import Any, Literal

from app.analysis.workers.tasks import Task
from app.core.errors import Refusal

MAX_WAITING = 32  # requests, and as many spare searches
MAX_WAITING_EACH = 4  # requests, per person
HALF_LIFE = 60.0  # seconds after which used CPU counts half
NEGLIGIBLE = 0.01  # seconds of used CPU, which are forgotten


class Priority(IntEnum):
    """Priority of a search."""

    MOVE = 0  # of a bot
    REQUEST = 1  # a client waits for it
    SPARE = 2  # may be late


# Kinds of places: for any move or request, for people without a running one, for moves of such people, and
# for spare searches.
PlaceKind = Literal["any", "unserved", "moves", "spare"]


@dataclass(eq=False, slots=True, kw_only=True)
class Job:
    """A waiting or running search. `seconds`: it may run so long; `stopped`: set when nobody waits for its
    answer any more."""

    task: Task
    priority: Priority
    person: str
    seconds: float
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    stopped: asyncio.Event = field(default_factory=asyncio.Event)
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    number: int = 0  # order of arrival


class Turns:
    """Waiting jobs, and what each person is running and has used. `clock`: in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._numbers = count()
        self._waiting: list[Job] = []
        self._running = Counter[str]()  # moves and requests by person
        self._used = OrderedDict[str, tuple[float, float]]()  # CPU seconds by person, and when they were so

    def add(self, job: Job) -> None:
        """Add a job. Moves are always admitted: a person has as many as games against bots. Refusal
        `too_many`: too many requests of this person are waiting; `busy`: too many altogether."""
        alike = [one.person for one in self._waiting if one.priority is job.priority]
        if job.priority is Priority.REQUEST and alike.count(job.person) >= MAX_WAITING_EACH:
            raise Refusal("too_many", retry=5, message="Too many of your searches are waiting. Try again.")
        if job.priority is not Priority.MOVE and len(alike) >= MAX_WAITING:
            raise Refusal("busy", retry=5, message="Too many searches are waiting. Try again.")
        job.number = next(self._numbers)
        self._waiting.append(job)

    def remove(self, job: Job) -> None:
        """Remove a job if it is waiting."""
        if job in self._waiting:
            self._waiting.remove(job)

    def next(self, kind: PlaceKind) -> Job | None:
        """Remove and return the next job for a free place: the person's with the fewest running, then by
        priority, then the person's who has used least.

        Spare searches run in a place of their own, because its process has the lowest nice value, which
        cannot be raised again: the kernel preempts them, and nothing that they have found is lost.
        """
        job = min((one for one in self._waiting if self._fits(kind, one)), key=self._rank, default=None)
        if job is None:
            return None
        self.remove(job)
        if job.priority is not Priority.SPARE:
            self._running[job.person] += 1
        return job

    def end(self, job: Job, seconds: float) -> None:
        """Charge the CPU seconds of a job that has run to its person."""
        if job.priority is not Priority.SPARE:
            self._running[job.person] -= 1
            if not self._running[job.person]:
                del self._running[job.person]
        self._used[job.person] = self.used(job.person) + seconds, self._clock()
        self._used.move_to_end(job.person)
        while self._used and self.used(oldest := next(iter(self._used))) < NEGLIGIBLE:
            del self._used[oldest]

    def used(self, person: str) -> float:
        """Return the CPU seconds that a person has used, halved every HALF_LIFE seconds."""
        seconds, at = self._used.get(person, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._clock() - at) / HALF_LIFE))

    def waiting(self) -> list[Job]:
        return self._waiting[:]

    def _fits(self, kind: PlaceKind, job: Job) -> bool:
        match kind:
            case "any":
                return job.priority is not Priority.SPARE
            case "unserved":
                return job.priority is not Priority.SPARE and not self._running[job.person]
            case "moves":
                return job.priority is Priority.MOVE and not self._running[job.person]
            case "spare":
                return job.priority is Priority.SPARE

    def _rank(self, job: Job) -> tuple[int, Priority, float, int]:
        return self._running[job.person], job.priority, self.used(job.person), job.number
