"""Expressions of Four Horsemen at the table: chip, operator, chip; exact values; nothing is sent early."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from tests.browser.four_horsemen.tables import MEMORY, OPEN, STACKS, build_expression, position, table, tap
from tests.browser.keys import tab_to_board
from tests.browser.visitor import Visit, Visitor


def live(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-value]")


def chip(visitor: Visitor, name: str) -> Locator:
    return visitor.page.locator(f'[data-part="{name}"]:visible')


@pytest.mark.smoke
async def test_three_stacks_make_42_and_one_click_defeats_it(visit: Visit) -> None:
    visitor, game = await table(visit, position(*OPEN))
    said = live(visitor)
    signs = await visitor.page.locator(".sign").all_inner_texts()
    assert "✕" not in signs, "it looks like the sign of multiplication"
    for part, value, text in [
        ("9S", "9", "9"),
        ("*", "", "9 × ?"),
        ("5D", "45", "9 × 5 = 45 · 3 away from 42"),
        ("-", "", "(9 × 5) − ?"),
        ("3H", "42", "(9 × 5) − 3 = 42 ✓ defeats 42"),
    ]:
        await expect(visitor.word("h1")).to_have_count(0)
        await tap(visitor, part)
        await expect(said).to_have_attribute("data-value", value)
        await expect(said).to_have_text(text)
    await expect(chip(visitor, "((9S*5D)-3H)")).to_have_text("((9 × 5) − 3) = 42")
    await expect(visitor.page.locator("[data-also]:enabled")).to_have_text("Defeat 42")
    assert visitor.sent == []
    await visitor.word("h1").click()
    await visitor.at_ply(1)
    assert [sent["move"] for sent in visitor.sent] == ["beat h1 (9S*5D)-3H"]
    assert (await visitor.state(game))["view"]["horsemen"][0] is None


async def test_a_fraction_is_exact_and_defeats_no_horseman(visit: Visit) -> None:
    visitor, _ = await table(visit, position(*OPEN))
    await tap(visitor, "9S", "/", "5D")
    await expect(live(visitor)).to_have_attribute("data-value", "9/5")
    await expect(visitor.page.locator("[data-word^=h]")).to_have_count(0)
    await expect(visitor.page.locator("[data-tool=defeat]")).to_be_disabled()


async def test_intermediate_values_may_be_fractions_or_negative(visit: Visit) -> None:
    visitor, _ = await table(visit, position("2C4D,AC6H,-,-", "8S<4H,8D<6D,3H<5H,3C<7C", "KS"))
    await build_expression(visitor, "3H-8S")
    await expect(live(visitor)).to_have_attribute("data-value", "-5")
    await visitor.page.keyboard.press("Escape")
    await build_expression(visitor, "8S/(3H-8D/3C)")
    await expect(live(visitor)).to_have_attribute("data-value", "24")
    await visitor.word("h1").click()
    await visitor.at_ply(1)
    assert visitor.sent[0]["move"] == "beat h1 8S/(3H-(8D/3C))"


@pytest.mark.smoke
async def test_division_by_zero_is_refused_in_words(visit: Visit) -> None:
    visitor, _ = await table(visit, position(*OPEN))
    await tap(visitor, "9S", "-", "9H", "5D", "/", "(9S-9H)")
    await expect(live(visitor)).to_have_text("Nothing can be divided by zero.")
    await expect(visitor.page.locator("#live")).to_have_text("Nothing can be divided by zero.")
    await expect(live(visitor)).to_have_attribute("data-value", "")
    await expect(chip(visitor, "(9S-9H)")).to_have_text("(9 − 9) = 0")


async def test_undo_splits_a_merged_chip_and_escape_clears_the_expression(visit: Visit) -> None:
    visitor, _ = await table(visit, position(*OPEN))
    await tap(visitor, "9S", "*", "5D", "-", "3H")
    await visitor.page.locator("[data-tool=back]").click()
    await expect(chip(visitor, "(9S*5D)")).to_have_count(1)
    await expect(chip(visitor, "3H")).to_have_count(1)
    await expect(live(visitor)).to_have_text("(9 × 5) − ?")
    for _ in range(2):
        await visitor.page.keyboard.press("Backspace")
    await expect(live(visitor)).to_have_text("9 × ?")
    await tap(visitor, "JC")
    await expect(live(visitor)).to_have_attribute("data-value", "99")
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.page.locator(".chips > *")).to_have_count(0)
    await expect(live(visitor)).to_have_attribute("data-value", "")
    await expect(chip(visitor, "9S")).to_have_count(1)
    assert visitor.sent == []


async def test_a_stack_in_an_expression_cannot_be_picked_and_says_where_it_is(visit: Visit) -> None:
    visitor, _ = await table(visit, position(*OPEN))
    await tap(visitor, "9S", "*", "5D")
    await visitor.square("s1").click()
    await expect(visitor.page.locator("#live")).to_contain_text("part of (9 × 5)")
    await visitor.square("s6").click()
    await expect(visitor.page.locator("#live")).to_contain_text("There is no stack yet: a pair")


async def test_an_expression_is_entered_by_keys(visit: Visit) -> None:
    visitor, _ = await table(visit, position(*OPEN))
    await tab_to_board(visitor)
    for key in "1*2-3":
        await visitor.page.keyboard.press(key)
    await expect(live(visitor)).to_have_attribute("data-value", "42")
    await visitor.page.keyboard.press("=")
    await visitor.at_ply(1)
    assert visitor.sent[0]["move"] == "beat h1 (9S*5D)-3H"
    assert await visitor.page.evaluate("document.activeElement.closest('.board') !== null")


async def test_the_focus_goes_from_merged_chips_to_the_new_one_and_back_to_the_grid(visit: Visit) -> None:
    visitor, _ = await table(visit, position(*OPEN))
    press = visitor.page.keyboard.press
    focused = visitor.page.locator(":focus")
    await tap(visitor, "9S", "*", "5D")
    await chip(visitor, "(9S*5D)").focus()
    for key in "-3":
        await press(key)
    await expect(focused).to_have_attribute("data-part", "((9S*5D)-3H)")
    for _ in range(5):
        await press("Backspace")
    await expect(visitor.page.locator(".chips > *")).to_have_count(0)
    await expect(focused).to_have_attribute("role", "gridcell")
    for key in "1*2-3=":
        await press(key)
    await visitor.at_ply(1)
    assert visitor.sent[0]["move"] == "beat h1 (9S*5D)-3H"


async def test_arrows_move_among_the_signs_and_the_cards_of_the_hand(visit: Visit) -> None:
    visitor, game = await table(visit, position("4C2S,8D6H,QC7D,-", STACKS, "KS", "7S8S6C"), rules=MEMORY)
    press = visitor.page.keyboard.press
    focused = visitor.page.locator(":focus")
    await visitor.page.locator(".signs [data-part='+']").focus()
    await press("ArrowRight")
    await expect(focused).to_have_attribute("data-part", "-")
    await visitor.page.locator("[data-card='7S']").focus()
    await press("ArrowRight")
    await expect(focused).to_have_attribute("data-card", "8S")
    await press("Enter")
    await visitor.at_ply(1)
    await expect(focused).to_have_attribute("role", "gridcell")
    assert (await visitor.state(game))["view"]["stacks"][5]["top"] == "8S"


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("9*5-3", "beat h1 9S*5D-3H"),
        ("(9 x 5) − 3", "beat h1 (9S*5D)-3H"),
        ("9h*5-3", "beat h1 9H*5D-3H"),
        ("beat h1 9S*5D-3H", "beat h1 9S*5D-3H"),
        ("11*9-9-5+3-2", None),
        ("9*9+5", "beat h2 9S*9H+5D"),
    ],
)
async def test_a_typed_expression_finds_its_stacks_and_its_horseman(
    typed: str, move: str | None, visit: Visit
) -> None:
    visitor, _ = await table(visit, position(*OPEN))
    line = await visitor.typing()
    await line.fill(typed)
    await line.press("Enter")
    if move:
        await visitor.at_ply(1)
        assert visitor.sent[0]["move"] == move
    else:
        await expect(line).to_have_attribute("aria-invalid", "true")
        assert visitor.sent == []


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("9*5", "That makes 45, and no horseman is worth it. 3 away from 42"),
        ("9/5", "That makes 9/5"),
        ("5/(9-9)", "Nothing can be divided by zero."),
        ("4*5", "No stack is left whose top counts 4."),
        ("9**5", "could not be read as a sum"),
        ("9S*9S", "The stack of 9S is used twice."),
        ("beat h2 9*5-3", "no horseman is worth it"),
    ],
)
async def test_a_typed_expression_that_defeats_no_horseman_says_why(
    typed: str, why: str, visit: Visit
) -> None:
    visitor, _ = await table(visit, position(*OPEN))
    line = await visitor.typing()
    await line.fill(typed)
    await line.press("Enter")
    await expect(visitor.page.locator(".typed .wrong")).to_contain_text(why)
    await expect(line).to_have_value(typed)
    assert visitor.sent == []


async def test_with_cards_in_hand_a_horseman_is_defeated_and_the_hand_stays(visit: Visit) -> None:
    visitor, _ = await table(visit, position("4C2S,8D6H,QC7D,-", STACKS, "KS", "7S8S"), rules=MEMORY)
    await tap(visitor, "9S", "*", "5D", "-", "3H")
    await expect(live(visitor)).to_contain_text("defeats 42")
    await visitor.word("h1").click()
    await visitor.at_ply(1)
    assert visitor.sent[0]["move"] == "beat h1 (9S*5D)-3H"
    await expect(visitor.page.locator(".held > *")).to_have_count(2)
    await expect(visitor.page.locator("#live")).not_to_contain_text("moved on")


async def test_an_older_chip_still_highlights_its_horseman(visit: Visit) -> None:
    visitor, _ = await table(visit, position(*OPEN))
    await tap(visitor, "9S", "*", "5D", "-", "3H", "JC", "+", "9H")
    await expect(live(visitor)).to_have_attribute("data-value", "20")
    await expect(visitor.word("h1")).to_have_count(1)
    await visitor.word("h1").click()
    await visitor.at_ply(1)
    assert visitor.sent[0]["move"] == "beat h1 (9S*5D)-3H"


async def test_merged_chips_survive_a_defeat_that_leaves_their_stacks(visit: Visit) -> None:
    visitor, _ = await table(visit, position(*OPEN))
    await tap(visitor, "9S", "*", "5D", "-", "3H", "JC", "+", "9H")
    await visitor.word("h1").click()
    await visitor.at_ply(1)
    await expect(visitor.page.locator(".chips > *")).to_have_count(1)
    await expect(chip(visitor, "(JC+9H)")).to_have_text("(11 + 9) = 20")
