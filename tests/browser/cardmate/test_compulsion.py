"""Compulsory captures on the board of Cardmate: marks, refusals, explanations."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.cardmate.published import GAME, PUBLISHED, moves, position
from tests.browser.cardmate.test_board import chips, table_from
from tests.browser.visitor import Visit, Visitor

BARRED = "4.-KS.-KD.4/10/10/10/5.-JC.4/10/4.+8C.5/10/10/4.+KC.+KH.4 F"


async def test_compulsory_captures_are_marked_for_players_spectators_and_in_the_replay(visit: Visit) -> None:
    """For a player, for a spectator who joined late, after a reload, and in the replay."""
    player, late = await visit(None), await visit(None)
    made = await player.make("cardmate", seat="both")
    played, state, expected = moves(0, 18), GAME.start(0), []
    for ply, move in enumerate(played):
        if GAME.view(state, None)["must"]:
            expected.append(ply)
        state = GAME.apply(state, move)
    assert expected[-1] == 17
    for ply, move in enumerate(played[:-1]):
        await player.play(made, move, ply)
    await player.sit(made)
    await player.click_move(played[-1])
    await player.at_ply(18)
    await late.sit(made)
    for person in (player, late):
        await expect_marked(person, expected)
    await player.page.reload()
    await late.go(f"/g/{made}?ply=18")
    for person in (player, late):
        await expect_marked(person, expected)
        assert await person.move_list() == list(PUBLISHED[0]["moves"][:18])


async def expect_marked(visitor: Visitor, expected: list[int]) -> None:
    """Check that these moves of the list carry the named mark, and that the legend explains it."""
    marks = visitor.page.get_by_role("img", name="Compulsory capture")
    await expect(visitor.page.locator(".moves").locator(marks)).to_have_count(len(expected))
    found = await visitor.page.locator(".moves li").evaluate_all(
        """all => all.flatMap((one, index) =>
          one.querySelector('[role=img][title] svg') || one.classList.contains('forced') ? [index] : [])"""
    )
    assert found == expected
    await expect(visitor.page.locator(".moves-legend")).to_have_text("Compulsory capture")
    await expect(visitor.page.locator(".moves-legend")).to_be_visible()


@pytest.mark.smoke
async def test_a_compulsory_capture_is_shown_by_marks_banner_buttons_and_refusals(visit: Visit) -> None:
    """The cards that must capture, their number, a button for each capture, refusals of other cards."""
    visitor = await table_from(visit, position(0, 26))
    assert await visitor.places("[data-must]") == {"d4", "g5"}
    assert await visitor.places("[data-word]") == {"d4", "g5"}
    strip = visitor.page.locator(".strip-text")
    await expect(strip).to_have_text("Same-suit capture is compulsory: 2 choices")
    await visitor.told("alert", "compulsory: 2 choices")
    assert await chips(visitor).all_inner_texts() == ["8♥ d4 × 3♥ c6", "J♠ g5 × 4♠ g7"]
    assert await visitor.page.locator(".overlay .arrow").count() == 2
    await visitor.square("f0").click()
    live = visitor.page.locator("#live")
    await expect(live).to_contain_text("must capture a card of the same suit")
    await expect(live).to_contain_text("Only 8 of hearts on d4 and jack of spades on g5 can.")
    await visitor.act("show").click()
    await expect(visitor.square("d4")).to_be_focused()
    assert visitor.sent == []
    await visitor.act("why").click()
    await expect(visitor.dialog("why")).to_contain_text("J♠ takes 4♠")
    await visitor.page.keyboard.press("Escape")
    await chips(visitor).nth(1).click()
    await visitor.at_ply(1)
    assert [message["move"] for message in visitor.sent] == ["g5 g7"]
    await expect(visitor.page.locator(".moves li")).to_contain_text("J♠:g7")
    assert await chips(visitor).count() == 0


async def test_on_a_phone_a_compulsory_capture_moves_neither_the_own_bar_nor_the_actions(
    visit: Visit,
) -> None:
    visitor = await visit(None, size="phone")
    made = await visitor.make("cardmate", seat="both")
    played = moves(0, 17)
    for ply, move in enumerate(played[:-1]):
        await visitor.play(made, move, ply)
    await visitor.sit(made)
    places = [visitor.page.locator(place) for place in (".seat-top", ".seat-bottom", ".table > .actions")]
    before = [await place.bounding_box() for place in places]
    await expect(chips(visitor)).to_have_count(0)
    await visitor.play(made, played[-1])
    await expect(chips(visitor)).not_to_have_count(0)
    assert [await place.bounding_box() for place in places] == before


async def test_a_single_capture_is_played_automatically_only_with_the_setting_on(visit: Visit) -> None:
    visitor = await visit(None)
    await visitor.page.clock.install()
    await visitor.sit(await visitor.make("cardmate", seat="both", position=position(0, 23)))
    await visitor.click_move(moves(0)[23])
    await visitor.at_ply(1)
    await visitor.page.clock.run_for(1000)  # longer than it would wait
    await visitor.painted()
    assert len(visitor.sent) == 1
    await visitor.act("why").click()
    await visitor.dialog("why").locator("[data-setting]").check()
    await visitor.page.keyboard.press("Escape")
    await visitor.act("undo").click()
    await visitor.at_ply(2)
    await visitor.click_move(moves(0)[23])
    await visitor.at_ply(3)
    await visitor.page.clock.run_for(1000)
    await visitor.at_ply(4)
    assert await visitor.move_list() == ["8Sg5", "JS:g5"]


async def test_the_barred_capture_of_a_higher_suitmate_is_explained(visit: Visit) -> None:
    visitor = await table_from(visit, BARRED)
    await visitor.word("e3").click()
    assert "f5" not in await visitor.places("[data-legal]")
    await visitor.square("f5").click()
    await visitor.told("live", "8 of clubs may not take jack of clubs")
    for text, answer in (("8C:f5", "8♣ may not take J♣"), ("zz", "could not be read")):
        await (await visitor.typing()).fill(text)
        await visitor.page.keyboard.press("Enter")
        await expect(visitor.page.locator(".typed .wrong")).to_contain_text(answer)
        await expect(await visitor.typing()).to_have_value(text)
    assert visitor.sent == []
