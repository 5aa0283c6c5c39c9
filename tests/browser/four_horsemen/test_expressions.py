"""Expressions of Four Horsemen at the table: chip, operator, chip; exact values; nothing is sent early."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from tests.browser.four_horsemen.tables import MEMORY, OPEN, STACKS, position, table, tap
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
        ("3H", "3", "3"),
        ("(9S*5D)", "45", "9 × 5 = 45 · 3 away from 42"),
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


async def test_an_expression_is_entered_by_keys_and_the_focus_stays_with_it(visit: Visit) -> None:
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
