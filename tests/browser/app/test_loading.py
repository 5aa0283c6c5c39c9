"""What a page asks for, how often, and in how many steps: the times on a slow link follow from these."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.async_api import Request, Route, expect

from tests.browser.crowd import ALONE
from tests.browser.games import FAMILIES, TWO, dealt
from tests.browser.visitor import Visit, Visitor
from tests.databases import migrated
from tests.serving import UNLIMITED, Server, serving

LOBBY, BOARD, STEPS = 24, 45, 3
LATE = 1500  # ms: more than a busy machine takes between two requests of one step
FETCHED = """performance.getEntriesByType('resource')
  .filter(({ name, transferSize }) => name.includes('/static/') && transferSize).map(({ name }) => name)"""
KEPT = """async () => {
  const [name, ...others] = await caches.keys()
  const kept = await (await caches.open(name)).keys()
  return [others, kept.map(({ url }) => new URL(url).pathname)] }"""


READ = """async (names) => {
  const [name] = await caches.keys()
  const cache = await caches.open(name)
  const prefix = `/static/@${name.slice('richelieu-'.length)}/`
  const kept = await Promise.all(names.map((one) => cache.match(prefix + one)))
  if (!kept.every(Boolean)) return false
  await Promise.all(kept.map((one) => one.text()))
  return true }"""


@contextmanager
def requests_of(visitor: Visitor) -> Iterator[list[Request]]:
    """All requests of the page during the block."""
    asked: list[Request] = []

    def add(request: Request) -> None:
        asked.append(request)

    visitor.page.on("request", add)
    yield asked
    visitor.page.remove_listener("request", add)


def steps(asked: list[Request]) -> int:
    """How many requests waited for one another, at least: each of a step began after one of the step before
    had ended. Pictures hold nothing up."""
    ends: list[float] = []
    needed = (request for request in asked if request.resource_type != "image")
    for request in sorted(needed, key=lambda request: request.timing["startTime"]):
        start = request.timing["startTime"]
        for step, end in enumerate(ends):
            if start < end:
                ends[step] = min(end, _end(request))
                break
        else:
            ends.append(_end(request))
    return len(ends)


def _end(request: Request) -> float:
    end = request.timing["responseEnd"]
    return request.timing["startTime"] + (max(0, end))


async def slow_down(visitor: Visitor) -> None:
    """Makes each answer late enough for the steps to stand out."""
    devtools = await visitor.context.new_cdp_session(visitor.page)
    await devtools.send("Network.enable")
    await devtools.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATE, "downloadThroughput": -1, "uploadThroughput": -1},
    )


@pytest.fixture
def empty_site(tmp_path: Path) -> Iterator[Server]:
    """A server of its own: the lobby of another test draws the boards of games that are running there."""
    with migrated("sqlite", tmp_path) as make, make() as url, serving(url, tmp_path, **UNLIMITED) as running:
        yield running


async def test_lobby_and_board_ask_for_little_and_in_few_steps(empty_site: Server, visit: Visit) -> None:
    visitor = await visit(None, at=empty_site.url, fresh=True)
    await slow_down(visitor)
    with requests_of(visitor) as asked:
        await visitor.go("/")
        await visitor.at_screen("lobby")
        await visitor.page.wait_for_load_state("networkidle")
    assert 8 < len(asked) <= LOBBY, [request.url for request in asked]
    assert steps(asked) <= STEPS
    plain = [url for request in asked if "/static/" in (url := request.url) and "/@" not in url]
    assert plain == [], "every file has the address of the build"
    with requests_of(visitor) as asked:
        await visitor.page.locator(f"[data-act=play-now][data-rules={ALONE.id}]").click()
        await visitor.at_screen("table")
        await visitor.connected()
    assert 8 < len(asked) <= BOARD, [request.url for request in asked]
    assert steps(asked) <= STEPS
    sheets = await visitor.page.locator("link[rel=stylesheet]").evaluate_all(
        "all => all.flatMap(link => link.dataset.sheets.split(' '))"
    )
    assert len(set(sheets)) == len(sheets), "no style sheet is there twice"
    await visitor.go("/")
    assert await visitor.page.evaluate(FETCHED) == [], "a second visit asks for no file"


async def test_the_boards_in_the_lobby_cost_two_requests_for_each_game(
    empty_site: Server, visit: Visit
) -> None:
    for game in (*FAMILIES, *FAMILIES):
        first, second = [await visit(None, at=empty_site.url) for _ in range(2)]
        await second.join(await first.make(game.id, **dealt(game)))
    visitor = await visit(None, at=empty_site.url, fresh=True)
    with requests_of(visitor) as asked:
        await visitor.go("/")
        await visitor.at_screen("lobby")
        await expect(visitor.page.locator(".small-board svg").first).to_be_attached()
        await visitor.page.wait_for_load_state("networkidle")
    assert len(asked) <= LOBBY + 2 * len(FAMILIES), [request.url for request in asked]


async def test_without_a_network_the_shell_the_help_and_its_boards_open(visit: Visit) -> None:
    visitor = await visit(None, service_workers="allow")
    page = visitor.page
    await page.goto(f"{visitor.base}/static/app/theme.js")
    await page.evaluate("caches.open('richelieu-older')")
    await visitor.go("/")
    await page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.postMessage('idle'))")
    worker = await (await visitor.context.request.get(f"{visitor.base}/sw.js")).text()
    later = re.search(r"LATER = '([^']+)'", worker)
    assert later
    await page.wait_for_function(READ, arg=later[1].split())  # they come while the network is there
    await page.wait_for_timeout(2 * LATE)  # what can be read may still be in writing, and would be lost
    await page.wait_for_function(READ, arg=later[1].split())
    older, kept = await page.evaluate(KEPT)
    assert older == [], "the files of the older build are gone"
    assert {path for path in kept if not path.startswith("/static/@")} == {"/"}
    with visitor.cut():
        await visitor.context.set_offline(True)
        await page.reload()
        await expect(visitor.screen).to_have_attribute("data-error", "offline")
        await visitor.go(f"/help/{TWO.id}")
        await visitor.at_screen("help")
        await expect(visitor.screen.locator("[data-piece]").first).to_be_attached()
        await visitor.go("/g/abcdefgh")
        await expect(visitor.screen).to_have_attribute("data-error", "offline")
        await visitor.context.set_offline(False)
        await visitor.go("/")
        await visitor.at_screen("lobby")


async def test_a_page_of_an_older_build_says_so_and_offers_to_reload(visit: Visit) -> None:
    visitor = await visit(None)

    async def answer(route: Route) -> None:
        response = await route.fetch()
        await route.fulfill(response=response, headers={**response.headers, "x-build": "newer"})

    await visitor.page.route("**/api/leaderboards/**", answer)
    await visitor.go("/")
    header = visitor.page.locator("#header")
    before = await header.evaluate("header => header.offsetHeight")
    await visitor.page.locator("#nav a[href='/leaderboards']").click()
    await visitor.at_screen("leaderboards")
    await expect(visitor.act("reload")).to_have_count(1)
    assert await header.evaluate("header => header.offsetHeight") == before
    await visitor.act("reload").click()
    await visitor.ready()
