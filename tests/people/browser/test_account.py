"""Signing up, signing in and coming back, on a page of its own and beside a running game."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from tests.browser.games import TWO, line
from tests.browser.visitor import Visit, Visitor
from tests.people.browser.people import PASSWORD, new_name, sign_up

REFUSAL_IN_CONSOLE = "Failed to load resource"  # logged by the browser for every refusal


def field(visitor: Visitor, name: str) -> Locator:
    return visitor.page.locator(f"[data-form] [name={name}]")


async def fill(visitor: Visitor, **values: str) -> None:
    for name, value in values.items():
        await field(visitor, name).fill(value)


def said_at(visitor: Visitor, name: str) -> Locator:
    """Return the error message at a field."""
    return visitor.page.locator(f"[data-field={name}] .error")


async def test_a_guest_signs_up_keeps_games_and_code_and_returns_to_the_page(visit: Visit) -> None:
    other, visitor = await visit(None), await visit(None)
    taken, name = new_name(), new_name()
    await sign_up(other, taken)
    game = await visitor.make(TWO.id, seat="both")
    await visitor.go("/me")
    await visitor.page.locator("#sign-in").click()
    await visitor.at_screen("sign-in")
    await expect(visitor.page.locator("form[data-form=sign-in]")).to_be_visible()
    await visitor.page.locator("[data-tab=sign-up]").click()
    visitor.excuse(REFUSAL_IN_CONSOLE)
    await visitor.act("sign-up").click()
    await expect(said_at(visitor, "name")).not_to_be_empty()
    await expect(field(visitor, "name")).to_be_focused()
    await expect(field(visitor, "name")).to_have_attribute("aria-invalid", "true")
    await fill(visitor, name=taken.lower(), password=PASSWORD)
    await visitor.act("sign-up").click()
    await expect(said_at(visitor, "name")).to_contain_text("Somebody has this name")
    await fill(visitor, name=f"{name} {'n' * 20}", password=PASSWORD)
    await visitor.act("sign-up").click()
    await expect(said_at(visitor, "name")).to_contain_text("2 to 20")  # and the name is not cut
    await fill(visitor, name=name, password="short")
    await visitor.act("sign-up").click()
    await expect(said_at(visitor, "password")).to_contain_text("8 to 128")
    await expect(said_at(visitor, "name")).to_be_hidden()
    await fill(visitor, password=PASSWORD)
    await expect(field(visitor, "password")).to_have_attribute("type", "password")
    show = visitor.act("show-password")
    await show.click()
    await expect(show).to_have_text("Show")  # as its name says; that it is pressed says the rest
    await expect(show).to_have_attribute("aria-pressed", "true")
    await expect(field(visitor, "password")).to_have_attribute("type", "text")
    await expect(field(visitor, "password")).to_have_attribute("autocomplete", "new-password")
    await visitor.act("sign-up").click()
    code = visitor.page.locator("[data-recovery] code")
    await expect(code).to_have_text(await code.inner_text())
    assert len(await code.inner_text()) > 15
    await expect(visitor.page.locator("[data-recovery] h2")).to_be_focused()
    await expect(visitor.page.locator("main nav")).to_be_hidden()
    await visitor.act("kept").click()
    await visitor.at_screen("account")
    await expect(visitor.page.locator("h1")).to_have_text(name)
    await expect(visitor.page.locator("#my-name")).to_have_text(name)
    await expect(visitor.page.locator("#sign-in")).to_be_hidden()
    await expect(visitor.page.locator(f"[data-list=live] li[data-game='{game}']")).to_be_visible()


@pytest.mark.smoke
async def test_a_guest_who_signs_up_beside_a_game_keeps_the_seat(visit: Visit) -> None:
    first, second = await visit(None), await visit(None)
    game = await first.make(TWO.id, seat=0)
    await second.join(game)
    await first.sit(game)
    await first.page.locator("#sign-in").click()
    sheet = first.dialog("account")
    await expect(sheet.locator("form[data-form=sign-in]")).to_be_visible()
    await sheet.locator("[data-tab=recover]").click()
    await expect(sheet.locator("[name=code]")).to_be_visible()
    await sheet.locator("[data-tab=sign-up]").click()
    await fill(first, name=(name := new_name()), password=PASSWORD)
    await first.act("sign-up").click()
    await first.act("kept").click()
    await expect(sheet).to_have_count(0)
    assert first.game == game
    await expect(first.page.locator("#my-name")).to_have_text(name)
    await first.connected()
    await expect(first.screen).to_have_attribute("data-seat", "0")
    await first.click_move(line(TWO)[0])
    await first.at_ply(1)
    assert (await second.state(game))["players"][0]["name"] == name


async def test_a_person_signs_out_and_in_again_and_comes_back_with_the_code(visit: Visit) -> None:
    visitor = await visit(None)
    name = new_name()
    code = (await sign_up(visitor, name))["recovery"]
    await visitor.go("/me")
    await visitor.act("sign-out").click()
    await visitor.at_screen("lobby")
    await expect(visitor.page.locator("#my-name")).not_to_have_text(name)
    await visitor.page.locator("#sign-in").click()
    await expect(field(visitor, "password")).to_have_attribute("autocomplete", "current-password")
    visitor.excuse(REFUSAL_IN_CONSOLE)
    await fill(visitor, name=name, password="not it at all")
    await visitor.act("sign-in").click()
    await expect(said_at(visitor, "password")).to_contain_text("wrong")
    await fill(visitor, password=PASSWORD)
    await visitor.page.keyboard.press("Enter")
    await visitor.at_screen("account")
    await visitor.go("/account")
    await expect(visitor.screen).to_contain_text(f"You are signed in as {name}")
    await visitor.act("sign-out").click()
    await visitor.page.locator("[data-tab=recover]").click()
    await fill(visitor, name=name, code="AAAA-BBBB", password="another long secret")
    await visitor.act("recover").click()
    await expect(said_at(visitor, "code")).to_contain_text("works only once")
    await fill(visitor, code=code.lower())
    await visitor.act("recover").click()
    await expect(visitor.page.locator("[data-recovery] code")).not_to_have_text(code)
    await visitor.act("kept").click()
    await expect(visitor.page.locator("h1")).to_have_text(name)
