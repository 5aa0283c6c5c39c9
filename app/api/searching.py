"""Search requests over HTTP: rate limit, and cancellation when the client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from fastapi import Depends
from starlette.requests import Request

from app.cluster.rate_limits import Requester
from app.container import Services
from app.errors import Refusal
from app.http.requests import CurrentRequester, services_of

T = TypeVar("T")


class SearchClient:
    """Client of a search: its request and its rate limit."""

    def __init__(self, services: Services, who: Requester, request: Request) -> None:
        self._services, self._who, self._request = services, who, request

    async def search(self, work: Coroutine[Any, Any, T], cost: float = 1) -> T:
        """Return the result of a search; cancel it if the client disconnects.

        Refusal `too_many`; `busy`: the client has disconnected (nobody reads this); and those of the search.
        """
        try:
            await self._services.search_limits.take(self._who, cost)
        except BaseException:
            work.close()
            raise
        searching = asyncio.ensure_future(work)
        gone = asyncio.ensure_future(self._wait_until_gone())
        try:
            await asyncio.wait({searching, gone}, return_when=asyncio.FIRST_COMPLETED)
            if searching.done():
                return searching.result()
            raise Refusal("busy", message="The client has disconnected.")
        finally:
            for task in (searching, gone):
                task.cancel()

    async def _wait_until_gone(self) -> None:
        """Return when the client disconnects; the body has been read before."""
        while (await self._request.receive())["type"] != "http.disconnect":
            pass


async def get_search_client(request: Request, who: CurrentRequester) -> SearchClient:
    return SearchClient(services_of(request), who, request)


CurrentSearchClient = Annotated[SearchClient, Depends(get_search_client)]
