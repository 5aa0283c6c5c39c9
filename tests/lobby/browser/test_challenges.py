"""Challenges by name: from the page of a person, over the form, to the lobby of both."""

from __future__ import annotations

from urllib.parse import quote

from playwright.async_api import Locator, expect

from tests.browser.games import FOR_TWO, TWO
from tests.browser.visitor import Visit, Visitor
from tests.people.browser.people import sign_up


async def challenge(visitor: Visitor, name: str) -> str:
    """Challenge a person from their page; return the id of the game."""
    await visitor.go(f"/people/{quote(name)}")
    await visitor.act("challenge").click()
    await visitor.at_screen("new")
    await expect(visitor.page.locator("[name=to]")).to_have_value(name)
    await visitor.act("create").click()
    await visitor.at_screen("table")
    return visitor.game


def row(visitor: Visitor, game: str) -> Locator:
    return visitor.page.locator(f"[data-list=challenges] li[data-game='{game}']")


async def test_a_challenge_stands_on_top_of_the_lobby_and_is_accepted_there(visit: Visit) -> None:
    host, guest, third = await visit(None), await visit("/"), await visit("/")
    names = [(await sign_up(person))["player"]["name"] for person in (host, guest)]
    await guest.go("/")
    game = await challenge(host, names[1])
    await expect(row(guest, game)).to_contain_text(names[0])
    await guest.told("alert", f"{names[0]} challenges you")
    await expect(guest.page).to_have_title("● A challenge · Richelieu")
    await expect(third.page.locator(f"[data-game='{game}']")).to_have_count(0)
    await expect(host.page.locator("[data-waiting] .presence")).to_have_text(f"{names[1]} is online.")
    leading = guest.page.locator("main .primary")
    await expect(leading).to_have_count(1)
    await expect(leading).to_have_attribute("data-act", "accept")
    await leading.click()
    await guest.at_screen("table")
    await expect(guest.screen).to_have_attribute("data-status", "live")
    await expect(host.screen).to_have_attribute("data-status", "live")


async def test_a_challenge_is_declined_with_a_word_that_the_challenger_reads(visit: Visit) -> None:
    host, guest = await visit(None), await visit(None)
    name = (await sign_up(guest))["player"]["name"]
    await guest.go("/")
    game = await host.make(FOR_TWO[-1].id, to=name)
    await host.go("/")
    mine = host.page.locator(f"[data-list=mine] li[data-game='{game}']")
    await expect(mine).to_contain_text(f"waiting for {name}")
    await row(guest, game).locator("[data-act=decline]").click()
    await guest.dialog("decline").locator("[data-act=decline-clock]").click()
    await expect(row(guest, game)).to_have_count(0)
    await expect(host.page.locator(".challenge-news")).to_contain_text("Another clock, please")
    await expect(mine).to_have_count(0)
    again = await host.make(TWO.id, to=name)
    await expect(row(guest, again)).to_be_visible()
    await host.page.locator(f"[data-list=mine] li[data-game='{again}'] [data-act=dismiss]").click()
    await expect(row(guest, again)).to_have_count(0)


async def test_a_person_is_blocked_on_their_page_and_unblocked_in_the_settings(visit: Visit) -> None:
    visitor, other = await visit(None), await visit(None)
    await sign_up(visitor)
    name = (await sign_up(other))["player"]["name"]
    await visitor.go(f"/people/{quote(name)}")
    await visitor.act("block").click()
    await expect(visitor.act("block")).to_have_attribute("aria-pressed", "true")
    await expect(visitor.act("challenge")).to_have_count(0)
    await visitor.go("/settings")
    blocks = visitor.page.locator("[data-part=blocks]")
    await blocks.locator("summary").click()
    await expect(blocks).to_contain_text(name)
    await blocks.locator("[data-act=block]").click()
    await visitor.go(f"/people/{quote(name)}")
    await expect(visitor.act("challenge")).to_be_visible()


async def test_that_a_rated_game_is_listed_at_its_end_is_said_before_it_is_made_and_joined(
    visit: Visit,
) -> None:
    sentence = "Rated games and their moves become public when they end."
    host, guest = await visit(None), await visit(None)
    name = (await sign_up(guest))["player"]["name"]
    await sign_up(host)
    await host.go(f"/new/{TWO.id}?to={quote(name)}")
    await expect(host.page.locator("[data-field=rated]")).to_contain_text(sentence)
    game = await host.make(TWO.id, rated=True, to=name)
    await guest.go("/")
    await expect(row(guest, game)).to_contain_text(sentence)
    await guest.go(f"/g/{game}")
    await expect(guest.screen).to_contain_text(sentence)
