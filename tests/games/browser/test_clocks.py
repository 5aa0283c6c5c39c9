"""Clocks on the bars: they run on, low time shows by more than colour, and the flag ends the game."""

from __future__ import annotations

from time import time
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.games import TWO, line, seated
from tests.browser.visitor import Visit, Visitor

BLOCKED_MS = 2000
MAX_DRIFT_MS = BLOCKED_MS / 2  # on a busy machine
SECONDS = """(clock) => { const text = clock.querySelector('.time').textContent
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) }"""
BLOCK = "(ms) => { const end = performance.now() + ms; while (performance.now() < end); }"


async def with_clock(visit: Visit, **clock: int) -> tuple[str, Visitor, Visitor]:
    """Return a running game whose clock runs: each has moved once, and the first is to move."""
    made, first, second = await seated(visit, moves=1, clock=clock)
    await second.play(made, line(TWO)[1])
    return made, first, second


def clock_of(visitor: Visitor, seat: int) -> Any:
    return visitor.page.locator(f"[data-clock='{seat}']")


async def drift(visitor: Visitor, made: str, seat: int) -> float:
    """Return by how many ms a clock on the page, cut off to tenths, differs at least from the server: what
    a busy machine took for the two answers is no difference."""
    asked = time() * 1000
    state = await visitor.state(made)
    shown = float(await clock_of(visitor, seat).evaluate(SECONDS)) * 1000
    left: int = state["clock"]["left"][seat]
    return max(0.0, shown - left, left - (time() * 1000 - asked) - shown)


@pytest.mark.smoke
async def test_clocks_run_on_while_a_page_is_blocked_little_time_is_told_and_the_flag_ends_the_game(
    visit: Visit,
) -> None:
    made, first, second = await with_clock(visit, base=12, increment=0)
    for person in (first, second):
        await expect(clock_of(person, 0)).to_have_attribute("data-running", "")
        await expect(clock_of(person, 1)).not_to_have_attribute("data-running", "")
        await expect(clock_of(person, 0)).to_have_attribute("role", "timer")
    await first.page.evaluate(BLOCK, BLOCKED_MS)
    await first.painted()
    assert await drift(first, made, 0) <= MAX_DRIFT_MS
    clock = clock_of(first, 0)
    await expect(clock).to_have_class("clock low")
    await expect(clock.locator("svg")).to_be_visible()
    await expect(clock).to_contain_text("low")
    await expect(clock.locator(".time")).to_contain_text(".")
    for person, word in ((first, "You lost"), (second, "You won")):
        await expect(person.dialog("over").locator("h2")).to_have_text(word)
        await expect(person.dialog("over")).to_contain_text("ran out of time")
    assert (await first.state(made))["over"]["reason"] == "flag"
    await expect(clock).not_to_have_attribute("data-running", "")
    await first.page.reload()
    await first.at_screen("replay")


async def test_time_is_announced_and_the_replay_shows_the_clocks_as_they_stood(visit: Visit) -> None:
    made, first, _ = await with_clock(visit, base=61, increment=0)
    await first.told("live", "60 seconds left")
    await first.post(f"/api/games/{made}/resign")
    await first.go(f"/g/{made}?ply=1")
    await expect(clock_of(first, 0)).to_have_text("1:01")
    await expect(first.page.locator("[data-running]")).to_have_count(0)
