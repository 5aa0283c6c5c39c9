"""An evening of three people: two meet in the lobby and play a rated game with a clock; the third watches on
a phone."""

from __future__ import annotations

from playwright.async_api import expect

from engine import GAMES
from tests.browser.visitor import Visit, Visitor
from tests.people.browser.people import sign_up

DUEL = GAMES["cardmate"]
PRESET = DUEL.presets[0]
KEY = f"{PRESET[0]}+{PRESET[1]}"


async def choose(visitor: Visitor) -> None:
    """Set the form to a rated game with a clock."""
    await visitor.page.locator(f"[data-clocks={DUEL.family}] [value='{KEY}']").check()
    await visitor.page.locator(".rated-choice input").check()


async def play(people: tuple[Visitor, Visitor], moves: int) -> None:
    """Play the next moves of the running game, each by clicks of the player to move."""
    for _ in range(moves):
        state, other = [await person.state(person.game) for person in people]
        mover = people[0] if state["seat"] == state["turn"] else people[1]
        legal = state["legal"] or other["legal"]
        await mover.click_move(next(move for move, _ in legal if len(move.split()) == 2))
        for person in people:
            await person.at_ply(state["ply"] + 1)


async def test_two_people_meet_and_play_while_a_third_finds_their_game_and_watches(
    visit: Visit,
) -> None:
    host, guest, watcher = await visit(None), await visit(None), await visit("/", size="phone")
    names = [(await sign_up(person))["player"]["name"] for person in (host, guest)]
    for person in (host, guest):
        await person.go("/")
        await choose(person)
    await host.page.click(f"[data-act=play-now][data-rules={DUEL.id}]")
    await host.at_screen("table")
    await expect(guest.page.locator(f"[data-list=open] [data-game='{host.game}']")).to_contain_text("rated")
    await guest.page.click(f"[data-act=play-now][data-rules={DUEL.id}]")
    await guest.at_screen("table")
    game = host.game
    assert guest.game == game
    await expect(host.screen).to_have_attribute("data-status", "live")

    row = watcher.page.locator(f"[data-list=live] [data-game='{game}']")
    board = await row.locator(".small-board svg").inner_html()
    people = (host, guest)
    await play(people, 1)
    await expect(row).to_have_attribute("data-ply", "1")
    assert await row.locator(".small-board svg").inner_html() != board
    await row.locator("a").first.click()
    await watcher.at_screen("table")
    await expect(watcher.screen).to_have_attribute("data-seat", "none")
    await play(people, 5)
    await watcher.at_ply(6)
    for person in (host, guest, watcher):
        await expect(person.page.locator("[role=timer]:visible")).to_have_count(2)

    await guest.more("resign")
    await guest.act("confirm").click()
    for person in (host, guest, watcher):
        await expect(person.screen).to_have_attribute("data-status", "ended")
    for person, name in zip((host, guest), names, strict=True):
        await person.go(f"/people/{name}")
        await expect(person.page.locator("main h1")).to_contain_text(name)
        await person.page.locator(f"main a[href^='/g/{game}']").first.click()
        await person.at_screen("replay")
        await person.at_ply(7)
    found = (await host.get(f"/api/people/{names[0]}"))["ratings"]
    assert [(one["rules"], one["games"]) for one in found] == [(DUEL.id, 1)]
