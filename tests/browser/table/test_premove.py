"""Premoves: shown, taken back, played on the turn, or dropped with a message."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from engine import GAMES, Game
from tests.browser.cardmate.test_board import moves as published
from tests.browser.games import TWO, both_sides, line, pair
from tests.browser.visitor import Visit, Visitor

DUEL = GAMES["cardmate"]
PREMOVE = "[data-ahead]"
FIRST, ANSWER = line(TWO)[:2]


def promotion() -> str:
    """Return the first position with a One of Forehand before the middle line, and Rearhand to move."""
    rows = DUEL.show(DUEL.start(0)).removesuffix(" F").split("/")
    rows[5], rows[7] = "+1D.9", f"1.{rows[7].partition('.')[2]}"
    return f"{'/'.join(rows)} R"


async def seated(visit: Visit, game: Game[Any] = TWO) -> tuple[str, Visitor, Visitor]:
    """Return a running game: the first visitor is to move, the second may choose a move in advance."""
    made, first, second = await pair(visit, game)
    for person in (first, second):
        await person.sit(made)
    return made, first, second


async def choose(visitor: Visitor, move: str) -> None:
    """Choose a move in advance by clicks."""
    for place in move.split():
        await visitor.square(place).click()
    assert await visitor.places(PREMOVE) == set(move.split())


async def drag(visitor: Visitor, move: str) -> None:
    mouse = visitor.page.mouse
    for number, place in enumerate(move.split()):
        box = await visitor.square(place).bounding_box()
        assert box
        await mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        await (mouse.up if number else mouse.down)()


@pytest.mark.smoke
async def test_premove_is_shown_and_played_on_the_turn(visit: Visit) -> None:
    made, first, second = await seated(visit)
    await expect(second.page.locator("[data-word]")).to_have_count(0)
    await choose(second, ANSWER)
    await expect(second.page.locator("#message")).to_contain_text(ANSWER.replace(" ", "–"))
    assert second.sent == [], "nothing goes out before the turn"
    await first.click_move(FIRST)
    for person in (first, second):
        await person.at_ply(2)
    assert await second.places(PREMOVE) == set()
    assert [sent["move"] for sent in second.sent] == [ANSWER]
    assert len((await first.state(made))["told"]) == 2


async def test_premove_is_taken_back_by_escape_and_by_a_press_on_the_board(visit: Visit) -> None:
    _, first, second = await seated(visit)
    start = ANSWER.split()[0]
    await choose(second, ANSWER)
    await second.page.keyboard.press("Escape")
    await expect(second.squares(PREMOVE)).to_have_count(0)
    await drag(second, ANSWER)
    assert await second.places(PREMOVE) == set(ANSWER.split())
    await second.square(start).click()
    await expect(second.squares(PREMOVE)).to_have_count(0)
    await expect(second.page.locator("#live")).to_contain_text("Premove cancelled")
    await first.click_move(FIRST)
    await second.at_ply(1)
    assert second.sent == []


async def test_escape_takes_a_premove_back_before_it_ends_a_look_back(visit: Visit) -> None:
    made, first, second = await pair(visit, moves=2)
    await second.sit(made)
    await choose(second, line(TWO)[3])
    await second.act("prev").click()
    await expect(second.screen).to_have_attribute("data-back", "1")
    await expect(second.page.locator("#message")).to_contain_text("Esc to cancel")
    await second.page.keyboard.press("Escape")
    await expect(second.page.locator("#message")).to_have_text("Premove cancelled.")
    await expect(second.screen).to_have_attribute("data-back", "1")
    await second.page.keyboard.press("Escape")
    await expect(second.page.locator("main:not([data-back])")).to_be_attached()
    await first.play(made, line(TWO)[2])
    await second.at_ply(3)
    assert second.sent == []


async def test_premove_that_is_not_legal_is_dropped_with_a_sentence(visit: Visit) -> None:
    """Onto a piece of one's own: it might have been captured."""
    _, first, second = await seated(visit)
    await drag(second, "b1 b2")
    assert await second.places(PREMOVE) == {"b1", "b2"}
    await first.click_move(FIRST)
    await second.at_ply(1)
    await expect(second.page.locator("#message")).to_have_text("Premove b1–b2 dropped: not possible.")
    assert await second.places(PREMOVE) == set()
    assert second.sent == []
    await second.click_move(ANSWER)
    await first.at_ply(2)


@pytest.mark.parametrize(
    ("rules", "start", "reached", "refusal"),
    [
        ("three_musketeers", "b1", {"a1", "c1", "b2"}, "A piece goes one square"),
        (
            "cardmate",
            "c7",
            {"b6", "c6", "d6", "c8"},
            "A 3 steps forward: straight or diagonally. See the dots.",
        ),
    ],
)
async def test_premove_offers_only_squares_that_the_piece_could_reach(
    rules: str, start: str, reached: set[str], refusal: str, visit: Visit
) -> None:
    _, first, second = await seated(visit, GAMES[rules])
    await second.square(start).click()
    assert await second.places("[data-premove]:not([data-picked])") >= reached
    assert await second.places(":has(> [data-mark=ahead])") == reached
    await second.square("e5").click()
    await expect(second.page.locator("#message")).to_contain_text(refusal)
    assert await second.places(PREMOVE) == set()
    assert first.sent == second.sent == []


async def test_compulsion_drops_a_premove_of_another_card_and_plays_the_one_it_asks_for(
    visit: Visit,
) -> None:
    played = published(0)
    states = [DUEL.start(0)]
    for move in played:
        states.append(DUEL.apply(states[-1], move))
    ply = next(ply for ply in range(1, len(played)) if DUEL.view(states[ply], None)["must"])
    forced = DUEL.legal(states[ply])[0]
    seat = DUEL.turn(states[ply])
    people = [await visit(None), await visit(None)]
    other, own = people[1 - seat], people[seat]
    for premove, sent in ((forced, [forced]), (None, [])):
        made = await people[0].make(DUEL.id, seat=0, position=DUEL.show(states[ply - 1]))
        await people[1].join(made)
        for person in people:
            await person.sit(made)
        own.sent.clear()
        await drag(own, " ".join((premove or await barred(own, forced)).split()[:2]))
        await expect(own.squares(PREMOVE)).to_have_count(2)
        await other.click_move(played[ply - 1])
        await own.at_ply(2 if premove else 1)
        assert [message["move"] for message in own.sent] == sent
    await expect(own.page.locator("#message")).to_contain_text("dropped: not possible")


async def barred(visitor: Visitor, forced: str) -> str:
    """Return a move of a card other than the one that must capture."""
    mine = await visitor.screen.get_attribute("data-seat")
    for start in sorted(await visitor.places(f"[data-owner='{mine}']") - {forced.split()[0]}):
        await visitor.square(start).click()
        reached = await visitor.places(":has(> [data-mark=ahead])")
        await visitor.page.keyboard.press("Escape")
        if reached:
            return f"{start} {min(reached)}"
    raise AssertionError("no other card reaches anything")


async def test_premove_of_a_promotion_leaves_the_choice(visit: Visit) -> None:
    first, second = await visit(None), await visit(None)
    made = await first.make(DUEL.id, seat=0, position=promotion())
    await second.join(made)
    for person in (first, second):
        await person.sit(made)
    await choose(first, "a4 a5")
    await second.play(made, "a7 b6")
    await first.at_ply(1)
    await expect(first.dialog("promote")).to_be_visible()
    assert first.sent == []
    await first.word("A").click()
    await second.at_ply(2)


async def test_there_are_no_premoves_at_one_screen_nor_where_they_are_switched_off(visit: Visit) -> None:
    alone = await both_sides(visit, moves=1)
    await expect(alone.page.locator("[data-premove]")).to_have_count(0)
    _, first, second = await seated(visit)
    await expect(second.page.locator("[data-premove]")).not_to_have_count(0)
    await choose(second, ANSWER)
    await second.more("settings")
    await second.page.locator("[name=premove][value=off]").check(force=True)
    await second.page.keyboard.press("Escape")
    await expect(second.page.locator("[data-premove]")).to_have_count(0)
    await second.square(ANSWER.split()[0]).click()
    await expect(second.page.locator("#message")).to_contain_text("not your turn")
    await first.click_move(FIRST)
    await second.at_ply(1)
    assert second.sent == [], "the premove chosen before is cancelled"
