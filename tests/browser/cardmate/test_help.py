"""Cardmate's help: six lessons on the board, and replays of the author's two games."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.cardmate.published import PUBLISHED
from tests.browser.games import BOARDS
from tests.browser.visitor import DESK, PHONE, Visit, Visitor

CATALOGUE = BOARDS / "cardmate" / "help.en.json"
HELP: list[dict[str, Any]] = json.loads(CATALOGUE.read_text())["cardmate.help"]
LESSONS = [block["try"] for block in HELP if "try" in block]


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


async def test_each_lesson_answers_a_wrong_move_and_accepts_the_right_one(visit: Visit) -> None:
    visitor = await visit("/help/cardmate", size="phone")
    assert len(LESSONS) == 6
    await visitor.page.locator(".lessons-head").click()
    for number, known in enumerate(LESSONS):
        lesson = visitor.page.locator(".lesson").nth(number)
        answer = lesson.locator(".answer")
        good = next(iter(known["answers"]))
        other = next((move for move in known["legal"] if move not in known["answers"]), None)
        for move, right in ((other, "no"), (good, "yes")):
            if move is None:
                continue
            for word in move.split():
                choice = visitor.page.locator(f"dialog [data-word='{word}']")
                await choice.or_(lesson.locator(f"[data-word='{word}']")).click()
            await expect(answer).to_have_attribute("data-right", right)
        await expect(answer).to_have_text(known["answers"][good])


@pytest.mark.smoke
async def test_in_a_lesson_of_compulsion_another_card_names_the_one_that_can_move(visit: Visit) -> None:
    visitor = await visit("/help/cardmate")
    await visitor.page.locator(".lesson").nth(1).locator("[data-sq=e1]").click()
    await visitor.told("live", "Only jack of spades on f3 can.")
    board = visitor.page.locator(".lesson .board").first
    await expect(board).to_have_css("isolation", "isolate")  # or its pieces are painted over a sticky title


async def test_a_published_game_is_replayed_with_the_engine_s_view(visit: Visit) -> None:
    """Each ply has an address; forced moves are marked, the current one is in view in the list."""
    published = PUBLISHED[1]
    last = len(published["moves"])
    visitor = await visit("/help/cardmate")
    await visitor.page.locator(".published a").nth(1).click()
    await visitor.at_screen("replay")
    assert await visitor.move_list() == published["moves"]
    await visitor.at_ply(0)
    await visitor.page.locator("h1").click()
    for ply in (1, 2):
        await visitor.page.keyboard.press("ArrowRight")
        await visitor.at_ply(ply)
        told = published["values"][ply]["best"][0][1]
        view = re.compile(f"The engine’s view: .+ It would play {re.escape(told)}")
        await expect(visitor.page.locator("[data-note]")).to_have_text(view)
    await expect(visitor.page).to_have_url(f"{visitor.base}/help/cardmate?game=2&ply=2")
    await visitor.page.keyboard.press("End")
    await visitor.at_ply(last)
    await expect(visitor.screen).to_have_attribute("data-status", "ended")
    await expect(visitor.page.locator("[data-note]")).to_have_text(published["notes"][str(last)])
    await visitor.go("/help/cardmate?game=2&ply=24")
    await visitor.at_ply(24)
    await expect(visitor.page.locator(".moves-legend")).to_be_visible()
    assert await in_list(visitor, 24)
    for size in (PHONE, DESK):
        await visitor.resize(**size)
        assert await in_list(visitor, 24)
        await visitor.act("first").click()
        await visitor.at_ply(0)
        assert await in_list(visitor, 1)
        await visitor.act("next").click()
        await visitor.at_ply(1)
        for ply in (59, 31, 24):
            await visitor.page.locator("[data-input=ply]").fill(str(ply))
            await visitor.at_ply(ply)
            assert await in_list(visitor, ply)


async def in_list(visitor: Visitor, number: int) -> bool:
    """Return whether the item of a move, by default the current one, lies within the box of the list,
    and the list can be scrolled."""
    await visitor.painted()  # the list is scrolled with the next frame
    inside: bool = await visitor.page.locator(".moves").evaluate(
        """(list, number) => {
          const [item, current] = [list.children[number - 1], list.querySelector('[aria-current]')]
          const [inner, outer] = [item.getBoundingClientRect(), list.getBoundingClientRect()]
          const slides = list.scrollHeight > list.clientHeight || list.scrollWidth > list.clientWidth
          return (current ?? item) === item && slides && inner.left >= outer.left
            && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom }""",
        number,
    )
    return inside


async def test_an_unknown_published_game_shows_the_error_page(visit: Visit) -> None:
    visitor = await visit("/help/cardmate?game=3")
    await visitor.at_screen("error")
