"""The limit for first moves of a fast paired game: both sides see it from the start, and who broke it off."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from tests.browser.games import TWO, line
from tests.browser.visitor import Visit, Visitor

OWN = re.compile(r"^\d:\d\d for your first move$")
COUNTED = "(text) => Number(text.split(':')[0]) * 60 + Number(text.slice(2, 4))"


async def paired(visit: Visit, increment: int) -> tuple[str, Visitor, Visitor]:
    """Return a fast game that pairing made, and its players at the table. `increment`: a clock that nobody
    else wishes."""
    clock = {"base": 131, "increment": increment}
    one, other = await visit(None), await visit(None)
    game = await one.make(TWO.id, seat=0, pair=True, clock=clock)
    assert await other.make(TWO.id, pair=True, clock=clock) == game
    for person in (one, other):
        await person.sit(game)
    return game, one, other


def limit(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-first-move]")


async def left(visitor: Visitor) -> int:
    text = await limit(visitor).get_attribute("aria-label") or ""
    seconds: int = await visitor.page.evaluate(COUNTED, text)
    return seconds


async def test_both_sides_see_the_time_for_each_first_move_until_both_have_moved(visit: Visit) -> None:
    game, one, other = await paired(visit, 7)
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
    await expect(other.page.locator("#live")).to_contain_text("for your first move.")
    await other.play(game, second)
    for person in (one, other):
        await expect(limit(person)).to_have_count(0)


async def test_a_game_that_was_broken_off_says_by_whom_and_what_follows_and_tells_no_score(
    visit: Visit,
) -> None:
    game, one, other = await paired(visit, 8)
    name = (await one.state(game))["players"][0]["name"]
    await one.post(f"/api/games/{game}/abort")
    for person, sentence in (
        (one, "You aborted the game. It does not count. Three games left early within an hour pause pairing"),
        (other, f"{name} aborted the game. It does not count."),
    ):
        await expect(person.dialog("over")).to_contain_text(sentence)
        await expect(person.page.locator("[data-story]")).to_have_count(0)
        await expect(limit(person)).to_have_count(0)
    await expect(other.dialog("over")).not_to_contain_text("pause")
