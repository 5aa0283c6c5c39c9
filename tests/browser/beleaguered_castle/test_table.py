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
    visitor = await deal(visit, 7, moves=3)
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


async def test_the_result_and_the_deal_are_shared_after_the_end(visit: Visit) -> None:
    number, moves = next(iter(SOLUTIONS[STRICT].items()))
    visitor = await deal(visit, int(number), moves=len(moves) - 1, permissions=CLIPBOARD)
    await visitor.click_move(moves[-1])
    await expect(visitor.dialog("over").locator("[data-ranks]")).to_be_attached()  # it is said, too
    await expect(visitor.dialog("over").locator("[data-number]")).to_have_text(f"{len(moves)} moves")
    await visitor.dialog("over").locator("[data-act=share]").click()
    await visitor.told("live", "Result and link copied.")
    text = await visitor.clipboard()
    assert text.startswith(f"Beleaguered Castle: Solved. Score 52 of 52, {len(moves)} moves, 0:")
    assert f"\n♠ {13 * '🟩'}\n" in text
    assert text.endswith(f"\n{visitor.base}/new/{STRICT}?deal={number}")


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
    await offers.locator("[data-offer=choice]").click()
    await visitor.at_ply(4)
    assert (await visitor.state(visitor.game))["told"] == []
    await expect(offers).to_be_hidden()


async def test_the_ways_back_of_a_stuck_game_cover_no_other_control_on_a_phone(visit: Visit) -> None:
    visitor = await position(visit, NEARLY_STUCK, size="phone")
    for ply, move in enumerate(("r1 r7", "r2 r8"), 1):
        await visitor.play(visitor.game, move, ply - 1)
    await visitor.at_ply(2)
    await expect(visitor.page.locator(".stuck-offers")).to_be_visible()
    await visitor.act("prev").tap()
    await expect(visitor.screen).to_have_attribute("data-back", "1")


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
