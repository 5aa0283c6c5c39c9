"""The board of Beleaguered Castle: clicks, keys, drags, and refusals of illegal moves."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.beleaguered_castle.tables import (
    NINES,
    RELAXED,
    RISKY,
    SOLUTIONS,
    STRICT,
    cards,
    deal,
    position,
    shown,
)
from tests.browser.pointer import drag
from tests.browser.visitor import Visit, Visitor

LAST_MOVES = 10  # of a game, which begins before them


async def key_place(visitor: Visitor, place: str) -> None:
    """The focus goes to a place: F to the foundations, arrows between the wings and along the rows."""
    keyboard = visitor.page.keyboard
    here = str(await visitor.page.evaluate("() => document.activeElement.dataset.sq"))
    if place == "f":
        await keyboard.press("f")
        return
    if here[0] == "f":
        await keyboard.press("ArrowLeft")
        here = str(await visitor.page.evaluate("() => document.activeElement.dataset.sq"))
    if int(here[1]) % 2 != int(place[1]) % 2:
        await keyboard.press("ArrowRight" if int(place[1]) % 2 == 0 else "ArrowLeft")
    steps = (int(place[1]) + 1) // 2 - (int(here[1]) + 1) // 2
    for _ in range(abs(steps)):
        await keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")
    await expect(visitor.square(place)).to_be_focused()


async def test_a_game_is_won_by_keys_alone(visit: Visit) -> None:
    number, moves = next(iter(SOLUTIONS[STRICT].items()))
    visitor = await deal(visit, int(number), len(moves) - LAST_MOVES)
    while not await visitor.page.evaluate("() => document.activeElement.dataset.sq"):
        await visitor.page.keyboard.press("Tab")
    for ply, move in enumerate(moves[-LAST_MOVES:], 1):
        for word in move.split():
            await key_place(visitor, word)
            await visitor.page.keyboard.press("Enter")
        await visitor.at_ply(ply)
    await expect(visitor.dialog("over")).to_contain_text("All fifty-two cards are home.")


async def test_the_board_is_one_tab_stop_with_full_names_and_suits_have_shapes(visit: Visit) -> None:
    visitor = await deal(visit, 2)
    grid = visitor.page.get_by_role("grid", name="Eight rows of cards and four foundations")
    assert await grid.locator("[tabindex='0']").count() == 1
    assert await grid.get_by_role("gridcell").count() == 12
    under = "queen of diamonds, 2 of clubs, 9 of diamonds, 7 of clubs, 4 of hearts"
    await expect(visitor.square("r2")).to_have_accessible_name(f"row 2: 8 of hearts; under it {under}")
    await expect(visitor.square("fS")).to_have_accessible_name("the foundation of spades: ace of spades")
    aces = [cards(visitor, f"[data-piece='A{suit}'] .index path").first for suit in "CDHS"]
    assert len({await ace.get_attribute("d") for ace in aces}) == 4


async def test_a_picked_card_shows_its_targets_and_the_matching_foundation_offers_f(visit: Visit) -> None:
    visitor = await position(visit, RISKY)
    assert await visitor.places("[data-word]") == {"r1", "r2", "r4", "r5"}
    await visitor.square("r1").click()
    assert await visitor.places("[data-legal=to]") == {"fH", "r6", "r7", "r8"}
    await expect(visitor.word("f")).to_have_attribute("data-sq", "fH")


async def test_in_the_relaxed_variant_the_top_card_of_a_foundation_can_be_moved_back(visit: Visit) -> None:
    visitor = await position(visit, NINES, RELAXED)
    await visitor.word("fS").click()
    await visitor.word("r5").click()
    await visitor.at_ply(1)
    assert await visitor.places("[data-last]") == {"fS", "r5"}
    await expect(cards(visitor, "[data-moved]")).to_have_attribute("data-piece", "9S")
    assert (await visitor.state(visitor.game))["last"] == "fS r5"
    assert (await shown(visitor))["r5"] == ["9S"]
    await visitor.square("r5").dblclick()
    await visitor.at_ply(2)
    assert (await shown(visitor))["fS"][-1] == "9S"


async def slowly(visitor: Visitor) -> None:
    """Slow animations down so far that cards glide for minutes."""
    devtools = await visitor.context.new_cdp_session(visitor.page)
    await devtools.send("Animation.enable")
    await devtools.send("Animation.setPlaybackRate", {"playbackRate": 0.001})


async def test_a_gliding_card_does_not_intercept_clicks(visit: Visit) -> None:
    """A click while a card still glides goes to the row under it, not to the card's new place; also when the
    next position arrives meanwhile and the card glides on."""
    visitor = await position(visit, RISKY, reduced_motion="no-preference")
    await slowly(visitor)
    for ply, move in enumerate(("r1 r6", "r2 r6"), 1):
        await visitor.click_move(move)
        await visitor.at_ply(ply)
        air = visitor.page.locator("[data-piece='9H'][data-moving]")
        await expect(air).to_have_count(1)
        assert await air.evaluate("""card => {
          const { x, y, width, height } = card.getBoundingClientRect()
          const under = document.elementFromPoint(x + width / 2, y + height / 2)
          return [card.closest('[data-sq]').dataset.sq, under.closest('[data-sq]').dataset.sq]
        }""") == ["r6", "r1"]


async def test_two_taps_move_to_the_foundation_or_to_the_only_row_and_ask_where_there_are_several(
    visit: Visit,
) -> None:
    visitor = await position(visit, RISKY)
    await visitor.square("r2").dblclick()
    await visitor.at_ply(1)
    assert (await visitor.state(visitor.game))["last"] == "r2 r1"
    await visitor.square("r2").focus()
    await visitor.page.keyboard.press("Enter")
    await visitor.page.keyboard.press("Enter")
    await visitor.at_ply(2)
    assert (await visitor.state(visitor.game))["last"] == "r2 f"
    await visitor.square("r1").focus()
    await visitor.page.keyboard.press("Shift+Enter")
    await visitor.at_ply(3)
    assert (await visitor.state(visitor.game))["last"] == "r1 f"
    await visitor.sit(await visitor.make(STRICT, position="QH/JCJS/XSKD/KHQD/QC/JHQS/JDKC/KS XXX9"))
    visitor.sent.clear()
    await visitor.square("r2").dblclick()
    await visitor.told("live", "Possible from")
    assert await visitor.places("[data-picked]") == {"r2"}
    assert visitor.sent == []


@pytest.mark.smoke
async def test_an_illegal_move_is_refused_with_a_reason_and_not_sent(visit: Visit) -> None:
    visitor = await position(visit, RISKY)
    live = visitor.page.locator("#live")
    await visitor.square("r3").click()
    await expect(live).to_contain_text("The king of clubs cannot go anywhere now")
    await visitor.square("r2").click()
    await visitor.square("r3").click()
    await expect(live).to_contain_text("The 8 of spades goes only onto a card one rank higher")
    await visitor.square("r2").click()
    await visitor.square("fS").click()
    await expect(live).to_contain_text("The 8 of spades is not the next card of its foundation.")
    assert await visitor.places("[data-picked]") == {"r2"}
    await visitor.page.keyboard.press("Escape")
    await visitor.square("fS").click()
    await expect(live).to_contain_text("Cards do not come back from the foundations in this game.")
    assert await visitor.places("[data-picked], [data-legal]") == set()
    assert visitor.sent == []


async def test_a_card_or_key_that_is_held_shows_where_equals_lie(visit: Visit) -> None:
    visitor = await position(visit, RISKY)
    box = await cards(visitor, "[data-piece='9C']").bounding_box()
    assert box
    await visitor.page.mouse.move(box["x"] + 8, box["y"] + 20)
    await visitor.page.mouse.down()
    await expect(cards(visitor, "[data-found='next']")).to_have_count(4)
    await expect(cards(visitor, "[data-found='']")).to_have_count(4)
    await visitor.told("live", "9 of diamonds in row 4 under 2 cards")
    await visitor.page.mouse.up()
    await expect(cards(visitor, "[data-found]")).to_have_count(0)
    assert await visitor.places("[data-picked]") == set()
    await visitor.square("r1").focus()
    keyboard = visitor.page.keyboard
    for key, found in (("9", 4), ("h", 13)):
        await keyboard.down(key)
        await expect(cards(visitor, "[data-found]")).to_have_count(found)
        await keyboard.up(key)
        await expect(cards(visitor, "[data-found]")).to_have_count(0)
    await keyboard.press("a")
    await visitor.told("live", "ace of clubs in the foundation of clubs")


async def test_a_card_can_be_dragged_and_a_drop_elsewhere_changes_nothing(visit: Visit) -> None:
    visitor = await position(visit, RISKY)
    mouse = visitor.page.mouse

    async def carry(card: str, place: str) -> None:
        await drag(visitor, cards(visitor, f"[data-piece='{card}']"), visitor.square(place), drop=False)

    before = await shown(visitor)
    await carry("8S", "r5")
    await mouse.up()
    await visitor.told("live", "one rank higher")
    await carry("8S", "r1")
    await visitor.page.keyboard.press("Escape")
    await mouse.up()
    assert visitor.sent == []
    assert await shown(visitor) == before
    await carry("8S", "r1")
    await mouse.up()
    await visitor.at_ply(1)
    await carry("7S", "fS")
    await mouse.up()
    await visitor.at_ply(2)
    assert [message["move"] for message in visitor.sent] == ["r2 r1", "r2 f"]
