"""The banner about other games of the player, on pages beside the table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from playwright.async_api import Locator, Page, expect

from tests.browser.games import TWO, pair
from tests.browser.visitor import Visit, Visitor
from tests.people.browser.people import sign_up
from tests.serving import PATIENCE

COUNT_WRITES = """
    window.kept = 0
    const write = Storage.prototype.setItem
    Storage.prototype.setItem = function (name, value) {
      if (name === 'richelieu.running') kept += 1
      write.call(this, name, value)
    }"""


def news(visitor: Visitor, kind: str) -> Locator:
    return visitor.page.locator(f"#header [data-news={kind}]")


async def until_kept(tabs: Sequence[Page], before: int) -> int:
    """Wait until one of the tabs has kept the running games once more; return how often they have."""
    kept = before
    async with asyncio.timeout(PATIENCE):
        while kept <= before:
            kept = sum([int(await tab.evaluate("kept")) for tab in tabs])
    return kept


async def follow(visitor: Visitor, path: str) -> None:
    """Open a page, and wait until it knows the pending events of the player: later events are news."""
    known = asyncio.Event()
    visitor.page.on("websocket", lambda socket: socket.on("framereceived", lambda _: known.set()))
    await visitor.go(path)
    await known.wait()


async def test_a_running_clock_follows_the_player_over_the_pages_and_its_end_is_told_once(
    visit: Visit,
) -> None:
    game, first, second = await pair(visit, moves=2, clock={"base": 60, "increment": 0})
    opponent = (await second.guest())["name"]
    await second.sit(game)
    await first.sit(game)
    await expect(news(first, "clock")).to_have_count(0)
    heading = first.page.get_by_role("link", name="Leaderboards")
    await first.page.evaluate("document.querySelector('#nav a[href=\"/leaderboards\"]').click()")
    await first.at_screen("leaderboards")
    own = news(first, "clock")
    await expect(own).to_contain_text("your clock is running")
    await expect(own.locator("[data-time=own]")).to_have_text(re.compile(r"0:[0-5]\d"))
    await expect(own).to_contain_text(f"{opponent} may claim the game")
    await expect(first.page).to_have_title(re.compile("^● Your move · "))
    await expect(heading).to_be_visible()
    await first.go(f"/help/{TWO.id}")
    await expect(own).to_contain_text("your clock is running")
    await own.locator("[data-act=back-to-game]").click()
    await first.at_screen("table")
    await expect(news(first, "clock")).to_have_count(0)
    await first.connected()
    await first.go(f"/help/{TWO.id}")
    await expect(own).to_be_visible()
    await first.page.goto(f"{first.base}/static/app/theme.js")  # the page is closed meanwhile
    await second.post(f"/api/games/{game}/resign")
    await first.go("/leaderboards")
    ended = news(first, "ended")
    await expect(ended).to_contain_text(f"{opponent} resigned. You won.")
    await expect(ended.locator("[data-act=replay]")).to_have_attribute("href", f"/g/{game}")
    await first.act("dismiss-news").click()
    await expect(first.page.locator(".news")).to_have_count(0)
    await first.go("/leaderboards")
    await expect(first.page.locator("#my-name")).not_to_have_text("You")
    await expect(first.page.locator(".news")).to_have_count(0)


async def test_a_challenge_and_a_wanted_rematch_are_answered_on_any_page(visit: Visit) -> None:
    host, guest = await visit(None), await visit(None)
    names = [(await sign_up(person))["player"]["name"] for person in (host, guest)]
    await follow(guest, f"/help/{TWO.id}")
    game = await host.make(TWO.id, to=names[1])
    challenge = news(guest, "challenge")
    await expect(challenge).to_contain_text(f"{names[0]} challenges you to")
    await guest.told("alert", f"{names[0]} challenges you")
    await expect(guest.page).to_have_title(re.compile("^● A challenge · "))
    await challenge.locator("[data-act=decline]").click()
    await guest.dialog("decline").locator("[data-act=decline-clock]").click()
    await expect(challenge).to_have_count(0)
    game = await host.make(TWO.id, to=names[1])
    await challenge.locator("[data-act=accept]").click()
    await guest.at_screen("table")
    await expect(guest.screen).to_have_attribute("data-status", "live")
    await host.post(f"/api/games/{game}/resign")
    await expect(guest.screen).to_have_attribute("data-status", "ended")
    await guest.page.evaluate("document.querySelector('#nav a[href=\"/daily\"]').click()")
    await guest.at_screen("daily")
    await host.post(f"/api/games/{game}/offer", ply=1, what="rematch")
    rematch = news(guest, "rematch")
    await expect(rematch).to_contain_text(f"{names[0]} wants a rematch of")
    await expect(guest.page).to_have_title(re.compile("^● Rematch wanted · "))
    await guest.page.route_web_socket("**/ws/games/*", lambda _: None)  # the state of the page alone
    await rematch.locator("[data-act=back-to-game]").click()
    await guest.at_screen("table")
    await expect(guest.dialog("over").locator("[data-act=accept]")).to_be_visible()
    await expect(guest.act("accept")).to_have_count(1)


async def test_two_tabs_keep_the_running_games_at_most_once_a_frame(visit: Visit) -> None:
    """What a tab keeps is read by the other one, which must not answer by keeping it again."""
    game, first, second = await pair(visit, moves=2)
    await first.sit(game)
    tabs, frames = (first.page, await first.context.new_page()), list[str | bytes]()
    for tab in tabs:
        tab.on("websocket", lambda socket: socket.on("framereceived", lambda one: frames.append(one)))
        await tab.add_init_script(COUNT_WRITES)
        await tab.goto(f"{first.base}/leaderboards")
        await until_kept([tab], 0)
    kept = await until_kept(tabs, 0)
    for player in (first, second, first):
        await player.play(game, (await player.state(game))["legal"][0][0])
        kept = await until_kept(tabs, kept)
    assert kept <= len(frames)
