"""Beleaguered Castle under axe-core: with a card picked, stuck, and with a row opened."""

from __future__ import annotations

from tests.browser.app.test_axe import everywhere
from tests.browser.beleaguered_castle.tables import LONG, STUCK, deal, position
from tests.browser.visitor import Visit, Visitor


async def picked(visit: Visit, size: str) -> Visitor:
    visitor = await deal(visit, 7, size=size)
    await visitor.square("r3").click()
    return visitor


async def stuck(visit: Visit, size: str) -> Visitor:
    return await position(visit, STUCK, size=size)


async def opened(visit: Visit, size: str) -> Visitor:
    visitor = await position(visit, LONG, size=size)
    await visitor.square("r1").focus()
    await visitor.page.keyboard.press("e")
    return visitor


async def test_axe_finds_no_violation_at_a_table_of_cards(visit: Visit, axe: str) -> None:
    for way in (picked, stuck, opened):
        assert await everywhere(await way(visit, "phone"), axe) == {}, way.__name__
