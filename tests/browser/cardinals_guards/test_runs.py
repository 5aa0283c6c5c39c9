"""Runs: effects are shown before the run is sent, and choices are made token by token, also by keys."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.cardinals_guards.tables import OPEN, PERFECT, deal, next_words, offered, position
from tests.browser.keys import key_move
from tests.browser.visitor import Visit

# What the pad (data-word) or the arrows (data-also) show: direction -> where the run stops, and what it does.
FACES = """(attribute) => Object.fromEntries(
  [...document.querySelectorAll(`main [${attribute}]`)]
    .filter((one) => 'effects' in one.dataset && one.checkVisibility())
    .map((one) => [one.dataset.word ?? one.dataset.also, [one.dataset.stop, one.dataset.effects]]))"""


async def test_every_direction_shows_where_it_stops_and_what_it_does(visit: Visit) -> None:
    """On the pad and by arrows on the board; the signs are explained in words."""
    for moves in (0, 33):
        visitor = await deal(visit, moves=moves)
        for pawn, ways in (await visitor.state(visitor.game))["view"]["runs"].items():
            if ways:
                await visitor.word(pawn).click()
                shown = await visitor.page.evaluate(FACES, "data-word")
                stops = {way: stop for way, (stop, _) in shown.items()}
                assert stops == {way: run["stop"] for way, run in ways.items()}
                assert await visitor.page.evaluate(FACES, "data-also") == shown
                if (moves, pawn) == (0, "S"):
                    await expect(visitor.word("e")).to_contain_text("✕ defeats Moons guard")
                    await expect(visitor.word("e")).to_contain_text("★ tile 1 reached")
                    await expect(visitor.word("s")).to_contain_text("⤳ tunnel")
                await visitor.page.keyboard.press("Escape")
        assert visitor.sent == []


@pytest.mark.smoke
async def test_a_losing_exit_needs_confirmation_and_cancel_drops_one_token(visit: Visit) -> None:
    visitor = await position(visit, OPEN)
    await visitor.click_move("S e leave")
    await visitor.at_ply(1)
    await visitor.word("S").click()
    await expect(visitor.word("n")).to_contain_text("⚠ leaves the castle")
    await visitor.word("n").click()
    await expect(visitor.page.locator(".asked")).to_contain_text("you would lose")
    await expect(visitor.act("confirm")).to_have_text("Leave the castle")
    assert await offered(visitor) == []
    await visitor.act("cancel").click()
    await expect(visitor.word("n")).to_be_visible()
    assert len(visitor.sent) == 1
    await visitor.word("n").click()
    await visitor.act("confirm").click()
    await expect(visitor.dialog("over")).to_contain_text("the game is lost")
    await expect(visitor.screen).to_have_attribute("data-status", "ended")


async def test_the_tunnel_is_chosen_token_by_token_and_back_restores_what_was_offered(visit: Visit) -> None:
    visitor = await deal(visit, moves=33)
    legal = (await visitor.state(visitor.game))["legal"]
    words = PERFECT[33].split()
    assert words == ["A", "w", "b2", "a1", "e"]
    before = []
    for count, word in enumerate(words[:-1]):
        before.append(await offered(visitor))
        assert before[-1] == next_words(legal, words[:count])
        await visitor.word(word).click()
    trail = visitor.page.locator(".trail")
    await expect(trail).to_have_text("Arms → W → tunnel → b2 removed → SW corner → ?")
    for options in reversed(before):
        await visitor.act("back").click()
        assert await offered(visitor) == options
    await expect(trail).to_be_hidden()
    assert visitor.sent == []
    await visitor.click_move(PERFECT[33])
    await visitor.at_ply(1)
    assert [sent["move"] for sent in visitor.sent] == [PERFECT[33]]


async def test_a_guard_is_taken_or_left_and_placed_by_a_coin_and_a_square(visit: Visit) -> None:
    visitor = await deal(visit)
    await visitor.click_move("C w")
    assert await offered(visitor) == ["leave", "take"]
    await visitor.act("back").click()
    assert {"w", "s"} <= set(await offered(visitor))
    await visitor.act("back").click()
    legal = (await visitor.state(visitor.game))["legal"]
    await visitor.word("put").click()
    await visitor.word("A").focus()
    await visitor.page.keyboard.press("Escape")
    await visitor.word("put").click()
    assert await offered(visitor) == ["A", "M"]
    await visitor.word("M").click()
    assert await visitor.places("[data-legal=to]") == set(next_words(legal, ["put", "M"]))
    assert visitor.sent == []
    await visitor.word("e3").click()
    await visitor.at_ply(1)
    await expect(visitor.square("e3")).to_have_attribute("data-suit", "M")


async def test_drag_square_and_arrow_pick_the_direction(visit: Visit) -> None:
    visitor = await deal(visit)
    await visitor.square("c5").drag_to(visitor.square("d5"))
    await visitor.at_ply(1)
    await visitor.square("d1").drag_to(visitor.square("b3"))
    await visitor.told("live", "runs straight on until something stops him")
    assert await visitor.places("[data-picked]") == set()
    assert len(visitor.sent) == 1
    await visitor.word("A").click()
    await visitor.square("a1").click()
    await visitor.at_ply(2)
    await visitor.word("M").click()
    await visitor.page.locator(".arrow[data-also=n] .reach").click()
    await visitor.at_ply(3)
    assert await visitor.move_list() == ["S e", "A s", "M n"]


async def test_a_ghost_previews_the_run_and_stands_still_with_reduced_motion(visit: Visit) -> None:
    for motion, moves in (("no-preference", 1), ("reduce", 0)):  # it may have arrived
        visitor = await deal(visit, reduced_motion=motion)
        await visitor.word("S").click()
        await visitor.word("e").hover()
        ghost = visitor.page.locator("[data-ghost=e]:visible")
        await expect(ghost).to_have_count(1)
        assert await ghost.evaluate("one => one.getAnimations().length") <= moves
        await visitor.word("s").focus()
        await expect(visitor.page.locator("[data-ghost=s]:visible")).to_have_count(1)


@pytest.mark.smoke
async def test_an_illegal_move_is_refused_with_a_reason_and_not_sent(visit: Visit) -> None:
    visitor = await deal(visit)
    live = visitor.page.locator("#live")
    await visitor.square("b3").click()
    await expect(live).to_contain_text("Nobody stands there")
    await visitor.word("S").click()
    await visitor.page.keyboard.press("ArrowUp")
    await expect(live).to_contain_text("He cannot take a single step that way.")
    await visitor.page.keyboard.press("Escape")
    await visitor.click_move("put M")
    await visitor.square("c3").click()
    await expect(live).to_contain_text("only on tiles")
    assert visitor.sent == []


async def test_accessible_names_of_places_tell_what_is_there(visit: Visit) -> None:
    visitor = await deal(visit)
    musketeer, tunnel = visitor.square("c5"), visitor.square("c3")
    await expect(musketeer).to_have_accessible_name("c5, row 5 column 3, tile 0 of Suns, Suns musketeer")
    await expect(tunnel).to_have_accessible_name("c3, row 3 column 3, the tunnel")
    grid = visitor.page.get_by_role("grid", name=re.compile("castle", re.IGNORECASE))
    assert await grid.get_by_role("row").count() == 7
    assert await grid.get_by_role("gridcell", name="outside the castle", exact=True).count() == 4
    assert await grid.locator("[tabindex='0']").count() == 1


ARROWS = {"n": "ArrowUp", "e": "ArrowRight", "s": "ArrowDown", "w": "ArrowLeft"}


async def test_a_deal_is_won_with_every_point_by_keys_alone(visit: Visit) -> None:
    last = PERFECT[-4:]
    visitor = await deal(visit, moves=len(PERFECT) - len(last))
    for ply, move in enumerate(last):
        await key_move(visitor, move)
        await visitor.at_ply(ply + 1)
    over = visitor.dialog("over")
    await expect(over).to_contain_text("a perfect game")
    await expect(over).to_contain_text("Score: 56 of 56.")
    assert [sent["move"] for sent in visitor.sent] == last


async def test_the_arrow_keys_pick_the_direction_while_it_is_the_next_token(visit: Visit) -> None:
    visitor = await deal(visit)
    for ply, move in enumerate(["S e", "A s", "M n"]):
        pawn, way = move.split()
        await visitor.word(pawn).press("Enter")
        await visitor.page.keyboard.press(ARROWS[way])
        await visitor.at_ply(ply + 1)
    assert await visitor.move_list() == ["S e", "A s", "M n"]
