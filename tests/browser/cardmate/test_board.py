"""The board of Cardmate: promotion, refusals, explanations, small cells."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.browser.cardmate.published import moves, position
from tests.browser.finales import hold_sentences
from tests.browser.pointer import drag, finger, middle
from tests.browser.visitor import Visit, Visitor

FREE_ONE = "-XD.-8C.-9S.-QC.-KS.1.-QS.-9D.-8S.-XH/10/10/10/3.-8H.6/3.+1D.6/10/10/10/4.+KC.+KH.4 F"


async def table_from(visit: Visit, text: str, **options: Any) -> Visitor:
    """Return a visitor with both seats at a table that begins from a position."""
    visitor = await visit(None, **options)
    await visitor.sit(await visitor.make("cardmate", seat="both", position=text))
    return visitor


def chips(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-move]:visible")


@pytest.mark.smoke
async def test_promotion_always_opens_a_dialog_can_be_cancelled_and_a_one_may_stay_a_one(
    visit: Visit,
) -> None:
    visitor = await table_from(visit, FREE_ONE)
    chooser = visitor.dialog("promote")
    await visitor.click_move("d4 d5")
    await expect(chooser.locator("[data-word]")).to_have_count(2)
    await visitor.page.keyboard.press("Escape")
    await expect(chooser).to_have_count(0)
    assert await visitor.places("[data-picked]") == set()
    assert visitor.sent == []
    await visitor.click_move("d4 d5 A")
    await visitor.at_ply(1)
    assert await visitor.move_list() == ["1D:d5=A"]
    await expect(visitor.square("d5")).to_have_attribute("data-piece", "AD")
    await visitor.act("undo").click()
    await visitor.at_ply(2)
    await visitor.square("d4").drag_to(visitor.square("d5"))
    await visitor.word("1").click()
    await visitor.at_ply(3)
    await expect(visitor.square("d5")).to_have_attribute("data-piece", "1D")


async def test_any_card_shows_where_it_can_go_and_what_can_take_it(visit: Visit) -> None:
    """Own and enemy cards alike, by the server's legal moves of either side."""
    text = position(0, 20)
    visitor = await table_from(visit, text)
    sides = {
        owner: await visitor.post("/api/lines", rules="cardmate", position=swapped, moves=[])
        for owner, swapped in ((0, text), (1, text.replace(" F", " R")))
    }
    look = visitor.page.locator(".overlay [data-look]")
    for owner, square in ((1, "d8"), (0, "f3"), (1, "i6")):
        await visitor.square(square).hover()
        await expect(visitor.page.locator(".strip-text")).to_contain_text(f"on {square} ")
        own, other = ([move.split() for move, _ in sides[one]["legal"]] for one in (owner, 1 - owner))
        targets = {words[1] for words in own if words[0] == square}
        takers = {words[0] for words in other if words[1] == square}
        assert await look.count() == len(targets) + len(takers)
    await visitor.page.mouse.move(2, 2)
    await expect(look).to_have_count(0)
    assert visitor.sent == []


async def test_while_two_people_play_a_card_is_explained_to_the_player_to_move_without_refused_requests(
    visit: Visit,
) -> None:
    """The server tries out nothing from the position of their game: a request would be refused."""
    mover, waiting = await visit(None), await visit(None)
    made = await mover.make("cardmate", seat=0, position=position(0, 22))
    await waiting.join(made)
    asked: list[str] = []
    await mover.page.clock.install()
    for person in (mover, waiting):
        await person.sit(made)
        person.page.on("request", lambda request: asked.append(request.url))
        await person.square("f3").focus()
        await person.page.keyboard.press("w")
    strip = mover.page.locator(".strip-text")
    await expect(strip).to_contain_text("on f3 ")
    assert "take it" not in await strip.inner_text()
    await waiting.told("message", "on your turn")
    start, *others = moves(0)[22].split()
    await mover.word(start).click()
    await mover.word(others[0]).hover()
    await mover.page.clock.run_for(600)  # longer than a move is looked at before its reply is asked for
    assert [url for url in asked if url.endswith("/api/lines")] == []


async def test_arrows_and_circles_are_drawn_for_oneself_and_go_with_the_position(visit: Visit) -> None:
    """By the right button and by a finger that rests; nothing is sent."""
    visitor = await table_from(visit, position(0, 23))
    shapes = visitor.page.locator("[data-shape]:not([data-drawing])")

    async def draw(start: str, end: str) -> None:
        await drag(visitor, visitor.square(start), visitor.square(end), button="right")

    await draw("h7", "g5")
    await draw("d4", "d4")
    await expect(shapes).to_have_count(2)
    await draw("d4", "d4")  # once more: it goes
    await expect(visitor.page.locator("[data-shape=arrow]")).to_have_count(1)
    await expect(shapes).to_have_count(1)
    await visitor.page.keyboard.press("Escape")
    await expect(shapes).to_have_count(0)
    touch = await finger(visitor)
    await touch("touchStart", await middle(visitor.square("e5")))
    await expect(visitor.page.locator("[data-shape=circle][data-drawing]")).to_have_count(1)  # it rests
    await touch("touchMove", await middle(visitor.square("e6")))
    await touch("touchEnd")
    await expect(visitor.page.locator("[data-shape=arrow]:not([data-drawing])")).to_have_count(1)
    assert visitor.sent == []
    await visitor.click_move(moves(0)[23])
    await visitor.at_ply(1)
    await expect(shapes).to_have_count(0)


async def test_on_small_cells_a_move_waits_for_a_second_tap_or_a_confirmation(visit: Visit) -> None:
    """The ghost and the sentence come first; a forced capture is one tap on its button."""
    visitor = await table_from(visit, position(0, 23), size="phone")
    for word in moves(0)[23].split():
        await visitor.word(word).tap()
    await expect(visitor.page.locator(".asked-move")).to_have_text("8♠ to g5?")
    await expect(visitor.page.locator(".overlay .ghost")).to_have_count(1)
    await expect(visitor.page.locator(".strip-text")).to_have_text("Forces J♠ to take 8♠ on g5.")
    assert visitor.sent == []
    await visitor.act("cancel").tap()
    await visitor.word("g5").tap()
    await visitor.act("confirm").tap()
    await visitor.at_ply(1)
    await chips(visitor).tap()
    await visitor.at_ply(2)


async def test_a_finger_drags_with_a_loupe_and_without_a_question_unless_every_move_needs_one(
    visit: Visit,
) -> None:
    visitor = await table_from(visit, position(0, 23), size="phone")
    touch = await finger(visitor)
    loupe = visitor.page.locator("[data-loupe]")

    async def drag_by_finger() -> None:
        start, over, to = [await middle(visitor.square(place)) for place in ("h7", "h6", "g5")]
        # Together: a finger that rested before it moved would draw an arrow.
        await asyncio.gather(touch("touchStart", start), touch("touchMove", over), touch("touchMove", to))
        await expect(loupe).to_have_text("g5")
        await touch("touchEnd")
        await expect(loupe).to_have_count(0)

    await drag_by_finger()
    await visitor.at_ply(1)
    await visitor.act("undo").click()
    await visitor.at_ply(2)
    await visitor.more("confirming")  # "always"
    await drag_by_finger()
    await expect(visitor.page.locator(".asked-move")).to_have_text("8♠ to g5?")
    assert [message["t"] for message in visitor.sent] == ["move", "undo"]


async def test_shape_and_fill_tell_the_owner_of_a_card_and_four_outlines_its_suit(visit: Visit) -> None:
    visitor = await visit(None)
    await visitor.sit(await visitor.make("cardmate", seat="both"))
    bodies = "all => [...new Set(all.map(one => one.getAttribute('d')))]"
    shapes = [
        await visitor.page.locator(f".pieces .piece.owner-{owner} .body").evaluate_all(bodies)
        for owner in (0, 1)
    ]
    assert len(shapes[0]) == len(shapes[1]) == 1
    assert shapes[0] != shapes[1]
    assert len(await visitor.page.locator(".pieces .suit").evaluate_all(bodies)) == 4


async def test_a_card_says_how_it_moves_when_looked_at_picked_or_sent_elsewhere(visit: Visit) -> None:
    visitor = await visit(None)
    await visitor.sit(await visitor.make("cardmate", seat="both"))
    strip = visitor.page.locator(".strip-text")
    await visitor.square("c0").hover()
    await expect(strip).to_contain_text(
        "A 9 moves like a bishop, or steps straight back without capturing. 9♣ on c0 "
    )
    steps = "A 3 steps forward, straight or diagonally, or straight back without capturing."
    await visitor.word("c2").click()
    await expect(strip).to_have_text(steps)
    await hold_sentences(visitor)
    await visitor.square("c5").click()
    await visitor.told("message", f"{steps} Possible from 3♣ on c2: ")
    await expect(strip).to_be_empty()
    await visitor.page.locator("#message").click()
    await expect(strip).to_have_text(steps)
    await visitor.square("a0").click()
    await visitor.told("message", "10♠ on a0 is blocked. Possible from 3♣ on c2: ")
    assert await visitor.places("[aria-selected=true]") == {"c2"}
    assert await visitor.places("[data-legal]") == {"b3", "c3", "d3"}
    await visitor.square("c2").click()
    await visitor.square("c2").click()
    await visitor.square("a0").click()
    await visitor.told("message", "10♠ on a0 is blocked. What can move lights up.")
    await expect(visitor.page.locator(".board[data-lit]")).to_be_visible()


async def test_the_moves_of_all_cards_are_one_tap_away_all_through_a_game(visit: Visit) -> None:
    visitor = await table_from(visit, position(0, 3))
    for size in ("desk", "phone"):
        await visitor.become(size)
        await visitor.square("e1").click()
        await visitor.act("moves").click()
        sheet = visitor.dialog("moves")
        await expect(sheet.locator("[data-tile]")).to_have_count(14)
        await expect(sheet.get_by_role("img", name="A 9 moves like a bishop")).to_be_visible()
        assert await sheet.evaluate("node => node.scrollHeight <= node.clientHeight"), "all tiles are in view"
        await visitor.page.keyboard.press("Escape")
        await expect(visitor.act("moves")).to_be_focused()


async def test_a_bar_shows_the_highest_captured_cards_the_balance_and_the_kings_left(visit: Visit) -> None:
    visitor = await visit(None)
    made = await visitor.make("cardmate", seat="both")
    for ply, move in enumerate(moves(0, 38)):
        await visitor.play(made, move, ply)
    await visitor.sit(made)
    lost = (await visitor.state(made))["view"]["taken"]
    ranks = "123456789XJQKA"
    for seat in (0, 1):
        taken, own = lost[1 - seat], lost[seat]
        bar = visitor.page.locator(f"[data-player='{seat}'] .captured")
        shown = await bar.locator(".word").all_inner_texts()
        highest = sorted((card[0] for card in taken), key=ranks.index, reverse=True)[:5]
        assert [text[:-1].replace("10", "X") for text in shown] == highest
        balance = len(taken) - len(own)
        await expect(bar.locator(".balance")).to_have_count(1 if balance > 0 else 0)
        kings = ("1 King", "2 Kings")[seat]
        await expect(visitor.page.locator(f"[data-standing='{seat}']")).to_have_text(kings)
        await expect(bar).to_have_attribute("title", re.compile(f"^{len(taken)} cards? captured: "))
