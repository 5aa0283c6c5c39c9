"""Cardmate's help: a lesson on the board, and replays of the author's two games."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.cardmate.published import PUBLISHED
from tests.browser.visitor import DESK, PHONE, Visit

SHOWS_ITS_CURRENT_ITEM = """(list) => {
  const item = list.querySelector('[aria-current]')
  const [inner, outer] = [item.getBoundingClientRect(), list.getBoundingClientRect()]
  return inner.left >= outer.left && inner.right <= outer.right
    && inner.top >= outer.top && inner.bottom <= outer.bottom
}"""


async def test_the_help_credits_the_author_and_shows_moves_and_captures(visit: Visit) -> None:
    visitor = await visit("/help/cardmate")
    await visitor.at_screen("help")
    await expect(visitor.page.locator(".credits")).to_contain_text("Ivan A Derzhanski, 2000")
    await expect(
        visitor.page.locator(".rulings li").filter(has_text="The palace is conquered")
    ).to_have_count(1)
    await expect(visitor.page.locator(".help-text [data-tile]")).to_have_count(14)
    diagrams = visitor.page.locator("figure:not(.lesson) .diagram[inert]")
    await diagrams.nth(2).scroll_into_view_if_needed()
    await expect(diagrams.nth(2).locator("[data-legal=capture]").first).to_be_visible()


@pytest.mark.smoke
async def test_in_a_lesson_of_compulsion_another_card_names_the_one_that_can_move(visit: Visit) -> None:
    visitor = await visit("/help/cardmate")
    await visitor.page.locator(".lesson").nth(1).locator("[data-sq=e1]").click()
    await visitor.told("live", "Only jack of spades on f3 can.")
    board = visitor.page.locator(".lesson .board").first
    await expect(board).to_have_css("isolation", "isolate")  # or its pieces are painted over a sticky title


async def test_a_published_game_is_replayed_with_the_engine_s_view_and_its_move_in_view(visit: Visit) -> None:
    published = PUBLISHED[1]
    visitor = await visit("/help/cardmate")
    await visitor.page.locator(".published a").nth(1).click()
    await visitor.at_screen("replay")
    assert await visitor.move_list() == published["moves"]
    await visitor.page.locator("h1").click()
    await visitor.page.keyboard.press("ArrowRight")
    await visitor.at_ply(1)
    told = re.escape(published["values"][1]["best"][0][1])
    view = re.compile(f"The engine’s view: .+ It would play {told}")
    await expect(visitor.page.locator("[data-note]")).to_have_text(view)
    await expect(visitor.page).to_have_url(f"{visitor.base}/help/cardmate?game=2&ply=1")
    await expect(visitor.page.locator(".moves-legend")).to_be_visible()
    for size in (DESK, PHONE):
        await visitor.resize(**size)
        for ply in (59, 24):
            await visitor.page.locator("[data-input=ply]").fill(str(ply))
            await visitor.at_ply(ply)
            await visitor.painted()  # the list is scrolled with the next frame
            assert await visitor.page.locator(".moves").evaluate(SHOWS_ITS_CURRENT_ITEM)
