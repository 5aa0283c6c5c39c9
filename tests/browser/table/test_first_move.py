"""The limit for first moves of a fast paired game, which both sides see from the start."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from tests.browser.games import TWO, line
from tests.browser.visitor import Visit, Visitor

OWN = re.compile(r"^\d:\d\d for your first move$")
COUNTED = "(text) => Number(text.split(':')[0]) * 60 + Number(text.slice(2, 4))"


def limit(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-first-move]")


async def left(visitor: Visitor) -> int:
    text = await limit(visitor).get_attribute("aria-label") or ""
    seconds: int = await visitor.page.evaluate(COUNTED, text)
    return seconds


async def test_both_sides_see_the_time_for_each_first_move_until_both_have_moved(visit: Visit) -> None:
    clock = {"base": 131, "increment": 7}  # that nobody else wishes
    one, other = await visit(None), await visit(None)
    game = await one.make(TWO.id, seat=0, pair=True, clock=clock)
    assert await other.make(TWO.id, pair=True, clock=clock) == game
    for person in (one, other):
        await person.sit(game)
    name = (await one.state(game))["players"][0]["name"]
    await expect(limit(one)).to_have_attribute("aria-label", OWN)
    await expect(limit(other)).to_have_attribute(
        "aria-label", re.compile(rf"^\d:\d\d for the first move of {name}$")
    )
    before = await left(other)
    await expect(limit(other)).not_to_have_attribute("aria-label", re.compile(f"^0:{before:02d} "))
    assert await left(other) < before, "it counts"
    first, second = line(TWO)[:2]
    await one.play(game, first)
    await expect(limit(other)).to_have_attribute("aria-label", OWN)
    await other.told("live", "for your first move.")
    await other.play(game, second)
    for person in (one, other):
        await expect(limit(person)).to_have_count(0)
