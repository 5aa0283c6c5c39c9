"""Beleaguered Castle under axe-core: stuck, and with a row opened. The table itself is in the `app` tests."""

from __future__ import annotations

from tests.browser.app.test_axe import everywhere, sizes_of
from tests.browser.beleaguered_castle.tables import LONG, STUCK, position
from tests.browser.visitor import Visit, Visitor


async def stuck(visit: Visit, size: str) -> Visitor:
    return await position(visit, STUCK, size=size)


async def opened(visit: Visit, size: str) -> Visitor:
    visitor = await position(visit, LONG, size=size)
    await visitor.square("r1").focus()
    await visitor.page.keyboard.press("e")
    return visitor


async def test_axe_finds_no_violation_at_a_table_of_cards(visit: Visit, axe: str) -> None:
    for number, way in enumerate((stuck, opened)):
        assert await everywhere(await way(visit, "phone"), axe, sizes_of(number)) == {}, way.__name__
