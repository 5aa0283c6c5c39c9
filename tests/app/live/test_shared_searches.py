"""Searches shared by several requests, and their end."""

from __future__ import annotations

import asyncio

import pytest

from app.errors import Refusal
from app.live.shared_searches import MAX_RUNNING, SharedSearches


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
    searches, search = SharedSearches[str](), Search()
    first, second = (asyncio.create_task(searches.wait("a", search)) for _ in range(2))
    await settle()
    first.cancel()
    await settle()
    assert (search.begun, search.cancelled) == (1, False), "the second one still waits"
    second.cancel()
    await settle()
    assert search.cancelled
    again = Search()
    third = asyncio.create_task(searches.wait("a", again))
    await settle()
    again.answer.set_result("found")
    assert (await third, again.begun) == ("found", 1)


async def test_a_fault_reaches_all_waiters_and_the_next_request_searches_anew() -> None:
    searches, search = SharedSearches[str](), Search()
    waiting = [asyncio.create_task(searches.wait("a", search)) for _ in range(2)]
    await settle()
    search.answer.set_exception(Refusal("busy"))
    assert [type(error) for error in await asyncio.gather(*waiting, return_exceptions=True)] == [Refusal] * 2
    again = Search()
    again.answer.set_result("found")
    assert await searches.wait("a", again) == "found"


async def test_few_games_are_searched_at_once_and_all_searches_end_with_the_server() -> None:
    searches = SharedSearches[str]()
    running = [Search() for _ in range(MAX_RUNNING)]
    waiting = [asyncio.create_task(searches.wait(str(game), one)) for game, one in enumerate(running)]
    await settle()
    with pytest.raises(Refusal) as refused:
        await searches.wait("one more", Search())
    assert refused.value.code == "busy"
    searches.close()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert all(one.cancelled for one in running)
