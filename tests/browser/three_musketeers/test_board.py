"""Specifics of Three Musketeers: reasons of the end, the meter, refusals."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.async_api import expect

from engine.three_musketeers.rules import GAME
from tests.browser.games import BOARDS, both_sides
from tests.browser.visitor import Visit

WORDS: dict[str, Any] = json.loads((BOARDS / "three_musketeers" / "en.json").read_text())


async def test_the_two_roles_are_chosen_when_the_game_is_made(visit: Visit) -> None:
    for seat, name in enumerate(("Musketeers", "Cardinal")):
        visitor = await visit(f"/new/{GAME.id}")
        await visitor.page.get_by_role("radio", name=re.compile(f"^{name}")).check()
        await visitor.act("create").click()
        await visitor.at_screen("table")
        await expect(visitor.screen).to_have_attribute("data-seat", str(seat))
        await expect(visitor.page.locator("h1")).to_contain_text(name)


async def test_captures_and_quiet_moves_are_marked_by_different_shapes(visit: Visit) -> None:
    visitor = await both_sides(visit)
    shapes = []
    for kind, start, end in (("capture", "c3", "c4"), ("to", "c2", "c3")):
        await visitor.word(start).click()
        mark = visitor.square(end).locator(".mark")
        await expect(visitor.square(end)).to_have_attribute("data-legal", kind)
        shapes.append(
            await mark.evaluate(
                "one => [getComputedStyle(one).borderRadius, getComputedStyle(one).backgroundColor]"
            )
        )
        await visitor.word(end).click()
        await expect(visitor.squares("[data-legal]")).to_have_count(0)
    assert shapes[0][0] != shapes[1][0]
    assert shapes[0][1] != shapes[1][1]


async def test_danger_is_shown_before_the_move_and_only_when_two_stand_in_line(visit: Visit) -> None:
    """The meter, the line over the board, and the captures that would put all three in line."""
    visitor = await visit(None)
    made = await visitor.make(GAME.id, seat="both", position="ooooM/ooooo/ooMoo/ooooo/Moooo m")
    await visitor.sit(made)
    meter = visitor.page.locator(".meter")
    await expect(meter).to_have_text("")
    await expect(visitor.page.locator(".overlay .strike")).to_have_count(0)
    await visitor.sit(await visitor.make(GAME.id, seat="both", position="o4/M4/oM3/5/M4 m"))
    state = await visitor.state(visitor.game)
    await expect(meter).to_contain_text("2 of 3 musketeers on column a")
    await expect(meter).not_to_contain_text("row")
    await expect(visitor.page.locator(".overlay .strike")).to_have_count(1)
    assert await visitor.places("[data-fatal]") == set(state["view"]["fatal"]) == {"a3"}
    await expect(visitor.page.locator(".overlay .fatal")).to_have_count(1)
    await visitor.word("b3").click()
    await visitor.square("a3").hover()
    await expect(meter).to_contain_text(WORDS["three_musketeers.fatal.column"].format(square="a3", which="a"))
    described = await visitor.square("a3").get_attribute("aria-description")
    assert described == WORDS["three_musketeers.cell.fatal"]
    mark = visitor.square("a3").locator(".mark")
    assert await mark.evaluate("one => getComputedStyle(one).borderTopStyle") == "dashed"
    await visitor.square("a3").click()
    await expect(meter).to_contain_text("3 of 3 musketeers on column a")
    await expect(visitor.page.locator(".strike[data-count='3']")).to_have_count(1)
    await expect(visitor.page.locator("[data-standing='0']")).to_have_text("21 taken")
    await expect(visitor.page.locator("[data-standing='1']")).to_have_text("1 man left")


@pytest.mark.smoke
async def test_a_musketeer_must_capture_and_a_man_must_not(visit: Visit) -> None:
    visitor = await both_sides(visit)
    await visitor.click_move("c3 c4")
    await visitor.at_ply(1)
    await visitor.square("c2").click()
    await visitor.square("b2").click()
    await visitor.told("live", WORDS["three_musketeers.refused.must_step_to_empty"])
    await visitor.page.keyboard.press("Escape")
    await visitor.click_move("c2 c3")
    await visitor.click_move("a1 a2")
    await visitor.click_move("c3 c2")
    await visitor.at_ply(4)  # until then a press on the other side's piece picks nothing
    await visitor.square("c4").click()
    await visitor.square("c3").click()
    await visitor.told("live", WORDS["three_musketeers.refused.must_capture"])
