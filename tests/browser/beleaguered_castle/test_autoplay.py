"""Automatic play."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.beleaguered_castle.tables import NINES, RISKY, position
from tests.browser.visitor import Visit, Visitor


async def chosen(visitor: Visitor, mode: str) -> None:
    """Set the automatic play after each move."""
    await visitor.act("more").click()
    while mode not in await visitor.act("auto-mode").inner_text():
        await visitor.act("auto-mode").click()
        await visitor.act("more").click()
    await visitor.page.keyboard.press("Escape")


@pytest.mark.smoke
async def test_the_rest_that_plays_itself_is_offered_once_and_finished_by_single_moves(visit: Visit) -> None:
    visitor = await position(visit, NINES)
    await visitor.click_move("r1 f")
    await expect(visitor.page.locator("[data-finish]")).to_contain_text("Finish? 18 cards go home.")
    await visitor.act("auto-finish").click()
    await visitor.at_ply(19)
    await expect(visitor.screen).to_have_attribute("data-status", "ended")
    await expect(visitor.page.locator("[data-finish]")).to_have_count(0)
    assert [message["t"] for message in visitor.sent] == ["move"] * 19


async def test_the_space_bar_plays_what_the_chosen_mode_allows(visit: Visit) -> None:
    """Safe play leaves a card that could be needed."""
    visitor = await position(visit, RISKY)
    await visitor.square("r3").focus()
    await visitor.page.keyboard.press("Space")
    await visitor.told("live", "safe to send home")
    assert visitor.sent == []
    await chosen(visitor, "all")
    await visitor.square("r3").focus()
    await visitor.page.keyboard.press("Space")
    await expect(visitor.screen).not_to_have_attribute("data-ply", "0")
    assert visitor.sent[0]["move"] == "r1 f"
