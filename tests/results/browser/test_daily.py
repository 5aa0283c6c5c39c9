"""Daily deals: played from their page, secret during the day, verifiable by anybody afterwards."""

from __future__ import annotations

from datetime import date, timedelta
from hashlib import sha256

import pytest
from playwright.async_api import Locator, expect

from tests.browser.app.test_axe import everywhere
from tests.browser.app.test_layout import misfits
from tests.browser.crowd import ALONE, DAILY, give_up, plant
from tests.browser.visitor import Visit, Visitor
from tests.serving import Server


def later(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def tile(visitor: Visitor, rules: str = ALONE.id) -> Locator:
    return visitor.page.locator(f"article[data-rules='{rules}']")


def insert_past_day(site: Server, day: str) -> bytes:
    """Insert a past day that was dealt; return its secret."""
    secret = sha256(day.encode()).digest()
    plant(site, "insert or replace into days (date, secret) values (?, ?)", day, secret)
    return secret


async def today(visitor: Visitor) -> str:
    return str((await visitor.get("/api/daily"))["today"])


async def finish_todays_deal(visitor: Visitor, rules: str = ALONE.id) -> str:
    """Play today's deal and resign; return the id of the game."""
    made = await visitor.make(rules, deal="daily")
    await give_up(visitor, made, moves=1)
    return made


@pytest.mark.smoke
async def test_todays_deal_is_played_from_its_tile_and_is_on_the_days_leaderboard(visit: Visit) -> None:
    visitor = await visit("/daily")
    tiles = visitor.page.locator("article[data-rules]")
    await expect(tiles).to_have_count(len(DAILY))
    ids = await tiles.evaluate_all("all => all.map(one => one.dataset.rules)")
    links = await visitor.page.locator("[data-square]").evaluate_all("all => all.map(one => one.hash)")
    assert links == [f"#daily-{rules}" for rules in ids]
    assert len(set(await tiles.evaluate_all("all => all.map(one => one.offsetWidth)"))) == 1
    await expect(visitor.page.locator("main .primary")).to_have_count(1)
    await expect(tile(visitor)).to_have_attribute("data-state", "new")
    await visitor.page.click(f"[data-act=play-now][data-rules={ALONE.id}]")
    await visitor.at_screen("table")
    made = visitor.game
    day = await visitor.get("/api/daily")
    assert day["mine"] == {ALONE.id: {"game": made, "status": "live", "counted": True}}
    assert day["deals"][ALONE.id] is None
    await visitor.go("/daily")
    await expect(tile(visitor)).to_have_attribute("data-state", "live")
    await expect(tile(visitor).locator("[data-act=continue]")).to_have_attribute("href", f"/g/{made}")
    await give_up(visitor, made)
    own = (await visitor.get(f"/api/leaderboards/{ALONE.id}?date={day['today']}"))["own"]
    assert own["game"] == made
    await visitor.page.reload()
    await visitor.ready()
    here = tile(visitor)
    await expect(here).to_have_attribute("data-state", "done")
    await expect(here.locator("[data-result]")).to_contain_text(" · ".join(map(str, own["score"])))
    await expect(here.locator("[data-rank]")).to_have_attribute("data-rank", str(own["rank"]))
    await here.locator("[data-act=board]").click()
    await visitor.at_screen("leaderboards")
    await expect(visitor.page.locator("[data-own][data-game], [data-own] [data-game]")).to_have_attribute(
        "data-game", made
    )


async def start_todays_deal(visitor: Visitor) -> str:
    """Start today's deal of the first solitaire that is not stuck at once; return the id of the game."""
    for game in DAILY:
        if not game.hides and not game.uncounted:
            made = await visitor.make(game.id, deal="daily")
            if (await visitor.state(made))["legal"]:
                return made
    raise AssertionError("every deal of today is stuck at once")


async def test_past_day_is_verified_in_the_browser_and_practised_by_one_press(
    visit: Visit, site: Server, axe: str
) -> None:
    """That a false commitment is detected is tested in commitment.test.js."""
    visitor = await visit(None, color_scheme="light")
    day = later(await today(visitor), -3)
    secret = insert_past_day(site, day)
    await visitor.go(f"/daily?date={day}")
    await expect(visitor.page.locator("[data-verified]")).to_have_attribute("data-verified", "yes")
    await expect(visitor.page.locator("[data-secret]")).to_have_text(secret.hex())
    deals = (await visitor.get(f"/api/daily?date={day}"))["deals"]
    for rules, deal in deals.items():
        await expect(visitor.page.locator(f"[data-deal='{rules}']")).to_have_text(str(deal))
    await expect(tile(visitor).locator("[data-act=board]")).to_have_attribute(
        "href", f"/leaderboards/{ALONE.id}?date={day}"
    )
    assert await misfits(visitor) == {}
    assert await everywhere(visitor, axe, ["desk"]) == {}
    await tile(visitor).locator("[data-act=rehearse]").click()
    await visitor.at_screen("table")
    state, made = await visitor.state(visitor.game), visitor.game
    assert (state["deal"], state["daily"]) == (deals[ALONE.id], day)
    mark = visitor.page.locator("[data-daily]")
    await expect(mark).to_have_attribute("data-daily", day)
    await expect(mark).to_contain_text("· practice")
    await visitor.go(f"/daily?date={day}")
    await expect(tile(visitor).locator("[data-act=continue]")).to_have_attribute("href", f"/g/{made}")
    await visitor.act("today").click()
    await expect(tile(visitor).locator("[data-act=play-now]")).to_be_visible()


async def test_calendar_steps_from_month_to_month_and_marks_finished_and_solved_days(
    visit: Visit, site: Server
) -> None:
    visitor = await visit(None)
    day = await today(visitor)
    before = later(f"{day[:7]}-01", -1)
    insert_past_day(site, before)
    made = await finish_todays_deal(visitor)
    await visitor.go("/daily")
    cell = visitor.page.locator(f"td[data-date='{day}']")
    await expect(cell).to_have_attribute("data-finished", "some")
    await expect(cell.locator(".calendar-sign")).to_have_text(f"1/{len(DAILY)}")
    plant(site, "update results set won = 1, shown = 1 where game_id = ?", made)  # as if it had been solved
    await visitor.page.reload()
    await expect(visitor.page.locator("[data-streak]")).to_have_attribute("data-streak", "1")
    await expect(visitor.page.locator("[data-freezes]")).to_contain_text("1 freeze left")
    await expect(cell.locator("a")).to_have_attribute("aria-current", "date")
    await expect(visitor.act("later")).to_be_disabled()
    month = visitor.page.locator("table[data-month]")
    await visitor.act("earlier").focus()
    await visitor.page.keyboard.press("Enter")
    await expect(month).to_have_attribute("data-month", before[:7])
    await expect(month.locator(f"td[data-date='{before}'] a")).to_be_visible()
    await expect(month.locator(f"td[data-date='{before[:7]}-15'] a")).to_have_count(0)
    await visitor.act("later").focus()
    await visitor.page.keyboard.press("Enter")
    await expect(month).to_have_attribute("data-month", day[:7])
    await expect(visitor.act("earlier")).to_be_focused()


async def test_lobby_counts_todays_deals_that_are_done_and_works_without_them(visit: Visit) -> None:
    visitor = await visit(None)
    featured = (await visitor.get("/api/daily"))["featured"]
    await finish_todays_deal(visitor, featured)
    others = [game.id for game in DAILY if game.id != featured]
    await visitor.make(others[0], deal="daily")
    unmoved = await visitor.make(others[1], deal="daily")  # nothing counts before the first move
    await visitor.post(f"/api/games/{unmoved}/resign")
    await visitor.go("/")
    strip = visitor.page.locator(".daily-today")
    await expect(strip).to_contain_text(f"1 of {len(DAILY)} done")
    await expect(strip.locator("[aria-label^='daily.']")).to_have_count(0)  # a key without its text
    await expect(strip.locator("[data-act=play-today]")).to_be_visible()
    await strip.locator("[data-act=daily]").click()
    await visitor.at_screen("daily")
    await expect(visitor.page.locator("#nav a[aria-current]")).to_have_attribute("href", "/daily")
    visitor.excuse("status of 503")
    error = {"error": {"code": "try_again", "detail": {}}}
    await visitor.page.route("**/api/daily", lambda route: route.fulfill(status=503, json=error))
    await visitor.go("/")
    await expect(visitor.act("play-now").first).to_be_visible()
    await expect(strip).to_have_count(0)
