"""Leaderboards: the query is in the URL, one's own entry is pinned, every entry links to its replay."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Locator, Route, expect

from tests.browser.crowd import ALONE, SOLITAIRES, crowd, finish, plant
from tests.browser.visitor import Visit, Visitor
from tests.serving import Server

PAGE = 50


def board(query: str = "") -> str:
    return f"/leaderboards/{ALONE.id}{query}"


def rows(visitor: Visitor) -> Locator:
    """Return the entries of the pages that are loaded, without the pinned one."""
    return visitor.page.locator("tbody:not([data-own]) tr[data-rank]")


async def row_data(visitor: Visitor, attribute: str) -> list[str]:
    found: list[str] = await rows(visitor).evaluate_all(
        "(all, name) => all.map(one => one.getAttribute(name))", f"data-{attribute}"
    )
    return found


def chosen(visitor: Visitor, filter: str) -> Locator:
    return visitor.page.locator(f"[data-filter={filter}][aria-current]")


def choice(visitor: Visitor, filter: str, value: str) -> Locator:
    return visitor.page.locator(f"[data-filter={filter}][data-value='{value}']")


async def test_an_empty_leaderboard_says_so_and_its_button_starts_the_game(visit: Visit) -> None:
    visitor = await visit(board("?deal=4000000001"))
    await expect(visitor.page.locator("[data-empty]")).to_contain_text("No results yet")
    await expect(visitor.page.locator("h2")).to_contain_text("4000000001")
    await visitor.act("play-now").click()
    await visitor.at_screen("table")
    state = await visitor.state(visitor.game)
    assert (state["rules"], state["deal"]) == (ALONE.id, 4000000001)
    visitor.excuse("status of 404")
    await visitor.go(board("?date=yesterday"))
    await expect(visitor.page.locator("[data-empty]")).to_be_visible()


async def test_query_stands_in_the_address_and_back_leads_to_the_one_before(visit: Visit) -> None:
    visitor = await visit("/")
    await visitor.page.locator("#nav a[href='/leaderboards']").click()
    await visitor.at_screen("leaderboards")
    await expect(visitor.page).to_have_url(re.compile(f"/leaderboards/{SOLITAIRES[0].id}$"))
    await expect(visitor.page.locator("#nav a[aria-current]")).to_have_attribute("href", "/leaderboards")
    await visitor.go(board())
    await expect(chosen(visitor, "period")).to_have_attribute("data-value", "all")
    await choice(visitor, "period", "day").click()
    await expect(visitor.page).to_have_url(re.compile(r"\?period=day$"))
    await expect(visitor.page.locator("h2")).to_contain_text("Today")
    await choice(visitor, "class", "clean").click()
    await expect(visitor.page).to_have_url(re.compile(r"\?period=day&class=clean$"))
    await visitor.told("live", "Today")
    await expect(chosen(visitor, "class")).to_have_attribute("data-value", "clean")
    await choice(visitor, "kind", "streak").click()
    await expect(visitor.page.locator("h2")).to_contain_text("streaks")
    await expect(visitor.page.locator("[data-filter=period]")).to_have_count(0)
    await visitor.page.go_back()
    await visitor.ready()
    for name, value in (("kind", "score"), ("class", "clean")):
        await expect(chosen(visitor, name)).to_have_attribute("data-value", value)


async def test_filters_that_are_chosen_before_an_answer_add_up(visit: Visit) -> None:
    visitor, answered = await visit(board()), asyncio.Event()

    async def hold(route: Route) -> None:
        await answered.wait()
        await route.continue_()

    await visitor.page.route("**/api/leaderboards/**", hold)
    await choice(visitor, "period", "day").click()
    await choice(visitor, "class", "clean").click()
    await expect(visitor.page).to_have_url(re.compile(r"\?period=day&class=clean$"))
    answered.set()
    await expect(visitor.page.locator("h2")).to_contain_text("Today")
    await expect(chosen(visitor, "class")).to_have_attribute("data-value", "clean")


def plant_better_entry(site: Server, own: str, number: int) -> None:
    """Put another player before the entry that a player has at a deal."""
    other = f"better{number}"
    plant(site, "insert into players (id, name, created) values (?, ?, 0)", other, other)
    plant(
        site,
        "insert into standings select board, ?, lead - 1, second, moves, ms, at, score, undone, hints,"
        " sittings, first, game_id from standings where player_id = ? and board like '%unaided deal%'",
        *(other, own),
    )


async def test_more_entries_load_page_by_page_and_the_own_entry_is_pinned_until_then(
    visit: Visit, site: Server
) -> None:
    visitor, deal = await visit(None), 4000000004
    await finish(visitor, deal=deal)
    me = (await visitor.guest())["id"]
    for number in range(PAGE + 4):
        plant_better_entry(site, me, number)
    await visitor.go(board(f"?deal={deal}"))
    pinned = visitor.page.locator("tbody[data-own] tr")
    await expect(rows(visitor)).to_have_count(PAGE)
    await expect(pinned).to_have_attribute("data-rank", str(PAGE + 5))
    await expect(pinned).to_have_attribute("data-player", me)
    await visitor.page.locator("[data-sort=moves]").click()
    await expect(pinned).to_be_visible()
    await visitor.page.locator("[data-sort=rank]").click()
    await visitor.act("more").click()
    await expect(rows(visitor)).to_have_count(PAGE + 5)
    await expect(visitor.act("more")).to_have_count(0)
    await expect(pinned).to_have_count(0)
    await expect(rows(visitor).last).to_have_attribute("data-player", me)
    await expect(rows(visitor).last).to_have_attribute("data-own", "")
    await visitor.told("live", f"5 more, {PAGE + 5} entries")
    await expect(rows(visitor).nth(PAGE).locator("a").first).to_be_focused()
    assert len(set(await row_data(visitor, "player"))) == PAGE + 5
    await rows(visitor).nth(PAGE).locator("a[href^='/g/']").first.click()
    await visitor.at_screen("replay")


@pytest.mark.smoke
async def test_leaderboard_is_a_table_and_works_with_the_keyboard_alone(visit: Visit) -> None:
    visitor, deal = await visit(None), 4000000007
    await crowd(visitor, deal, 3)
    await visitor.go(board(f"?deal={deal}"))
    table = visitor.page.get_by_role("table", name=f"Deal {deal}")
    await visitor.become("phone")  # where rows are blocks
    await expect(table.get_by_role("columnheader")).to_have_count(8)
    await expect(table.get_by_role("rowheader")).to_have_count(3)
    await expect(table.get_by_role("row")).to_have_count(4)
    await visitor.become("desk")
    keys = visitor.page.keyboard
    await visitor.page.locator("[data-input=rules]").focus()
    for _ in range(5):  # over the four periods
        await keys.press("Tab")
    await expect(choice(visitor, "class", "unaided")).to_be_focused()
    await keys.press("Tab")
    await keys.press("Enter")
    await expect(chosen(visitor, "class")).to_have_attribute("data-value", "clean")
    await expect(choice(visitor, "class", "clean")).to_be_focused()
    await keys.press("Shift+Tab")
    await keys.press("Enter")
    await expect(chosen(visitor, "class")).to_have_attribute("data-value", "unaided")
    await expect(visitor.page.locator(".leaderboard-body")).to_have_attribute("aria-busy", "false")
    await expect(rows(visitor)).to_have_count(3)
    ranked = await row_data(visitor, "game")
    await visitor.page.locator("[data-sort=rank]").focus()
    await keys.press("Enter")
    await expect(visitor.page.locator("th[data-col=rank]")).to_have_attribute("aria-sort", "descending")
    await expect(visitor.page.locator("[data-sort=rank]")).to_be_focused()
    assert await row_data(visitor, "game") == ranked[::-1]
    check = rows(visitor).first.locator("[data-act=check]")
    await check.focus()
    await keys.press("Enter")
    await expect(visitor.dialog("check")).to_be_visible()
    await keys.press("Escape")
    await expect(visitor.dialog("check")).to_have_count(0)
    await expect(check).to_be_focused()


async def test_first_result_is_near_the_top_of_a_phone_whose_filters_are_menus(visit: Visit) -> None:
    visitor, deal = await visit(None, size="phone"), 4000000009
    await crowd(visitor, deal, 2)
    await visitor.go(board(f"?deal={deal}"))
    await visitor.resize(390, 844)
    top = await rows(visitor).first.evaluate("one => one.getBoundingClientRect().top")
    assert top < 400
    menu = visitor.page.locator("[data-menu=class] > button")
    await expect(menu).to_have_accessible_name("Results: No help")
    await expect(choice(visitor, "class", "open")).to_be_hidden()
    await menu.tap()
    await expect(menu).to_have_attribute("aria-expanded", "true")
    await visitor.page.keyboard.press("Escape")
    await expect(choice(visitor, "class", "open")).to_be_hidden()
    await expect(menu).to_be_focused()
    await menu.tap()
    await choice(visitor, "class", "open").tap()
    await expect(visitor.page).to_have_url(re.compile(f"class=open&deal={deal}$"))
    await expect(menu).to_have_accessible_name("Results: All")
    await expect(menu).to_be_focused()
    more = visitor.page.locator("[data-menu=more] > button")
    await more.tap()
    await visitor.page.locator("h1").tap()
    await expect(more).to_have_attribute("aria-expanded", "false")
    await more.tap()
    await choice(visitor, "kind", "streak").tap()
    await expect(visitor.page.locator("h2")).to_contain_text("streaks")
    await expect(more).to_contain_text("Streak")


async def test_a_result_is_reported_from_its_row(visit: Visit) -> None:
    visitor, deal = await visit(None), 4_000_000_099
    await crowd(visitor, deal, 2)
    await visitor.go(board(f"?deal={deal}"))
    reports = visitor.page.locator("tr[data-rank] [data-act=report]")
    await expect(reports).to_have_count(1)  # none at one's own result
    row = visitor.page.locator("tr[data-rank]:has([data-act=report])")
    game = await row.get_attribute("data-game")
    async with visitor.page.expect_request("**/api/reports") as sent:
        await reports.click()
        await visitor.dialog("report").locator("textarea").fill("Too good to be true")
        await visitor.act("send-report").click()
    body = (await sent.value).post_data_json
    assert body is not None
    assert (body["game"], body["text"]) == (game, "Too good to be true")
    await visitor.told("live", "moderators will look")
