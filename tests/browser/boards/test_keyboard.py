"""Boards by keyboard: one tab stop, full names, letter keys on the board only, and typed moves."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import expect

from engine import Game
from tests.browser.games import TWO, both_sides, each_for_two, line, pair
from tests.browser.keys import tab_to_board
from tests.browser.visitor import Visit, Visitor

FOCUSED = "document.activeElement?.dataset.sq ?? null"


async def focused(visitor: Visitor) -> str | None:
    found: str | None = await visitor.page.evaluate(FOCUSED)
    return found


async def announced(visitor: Visitor) -> str:
    return await visitor.page.locator("#live").inner_text()


@pytest.mark.smoke
@each_for_two
async def test_board_is_a_named_grid_with_one_tab_stop_and_full_cell_names(
    game: Game[Any], visit: Visit
) -> None:
    visitor = await both_sides(visit, game, moves=2)
    board = visitor.page.get_by_role("grid")
    await expect(board).to_have_count(1)
    assert await board.get_attribute("aria-label")
    await expect(board.locator("[tabindex='0']")).to_have_count(1)
    cells = board.get_by_role("gridcell")
    assert await cells.count() == await visitor.squares("").count()
    for cell in await cells.all():
        place, name = await cell.get_attribute("data-sq"), await cell.get_attribute("aria-label")
        assert re.fullmatch(rf"{place}, \w.*", str(name))
    await tab_to_board(visitor)
    await visitor.page.keyboard.press("Tab")
    assert await focused(visitor) is None
    await visitor.page.keyboard.press("Shift+Tab")
    assert await focused(visitor) is not None
    await visitor.more("describe")
    sentences = await visitor.dialog("position").locator("li").all_inner_texts()
    assert len(sentences) > 1
    assert all(text.endswith(".") for text in sentences)


@each_for_two
async def test_pieces_are_named_yours_and_the_opponents_to_players_and_by_side_to_others(
    game: Game[Any], visit: Visit
) -> None:
    made, first, second = await pair(visit, game)
    third = await visit(None)
    for person, whose in (
        (first, ("your ", "opponent's ")),
        (second, ("opponent's ", "your ")),
        (third, (None, None)),
    ):
        await person.sit(made)
        for owner, word in enumerate(whose):
            name = await person.squares(f"[data-owner='{owner}']").first.get_attribute("aria-label")
            said = re.search("your |opponent's ", str(name).split(", ")[-1])
            assert (said and said[0]) == word, name


async def test_focus_is_visible_and_survives_updates(visit: Visit) -> None:
    made, first, second = await pair(visit)
    await second.sit(made)
    await tab_to_board(second)
    await second.page.keyboard.press("ArrowRight")
    here = await focused(second)
    assert here
    for move in line(TWO)[:3]:
        turn = (await first.state(made))["turn"]
        state = await (first, second)[turn].play(made, move)
        await second.at_ply(state["ply"])
        assert await focused(second) == here
    outline = await second.square(here).evaluate(
        "one => [getComputedStyle(one).outlineStyle, parseFloat(getComputedStyle(one).outlineWidth)]"
    )
    assert outline[0] == "solid"
    assert outline[1] >= 2


async def test_letter_keys_act_only_while_the_board_has_the_focus(visit: Visit) -> None:
    visitor = await both_sides(visit, moves=1)
    keyboard = visitor.page.keyboard
    offered = await visitor.places("[data-word]")
    await tab_to_board(visitor)
    await keyboard.press("n")
    first = await focused(visitor)
    assert first in offered
    await keyboard.press("n")
    assert await focused(visitor) in offered - {first}
    await keyboard.press("Shift+N")
    assert await focused(visitor) == first
    last = await visitor.page.locator(".moves li").last.inner_text()
    for key, expected in (("l", last.replace("–", " to ")), ("t", "clock"), ("m", r"\w+"), ("f", r"\w+")):
        before = await announced(visitor)
        await keyboard.press(key)
        await expect(visitor.page.locator("#live")).not_to_have_text(before)
        assert re.search(expected, await announced(visitor))
    await keyboard.press("/")
    field = visitor.page.locator("[data-input=move]")
    await expect(field).to_be_focused()
    before = await announced(visitor)
    await keyboard.type("lmntf?")
    await expect(field).to_have_value("lmntf?")
    assert await announced(visitor) == before
    await expect(visitor.dialog("keys")).to_have_count(0)


async def test_question_mark_lists_the_keys_of_this_game_even_while_nothing_has_the_focus(
    visit: Visit,
) -> None:
    """There is no clock, and no move is compulsory: their keys are not listed."""
    visitor = await both_sides(visit)
    await visitor.page.keyboard.press("?")
    await expect(visitor.dialog("keys")).to_be_visible()
    keys = await visitor.dialog("keys").locator("dt").all_inner_texts()
    assert len(keys) == len(set(keys))
    assert {"?", "L"} <= set(keys)
    assert not {"T", "F", "Ctrl+Z, Ctrl+Y"} & set(keys)
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.dialog("keys")).to_have_count(0)
    assert await focused(visitor) in await visitor.places("")


async def test_typed_move_is_accepted_in_any_form(visit: Visit) -> None:
    visitor = await both_sides(visit)
    field = await visitor.typing()
    for ply, form in enumerate(("{0} {1}", "{0}{1}", "{0}-{1}", "{0}x{1}")):
        await field.fill(form.format(*line(TWO)[ply].split()).upper())
        await field.press("Enter")
        await visitor.at_ply(ply + 1)
        await expect(field).to_have_value("")
    assert [message["move"] for message in visitor.sent] == list(line(TWO)[:4])


async def test_unreadable_typed_move_stays_and_is_marked_invalid(visit: Visit) -> None:
    visitor = await both_sides(visit)
    field = await visitor.typing()
    start = line(TWO)[0].split()[0]
    for text, expected in (("zz", "zz"), (start, "Which one"), (f"{start}{start}", r"\w+")):
        await field.fill(text)
        await expect(field).not_to_have_attribute("aria-invalid", "true")
        await field.press("Enter")
        await expect(field).to_have_attribute("aria-invalid", "true")
        await expect(field).to_have_value(text)
        await expect(visitor.page.locator(".typed .wrong")).to_have_text(re.compile(expected))
        await expect(visitor.page.locator("#live")).to_have_text(re.compile(expected))
    assert visitor.sent == []
