"""What endpoints that search have in common: the limit of searches, and the end of a search whose asker has
gone."""

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


class Asker:
    """Who asks for a search: their request, and their limit."""

    def __init__(self, services: Services, who: Requester, request: Request) -> None:
        self._services, self._who, self._request = services, who, request

    async def search(self, work: Coroutine[Any, Any, T], cost: float = 1) -> T:
        """The outcome of a search. When the client goes away, it ends. Refusal: `too_many`; `busy`: the
        client has gone, so that nobody reads it; and what the search raises."""
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
            raise Refusal("busy", message="the client has gone away")
        finally:
            for task in (searching, gone):
                task.cancel()

    async def _wait_until_gone(self) -> None:
        """Returns when the connection has ended; the body was read before."""
        while (await self._request.receive())["type"] != "http.disconnect":
            pass


async def get_asker(request: Request, who: CurrentRequester) -> Asker:
    return Asker(services_of(request), who, request)


SearchAsker = Annotated[Asker, Depends(get_asker)]
