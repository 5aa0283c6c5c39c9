"""Pages during failed requests: a sentence, and a retry."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Route, expect

from tests.browser.crowd import SOLITAIRES
from tests.browser.games import TWO
from tests.browser.visitor import Visit, Visitor

CATALOGUE = re.compile(r"/lang/en\.json$")
PAGES = [
    ("/", "lobby", r"/api/rules$"),
    (f"/help/{TWO.id}", "help", r"/help\.en\.json$"),
    (f"/leaderboards/{SOLITAIRES[0].id}", "leaderboards", r"/api/leaderboards/"),
    ("/g/{game}", "table", r"/api/games/[^/]+$"),
]


async def abort(route: Route) -> None:
    await route.abort()


async def unavailable(route: Route) -> None:
    if "/api/" in route.request.url:
        await route.fulfill(status=503, json={"error": {"code": "try_again", "detail": {}}})
    else:
        await route.fulfill(status=503, body="Service Unavailable")


async def fails_in_words(visitor: Visitor, path: str, url: re.Pattern[str]) -> None:
    """Check that `path` shows an error page while `url` fails, then press its retry with `url` restored."""
    await visitor.page.route(url, unavailable)
    await visitor.go(path)
    await expect(visitor.screen).to_have_attribute("data-screen", "error")
    text = await visitor.screen.inner_text()
    assert re.search(r"[a-z]{4,} [a-z]", text), text
    assert not re.search(r"\b(error|lobby|shell)\.\w", text), text
    await visitor.page.unroute(url)
    await visitor.act("retry").click()


async def test_a_page_without_its_data_or_texts_says_so_and_comes_with_a_retry(visit: Visit) -> None:
    visitor = await visit(None)
    game = await visitor.make(TWO.id, seat="both")
    with visitor.cut():
        for path, screen, data in PAGES:
            await fails_in_words(visitor, path.replace("{game}", game), re.compile(data))
            await visitor.at_screen(screen)
        visitor.excuse("dynamically imported module")
        await fails_in_words(visitor, "/", CATALOGUE)
        await visitor.at_screen("lobby")


async def test_a_help_page_without_its_published_games_is_still_a_help_page(visit: Visit) -> None:
    visitor = await visit(None)
    with visitor.cut():
        await visitor.page.route(re.compile(r"/games\.json$"), abort)
        await visitor.go("/help/cardmate")
        await visitor.at_screen("help")
        await expect(visitor.screen).to_contain_text("The games could not be loaded.")
        await expect(visitor.screen.locator("[data-piece]").first).to_be_attached()


@pytest.mark.smoke
async def test_a_module_that_cannot_be_fetched_is_an_error_page_with_a_retry(visit: Visit) -> None:
    visitor = await visit("/", fresh=True)
    module = await visitor.module("pages/help/page")
    visitor.excuse("dynamically imported module")
    with visitor.cut():
        await visitor.page.route(module, abort)
        await visitor.page.locator("main .tiles a[href^='/help/']").first.click()
        await expect(visitor.screen).to_have_attribute("data-error", "broken")
        await visitor.page.unroute(module)
        await visitor.act("retry").click()
        await visitor.at_screen("help")
    visitor.faults.clear()  # the error itself is reported, to the console and to the server
