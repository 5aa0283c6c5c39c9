"""Replays that clients ask for: their turns, and their slices."""

from __future__ import annotations

import asyncio
from collections.abc import Generator

import pytest

from app.core.errors import Refusal
from app.games.cooperative_replay import MAX_REPLAYS, MAX_WAITING_EACH, Replays


class Work:
    """A replay that ends when the test lets it."""

    def __init__(self) -> None:
        self.steps, self.done = 0, False

    def __call__(self) -> Generator[None, None, int]:
        while not self.done:
            self.steps += 1
            yield
        return self.steps


async def turn() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def test_replays_of_a_person_run_one_after_the_other_beside_those_of_others() -> None:
    replays, works = Replays(), [Work() for _ in range(3)]
    first, second = (asyncio.create_task(replays.run(work(), "a")) for work in works[:2])
    await turn()
    other = asyncio.create_task(replays.run(works[2](), "b"))
    await turn()
    assert [work.steps > 0 for work in works] == [True, False, True]
    for work, task in ((works[0], first), (works[2], other), (works[1], second)):
        work.done = True
        assert await task == work.steps
        await turn()
    assert works[1].steps > 0


async def test_few_replays_of_a_person_wait_and_few_altogether() -> None:
    replays, work = Replays(), Work()
    asked = [asyncio.create_task(replays.run(work(), "a")) for _ in range(1 + MAX_WAITING_EACH)]
    await turn()
    with pytest.raises(Refusal) as refused:
        await replays.run(work(), "a")
    assert (MAX_WAITING_EACH, refused.value.code) == (4, "too_many")
    others = range(MAX_REPLAYS - len(asked))
    asked += [asyncio.create_task(replays.run(work(), str(person))) for person in others]
    await turn()
    with pytest.raises(Refusal) as refused:
        await replays.run(work(), "b")
    assert refused.value.code == "busy"
    work.done = True
    await asyncio.gather(*asked)
    assert await replays.run(work(), "a") == work.steps
