"""Both sides at one screen, with undo and redo; and games from a position."""

from __future__ import annotations

from typing import Any

from playwright.async_api import expect

from engine import Game
from tests.browser.games import TWO, each_for_two, line
from tests.browser.visitor import Visit, Visitor


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
    await expect(visitor.act("undo")).to_have_count(0)
    assert await visitor.move_list() == []
    for view in seen[1:]:
        await visitor.act("redo").click()
        await visitor.at_ply(lines := lines + 1)
        assert await view_of(visitor, made) == view
    await expect(visitor.act("redo")).to_have_count(0)
    assert len(await visitor.move_list()) == len(moves)


async def test_double_click_on_undo_undoes_two_moves(visit: Visit) -> None:
    visitor = await visit(None)
    made = await visitor.make(TWO.id, seat="both")
    for move in line(TWO)[:3]:
        await visitor.play(made, move)
    await visitor.sit(made)
    await visitor.act("undo").dblclick()
    await visitor.at_ply(5)
    assert len(await visitor.move_list()) == 1


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
    await expect(visitor.page.locator("#new-position-error")).not_to_be_empty()
    await expect(visitor.page.locator("#alert")).not_to_be_empty()
    await visitor.at_screen("new")
