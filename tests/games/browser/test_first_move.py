"""The limit for first moves of a fast paired game, which both sides see from the start."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from tests.browser.games import TWO, line
from tests.browser.visitor import Visit, Visitor

OWN = re.compile(r"^\d:\d\d for your first move$")
COUNTED = """from => {
  const label = document.querySelector("[data-first-move]")?.getAttribute("aria-label") ?? ""
  const [minutes, seconds] = label.split(" ")[0].split(":").map(Number)
  return 60 * minutes + seconds < from }"""


def limit(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-first-move]")


def seconds_in(text: str) -> int:
    """Return the seconds of "1:00 for your first move"."""
    minutes, seconds = text.split(" ")[0].split(":")
    return 60 * int(minutes) + int(seconds)


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
    shown = await limit(other).get_attribute("aria-label") or ""
    # it counts; its end may be moved once more, when the other player's presence is known
    await other.page.wait_for_function(COUNTED, arg=seconds_in(shown))
    first, second = line(TWO)[:2]
    await one.play(game, first)
    await expect(limit(other)).to_have_attribute("aria-label", OWN)
    await other.told("live", "for your first move.")
    await other.play(game, second)
    for person in (one, other):
        await expect(limit(person)).to_have_count(0)
