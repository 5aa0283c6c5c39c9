"""Looking back: an earlier position is shown, nothing is sent, one press returns to the newest."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from tests.browser.crowd import SOLITAIRES, line_of, playable
from tests.browser.games import TWO, both_sides, line, pair
from tests.browser.visitor import Visit, Visitor

IS_IN_VIEW = """async (item) => { // the list scrolls with the next frame
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const list = item.parentElement.getBoundingClientRect()
  const box = item.getBoundingClientRect()
  return box.top >= list.top - 1 && box.bottom <= list.bottom + 1
}"""
MARKUP = "all => all.map(one => one.innerHTML)"


async def looks_at(visitor: Visitor, made: int | None) -> None:
    """Wait until the board shows the position after this many moves; None: the newest."""
    if made is None:
        await expect(visitor.page.locator("main:not([data-back])")).to_be_attached()
        await expect(visitor.act("now")).to_have_count(0)
    else:
        await expect(visitor.screen).to_have_attribute("data-back", str(made))
        await expect(visitor.page.locator("[data-word]")).to_have_count(0)
        assert await current(visitor).count() == (1 if made else 0)


def current(visitor: Visitor) -> Locator:
    return visitor.page.locator(".moves li[aria-current=step]")


async def test_look_back_stays_when_the_opponent_moves_and_sends_nothing(visit: Visit) -> None:
    made, first, second = await pair(visit, moves=4)
    watcher, mover = (first, second) if (await first.state(made))["turn"] == 1 else (second, first)
    await watcher.sit(made)
    page = watcher.page
    newest = await watcher.places("[data-last]")
    await page.keyboard.press("ArrowLeft")
    await looks_at(watcher, 3)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.keyboard.press("ArrowLeft")
    await looks_at(watcher, 2)
    frame = await watcher.get(f"/api/games/{made}/frames/2")
    assert await watcher.places("[data-last]") == set(frame["last"].split())
    await mover.play(made, line(TWO)[4])
    await watcher.at_ply(5)
    await looks_at(watcher, 2)
    assert await watcher.places("[data-last]") == set(frame["last"].split())
    await expect(watcher.act("now")).to_contain_text("2 of 5")
    await expect(page.locator(".status")).to_contain_text("You are looking at move 2 of 5. Back to now")
    await watcher.square(line(TWO)[5].split()[0]).click()
    await watcher.told("message", "earlier position")
    await watcher.act("now").click()
    await looks_at(watcher, None)
    await expect(watcher.act("prev")).to_be_focused()
    assert await watcher.places("[data-last]") == set(line(TWO)[4].split()) != newest
    await expect(page.locator(".status")).to_have_text("Your move")
    await watcher.act("prev").click()
    await page.locator(".status-now").click()
    await looks_at(watcher, None)
    await page.locator(".moves li button").nth(1).click()
    await looks_at(watcher, 2)
    assert await current(watcher).evaluate(IS_IN_VIEW)
    await page.locator(".moves").hover()
    await page.mouse.wheel(0, -40)
    await looks_at(watcher, 1)
    for act, shown in (("first", 0), ("next", 1), ("last", None), ("prev", 4)):
        await watcher.more(act)
        await looks_at(watcher, shown)
    await page.keyboard.press("Escape")
    await looks_at(watcher, None)
    assert [url for url in asked if "/frames" in url or "/log" in url] == []
    assert watcher.sent == []


@pytest.mark.smoke
async def test_captured_pieces_are_shown_as_of_the_position(visit: Visit) -> None:
    visitor = await both_sides(visit)
    taken = visitor.page.locator(".player-tokens")
    before = await taken.evaluate_all(MARKUP)
    for ply, move in enumerate(line(TWO)[:4]):
        await visitor.play(visitor.game, move, ply)
    await visitor.at_ply(4)
    assert await taken.evaluate_all(MARKUP) != before
    await visitor.more("first")
    await looks_at(visitor, 0)
    assert await taken.evaluate_all(MARKUP) == before


async def test_solitaire_is_looked_back_at_and_undo_returns_to_the_newest_position(visit: Visit) -> None:
    visitor = await visit(None, size="phone")
    made = await playable(visitor, 3)
    for move in await line_of(visitor, made, 3) or ():
        await visitor.play(made, move)
    await visitor.sit(made)
    await visitor.act("prev").tap()
    await visitor.act("prev").tap()
    await looks_at(visitor, 1)
    await visitor.act("undo").tap()
    await visitor.at_ply(4)
    await looks_at(visitor, None)
    assert [message["t"] for message in visitor.sent] == ["undo"]
    await visitor.more("first")
    await looks_at(visitor, 0)


async def test_game_with_hidden_cards_says_why_it_cannot_be_looked_back_at(visit: Visit) -> None:
    visitor = await visit(None)
    game = next(game for game in SOLITAIRES if game.hides)
    made = await visitor.make(game.id)
    await visitor.play(made, (await visitor.state(made))["legal"][0][0])
    await visitor.sit(made)
    await expect(visitor.page.locator(".steps")).to_contain_text("after the end")
    await expect(visitor.act("prev")).to_have_count(0)
    await expect(visitor.page.locator(".moves li")).not_to_have_count(0)
    await expect(visitor.page.locator(".moves li button")).to_have_count(0)
    await visitor.page.keyboard.press("ArrowLeft")
    await looks_at(visitor, None)
