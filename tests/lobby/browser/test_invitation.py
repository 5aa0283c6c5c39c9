"""The page of a link to a free seat: what the game is, three moves of it, and one button."""

from __future__ import annotations

import pytest
from playwright.async_api import Request, expect

from tests.browser.games import TWO
from tests.browser.visitor import Visit

SHOWN = ".join .small-board .drawn"
# Notes every picture that is drawn, from before the first one, until there are five.
NOTE_PICTURES = f"""
globalThis.fivePictures = new Promise((resolve) => {{
  const pictures = []
  new MutationObserver(() => {{
    const shown = document.querySelector('{SHOWN}')?.innerHTML
    if (shown && shown !== pictures.at(-1)) pictures.push(shown)
    if (pictures.length === 5) resolve(pictures)
  }}).observe(document, {{ childList: true, subtree: true }})
}})
"""


async def test_the_picture_shows_three_moves_and_then_the_position_of_the_game(visit: Visit) -> None:
    host, friend = await visit(None), await visit(None, reduced_motion="no-preference")
    made = await host.make(TWO.id, public=False, seat=1)
    await friend.page.add_init_script(NOTE_PICTURES)
    await friend.go(f"/g/{made}")
    await friend.at_screen("join")
    first, *moved, last = await friend.page.evaluate("globalThis.fivePictures")
    assert first == last
    assert len({first, *moved}) == 4
    assert await friend.page.locator(".join .lead").inner_text()


async def test_the_picture_stands_still_with_reduced_motion(visit: Visit) -> None:
    host, friend = await visit(None), await visit(None, reduced_motion="reduce")
    made = await host.make(TWO.id, public=False)
    lines: list[Request] = []
    friend.page.on("request", lambda request: lines.append(request) if "/api/lines" in request.url else None)
    await friend.go(f"/g/{made}")
    await friend.at_screen("join")
    await expect(friend.page.locator(f"{SHOWN} svg")).to_be_visible()
    await friend.painted()
    assert lines == []


@pytest.mark.smoke
async def test_the_rules_open_over_the_invitation_which_stays(visit: Visit) -> None:
    host, friend = await visit(None), await visit(None, size="phone")
    made = await host.make(TWO.id, public=False)
    await friend.go(f"/g/{made}")
    await friend.act("help").click()
    await expect(friend.dialog("help")).to_be_visible()
    await friend.page.keyboard.press("Escape")
    await expect(friend.dialog("help")).to_have_count(0)
    await expect(friend.act("help")).to_be_focused()
    await friend.at_screen("join")
    await friend.act("join").click()
    await friend.at_screen("table")
    await expect(friend.screen).to_have_attribute("data-status", "live")
