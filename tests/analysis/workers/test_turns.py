"""The order of waiting searches, in a made-up time."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count

from app.analysis.workers.pool import places
from app.analysis.workers.tasks import Task
from app.analysis.workers.turns import (
    HALF_LIFE,
    MAX_WAITING,
    MAX_WAITING_EACH,
    Job,
    PlaceKind,
    Priority,
    Turns,
)
from app.core.errors import Refusal

MOVE, REQUEST, SPARE = Priority
TASK = Task(search="choose", module="", rules="", version=1)


class Site:
    """The places of a pool in made-up time: each job takes the seconds that it may run."""

    def __init__(self) -> None:
        self.now = 0.0
        self.turns = Turns(lambda: self.now)
        self.free = places(1)
        self.begun: dict[Job, float] = {}
        self.ended: dict[Job, float] = {}
        self._ends: list[tuple[float, int, PlaceKind, Job]] = []
        self._numbers = count()

    def ask(self, person: str, priority: Priority, seconds: float = 1.0) -> Job:
        job = _job(person, priority, seconds)
        self.turns.add(job)
        self._start()
        return job

    def run(self, until: float) -> None:
        """Let time pass."""
        while self._ends and self._ends[0][0] <= until:
            self.now, _, place, job = heapq.heappop(self._ends)
            self.ended[job] = self.now
            self.turns.end(job, job.seconds)
            self.free.append(place)
            self._start()
        self.now = until

    def _start(self) -> None:
        for place in sorted(self.free, key=places(1).index):
            if job := self.turns.next(place):
                self.free.remove(place)
                self.begun[job] = self.now
                heapq.heappush(self._ends, (self.now + job.seconds, next(self._numbers), place, job))


def _job(person: str, priority: Priority, seconds: float) -> Job:
    return Job(task=TASK, priority=priority, person=person, seconds=seconds)


async def test_one_person_leaves_others_a_reply_within_two_seconds_and_hints_within_ten() -> None:
    """On two cores, where three processes that compute get two thirds of one each."""
    site, slow = Site(), 1.5
    for _ in range(258):
        site.ask("flooder", MOVE, 0.86 * slow)
    waits: dict[Priority, list[float]] = {MOVE: [], REQUEST: []}
    for number in range(60):
        for _ in range(MAX_WAITING_EACH):
            try:
                site.ask("flooder", REQUEST, 4.2 * slow)
            except Refusal:
                break
        site.run(site.now + 1.3)
        asked = [site.ask(f"player {number % 3}", MOVE, 0.01), site.ask(f"solver {number % 3}", REQUEST, 0.3)]
        then = site.now
        site.run(then + 10)
        for job in asked:
            waits[job.priority].append(site.ended[job] - then)
    assert max(waits[MOVE]) < 2
    assert max(waits[REQUEST]) < 10
    assert sum(job.person == "flooder" for job in site.ended) > 258, "they get what others leave"


async def test_the_next_is_of_those_with_the_fewest_running_then_by_priority_then_who_used_least() -> None:
    turns = Turns(lambda: 0.0)
    for person, seconds in (("heavy", 9.0), ("light", 0.1)):
        job = _job(person, REQUEST, seconds)
        turns.add(job)
        assert turns.next("any") is job
        turns.end(job, seconds)
    wanted = []
    for person, priority in (("light", MOVE), ("heavy", MOVE), ("light", REQUEST), ("heavy", REQUEST)):
        job = _job(person, priority, 1.0)
        wanted.append(job)
    for job in reversed(wanted):
        turns.add(job)
    found = list(iter(lambda: turns.next("any"), None))
    assert found == wanted
    turns.end(wanted[1], 0.0)
    turns.end(wanted[3], 0.0)
    for person in ("light", "heavy"):
        turns.add(_job(person, REQUEST, 1.0))
    following = turns.next("any")
    assert following
    assert following.person == "heavy", "two searches of the other are running"


async def test_a_place_takes_what_it_is_kept_for() -> None:
    turns, jobs = Turns(lambda: 0.0), dict[Priority, Job]()
    for priority in Priority:
        jobs[priority] = _job("one", priority, 1.0)
        turns.add(jobs[priority])
    assert turns.next("spare") is jobs[SPARE]
    assert turns.next("spare") is None
    assert turns.next("moves") is jobs[MOVE], "spare searches do not count as running"
    assert turns.next("moves") is turns.next("unserved") is None
    turns.end(jobs[MOVE], 1.0)
    assert turns.next("moves") is None
    assert turns.next("unserved") is jobs[REQUEST]
    turns.add(jobs[MOVE])
    assert turns.next("moves") is turns.next("unserved") is None
    assert turns.next("any") is jobs[MOVE]


async def test_used_seconds_are_halved_and_forgotten() -> None:
    now = 0.0
    turns = Turns(lambda: now)

    def use(person: str, seconds: float) -> None:
        job = _job(person, MOVE, seconds)
        turns.add(job)
        turns.next("any")
        turns.end(job, seconds)

    use("one", 8.0)
    now = HALF_LIFE
    assert turns.used("one") == 4
    use("one", 1.0)
    assert turns.used("one") == 5
    now = HALF_LIFE * 12
    use("other", 1.0)
    assert turns.used("one") == 0


async def test_few_requests_of_a_person_wait_few_altogether_and_moves_always() -> None:
    turns = Turns(lambda: 0.0)

    def refusals(jobs: Iterator[Job]) -> Iterator[str]:
        for job in jobs:
            try:
                turns.add(job)
            except Refusal as error:
                yield error.code

    def requests(person: str, number: int, priority: Priority = REQUEST) -> Iterator[Job]:
        return (_job(person, priority, 1.0) for _ in range(number))

    assert MAX_WAITING_EACH == 4
    assert [*refusals(requests("a", 5))] == ["too_many"]
    for person in range(MAX_WAITING // 4 - 1):
        assert [*refusals(requests(str(person), 4))] == []
    assert [*refusals(requests("b", 1))] == ["busy"]
    assert [*refusals(requests("a", 1000, MOVE))] == []
    assert [*refusals(requests("a", MAX_WAITING + 1, SPARE))] == ["busy"]
