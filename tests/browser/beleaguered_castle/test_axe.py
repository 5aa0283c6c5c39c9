"""Beleaguered Castle by the rules of axe-core: with a card picked, stuck, a row opened, won; and its help."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from tests.browser.app.test_axe import THEMES, set_theme, violations
from tests.browser.beleaguered_castle.tables import LONG, STRICT, STUCK, deal, position
from tests.browser.visitor import Visit, Visitor

Way = Callable[[Visit, str], Awaitable[Visitor]]


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


async def won(visit: Visit, size: str) -> Visitor:
    visitor = await position(visit, "KC/-/-/-/-/-/-/- QKKK", size=size, reduced_motion="reduce")
    await visitor.click_move("r1 f")
    await expect(visitor.dialog("over")).to_be_visible()
    return visitor


async def read(visit: Visit, size: str) -> Visitor:
    return await visit(f"/help/{STRICT}", size=size)


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("way", [picked, stuck, opened, won, read], ids=lambda way: way.__name__)
async def test_axe_finds_no_violation_at_a_table_of_cards(
    way: Way, size: str, visit: Visit, axe: str
) -> None:
    visitor = await way(visit, size)
    await visitor.page.evaluate(axe)
    for theme in THEMES:
        await set_theme(visitor, theme)
        assert await violations(visitor) == []
