"""Languages: the page is in the chosen one from the first byte, without the texts of another."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from app.site.assets.texts import PSEUDO, pseudo
from tests.browser.games import TWO, both_sides
from tests.browser.visitor import Visit


@pytest.mark.smoke
async def test_page_speaks_the_chosen_language_and_loads_the_texts_of_no_other(visit: Visit) -> None:
    visitor = await visit(None)
    page = visitor.page
    await visitor.speak(PSEUDO)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in ("/", f"/help/{TWO.id}"):
        await visitor.go(path)
        await expect(page.locator("#nav a[href='/']")).to_have_text(pseudo("Lobby"))
    assert [url for url in asked if url.endswith(f"{PSEUDO}.json")]
    assert [url for url in asked if url.endswith(("/en.json", ".en.json"))] == []


RIGHT_TO_LEFT = "document.documentElement.dir = 'rtl'"
EDGES = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().left)"""


async def test_moves_and_the_steps_through_them_run_from_the_left_in_every_language(visit: Visit) -> None:
    visitor = await both_sides(visit, moves=2)
    page = visitor.page
    await page.evaluate(RIGHT_TO_LEFT)
    for selector in (".moves li", ".steps-row button[data-act]"):
        edges = await page.evaluate(EDGES, f"main {selector}")
        assert len(edges) > 1
        assert edges == sorted(edges), selector
    assert (
        await page.locator("main .moves li").first.evaluate("one => getComputedStyle(one).direction") == "ltr"
    )
    board = await page.locator("main .board").bounding_box()
    rail = await page.locator("main .moves").bounding_box()
    assert board
    assert rail
    assert rail["x"] < board["x"], "the page itself is mirrored"
