"""Spare work of a database: done by its owner only, one part after the other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.analysis.searches import Searches
from app.analysis.workers.pool import WorkerPool
from app.bus.notices import Bus
from app.core.errors import Refusal
from app.serving import SpareWork, owns_spare_work
from engine import GAMES, Match


async def test_only_the_owner_works_and_a_part_that_fails_does_not_stop_the_next() -> None:
    owners: Iterator[bool] = iter([True, True, True, False, False, False])
    done: list[str] = []

    def is_owner() -> bool:
        return next(owners)

    async def refuse() -> None:
        done.append("refused")
        raise Refusal("busy")

    async def fail() -> None:
        done.append("failed")
        raise RuntimeError("a fault")

    async def work() -> None:
        done.append("worked")

    spare = SpareWork(is_owner, {"one": refuse, "two": fail, "three": work})
    await spare.round()
    await spare.round()
    assert done == ["refused", "failed", "worked"]


async def test_where_spare_work_is_switched_off_nothing_of_it_is_searched() -> None:
    searches = Searches(WorkerPool([]))
    castle, guards = GAMES["beleaguered_castle"], GAMES["cardinals_guards"]
    pair = Match.start(GAMES["three_musketeers"], 0)
    for work in (
        searches.verdict(Match.start(castle, 1), 100),
        searches.best_score(Match.start(guards, bytes(16))),
        searches.look_for_missed_win(pair, 0),
    ):
        with pytest.raises(Refusal) as refused:
            await work
        assert refused.value.code == "not_found"


async def test_one_of_the_live_processes_owns_the_spare_work() -> None:
    bus = Bus()
    assert owns_spare_work(bus), "it is alone"
    names = [f"process {number}" for number in range(5)]
    for alive in (frozenset(names), frozenset(names[:2]), frozenset(names[3:])):
        bus.processes, owners = alive, list[str]()
        for bus.process in names:
            owners += [bus.process] * owns_spare_work(bus)
        assert len(owners) == 1
        assert owners[0] in alive
