"""Hints, proved deals and warnings in solitaires, and their marks in the result."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Route, expect

from engine import GAMES
from engine.analysis import analyst_of
from tests.browser.visitor import SEARCH_MS, Visit

NEARLY_DONE = "KCQC/KD/KH/KS/-/-/-/- JQQQ"  # five cards are left
LOST = 3853617262  # a deal of which the solver proves soon that it cannot be won
WINNABLE = next(
    game
    for game in GAMES.values()
    if (analyst := analyst_of(game)) and {"hint", "winnable"} <= analyst.abilities
)


async def test_a_difficulty_and_a_hint_are_asked_for_and_the_hint_is_found_on_the_result(
    visit: Visit,
) -> None:
    visitor = await visit(f"/new/{WINNABLE.id}", size="phone")
    page = visitor.page
    await page.locator("[name=deal]").fill("7")
    await expect(page.locator("select[name=difficulty]")).to_be_disabled()
    await page.locator("[name=deal]").fill("")
    await page.locator("select[name=difficulty]").select_option("easy")
    await visitor.act("create").click()
    await expect(visitor.screen).to_have_attribute("data-screen", "table", timeout=SEARCH_MS)
    await visitor.connected()
    assert (await visitor.state(visitor.game))["difficulty"] == "easy"
    await expect(page.locator("[data-certified=easy]")).to_have_text("can be won, easy")
    board = page.locator("[role=grid]").first
    box = await board.bounding_box()
    await visitor.act("hint").click()
    question = visitor.dialog("confirm")
    await expect(question).to_contain_text("leaderboards of results without help")
    await question.locator("[data-act=confirm]").click()
    await expect(visitor.act("play-hint")).to_be_visible(timeout=SEARCH_MS)
    await expect(page.locator("[data-hinted]").first).to_be_attached()
    assert await board.bounding_box() == box
    await visitor.act("play-hint").click()
    await expect(page.locator("[data-hinted]")).to_have_count(0)
    await expect(page.locator(".moves li")).to_have_count(1)
    await visitor.more("winnable")
    await expect(page.locator("[data-hint]")).to_contain_text("can still be won", timeout=SEARCH_MS)
    await visitor.post(f"/api/games/{visitor.game}/resign")
    await expect(visitor.dialog("over")).to_contain_text("With help: hint ×2.")


async def test_a_deal_that_cannot_be_won_says_so_before_the_first_move_and_leads_to_another(
    visit: Visit,
) -> None:
    visitor = await visit(None, size="phone")
    lost = await visitor.make(WINNABLE.id, deal=LOST)
    await visitor.sit(lost)
    notice = visitor.page.locator("[data-lost-deal]")
    await expect(notice).to_contain_text("This deal cannot be won.", timeout=SEARCH_MS)
    assert (await visitor.state(lost))["tally"]["hints"] == 0
    await visitor.act("another-deal").click()
    await visitor.page.wait_for_url(lambda url: "/g/" in url and lost not in url, timeout=SEARCH_MS)
    await visitor.connected()
    state = await visitor.state(visitor.game)
    assert state["deal"] != LOST
    if state.get(
        "certified"
    ):  # else the machine was too busy to prove one in time, and it may be lost as well
        await expect(notice).to_have_count(0)


async def test_a_search_for_a_hint_says_so_and_is_stopped_by_a_button(visit: Visit) -> None:
    visitor = await visit(None, size="phone")
    await visitor.sit(await visitor.make(WINNABLE.id, position=NEARLY_DONE))
    page = visitor.page
    await page.route("**/hint", lambda _: None)  # no answer comes
    board = page.locator("[role=grid]").first
    box = await board.bounding_box()
    await visitor.act("hint").click()
    await visitor.dialog("confirm").locator("[data-act=confirm]").click()
    await expect(page.locator("[data-searching]")).to_contain_text("Searching…")
    await expect(page.locator(".actions [data-act=hint]")).to_have_attribute("aria-busy", "true")
    assert await board.bounding_box() == box
    async with page.expect_event("requestfailed", lambda one: one.url.endswith("/hint")):
        await visitor.act("stop-search").click()
    await expect(page.locator("[data-searching]")).to_have_count(0)
    await expect(page.locator(".actions [data-act=hint]")).not_to_have_attribute("aria-busy", "true")
    await expect(page.locator("[data-hint]")).to_have_count(0)


async def test_a_lost_castle_is_told_once_and_taken_back_by_a_button(visit: Visit) -> None:
    visitor = await visit(None, size="phone")
    await visitor.sit(await visitor.make(WINNABLE.id, deal=2))
    page = visitor.page
    asked: list[Any] = []

    async def answer(route: Route) -> None:
        asked.append(route.request.post_data_json)
        nothing: dict[str, Any] = {"about": [], "move": None, "told": None, "value": None}
        await route.fulfill(json={"step": 1, "steps": 1, "text": "lost", **nothing})

    await page.route("**/hint", answer)
    await visitor.more("lost-warning")
    warning = page.locator("[data-lost]")
    for made in (1, 2):
        state = await visitor.state(visitor.game)
        move = state["legal"][0][0]
        await visitor.post(f"/api/games/{visitor.game}/moves", ply=state["ply"], move=move)
        await expect(page.locator(".moves li")).to_have_count(made)
        await expect(warning).to_have_count(2 - made)
        if made == 1:
            await expect(warning).to_contain_text("can no longer be won")
    assert asked == [{"ply": 1, "ask": "watch"}]
    for left in (1, 0):
        await visitor.act("undo").click()
        await expect(page.locator(".moves li")).to_have_count(left)
    state = await visitor.state(visitor.game)
    await visitor.post(f"/api/games/{visitor.game}/moves", ply=state["ply"], move=state["legal"][0][0])
    await visitor.act("undo-lost").click()
    await expect(page.locator(".moves li")).to_have_count(0)
    await expect(warning).to_have_count(0)
