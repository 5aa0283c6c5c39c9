"""Memory: a page that was left is forgotten, whatever it showed."""

from __future__ import annotations

from itertools import pairwise
from urllib.parse import quote

import pytest
from playwright.async_api import CDPSession

from tests.browser.crowd import ALONE
from tests.browser.games import FIRST, TWO
from tests.browser.pages import ALIKE, PAGES, game_pages
from tests.browser.rows import in_parts
from tests.browser.visitor import Visit, Visitor
from tests.people.browser.people import sign_up
from tests.soak import SOAK, size

RESTING = "/credits"  # a page of text, at which is counted
# The first one loads modules, texts and pictures, which stay; what leaks grows in all others.
ROUNDS = size(11, 4)
VISIT_EACH = """async (addresses) => {
  const ready = () => document.documentElement.dataset.ready !== undefined
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  for (const address of addresses) {
    follow(address)
    while (!ready()) await drawn()
    await drawn()
  }
}"""


@pytest.mark.soak
@in_parts(2)
async def test_visits_of_a_page_leave_no_node_and_no_listener_behind(visit: Visit, part: slice) -> None:
    visitor = await visit(None)
    player = (await sign_up(visitor))["player"]["name"]
    paths = [*(path for path in PAGES if path not in ALIKE), f"/people/{quote(player)}"]
    paths += await game_pages(visitor, FIRST, (TWO, ALONE))
    await visitor.go(RESTING)
    devtools = await visitor.context.new_cdp_session(visitor.page)
    await devtools.send("Performance.enable")
    await devtools.send("HeapProfiler.enable")
    left = {}
    # One after the other, and only when soaking each by itself, which takes twice the visits.
    for visited in [[path] for path in paths[part]] if SOAK else [paths[part]]:
        counts = []
        for _ in range(ROUNDS):
            await visitor.page.evaluate(VISIT_EACH, [*visited, RESTING])
            counts.append(await counted(visitor, devtools))
        for name in counts[0]:
            values = [count[name] for count in counts]
            if all(before < after for before, after in pairwise(values)):
                left[f"{name} after {visited}"] = values
    assert left == {}


async def counted(visitor: Visitor, devtools: CDPSession) -> dict[str, float]:
    """Return the nodes and listeners that are there after a garbage collection."""
    await visitor.painted()
    await devtools.send("HeapProfiler.collectGarbage")
    metrics = (await devtools.send("Performance.getMetrics"))["metrics"]
    return {one["name"]: one["value"] for one in metrics if one["name"] in ("Nodes", "JSEventListeners")}
