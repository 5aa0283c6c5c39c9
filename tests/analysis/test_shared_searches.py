"""Searches shared by several requests, and their end."""

from __future__ import annotations

import asyncio

import pytest

from app.analysis.search_client import MAX_RUNNING, MAX_RUNNING_EACH, SearchClient, SearchKey, SharedSearches
from app.analysis.searches import Searches
from app.analysis.workers.pool import WorkerPool
from app.core.errors import Refusal
from app.http.requester import Requester, RequestLimiter
from app.model.game_info import Player

A: SearchKey = ("kind", "a")


class Search:
    """A search that waits for its answer from the test."""

    def __init__(self) -> None:
        self.begun, self.cancelled = 0, False
        self.answer = asyncio.get_running_loop().create_future()

    async def __call__(self) -> str:
        self.begun += 1
        try:
            answer: str = await self.answer
            return answer
        except asyncio.CancelledError:
            self.cancelled = True
            raise


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_search_is_shared_and_ends_with_its_last_waiter() -> None:
    searches, search = SharedSearches(), Search()
    first, second = (asyncio.create_task(searches.wait(A, "one", search)) for _ in range(2))
    await settle()
    first.cancel()
    await settle()
    assert (search.begun, search.cancelled) == (1, False), "the second one still waits"
    second.cancel()
    await settle()
    assert search.cancelled
    again = Search()
    third = asyncio.create_task(searches.wait(A, "one", again))
    await settle()
    again.answer.set_result("found")
    assert (await third, again.begun) == ("found", 1)


async def test_a_fault_reaches_all_waiters_and_the_next_request_searches_anew() -> None:
    searches, search = SharedSearches(), Search()
    waiting = [asyncio.create_task(searches.wait(A, "one", search)) for _ in range(2)]
    await settle()
    search.answer.set_exception(Refusal("busy"))
    assert [type(error) for error in await asyncio.gather(*waiting, return_exceptions=True)] == [Refusal] * 2
    again = Search()
    again.answer.set_result("found")
    assert await searches.wait(A, "one", again) == "found"


async def test_few_games_are_searched_at_once_fewer_of_one_person_and_all_searches_end_with_the_server() -> (
    None
):
    searches = SharedSearches()
    running = [Search() for _ in range(MAX_RUNNING)]
    people = [*["one"] * MAX_RUNNING_EACH, *map(str, range(MAX_RUNNING - MAX_RUNNING_EACH))]
    waiting = []
    for game, (person, search) in enumerate(zip(people, running, strict=True)):
        waiting.append(asyncio.create_task(searches.wait(("kind", game), person, search, spare=True)))
        await settle()
        if game == MAX_RUNNING_EACH:
            with pytest.raises(Refusal) as refused:
                await searches.wait(("kind", "more"), "one", Search(), spare=True)
            assert refused.value.code == "too_many"
    with pytest.raises(Refusal) as refused:
        await searches.wait(("kind", "more"), "another", Search(), spare=True)
    assert refused.value.code == "busy"
    for key, spare in ((("other", "more"), True), (("kind", "more"), False)):
        running.append(Search())
        waiting.append(asyncio.create_task(searches.wait(key, "one", running[-1], spare=spare)))
        await settle()
        assert running[-1].begun, "it is of another kind, or one for which the pool has places"
    searches.close()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert all(one.cancelled for one in running)


async def test_a_search_that_takes_long_goes_on_without_waiters() -> None:
    searches, search = SharedSearches(), Search()
    with pytest.raises(TimeoutError):
        await searches.wait(A, "one", search, seconds=0)
    joined = asyncio.create_task(searches.wait(A, "another", search))
    await settle()
    search.answer.set_result("found")
    assert (await joined, search.begun) == ("found", 1)


async def test_two_clients_share_a_search_and_each_is_charged() -> None:
    searches, search, left = SharedSearches(), Search(), asyncio.Event()
    limits = RequestLimiter(1, 1 / 60, 1)
    people = [Requester.of(Player(name, name, account=True), "203.0.113.7") for name in ("one", "two")]
    stays = asyncio.Event()
    one, two = (
        SearchClient(Searches(WorkerPool([])), searches, limits, who, gone.wait)
        for who, gone in zip(people, (left, stays), strict=True)
    )
    first, second = (asyncio.create_task(client.share(A, search)) for client in (one, two))
    await settle()
    left.set()
    with pytest.raises(Refusal) as refused:
        await first
    assert (refused.value.code, search.begun, search.cancelled) == ("busy", 1, False)
    search.answer.set_result("found")
    assert await second == "found"
    for client in (one, two):
        with pytest.raises(Refusal) as refused:
            await client.share(A, search)
        assert refused.value.code == "too_many"
