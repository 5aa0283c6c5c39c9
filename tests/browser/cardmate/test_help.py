"""Cardmate's help: six lessons on the board, and replays of the author's two games."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from engine import GAMES
from tests.browser.visitor import DESK, PHONE, Visit, Visitor

ROOT = Path(__file__).parents[3]
PUBLISHED = json.loads((ROOT / "static/games/cardmate/games.json").read_text())
CATALOGUE = ROOT / "static/games/cardmate/help.en.json"
HELP: list[dict[str, Any]] = json.loads(CATALOGUE.read_text())["cardmate.help"]
LESSONS = [block["try"] for block in HELP if "try" in block]
IDS = [name for name, game in GAMES.items() if game.family == "cardmate"]


@pytest.mark.parametrize("rules", IDS)
async def test_the_help_credits_the_author_and_lists_our_rulings(rules: str, visit: Visit) -> None:
    visitor = await visit(f"/help/{rules}")
    await visitor.at_screen("help")
    await expect(visitor.page.locator(".credits")).to_contain_text("Ivan A Derzhanski, 2000")
    rulings = visitor.page.locator(".rulings li")
    palace = await rulings.filter(has_text="The palace is conquered").count()
    assert palace == 1
    await expect(visitor.page.locator(".help-text [data-tile]")).to_have_count(14)
    diagrams = visitor.page.locator("figure:not(.lesson) .diagram[inert]")
    await diagrams.nth(2).scroll_into_view_if_needed()
    await expect(diagrams.nth(2).locator("[data-legal=capture]").first).to_be_visible()


@pytest.mark.parametrize("size", ["desk", "phone"])
async def test_each_lesson_answers_a_wrong_move_and_accepts_the_right_one(size: str, visit: Visit) -> None:
    visitor = await visit("/help/cardmate", size=size)
    assert len(LESSONS) == 6
    if size == "phone":
        await visitor.page.locator(".lessons-head").click()
    for number, known in enumerate(LESSONS):
        lesson = visitor.page.locator(".lesson").nth(number)
        answer = lesson.locator(".answer")
        good = next(iter(known["answers"]))
        other = next((move for move in known["legal"] if move not in known["answers"]), None)
        for move, right in ((other, "no"), (good, "yes")):
            if move is None:
                continue
            for word in move.split():
                choice = visitor.page.locator(f"dialog [data-word='{word}']")
                await choice.or_(lesson.locator(f"[data-word='{word}']")).click()
            await expect(answer).to_have_attribute("data-right", right)
        await expect(answer).to_have_text(known["answers"][good])


@pytest.mark.smoke
async def test_in_a_lesson_of_compulsion_another_card_names_the_one_that_can_move(visit: Visit) -> None:
    visitor = await visit("/help/cardmate")
    await visitor.page.locator(".lesson").nth(1).locator("[data-sq=e1]").click()
    await expect(visitor.page.locator("#live")).to_contain_text("Only jack of spades on f3 can.")
    board = visitor.page.locator(".lesson .board").first
    await expect(board).to_have_css("isolation", "isolate")  # or its pieces are painted over a sticky title


@pytest.mark.parametrize("number", [1, 2])
async def test_a_published_game_can_be_replayed(number: int, visit: Visit) -> None:
    published = PUBLISHED[number - 1]
    visitor = await visit("/help/cardmate")
    await visitor.page.locator(".published a").nth(number - 1).click()
    await visitor.at_screen("replay")
    assert await visitor.move_list() == published["moves"]
    await visitor.at_ply(0)
    await visitor.page.locator("h1").click()
    for ply in (1, 2):
        await visitor.page.keyboard.press("ArrowRight")
        await visitor.at_ply(ply)
        told = published["values"][ply]["best"][0][1]
        view = re.compile(f"The engine’s view: .+ It would play {re.escape(told)}")
        await expect(visitor.page.locator("[data-note]")).to_have_text(view)
    await expect(visitor.page).to_have_url(f"{visitor.base}/help/cardmate?game={number}&ply=2")
    await visitor.page.keyboard.press("End")
    last = len(published["moves"])
    await visitor.at_ply(last)
    await expect(visitor.screen).to_have_attribute("data-status", "ended")
    await expect(visitor.page.locator("[data-note]")).to_have_text(published["notes"][str(last)])


async def test_a_ply_of_a_published_game_has_an_address_and_forced_moves_are_marked(
    visit: Visit,
) -> None:
    visitor = await visit("/help/cardmate?game=1&ply=24")
    await visitor.at_ply(24)
    await expect(visitor.square("f3")).to_have_attribute("data-must", "")
    moves = visitor.page.locator(".moves li")
    for ply in (18, 22, 25, 29, 30, 34, 37, 39):
        await expect(moves.nth(ply - 1)).to_have_class("forced")
    await expect(moves.nth(27 - 1)).to_have_class("forced")  # with a choice of captures
    await expect(moves.nth(28 - 1)).to_have_class("")


async def test_the_current_move_is_in_view_in_the_move_list_at_every_ply_and_size(visit: Visit) -> None:
    """At an address, step by step, by the slider, at the beginning, in a window of another size."""
    visitor = await visit("/help/cardmate?game=2&ply=24")
    await visitor.at_ply(24)
    await expect(visitor.page.locator(".moves-legend")).to_be_visible()
    assert await in_list(visitor, 24)
    for size in (PHONE, DESK):
        await visitor.resize(**size)
        assert await in_list(visitor, 24)
        await visitor.act("first").click()
        await visitor.at_ply(0)
        assert await in_list(visitor, 1)
        for ply in range(1, 9):
            await visitor.act("next").click()
            await visitor.at_ply(ply)
            assert await in_list(visitor, ply)
        for ply in (59, 31, 24):
            await visitor.page.locator("[data-input=ply]").fill(str(ply))
            await visitor.at_ply(ply)
            assert await in_list(visitor, ply)


async def test_the_newest_move_of_a_live_game_is_in_view_in_the_move_list(visit: Visit) -> None:
    game, state = GAMES["cardmate"], GAMES["cardmate"].start(0)
    visitor = await visit(None, size="phone")
    made = await visitor.make(game.id, seat="both")
    for ply, told in enumerate(PUBLISHED[1]["moves"][:32]):
        if ply == 30:
            await visitor.sit(made)
        move = game.read(state, told)
        state = game.apply(state, move)
        await visitor.play(made, move)
    for size in (PHONE, DESK):
        await visitor.resize(**size)
        await visitor.at_ply(32)
        assert await in_list(visitor, 32)
        bottom, floor = [
            await visitor.page.locator(part).evaluate(f"node => node.getBoundingClientRect().{edge}")
            for part, edge in ((".moves [aria-current]", "bottom"), (".actions", "top"))
        ]
        assert size is DESK or bottom <= floor, "the actions lie on the move"


async def in_list(visitor: Visitor, number: int) -> bool:
    """Return whether the item of a move, by default the current one, lies within the box of the list,
    and the list can be scrolled."""
    await visitor.painted()  # the list is scrolled with the next frame
    inside: bool = await visitor.page.locator(".moves").evaluate(
        """(list, number) => {
          const [item, current] = [list.children[number - 1], list.querySelector('[aria-current]')]
          const [inner, outer] = [item.getBoundingClientRect(), list.getBoundingClientRect()]
          const slides = list.scrollHeight > list.clientHeight || list.scrollWidth > list.clientWidth
          return (current ?? item) === item && slides && inner.left >= outer.left
            && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom }""",
        number,
    )
    return inside


async def test_an_unknown_published_game_shows_the_error_page(visit: Visit) -> None:
    visitor = await visit("/help/cardmate?game=3")
    await visitor.at_screen("error")
