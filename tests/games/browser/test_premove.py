"""Premoves: shown, taken back, played on the turn, or dropped with a message."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.games import TWO, line, pair, seated
from tests.browser.pointer import drag
from tests.browser.visitor import Visit, Visitor

PREMOVE = "[data-ahead]"
FIRST, ANSWER = line(TWO)[:2]


async def choose(visitor: Visitor, move: str) -> None:
    """Choose a move in advance by clicks."""
    for place in move.split():
        await visitor.square(place).click()
    assert await visitor.places(PREMOVE) == set(move.split())


@pytest.mark.smoke
async def test_premove_is_shown_and_played_on_the_turn(visit: Visit) -> None:
    made, first, second = await seated(visit)
    await expect(second.page.locator("[data-word]")).to_have_count(0)
    await choose(second, ANSWER)
    await second.told("message", ANSWER.replace(" ", "–"))
    assert second.sent == [], "nothing goes out before the turn"
    await first.click_move(FIRST)
    for person in (first, second):
        await person.at_ply(2)
    assert ANSWER.replace(" ", "–") not in await second.page.locator("#message").inner_text()
    assert await second.places(PREMOVE) == set()
    assert [sent["move"] for sent in second.sent] == [ANSWER]
    assert len((await first.state(made))["told"]) == 2


async def test_premove_is_taken_back_by_a_press_and_by_escape_before_it_ends_a_look_back(
    visit: Visit,
) -> None:
    made, first, second = await pair(visit, moves=2)
    await second.sit(made)
    answer = line(TWO)[3]
    await drag(second, *map(second.square, answer.split()))
    assert await second.places(PREMOVE) == set(answer.split())
    await second.square(answer.split()[0]).click()
    await expect(second.squares(PREMOVE)).to_have_count(0)
    await second.told("message", "Premove cancelled")
    await choose(second, answer)
    await second.act("prev").click()
    await expect(second.screen).to_have_attribute("data-back", "1")
    await second.told("message", "Esc to cancel")
    await second.page.keyboard.press("Escape")
    await second.told("message", "Premove cancelled.")
    await expect(second.screen).to_have_attribute("data-back", "1")
    await second.page.keyboard.press("Escape")
    await expect(second.page.locator("main:not([data-back])")).to_be_attached()
    await first.play(made, line(TWO)[2])
    await second.at_ply(3)
    assert second.sent == []


async def test_premove_offers_what_the_piece_could_reach_and_one_that_is_not_legal_is_dropped(
    visit: Visit,
) -> None:
    """Onto a piece of one's own: it might have been captured."""
    _, first, second = await seated(visit)
    await second.square("b1").click()
    assert await second.places(":has(> [data-mark=ahead])") == {"a1", "c1", "b2"}
    await second.square("e5").click()
    await second.told("message", "A piece goes one square")
    assert await second.places(PREMOVE) == {"b1"}
    await drag(second, second.square("b1"), second.square("b2"))
    assert await second.places(PREMOVE) == {"b1", "b2"}
    await first.click_move(FIRST)
    await second.at_ply(1)
    await second.told("message", "Premove b1–b2 dropped: not possible.")
    assert await second.places(PREMOVE) == set()
    assert second.sent == []
    await second.click_move(ANSWER)
    await first.at_ply(2)
    await second.at_ply(2)
    assert await second.places(PREMOVE) == set(), "it does not come back in the opponent's turn"
