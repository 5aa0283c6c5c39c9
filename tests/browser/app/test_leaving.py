"""Pages that are left while one of their requests is pending: its answer changes nothing of the next page."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.async_api import Request, Route

from tests.browser.crowd import ALONE
from tests.browser.games import TWO
from tests.browser.pages import ALIKE, PAGES, game_pages
from tests.browser.rows import in_parts
from tests.browser.visitor import Visit, Visitor
from tests.moderation.browser.test_moderation import moderator
from tests.people.browser.people import sign_up
from tests.serving import Server
from tests.soak import SOAK

RESTING = "/credits"
LEFT = (*(path for path in PAGES if path not in ALIKE), "/moderation")
SEEN = """() => ({
  address: location.pathname + location.search,
  title: document.title,
  main: document.querySelector('main').outerHTML,
  dialogs: document.querySelectorAll('dialog, .toast').length,
  focus: document.activeElement?.outerHTML,
  spoken: ['live', 'alert'].map((id) => document.getElementById(id).textContent),
  scroll: scrollY,
  ready: document.documentElement.dataset.ready,
})"""
# The modules of pages, and those that they open while they are shown; bundled ones.
MODULES = re.compile(r"/(page|me|person|privacy|credits|board|table-view|replay)\.js$|/chunks/[\w-]+\.js$")
ONCE = ("/api/me", "/api/rules")  # asked once a document, by whichever page needs them first


class Requests:
    """Requests of a visitor's page: the paths of those made so far, in order, and those under way."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.paths: list[str] = []
        self._pending: set[Request] = set()
        self._idle = asyncio.Event()
        page = visitor.page
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def _begin(self, request: Request) -> None:
        self._pending.add(request)
        self._idle.clear()
        self.paths.append(request.url.removeprefix(self.visitor.base))

    def _end(self, request: Request) -> None:
        self._pending.discard(request)
        if not self._pending:
            self._idle.set()

    async def settle(self) -> None:
        """Wait until no request is under way, and none has followed from the last one."""
        made = -1
        while made != len(self.paths):
            made = len(self.paths)
            await self._idle.wait()
            await self.visitor.painted()
            await self.visitor.painted()


@pytest.mark.soak
@in_parts(4)
async def test_a_page_left_at_a_pending_request_changes_nothing_of_the_next_one(
    visit: Visit, site: Server, part: slice
) -> None:
    visitor = await visit(None)
    other = (await sign_up(visitor))["player"]["name"]
    await visitor.be_another()
    paths = [*LEFT, f"/people/{quote(other)}", f"/moderation?person={quote(other)}"]
    await moderator(visitor, site)
    paths += await game_pages(visitor, (TWO,), (ALONE,))
    found = {}
    requests = Requests(visitor)
    for number, path in list(enumerate(paths))[part]:
        made = await requests_of(visitor, requests, path)
        for held in made if SOAK else made[number % len(made) :][:1]:  # one of each page, in turn
            changes = await leave_at(visitor, requests, path, held)
            if changes:
                found[f"{path} at {held}"] = changes
    assert found == {}


async def requests_of(visitor: Visitor, requests: Requests, path: str) -> list[str]:
    """Return the requests for data and for modules that a visit of a page by a link makes. All style sheets
    and catalogues are awaited together with the module of the page."""
    await visitor.go(RESTING)
    await requests.settle()
    before = len(requests.paths)
    await visitor.page.evaluate("path => follow(path)", path)
    await visitor.page.wait_for_function("path => location.pathname !== path", arg=RESTING)
    await visitor.ready()
    await requests.settle()
    asked = dict.fromkeys(["/api/me", *requests.paths[before:]])
    return [one for one in asked if one.startswith("/api/") or MODULES.search(one)]


async def leave_at(visitor: Visitor, requests: Requests, path: str, held: str) -> dict[str, Any]:
    """Leave a page while one of its requests is held, then answer it; return what that changes."""
    page = visitor.page
    arrived: asyncio.Future[Route] = asyncio.get_running_loop().create_future()

    async def hold(route: Route) -> None:
        if arrived.done():
            await route.continue_()
        else:
            arrived.set_result(route)

    def is_held(url: str) -> bool:
        return url.removeprefix(visitor.base) == held

    await page.route(is_held, hold)
    if held in ONCE or held.endswith(".js"):
        await visitor.go(RESTING)
    await page.evaluate("path => follow(path)", path)
    await page.wait_for_function("path => location.pathname !== path", arg=RESTING)
    route = await asyncio.wait_for(arrived, 15)
    changes = await changes_after_leaving(visitor, requests, route.continue_)
    await page.unroute(is_held, hold)
    return changes


async def changes_after_leaving(
    visitor: Visitor, requests: Requests, answer: Callable[[], Awaitable[None]]
) -> dict[str, Any]:
    """Leave a page for one at rest, then let its request be answered; return what that changes."""
    page = visitor.page
    await page.evaluate("path => follow(path)", RESTING)
    await page.wait_for_function("path => location.pathname === path", arg=RESTING)
    await visitor.ready()
    await visitor.painted()
    before = await page.evaluate(SEEN)
    with visitor.cut():
        await answer()
        await requests.settle()
    after = await page.evaluate(SEEN)
    return {name: (before[name], value) for name, value in after.items() if value != before[name]}
