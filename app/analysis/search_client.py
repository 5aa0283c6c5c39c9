"""Client of searches: the person to whom they are charged, and when it has disconnected."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from app.analysis.searches import Searches
from app.analysis.shared_searches import SearchKey, SharedSearches, StartSearch
from app.core.errors import Refusal
from app.http.requester import Requester, RequestLimiter

T = TypeVar("T")


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
