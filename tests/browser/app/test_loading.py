"""Requests of a page, their steps, and the parts that need no network."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Error, Page, Route, Worker, expect

from tests.app_process import Prepare
from tests.browser.crowd import ALONE
from tests.browser.games import TWO
from tests.browser.visitor import Visit, Visitor
from tests.databases import migrated
from tests.serving import UNLIMITED, Server, serving

STEPS = 3
QUIET = 5  # times in a row that the page is idle and has asked for nothing more
IDLE_SECONDS = 2
IDLE = "() => new Promise((done) => requestIdleCallback(done, { timeout: 300 }))"
RESOURCES = """performance.getEntriesByType('resource')
  .filter(({ name, transferSize }) => name.includes('/static/') && transferSize).map(({ name }) => name)"""
CACHED_PATHS = """async () => {
  const [name] = await caches.keys()
  const kept = await (await caches.open(name)).keys()
  return kept.map(({ url }) => new URL(url).pathname) }"""


class Steps:
    """The requests of a page, which are held back and answered together whenever the page has nothing else to
    do. Pictures hold nothing up, nor does the font, whose display is optional."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked: list[str] = []
        self._held: list[Route] = []

    async def until(self, act: Coroutine[Any, Any, None]) -> int:
        """Return in how many steps `act` is done."""
        steps, doing = 0, asyncio.create_task(act)
        while not doing.done() or self._held:
            await self._wait_until_quiet()
            if self._held:
                steps += 1
                held, self._held = self._held, []
                await asyncio.gather(*(_answer(route) for route in held))
        await doing
        return steps

    async def hold(self, route: Route) -> None:
        self.asked.append(route.request.url)
        if route.request.resource_type in ("image", "font"):
            await route.continue_()
        else:
            self._held.append(route)

    async def _wait_until_quiet(self) -> None:
        quiet = 0
        while quiet < QUIET and not any(route.request.is_navigation_request() for route in self._held):
            known = len(self._held)
            with suppress(Error, TimeoutError):  # another document comes, or waits for its answer
                await asyncio.wait_for(self.page.evaluate(IDLE), IDLE_SECONDS)
            quiet = quiet + 1 if known == len(self._held) else 0


async def _answer(route: Route) -> None:
    await route.continue_()
    if response := await route.request.response():
        await response.finished()


@pytest.fixture
def empty_site(tmp_path: Path, bundle: Prepare | None) -> Iterator[Server]:
    """On a server of its own: a shared lobby draws the boards of games of other tests."""
    with (
        migrated("sqlite", tmp_path) as make,
        make() as url,
        serving(url, tmp_path, prepare=bundle, **UNLIMITED) as running,
    ):
        yield running


async def test_lobby_and_board_load_in_few_steps_and_ask_for_each_file_once(
    empty_site: Server, visit: Visit
) -> None:
    visitor = await visit(None, at=empty_site.url, fresh=True)
    steps = Steps(visitor.page)
    await visitor.page.route("**/*", steps.hold)

    async def open_lobby() -> None:
        await visitor.go("/")
        await visitor.at_screen("lobby")

    async def open_table() -> None:
        await visitor.page.locator(f"[data-act=play-now][data-rules={ALONE.id}]").click()
        await visitor.at_screen("table")
        await visitor.connected()

    assert await steps.until(open_lobby()) <= STEPS
    assert len(steps.asked) > 8
    steps.asked.clear()
    assert await steps.until(open_table()) <= STEPS
    assert len(steps.asked) > 8
    plain = [url for url in steps.asked if "/static/" in url and "/@" not in url]
    assert plain == [], "every file has the address of the build"
    await visitor.page.unroute("**/*")
    sheets = await visitor.page.locator("link[rel=stylesheet]").evaluate_all(
        "all => all.map(({ href }) => href)"
    )
    assert len(set(sheets)) == len(sheets), "no style sheet is there twice"
    await visitor.go("/")
    assert await visitor.page.evaluate(RESOURCES) == [], "a second visit asks for no file"


async def with_worker(visit: Visit) -> tuple[Visitor, Worker]:
    """Return a visitor in the lobby whose service worker is active."""
    visitor = await visit("/", service_workers="allow")
    await visitor.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    (worker,) = visitor.context.service_workers
    return visitor, worker


async def test_offline_the_shell_and_the_help_of_a_family_open(visit: Visit) -> None:
    visitor, worker = await with_worker(visit)
    page = visitor.page
    await worker.evaluate("keepLater()")
    assert {path for path in await page.evaluate(CACHED_PATHS) if not path.startswith("/static/@")} == {"/"}
    with visitor.cut():
        await visitor.context.set_offline(True)
        await page.reload()
        await expect(visitor.screen).to_have_attribute("data-error", "offline")
        await visitor.go("/help/cardmate")
        await visitor.at_screen("help")
        for part in ("[data-piece]", ".published a"):
            await expect(visitor.screen.locator(part).first).to_be_attached()
        await visitor.go("/g/abcdefgh")
        await expect(visitor.screen).to_have_attribute("data-error", "offline")
        await visitor.context.set_offline(False)
        await visitor.go("/")
        await visitor.at_screen("lobby")


async def test_a_table_of_an_older_build_offers_to_reload_where_a_part_is_missing(visit: Visit) -> None:
    """As after a deployment without the older build's files: the socket is up, but nothing else loads. It is
    in the strip for messages on a phone, which hides the header."""
    visitor = await visit(None, size="phone", fresh=True)
    game = await visitor.make(ALONE.id)
    await visitor.sit(game)

    async def answer(route: Route) -> None:
        await route.fulfill(status=200, json={"ok": True}, headers={"x-build": "newer"})

    async def missing(route: Route) -> None:
        await route.fulfill(status=404, json={})

    page, files = visitor.page, re.compile(r"/static/@")
    with visitor.cut():
        await page.route("**/health", answer)
        await page.route(files, missing)
        await visitor.more("help")
        await expect(page.locator("#alert")).to_contain_text("A new version is here. Reload to go on.")
        await expect(page.locator(".message-strip")).to_contain_text("Reload to go on.")
        await expect(page.locator("[data-act=reload]")).to_have_count(1)
        await page.unroute(files)
    await visitor.act("reload").click()
    await expect(page.locator("[data-act=reload]")).to_have_count(0)
    await visitor.at_screen("table")


SHIFTS = """
globalThis.shift = 0
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shift += value
}).observe({ type: 'layout-shift', buffered: true })"""


async def test_on_a_phone_nothing_moves_while_a_page_loads(visit: Visit) -> None:
    """Return the cumulative layout shift, which is good up to 0.1."""
    visitor = await visit(None, size="phone")
    await visitor.page.add_init_script(SHIFTS)
    game = await visitor.make(TWO.id, seat="both")
    shifts = {}
    for path in ("/", f"/g/{game}", f"/g/{game}?ply=0", "/daily", "/me", f"/help/{TWO.id}"):
        await visitor.go(path)
        await visitor.painted()
        shifts[path] = await visitor.page.evaluate("globalThis.shift")
    assert {path: shift for path, shift in shifts.items() if shift > 0.1} == {}


async def test_once_a_newer_build_is_known_links_and_acts_load_documents(visit: Visit) -> None:
    """Though all parts of the older build are still there."""
    visitor = await visit("/", fresh=True)
    page = visitor.page

    async def answer_as_newer(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, headers={**answer.headers, "x-build": "newer"})

    await page.route("**/api/**", answer_as_newer)
    for path, selector, screen in (
        ("/daily", "#footer a[href='/credits']", "credits"),
        (f"/new/{ALONE.id}", "[data-act=create]", "table"),
    ):
        await visitor.go(path)
        await expect(page.locator("#tools [data-act=reload]")).to_have_count(1)
        await page.evaluate("document.documentElement.dataset.mark = 'here'")
        await page.locator(selector).click()
        await visitor.at_screen(screen)
        await expect(page.locator("html[data-mark]")).to_have_count(0)
    await page.unroute_all(behavior="ignoreErrors")  # the page may still ask
