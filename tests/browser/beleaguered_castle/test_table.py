"""The table of Beleaguered Castle: deals and their links, the end, a stuck game, long rows."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.app.test_axe import everywhere
from tests.browser.beleaguered_castle.tables import (
    LONG,
    NEARLY_STUCK,
    SOLUTIONS,
    STRICT,
    deal,
    position,
    shown,
)
from tests.browser.visitor import CLIPBOARD, Visit
from tests.games.browser.geometry import do_not_touch


async def test_the_link_of_a_deal_gives_another_player_the_same_cards(visit: Visit) -> None:
    first = await deal(visit, 4294967295, permissions=CLIPBOARD)
    await expect(first.page.locator("[data-tally=deal]")).to_have_text("4294967295")
    await first.more("share")
    await first.told("live", "Link copied.")
    link = await first.clipboard()
    assert link == f"{first.base}/new/{STRICT}?deal=4294967295"
    second = await visit(link.removeprefix(first.base))
    await second.act("create").click()
    await second.at_screen("table")
    assert second.game != first.game
    assert await shown(second) == await shown(first)


async def test_giving_up_and_a_new_deal_need_confirmation(visit: Visit) -> None:
    visitor = await deal(visit, 7)
    for ply, move in enumerate(SOLUTIONS[STRICT]["7"][:3]):
        await visitor.play(visitor.game, move, ply)
    await visitor.at_ply(3)
    for act in ("give-up", "new-deal", "same-deal"):
        await visitor.more(act)
        asked = visitor.dialog("confirm")
        await expect(asked).to_be_visible()
        pressed = visitor.act(act if await visitor.act(act).count() else "more")
        assert await do_not_touch(pressed, asked.locator("[data-act=confirm]"))
        await visitor.page.keyboard.press("Escape")
        await expect(asked).to_have_count(0)
    await visitor.more("give-up")
    await visitor.dialog("confirm").locator("[data-act=confirm]").click()
    over = visitor.dialog("over")
    await expect(over).to_contain_text("You gave up.")
    score = (await visitor.state(visitor.game))["score"][0]
    await expect(over).to_contain_text(f"Score: {score} of 52.")
    await over.locator("[data-act=same-deal]").click()
    await visitor.at_ply(0)
    await expect(visitor.page.locator("[data-tally=deal]")).to_have_text("7")


async def test_a_stuck_game_says_so_stays_live_and_offers_ways_back(visit: Visit, axe: str) -> None:
    visitor = await position(visit, NEARLY_STUCK)
    offers = visitor.page.locator(".stuck-offers")
    await expect(offers).to_be_hidden()
    for ply, move in enumerate(("r1 r7", "r2 r8"), 1):
        await visitor.click_move(move)
        await visitor.at_ply(ply)
    await expect(visitor.page.locator(".status")).to_contain_text("No moves left")
    await expect(visitor.page.locator("[data-word]")).to_have_count(0)
    await expect(visitor.screen).to_have_attribute("data-status", "live")
    assert await everywhere(visitor, axe, ["desk"]) == {}
    await visitor.become("phone")
    await visitor.act("prev").click()  # which the ways back do not cover
    await expect(visitor.screen).to_have_attribute("data-back", "1")
    await visitor.page.keyboard.press("Escape")
    await offers.locator("[data-offer=choice]").click()
    await visitor.at_ply(4)
    assert (await visitor.state(visitor.game))["told"] == []
    await expect(offers).to_be_hidden()


async def test_a_long_row_folds_on_a_phone_opens_by_a_tap_and_takes_no_pick(visit: Visit, axe: str) -> None:
    visitor = await position(visit, LONG, size="phone")
    fold = visitor.square("r1").locator("[data-fold]")
    await expect(fold).to_be_visible()
    await fold.tap()
    await expect(fold).to_have_count(0)
    assert await everywhere(visitor, axe, ["phone"]) == {}
    assert await visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    await visitor.square("r7").tap()
    assert visitor.sent == []
    await visitor.word("r8").tap()
    await visitor.at_ply(1)
    await expect(fold).to_be_visible()
