"""The page of another person: ratings with their curve, game filters, reports."""

from __future__ import annotations

import asyncio
import re
from urllib.parse import quote

from playwright.async_api import Route, expect

from tests.browser.games import FOR_TWO, TWO, line
from tests.browser.visitor import Visit, Visitor
from tests.people.browser.people import sign_up


async def rated_game(one: Visitor, other: Visitor) -> str:
    """Return a rated game that the first has won by the other's resigning."""
    game = await one.make(TWO.id, seat=0, rated=True)
    await other.join(game)
    for number, move in enumerate(line(TWO)[:4]):
        await (one, other)[number % 2].play(game, move)
    await other.post(f"/api/games/{game}/resign")
    return game


async def test_a_person_has_ratings_a_curve_and_games_that_can_be_filtered(visit: Visit) -> None:
    one, other = await visit(None), await visit(None)
    names = [(await sign_up(person))["player"]["name"] for person in (one, other)]
    won = await rated_game(one, other)
    second = next(game for game in FOR_TWO if game.id != TWO.id)
    lost = await one.make(second.id, seat=0)
    await other.join(lost)
    for number, move in enumerate(line(second)[:2]):
        await (one, other)[number % 2].play(lost, move)
    await one.post(f"/api/games/{lost}/resign")
    await other.go(f"/people/{quote(names[0])}")
    page = other.page
    rating = page.locator(f"[data-rating={TWO.id}][data-seat='0']")
    await expect(rating.locator(".rating")).to_have_text(re.compile(r"^16\d\d\?$"))
    await rating.locator("summary").click()
    await expect(rating.locator("[data-picture=rating] svg")).to_be_visible()
    games = page.locator("[data-list=ended]")
    await expect(games.locator("li")).to_have_count(2)
    await games.locator("[name=result]").select_option("lost")
    await expect(games.locator("li")).to_have_count(1)
    await expect(games.locator("li")).to_have_attribute("data-game", lost)
    assert "result=lost" in page.url
    other.excuse("status of 404")
    await games.locator("[name=opponent]").fill("Nobody At All")
    await games.locator("[name=opponent]").press("Enter")
    await expect(games.locator("li")).to_have_count(0)
    await expect(games.locator(".empty")).to_contain_text("No finished games match")
    await other.go(f"/people/{quote(names[0])}?result=won")
    await expect(games.locator("li")).to_have_attribute("data-game", won)
    running = await one.make(TWO.id, seat="both")
    await other.go(f"/people/{quote(names[0])}")
    await page.locator(f"[data-list=live] li[data-game='{running}'] a.button").click()
    await other.at_screen("table")
    await expect(other.screen).to_have_attribute("data-seat", "none")


async def test_a_late_answer_to_an_earlier_filter_does_not_replace_the_newer_one(visit: Visit) -> None:
    one, other = await visit(None), await visit(None)
    name, _ = [(await sign_up(person))["player"]["name"] for person in (one, other)]
    won = await rated_game(one, other)
    await other.go(f"/people/{quote(name)}")
    games = other.page.locator("[data-list=ended]")
    await expect(games.locator("li")).to_have_attribute("data-game", won)
    release = asyncio.Event()

    async def hold(route: Route) -> None:
        await release.wait()
        await route.continue_()

    await other.page.route("**/api/games?*result=won*", hold)
    await games.locator("[name=result]").select_option("won")
    await games.locator("[name=result]").select_option("lost")
    await expect(games.locator(".empty")).to_be_visible()
    async with other.page.expect_response("**/api/games?*result=won*"):
        release.set()
    await other.page.evaluate("fetch('/health').then((answer) => answer.text())")
    await expect(games.locator("li")).to_have_count(0)


async def test_a_challenge_keeps_the_game_and_the_clock_of_the_last_game_together(visit: Visit) -> None:
    one, other = await visit(None), await visit(None)
    name = (await other.guest())["name"]
    second = FOR_TWO[-1]
    game = await one.make(second.id, seat=0, clock={"base": 420, "increment": 7})
    await other.join(game)
    for number, move in enumerate(line(second)[:2]):
        await (one, other)[number % 2].play(game, move)
    await other.post(f"/api/games/{game}/resign")
    await sign_up(one)
    for path, place in ((f"/people/{quote(name)}", ".person-acts"), ("/", "[data-list=people]")):
        await one.go(path)
        await one.page.locator(f"{place} [data-act=challenge]").click()
        await one.at_screen("new")
        assert one.page.url.startswith(f"{one.base}/new/{second.id}?"), path
        await expect(one.page.locator("[name=who][value=person]")).to_be_checked()
        await expect(one.page.locator("[name=to]")).to_have_value(name)
        for field, value in (("minutes", "7"), ("increment", "7")):
            await expect(one.page.locator(f"[name={field}]")).to_have_value(value)
    await one.act("create").click()
    await one.at_screen("table")
    assert (await one.state(one.game))["control"] == {"base": 420, "increment": 7}
