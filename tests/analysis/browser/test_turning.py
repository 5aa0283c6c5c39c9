"""The turning point of a lost castle: in its result, along the slider of its replay, and replayed from."""

from __future__ import annotations

import re

from playwright.async_api import expect

from engine import GAMES
from tests.browser.visitor import SEARCH_MS, Visit

CASTLE = GAMES["beleaguered_castle"]
DEAL = 3
MOVES = ("r8 r6", "r1 r7", "r3 r1", "r1 r8", "r6 r3", "r3 r6")  # the second one loses


async def test_the_lost_move_is_named_shown_and_played_on_from_before(visit: Visit) -> None:
    visitor = await visit(None)
    page = visitor.page
    game = await visitor.make(CASTLE.id, deal=DEAL)
    for move in MOVES:
        await visitor.play(game, move)
    await visitor.sit(game)
    await visitor.post(f"/api/games/{game}/resign")
    row = visitor.dialog("over").locator("[data-turning=at]")
    await expect(row).to_contain_text("It was lost at move 2: 6♣ onto 7♥.", timeout=SEARCH_MS)
    await row.locator("[data-act=turning]").click()
    await visitor.at_screen("replay")
    await visitor.at_ply(1)
    await expect(page.locator("section[data-turning=at]")).to_contain_text("It was lost at move 2")
    shown = page.locator(".verdicts [data-verdict]")
    assert [await one.get_attribute("data-verdict") for one in await shown.all()] == ["winnable", "lost"]
    await expect(page.locator("[data-input=ply]")).to_have_attribute(
        "aria-valuetext", re.compile("can be won")
    )
    await expect(page.locator(".moves li").nth(1)).to_contain_text("??")
    await visitor.more("check")  # its sheet and that of the bars leave each other alone
    agrees = visitor.dialog("check").locator("[data-agrees=yes]")
    await expect(agrees).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    await expect(shown.first).to_have_css("padding", "0px")
    await page.keyboard.press("Escape")
    await visitor.act("show-solution").click()
    await expect(visitor.screen).to_have_attribute("data-line", re.compile(r"\d"))
    await visitor.act("autoplay").click()
    await visitor.resize(width=740, height=360)
    text = page.locator(".trying span")  # in lines, not cut off after some letters
    assert await text.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    await visitor.act("leave-line").click()
    await visitor.act("try-before").click()
    await visitor.at_screen("table")
    state = await visitor.state(visitor.game)
    assert state["view"]["position"] == CASTLE.show(CASTLE.apply(CASTLE.start(DEAL), MOVES[0]))
