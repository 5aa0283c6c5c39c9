"""Both sides at one screen, with undo and redo; and games from a position."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from engine import Game
from tests.browser.games import TWO, both_sides, each_for_two, line
from tests.browser.visitor import Visit, Visitor

TURNED = """(picture) => {
  const { transform, rotate } = getComputedStyle(picture)
  return `${transform} ${rotate}`
}"""


async def order(visitor: Visitor) -> list[str]:
    """Return the squares from the top of the board."""
    squares: list[str] = await visitor.squares("").evaluate_all("all => all.map(one => one.dataset.sq)")
    return squares


async def view_of(visitor: Visitor, game: str) -> Any:
    return (await visitor.state(game))["view"]


@each_for_two
async def test_both_sides_can_be_played_undone_and_redone_at_one_screen(
    game: Game[Any], visit: Visit
) -> None:
    visitor = await visit(f"/new/{game.id}")
    await visitor.page.locator("[name=who][value=screen]").check()
    await visitor.act("create").click()
    await visitor.at_screen("table")
    await visitor.connected()
    made = visitor.page.url.rsplit("/", 1)[1]
    moves = line(game)[:4]
    seen = [await view_of(visitor, made)]
    for ply, move in enumerate(moves):
        await expect(visitor.screen).to_have_attribute("data-turn", str((await visitor.state(made))["turn"]))
        await visitor.click_move(move)
        await visitor.at_ply(ply + 1)
        seen.append(await view_of(visitor, made))
    lines = len(moves)
    for view in reversed(seen[:-1]):
        await visitor.act("undo").click()
        await visitor.at_ply(lines := lines + 1)
        assert await view_of(visitor, made) == view
    await expect(visitor.act("undo")).to_be_disabled()
    assert await visitor.move_list() == []
    for view in seen[1:]:
        await visitor.act("redo").click()
        await visitor.at_ply(lines := lines + 1)
        assert await view_of(visitor, made) == view
    await expect(visitor.act("redo")).to_be_disabled()
    assert len(await visitor.move_list()) == len(moves)


@pytest.mark.smoke
async def test_double_click_on_undo_undoes_two_moves_and_keys_undo_while_nothing_has_the_focus(
    visit: Visit,
) -> None:
    visitor = await both_sides(visit, moves=3)
    await visitor.act("undo").dblclick()
    await visitor.at_ply(5)
    assert len(await visitor.move_list()) == 1
    await visitor.page.evaluate("document.activeElement.blur()")
    await visitor.page.keyboard.press("Control+z")
    await visitor.at_ply(6)
    await visitor.page.keyboard.press("Control+Shift+z")
    await visitor.at_ply(7)
    assert len(await visitor.move_list()) == 1


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


@each_for_two
async def test_game_starts_from_a_typed_position(game: Game[Any], visit: Visit) -> None:
    state = game.start(0)
    for move in line(game)[:3]:
        state = game.apply(state, move)
    text = game.show(state)
    visitor = await visit(f"/new/{game.id}")
    await visitor.page.locator("[name=who][value=screen]").check()
    await visitor.page.locator("summary").click()
    await visitor.page.locator("[name=position]").fill(text)
    await visitor.act("create").click()
    await visitor.at_screen("table")
    made = visitor.page.url.rsplit("/", 1)[1]
    assert (await visitor.state(made))["view"]["position"] == text
    await visitor.connected()
    words = {move.split()[0] for move in game.legal(state) if not move.endswith(" ...")}
    assert await visitor.places("[data-word]") <= words


async def test_unreadable_position_marks_its_field_invalid(visit: Visit) -> None:
    visitor = await visit(f"/new/{TWO.id}")
    visitor.excuse("status of 422")
    await visitor.page.locator("summary").click()
    field = visitor.page.locator("[name=position]")
    await field.fill("nonsense")
    await visitor.act("create").click()
    await expect(field).to_have_attribute("aria-invalid", "true")
    await expect(field).to_be_focused()
    await expect(field).to_have_value("nonsense")
    await expect(visitor.page.locator("[data-field=position] .error")).not_to_be_empty()
    await expect(visitor.page.locator("#alert")).not_to_be_empty()
    await visitor.at_screen("new")
