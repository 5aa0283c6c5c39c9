"""Offers between two people: draw, takeback, rematch; and claims against an absent opponent."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from engine import GAMES
from tests.browser.finales import hold_sentences
from tests.browser.games import TWO, line, seated
from tests.browser.visitor import Visit, Visitor
from tests.games.browser.geometry import do_not_touch

DRAWN = next(game for game in GAMES.values() if game.draws and len(game.seats) == 2)


CLOCK = {"base": 900, "increment": 0}


async def disabled(visitor: Visitor, act: str) -> bool:
    return await visitor.act(act).get_attribute("aria-disabled") == "true"


async def test_draw_is_offered_seen_by_both_and_accepted(visit: Visit) -> None:
    _, first, second = await seated(visit, DRAWN, 2)
    await first.act("draw").click()
    await expect(first.page.locator(".offer")).to_contain_text("You have offered a draw.")
    await expect(first.act("draw")).to_have_attribute("aria-pressed", "true")
    assert await disabled(first, "draw")
    await second.told("alert", "offers a draw")
    await second.act("accept").click()
    for person in (first, second):
        await expect(person.dialog("over").locator("h2")).to_have_text("A draw")
        await expect(person.dialog("over")).to_contain_text("by agreement")


@pytest.mark.smoke
async def test_takeback_is_withdrawn_declined_and_granted(visit: Visit) -> None:
    made, first, second = await seated(visit, moves=2)
    await first.act("takeback").click()
    await first.act("withdraw").click()
    await second.told("message", "withdrawn")
    await expect(second.act("accept")).to_have_count(0)
    assert await disabled(first, "takeback"), "the same is offered once in a position"
    await second.act("takeback").click()
    await first.act("decline").click()
    await second.told("message", "declined")
    assert (await first.state(made))["told"] == list((await second.state(made))["told"])
    ply = (await first.state(made))["ply"] + 1
    await first.click_move(line(TWO)[2])
    await second.at_ply(ply)
    await first.act("takeback").click()
    await expect(second.page.locator(".offer")).to_contain_text("asks for a takeback")
    await second.act("accept").click()
    for person in (first, second):
        await expect(person.page.locator(".moves li")).to_have_count(2)
        await person.told("live", "taken back")
    await expect(first.page.locator("[data-word]").first).to_be_attached()


async def test_rematch_takes_both_to_one_new_game_with_the_sides_swapped(visit: Visit) -> None:
    """After an offer that was withdrawn, and a reload."""
    made, first, second = await seated(visit, moves=2)
    await second.become("phone")
    await first.post(f"/api/games/{made}/resign")
    for person in (first, second):
        await expect(person.dialog("over")).to_be_visible()
    await first.act("rematch").click()
    await expect(first.dialog("over")).to_contain_text("Waiting for")
    await second.told("alert", "wants a rematch")
    assert (await second.page.title()).startswith("● Rematch wanted · ")
    assert "Rematch wanted" not in await first.page.title()
    await first.act("withdraw").click()
    await expect(second.act("accept")).to_have_count(0)
    await second.act("rematch").click()
    await expect(first.act("accept")).to_be_visible()
    await first.page.reload()
    await first.at_screen("table")
    await first.connected()
    await first.act("accept").click()
    for person, seat in ((first, "1"), (second, "0")):
        await expect(person.screen).to_have_attribute("data-status", "live")
        await expect(person.screen).to_have_attribute("data-seat", seat)
        await person.connected()
        other = second if person is first else first
        await person.told("live", f"Your game with {(await other.guest())['name']} begins.")
        await expect(person.page.locator("#live")).not_to_contain_text("won")
        heard = "Your move" if seat == "0" else ""
        await expect(person.page.locator("#alert")).to_have_text(heard)
    assert first.game == second.game != made
    assert (await first.state(made))["next"] == first.game


async def test_a_player_who_left_can_be_claimed_against_and_a_reload_is_no_leaving(visit: Visit) -> None:
    _, first, second = await seated(visit, moves=3, clock=CLOCK)
    offer = first.page.locator(".offer")
    with second.cut():
        await second.page.goto("about:blank")
        await expect(offer).to_contain_text("in 1:")
        await second.page.go_back()
    await second.connected()
    await expect(offer).to_be_empty()
    await expect(first.page.locator(".player-wait:visible")).to_have_count(0)
    await second.act("more").click()
    await second.act("leave").click()
    await expect(second.dialog("confirm")).to_contain_text("may claim the win")
    await second.act("confirm").click()
    await second.at_screen("lobby")
    await expect(first.act("claim").first).to_be_visible()
    await first.page.locator("[data-act=claim][data-what=win]").click()
    await expect(first.dialog("over").locator("h2")).to_have_text("You won")
    await expect(first.dialog("over")).to_contain_text("left the game")


async def test_sentence_leaves_the_buttons_of_an_offer_where_they_are(visit: Visit) -> None:
    _, first, second = await seated(visit, moves=3)
    await first.act("takeback").click()
    await hold_sentences(second)
    accept, text = second.act("accept"), second.page.locator("#message")
    before = await accept.bounding_box()
    await second.squares(":not([data-piece])").first.click()
    await expect(text).not_to_be_empty()
    assert await accept.bounding_box() == before
    assert await do_not_touch(text, accept)
