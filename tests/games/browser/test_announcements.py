"""The turn and the events of a game, on the page and in the live regions."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.games import TWO, line, seated
from tests.browser.visitor import Visit, Visitor

LISTEN = """() => {
  window.spoken = []
  for (const id of ['live', 'alert']) {
    const region = document.getElementById(id)
    new MutationObserver(() => window.spoken.push([id, region.textContent]))
      .observe(region, { childList: true, characterData: true, subtree: true })
  }
}"""


async def announcements(visitor: Visitor) -> list[list[str]]:
    """Return every change of the two live regions since `LISTEN`: [live | alert, text]."""
    found: list[list[str]] = await visitor.page.evaluate("window.spoken")
    return found


TONES = """
window.tones = []
const Real = window.OscillatorNode
window.OscillatorNode = class extends Real {
  constructor(context, options) { super(context, options); window.tones.push(options.frequency) }
}
"""
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
  document.dispatchEvent(new Event('visibilitychange'))
}"""


async def test_the_begin_of_a_game_is_heard_and_stands_in_the_title_of_a_hidden_page(visit: Visit) -> None:
    """Also if the opponent moves first."""
    waiting, other = await visit(None), await visit(None)
    await waiting.page.add_init_script(TONES)
    made = await waiting.make(TWO.id, seat=1)
    await waiting.sit(made)
    await waiting.page.locator("h1").click()  # without a gesture there is no sound
    await waiting.page.evaluate(HIDE, True)
    name = (await other.guest())["name"]
    await other.join(made)
    await expect(waiting.screen).to_have_attribute("data-status", "live")
    await waiting.told("message", f"{name} joined.")
    assert await waiting.page.title() == f"● The game has begun · {TWO.title} · Richelieu"
    assert await waiting.page.evaluate("tones") == [392, 587]
    await waiting.page.evaluate(HIDE, False)
    assert "The game has begun" not in await waiting.page.title()
    assert not (await waiting.page.title()).startswith("●")


@pytest.mark.smoke
async def test_the_turn_is_announced_and_stands_in_title_icon_and_status(visit: Visit) -> None:
    _, first, second = await seated(visit)
    await second.page.evaluate(LISTEN)
    await first.click_move(line(TWO)[0])
    for person in (first, second):
        await person.at_ply(1)
    announced = await announcements(second)
    shown = await second.page.locator(".moves li").first.inner_text()
    heard = shown.replace("–", " to ")
    assert any(where == "live" and heard in text for where, text in announced), (heard, announced)
    assert ["alert", "Your move"] in announced
    for person, told in ((first, re.compile("’s move$")), (second, "Your move")):
        await expect(person.page.locator(".status .turn")).to_have_text(told)
        title = await person.page.title()
        assert title.startswith("●") == ("Your move" in title) == (person is second)
        href = await person.page.locator("link[rel=icon]").get_attribute("href")
        assert ("mark" in str(href)) == (person is second)
