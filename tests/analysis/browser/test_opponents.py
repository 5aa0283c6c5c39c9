"""Games against bots, from the lobby, the form and a waiting table; and their analysis."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from engine import OPENING
from engine.analysis import analyst_of
from tests.browser.games import FAMILIES, both_sides, line
from tests.browser.visitor import SEARCH_MS, Visit, Visitor

PLAYED = tuple(game for game in FAMILIES if (analyst := analyst_of(game)) and analyst.levels > 1)
ANY = PLAYED[0]
MY_TURN = re.compile("^[01]$")


async def my_turn(visitor: Visitor) -> None:
    """Wait until the bot has moved."""
    await visitor.page.wait_for_function(
        "() => { const { turn, seat, status } = document.querySelector('main').dataset;"
        " return status === 'ended' || turn === seat }",
        timeout=SEARCH_MS,
    )


async def play_some(visitor: Visitor, moves: int) -> None:
    """Play moves by clicks, each answered by the bot."""
    for _ in range(moves):
        await my_turn(visitor)
        state = await visitor.state(visitor.game)
        legal = [move for move, _ in state["legal"] if not move.endswith(OPENING)]
        await visitor.click_move(legal[0])
        await expect(visitor.page.locator(f"main:not([data-ply='{state['ply']}'])")).to_be_attached()
    await my_turn(visitor)


async def test_someone_alone_plays_the_bot_with_one_click_and_at_another_level_by_the_form(
    visit: Visit,
) -> None:
    visitor = await visit(f"/new/{ANY.id}")
    page = visitor.page
    await page.locator("[name=who][value=computer]").check()
    await page.locator("[name=level][value='1']").check()
    for kind in ("clock", "rated"):
        await expect(page.locator(f"fieldset[data-field={kind}]:not([disabled])")).to_have_count(0)
    await visitor.act("create").click()
    await visitor.at_screen("table")
    await expect(page.locator(".player[data-machine]")).to_contain_text("Computer, level 1")
    await play_some(visitor, 1)
    for act in ("draw", "chat"):
        await expect(page.locator(f"[data-act={act}]")).to_have_count(0)
    await visitor.go(f"/new/{ANY.id}")
    await page.locator("[name=who][value=computer]").check()
    await expect(page.locator("[name=level][value='1']")).to_be_checked()
    await page.locator("[name=level][value='2']").check()
    await visitor.act("create").click()
    await visitor.at_screen("table")
    await visitor.go("/")
    await page.click(f".heroes [data-act=play-computer][data-rules={ANY.id}]")
    await visitor.at_screen("table")
    await expect(visitor.screen).to_have_attribute("data-seat", MY_TURN)
    await expect(page.locator(".player[data-machine]")).to_contain_text("Computer, level 2")
    await play_some(visitor, 1)


async def seek(visitor: Visitor) -> str:
    """Ask for an opponent until no table is left to join; return the id of the visitor's own waiting game."""
    while True:
        await visitor.go("/")
        await visitor.page.click(f"[data-act=play-now][data-rules={ANY.id}]")
        await visitor.at_screen("table")
        if (await visitor.state(visitor.game))["status"] == "open":
            return visitor.game
        await visitor.post(f"/api/games/{visitor.game}/abort")  # an earlier test's table was still there


PLACES = """() => ['.board', '[data-waiting]', '[data-waiting] [data-act=abort]', '.seat-bottom'].map((one) =>
  JSON.stringify(document.querySelector(one).getBoundingClientRect()))"""


async def test_a_table_that_nobody_joins_offers_a_bot_after_some_seconds_and_moves_nothing(
    visit: Visit,
) -> None:
    visitor = await visit(None)
    await visitor.page.clock.install()
    waiting = await seek(visitor)
    await expect(visitor.page.locator("[data-waiting]")).to_contain_text("Looking for a player 0:0")
    before = await visitor.page.evaluate(PLACES)
    await expect(visitor.act("offer-computer")).to_be_hidden()
    await visitor.page.clock.fast_forward(5000)
    await expect(visitor.act("offer-computer")).to_be_visible()
    assert await visitor.page.evaluate(PLACES) == before
    await visitor.act("offer-computer").click()
    await expect(visitor.page.locator(".player[data-machine]")).to_be_visible()
    assert visitor.game != waiting
    assert (await visitor.state(waiting))["over"]["reason"] == "aborted"


@pytest.mark.smoke
async def test_the_analysis_of_an_ended_game_shows_a_curve_and_values_a_line_that_is_tried(
    visit: Visit,
) -> None:
    visitor = await both_sides(visit, ANY, 6)
    page = visitor.page
    await visitor.go(f"/g/{visitor.game}?ply=2")
    await expect(visitor.act("analyse")).to_have_count(0)
    await visitor.post(f"/api/games/{visitor.game}/resign")
    await visitor.go(f"/g/{visitor.game}?ply=2")
    await visitor.act("analyse").click()
    await expect(page.locator("[data-analysis=done]")).to_be_visible(timeout=SEARCH_MS)
    await expect(page.locator("[data-picture=values] tbody tr")).to_have_count(7)
    first = page.locator("[data-best]").first
    played = line(ANY)[2]
    tried = page.locator(f"[data-best]:not([data-best='{played}'])").first
    await (tried if await tried.count() else first).click()
    await expect(visitor.screen).to_have_attribute("data-line", "1")
    await expect(page.locator(".analysis [data-value=here]")).not_to_be_empty(timeout=SEARCH_MS)
    await visitor.resize(820, 1180)
    label = await page.locator("[data-picture=values] .label").first.bounding_box()
    assert label
    assert label["height"] <= 24  # px, on a tablet too
    drawing = page.locator("[data-picture=values] svg").first
    box = await drawing.bounding_box()
    assert box
    await drawing.click(position={"x": box["width"] - 1, "y": box["height"] / 2})
    await visitor.at_ply(6)
