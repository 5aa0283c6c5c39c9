"""Lessons of the help: solved ones are remembered, each leads to the next, and tables link to them."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.crowd import ALONE
from tests.browser.four_horsemen.tables import FAMILY
from tests.browser.visitor import PHONE, Visit


@pytest.mark.smoke
async def test_a_solved_lesson_gets_a_tick_that_stays_and_leads_to_the_next_one(visit: Visit) -> None:
    visitor = await visit(f"/help/{FAMILY}")
    page = visitor.page
    progress = page.locator(".lesson-progress")
    lessons = page.locator(".lesson")
    await expect(page.locator(".help-text section").first.locator(".lesson")).to_have_count(5)
    await expect(progress).to_contain_text("0 of 5 solved")
    first = lessons.nth(0)
    following = first.locator("[data-act=next-lesson]")
    await first.locator("[data-word=draw]").click()
    await expect(first.locator(".answer")).to_have_attribute("data-right", "no")
    await expect(following).to_be_hidden()
    for part in ("9S", "*", "3H"):
        await first.locator(f'[data-part="{part}"]:visible').click()
    await first.locator("[data-word=h1]").click()
    await expect(first).to_have_attribute("data-solved", "")
    await expect(first.locator(".answer")).to_be_in_viewport()
    await expect(following).to_be_in_viewport()
    await following.click()
    await expect(lessons.nth(1)).to_be_focused()
    await expect(lessons.nth(1)).to_be_in_viewport()
    await page.reload()
    await visitor.ready()
    await expect(progress).to_contain_text("1 of 5 solved")
    await expect(page.get_by_role("link", name="Lesson 1, solved")).to_be_visible()
    await expect(page.locator(".lesson[data-solved]")).to_have_count(1)


async def test_on_a_phone_the_lessons_are_one_entry_above_the_rules(visit: Visit) -> None:
    visitor = await visit(f"/help/{FAMILY}", size="phone")
    page = visitor.page
    await expect(page.locator(".help-text section").nth(1)).to_be_in_viewport()
    await expect(page.locator(".lesson").first).to_be_hidden()
    await page.locator(".lessons-head").click()
    await expect(page.locator(".lesson").first).to_be_visible()


async def test_contents_stay_in_view_and_on_a_phone_they_open_downward_and_close_again(visit: Visit) -> None:
    visitor = await visit(f"/help/{FAMILY}")
    page = visitor.page
    rulings = page.locator(".help nav a").last
    await rulings.click()
    await expect(page.locator("#help-rulings")).to_be_in_viewport()
    await expect(rulings).to_be_in_viewport()
    await page.get_by_role("link", name="Back to top").click()
    await expect(page.locator("h1")).to_be_in_viewport()
    await visitor.resize(**PHONE)
    await expect(rulings).to_be_hidden()
    await page.locator(".help summary").click()
    await rulings.click()
    await expect(page.locator("#help-rulings")).to_be_in_viewport()
    await expect(rulings).to_be_hidden()
    await expect(page.locator(".help summary")).to_be_in_viewport()
    assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


async def test_the_hint_of_a_first_game_leads_to_the_lessons_over_the_table(visit: Visit) -> None:
    visitor = await visit(None)
    game = await visitor.make(FAMILY, deal=19)
    await visitor.sit(game)
    await visitor.act("lesson").click()
    sheet = visitor.dialog("help")
    await expect(sheet.locator(".lesson").first).to_be_in_viewport()
    assert visitor.game == game


async def test_the_last_lesson_leads_to_a_game_and_over_a_table_back_to_it(visit: Visit) -> None:
    visitor = await visit("/help/three_musketeers")
    lessons = visitor.page.locator(".lesson")
    for number, answer in enumerate(("a4 a5", "a4 a3", "d3 e3", "d2 d3", "b2 b1")):
        for square in answer.split():
            await lessons.nth(number).locator(f"[data-sq={square}]").click()
        await expect(lessons.nth(number)).to_have_attribute("data-solved", "")
        await expect(lessons.locator(".primary")).to_have_count(1)
    await lessons.last.locator("[data-act=play-computer]").click()
    await visitor.at_screen("table")
    game = visitor.game
    await expect(visitor.page.locator("[data-machine]")).to_be_visible()
    await visitor.act("help").click()
    sheet = visitor.dialog("help")
    await sheet.locator(".lessons-head").click()
    await expect(sheet.get_by_role("button", name="Close")).to_be_visible()
    last = sheet.locator(".lesson").last
    await last.scroll_into_view_if_needed()
    await expect(last.locator(".board")).to_be_visible()  # the button moves when it is drawn
    await last.locator(".primary").click()
    await expect(sheet).to_have_count(0)
    assert visitor.game == game


async def test_boards_of_a_help_text_are_drawn_near_the_view_and_all_for_print(visit: Visit) -> None:
    """The content of a diagram is read aloud before it, too."""
    visitor = await visit(f"/help/{ALONE.id}", size="phone")
    page = visitor.page
    boards, waiting = page.locator(".diagram"), page.locator(".diagram:empty")
    await boards.filter(visible=True).first.scroll_into_view_if_needed()
    await expect(boards.filter(visible=True).first.locator("[role=grid]")).to_be_visible()
    assert await waiting.count() > await boards.count() / 2
    before = await page.locator("main *").count()
    for spoken in await page.locator("figcaption ul").all():
        assert await spoken.locator("li").count() > 3
    await boards.last.scroll_into_view_if_needed()
    await expect(boards.last.locator("[role=grid]")).to_be_visible()
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    await expect(waiting).to_have_count(0)
    assert before < await page.locator("main *").count() / 2
