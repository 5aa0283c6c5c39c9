"""Client of searches: the person to whom they are charged, and when it has disconnected.

Concurrent requests share a search: there is one per key at a time, cancelled when no request waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from app.analysis.searches import Searches
from app.core.errors import Refusal
from app.http.requester import Requester, RequestLimiter

T = TypeVar("T")

MAX_RUNNING = 8  # keys of a kind of spare work searched at a time
MAX_RUNNING_EACH = 4  # of them started by one person

StartSearch = Callable[[], Coroutine[Any, Any, T]]
SearchKey = tuple[str, Hashable]  # kind of search, and what is searched


@dataclass(eq=False, slots=True)
class _Shared:
    """A running search. `waiting`: requests; `stays`: it goes on without any."""

    task: asyncio.Task[Any]
    person: str
    waiting: int = 0
    stays: bool = False


class SharedSearches:
    """Running searches of this process, by key."""

    def __init__(self) -> None:
        self._running: dict[SearchKey, _Shared] = {}

    async def wait(
        self,
        key: SearchKey,
        person: str,
        search: StartSearch[T],
        *,
        spare: bool = False,
        seconds: float | None = None,
    ) -> T:
        """Return the result of a key's search, started unless it is running. It is cancelled with its last
        caller. TimeoutError after `seconds`: it goes on.

        `spare`: it is spare work, many searches one after the other; Refusal `busy`: too many of its kind are
        running, `too_many`: too many of this person. The pool bounds all others. And Refusals of the search.
        """
        shared = self._running.get(key)
        if shared is None:
            if spare:
                self._check_load(key[0], person)
            started = self._running[key] = shared = _Shared(asyncio.create_task(search()), person)
            shared.task.add_done_callback(lambda _: self._forget(key, started))
        shared.waiting += 1
        try:
            done, _ = await asyncio.wait({shared.task}, timeout=seconds)
            if not done:
                shared.stays = True
                raise TimeoutError
            result: T = shared.task.result()
            return result
        finally:
            shared.waiting -= 1
            if not shared.waiting and not shared.stays:
                self._forget(key, shared)
                shared.task.cancel()

    def close(self) -> None:
        for shared in self._running.values():
            shared.task.cancel()

    def _check_load(self, kind: str, person: str) -> None:
        people = [shared.person for key, shared in self._running.items() if key[0] == kind]
        if people.count(person) >= MAX_RUNNING_EACH:
            raise Refusal(
                "too_many", retry=30, message="Too many of your games are being searched. Try again."
            )
        if len(people) >= MAX_RUNNING:
            raise Refusal("busy", retry=30, message="Too many games are being searched. Try again.")

    def _forget(self, key: SearchKey, shared: _Shared) -> None:
        if self._running.get(key) is shared:
            del self._running[key]
        if shared.task.done() and not shared.task.cancelled():
            shared.task.exception()  # mark as retrieved: there may be no waiter left


class SearchClient:
    """Client of searches. `searches`: charged to its person; `shared`: those of all clients; `gone`: returns
    when it has disconnected."""

    def __init__(
        self,
        searches: Searches,
        shared: SharedSearches,
        limits: RequestLimiter,
        who: Requester,
        gone: Callable[[], Coroutine[Any, Any, object]],
    ) -> None:
        self.searches, self.who = searches.of(who.person), who
        self._shared, self._limits, self._gone = shared, limits, gone

    def charge(self, cost: float = 1) -> None:
        """Charge a search to the rate limit. Refusal `too_many`."""
        self._limits.take(self.who, cost)

    async def share(
        self, key: SearchKey, search: StartSearch[T], *, cost: float = 1, spare: bool = False
    ) -> T:
        """Like `search`, for a search that several clients may ask for at the same time."""
        return await self.search(self.wait(key, search, spare=spare), cost)

    async def wait(
        self, key: SearchKey, search: StartSearch[T], *, spare: bool = False, seconds: float | None = None
    ) -> T:
        """Return the result of a shared search, started for this client's person unless it is running
        (`SharedSearches.wait`). Charges nothing."""
        return await self._shared.wait(key, self.who.person, search, spare=spare, seconds=seconds)

    async def search(self, work: Coroutine[Any, Any, T], cost: float = 1) -> T:
        """Return the result of a search; cancel it if the client disconnects.

        Refusal `too_many`; `busy`: the client has disconnected (nobody reads this); and those of the search.
        """
        try:
            self.charge(cost)
        except BaseException:
            work.close()
            raise
        searching = asyncio.ensure_future(work)
        gone = asyncio.ensure_future(self._gone())
        try:
            await asyncio.wait({searching, gone}, return_when=asyncio.FIRST_COMPLETED)
            if searching.done():
                return searching.result()
            raise Refusal("busy", message="The client has disconnected.")
        finally:
            for task in (searching, gone):
                task.cancel()
