"""Seeks by clock and rating, in the lobby and in the form of a new game."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from engine import GAMES
from tests.browser.games import TWO
from tests.browser.visitor import Visit, Visitor
from tests.people.browser.people import sign_up

PRESET = GAMES[TWO.id].presets[0]  # seconds for the game and for each move


def row(visitor: Visitor, game: str) -> Locator:
    return visitor.page.locator(f"[data-list=open] li[data-game='{game}']")


async def play_now(visitor: Visitor) -> str:
    """Press Play now; return the id of the game."""
    await visitor.page.click(f"[data-act=play-now][data-rules={TWO.id}]")
    await visitor.at_screen("table")
    return visitor.game


async def choose_clock(visitor: Visitor, value: str) -> None:
    await visitor.page.locator(f"[data-clocks={TWO.family}] [value='{value}']").check()


async def test_guests_are_told_why_they_cannot_play_rated_and_accounts_join(visit: Visit) -> None:
    host, guest, other = await visit(None), await visit("/"), await visit(None)
    await expect(guest.page.locator(".rated-choice")).to_contain_text("need an account")
    await sign_up(host)
    await sign_up(other)
    await host.go("/")
    await host.page.locator(".rated-choice input").check()
    game = await play_now(host)
    assert (await host.state(game))["rated"] is True
    seek = row(guest, game)
    await expect(seek).to_contain_text("rated")
    await expect(seek.locator("[data-act=join]")).to_have_count(0)
    await expect(seek.locator("[data-act=sign-up]")).to_have_attribute(
        "href", "/account?tab=sign-up&next=%2F"
    )
    await guest.go(f"/g/{game}")
    await guest.at_screen("join")
    await expect(guest.screen).to_contain_text("This game is rated.")
    await expect(guest.act("join")).to_have_count(0)
    await expect(guest.act("sign-up")).to_have_attribute("href", f"/account?tab=sign-up&next=%2Fg%2F{game}")
    await other.go("/")
    await row(other, game).locator("[data-act=join]").click()
    await other.at_screen("table")
    await expect(other.screen).to_have_attribute("data-status", "live")


async def test_two_who_wait_with_different_clocks_are_offered_each_other_and_the_clock_is_remembered(
    visit: Visit,
) -> None:
    one, two = await visit("/"), await visit("/")
    await choose_clock(one, f"{PRESET[0]}+{PRESET[1]}")
    game = await play_now(one)
    second = GAMES[TWO.id].presets[1]
    await choose_clock(two, f"{second[0]}+{second[1]}")
    assert await play_now(two) != game
    name = next(seated["name"] for seated in (await one.state(game))["players"] if seated)
    offer = two.page.locator(f"[data-waiting] [data-waits='{game}']")
    await expect(offer).to_contain_text(f"{name} waits with {PRESET[0] // 60}+{PRESET[1]}")
    await offer.locator("[data-act=join]").click()
    for person in (one, two):
        await expect(person.screen).to_have_attribute("data-status", "live")
    assert two.game == game
    await two.go("/")
    await expect(two.page.locator("[data-list=mine] li")).to_have_count(1)
    clock = two.page.locator(f"[data-clocks={TWO.family}] [value='{second[0]}+{second[1]}']")
    await expect(clock).to_be_checked()
