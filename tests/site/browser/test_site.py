"""Texts of the hosts on every page: a notice, an imprint, a contact; privacy and credits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.games import TWO
from tests.browser.visitor import Visit
from tests.databases import migrated
from tests.serving import UNLIMITED, Server, command, serving

NOTICE = "The server <b>restarts</b> tonight."
IMPRINT = "https://example.org/imprint"


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Server]:
    """A server with every optional text of its hosts."""
    with migrated("sqlite", tmp_path) as make, make() as url:
        done = command("notice", NOTICE, database_url=url)
        assert done.returncode == 0, done.stderr
        known = {**UNLIMITED, "imprint_url": IMPRINT, "contact": "host@example.org"}
        with serving(url, tmp_path, **known) as server:
            yield server


async def test_a_notice_is_shown_to_everybody_until_dismissed_and_the_footer_names_the_hosts(
    hosted: Server, visit: Visit
) -> None:
    visitor = await visit("/", at=hosted.url)
    notice = visitor.page.locator(".site-notice")
    await expect(notice).to_contain_text(NOTICE)
    await expect(visitor.page.locator("[data-host=imprint]")).to_have_attribute("href", IMPRINT)
    await expect(visitor.page.locator("[data-host=contact]")).to_have_attribute(
        "href", "mailto:host@example.org"
    )
    await visitor.sit(await visitor.make(TWO.id, seat="both"))
    await expect(notice).to_be_hidden()
    await visitor.go("/daily")
    await visitor.act("dismiss-notice").click()
    await expect(notice).to_have_count(0)
    assert await visitor.page.evaluate("document.activeElement !== document.body")
    await visitor.page.reload()
    await visitor.ready()
    await expect(visitor.page.locator("[data-host=imprint]")).to_be_visible()
    await expect(notice).to_have_count(0)
    site = {"notice": None, "imprint": None, "contact": None, "demonstration": True}
    await visitor.page.route("**/api/site", lambda route: route.fulfill(json=site))
    await visitor.become("phone")
    game = await visitor.make(TWO.id, seat="both")
    for path, bearer in (("/daily", ".brand"), (f"/g/{game}", ".back-arrow")):
        await visitor.go(path)
        await expect(visitor.page.locator("html[data-demonstration]")).to_be_attached()
        await expect(visitor.page.locator(bearer)).to_be_visible()
        mark = f"getComputedStyle(document.querySelector('{bearer}'), '::after').content"
        assert await visitor.page.evaluate(mark) == '"Demo"', path


@pytest.mark.smoke
async def test_privacy_credits_and_the_interface_are_one_click_away_from_every_page(visit: Visit) -> None:
    visitor = await visit("/leaderboards")
    await visitor.page.locator("#footer a[href='/privacy']").click()
    await visitor.at_screen("privacy")
    await expect(visitor.page.locator("main dt").first).to_be_visible()
    await visitor.page.locator("#footer a[href='/credits']").click()
    await visitor.at_screen("credits")
    await expect(visitor.page.locator("[data-credit]")).to_have_count(5)
    await expect(visitor.page.locator("[data-credit] dd").first).not_to_be_empty()
    await expect(visitor.page.locator(".libraries")).to_contain_text("FastAPI")
    await visitor.page.locator("#footer a[href='/docs']").click()
    await visitor.at_screen("docs")
    await expect(visitor.page.locator("main a[href='/openapi.json']")).to_be_visible()


async def test_paper_has_light_colours_whole_boards_and_no_buttons(visit: Visit) -> None:
    """In either theme: pale text on white paper would be unreadable."""
    visitor = await visit("/help/cardmate", color_scheme="dark")
    await visitor.page.locator("#tools [data-act=theme]").dblclick()  # dark, chosen
    await visitor.page.emulate_media(media="print")
    await expect(visitor.page.locator("#header")).to_be_hidden()
    await expect(
        visitor.page.locator("main button:not(.board button)").locator("visible=true")
    ).to_have_count(0)
    board = visitor.page.locator(".help-text .board").locator("visible=true").first
    names = ["breakInside", "printColorAdjust", "colorScheme"]
    read = "(one, names) => names.map((name) => getComputedStyle(one)[name])"
    assert await board.evaluate(read, names) == ["avoid", "exact", "light"]
