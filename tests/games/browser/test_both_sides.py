"""Both sides at one screen, with undo and redo; and games from a position."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.games import TWO, both_sides, line
from tests.browser.visitor import Visit, Visitor

TURNED = """(picture) => {
  const { transform, rotate } = getComputedStyle(picture)
  return `${transform} ${rotate}`
}"""


async def order(visitor: Visitor) -> list[str]:
    """Return the squares from the top of the board."""
    squares: list[str] = await visitor.squares("").evaluate_all("all => all.map(one => one.dataset.sq)")
    return squares


async def view_of(visitor: Visitor) -> Any:
    return (await visitor.state(visitor.game))["view"]


@pytest.mark.smoke
async def test_both_sides_can_be_played_undone_and_redone_at_one_screen(visit: Visit) -> None:
    """By presses, by a double press for two moves, and by keys while nothing has the focus."""
    visitor = await visit(f"/new/{TWO.id}")
    await visitor.page.locator("[name=who][value=screen]").check()
    await visitor.act("create").click()
    await visitor.at_screen("table")
    await visitor.connected()
    names = await visitor.page.locator(".player-title").all_inner_texts()
    assert len(set(names)) == 2, "each side has a name of its own"
    seen = [await view_of(visitor)]
    for ply, move in enumerate(line(TWO)[:4]):
        await visitor.click_move(move)
        await visitor.at_ply(ply + 1)
        seen.append(await view_of(visitor))
    await visitor.act("undo").dblclick()
    await visitor.at_ply(6)
    assert await view_of(visitor) == seen[2]
    await visitor.page.evaluate("document.activeElement.blur()")
    for ply in (7, 8):
        await visitor.page.keyboard.press("Control+z")
        await visitor.at_ply(ply)
    assert await view_of(visitor) == seen[0]
    await expect(visitor.act("undo")).to_be_disabled()
    assert await visitor.move_list() == []
    for ply in (9, 10):
        await visitor.page.keyboard.press("Control+Shift+z")
        await visitor.at_ply(ply)
    await visitor.act("redo").dblclick()
    await visitor.at_ply(12)
    assert await view_of(visitor) == seen[4]
    await expect(visitor.act("redo")).to_be_disabled()
    assert len(await visitor.move_list()) == 4


async def test_the_board_can_turn_after_each_move_or_show_the_players_face_to_face(visit: Visit) -> None:
    visitor = await both_sides(visit)
    table = visitor.page.locator(".table")
    upright = await order(visitor)
    place = await visitor.act("abort").bounding_box()
    await visitor.more("same-screen")
    for move in line(TWO)[:2]:
        await visitor.click_move(move)
        await visitor.at_ply(1 if move == line(TWO)[0] else 2)
        turned = await visitor.screen.get_attribute("data-turn") == "1"
        assert await order(visitor) == (upright[::-1] if turned else upright)
    assert await visitor.act("resign").bounding_box() == place
    await visitor.more("same-screen")
    await expect(table).to_have_attribute("data-face", "")
    assert await order(visitor) == upright
    far, near = (
        visitor.page.locator(".owner-1 .picture").first,
        visitor.page.locator(".owner-0 .picture").first,
    )
    assert await far.evaluate(TURNED) != await near.evaluate(TURNED)
    await visitor.more("settings")
    width = "document.querySelector('.squares').offsetWidth"
    whole = await visitor.page.evaluate(width)
    await visitor.dialog("settings").locator("[name=size]").fill("60")
    assert await visitor.page.evaluate(width) == pytest.approx(0.6 * whole, rel=0.02)
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.dialog("settings")).to_have_count(0)
