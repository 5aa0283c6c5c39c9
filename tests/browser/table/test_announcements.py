"""The turn and the events of a game, on the page and in the live regions."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import expect

from engine import Game
from tests.browser.games import TWO, both_sides, each_for_two, line, pair
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


@each_for_two
async def test_turn_is_shown_in_the_title_the_favicon_and_the_status(game: Game[Any], visit: Visit) -> None:
    made, first, second = await pair(visit, game)
    for person in (first, second):
        await person.sit(made)
    await first.click_move(line(game)[0])
    for person in (first, second):
        await person.at_ply(1)
    turn = (await first.state(made))["turn"]
    for seat, person in enumerate((first, second)):
        mine = seat == turn
        await expect(person.screen).to_have_attribute("data-turn", str(turn))
        status = person.page.locator(".status .turn")
        if mine:
            await expect(status).to_have_text("Your move")
            assert "Your move" in await person.page.title()
        else:
            await expect(status).to_have_text(re.compile("’s move$"))
            assert "Your move" not in await person.page.title()
        assert (await person.page.title()).startswith("●") == mine
        icon = await person.page.locator("link[rel=icon]").get_attribute("href")
        assert ("mark" in str(icon)) == mine
        await expect(person.page.locator("h1")).to_contain_text(game.title)


async def test_background_page_marks_your_move_in_its_title(visit: Visit) -> None:
    made, first, second = await pair(visit)
    await second.sit(made)
    other = await second.context.new_page()
    await other.bring_to_front()
    assert not (await second.page.title()).startswith("●")
    await first.play(made, line(TWO)[0])
    await second.at_ply(1)
    assert (await second.page.title()).startswith("●")


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
    await expect(waiting.page.locator("#message")).to_contain_text(f"{name} joined.")
    assert await waiting.page.title() == f"● The game has begun · {TWO.title} · Richelieu"
    assert await waiting.page.evaluate("tones") == [392, 587]
    await waiting.page.evaluate(HIDE, False)
    assert "The game has begun" not in await waiting.page.title()
    assert not (await waiting.page.title()).startswith("●")


@pytest.mark.smoke
async def test_moves_are_announced_politely_and_your_turn_assertively(visit: Visit) -> None:
    made, first, second = await pair(visit)
    await second.sit(made)
    await second.page.evaluate(LISTEN)
    await first.play(made, line(TWO)[0])
    await second.at_ply(1)
    announced = await announcements(second)
    shown = await second.page.locator(".moves li").first.inner_text()
    heard = shown.replace("–", " to ")
    assert any(where == "live" and heard in text for where, text in announced), (heard, announced)
    assert ["alert", "Your move"] in announced


async def test_repeated_illegal_move_is_announced_each_time(visit: Visit) -> None:
    visitor = await both_sides(visit)
    await visitor.page.evaluate(LISTEN)
    dead = min(await visitor.places(":not([data-word])"))
    for count in (1, 2, 3):
        await visitor.square(dead).click()
        await visitor.page.wait_for_function("count => window.spoken.length >= count", arg=count)
    announced = [text.replace("\u00a0", "") for _, text in await announcements(visitor)]
    assert len(set(announced)) == 1
    assert len({text for _, text in await announcements(visitor)}) == 2


SAY_LATER = """sentences => {
  const { say } = window.announcer
  for (const [delay, sentence] of sentences) setTimeout(() => say(sentence), delay)
}"""


async def test_sentences_that_come_shortly_after_one_another_stand_together(visit: Visit) -> None:
    visitor = await both_sides(visit)
    live = visitor.page.locator("#live")
    await visitor.page.evaluate(
        "async () => (window.announcer = await import(builtModule('core/announcer.js')))"
    )
    await visitor.page.evaluate(SAY_LATER, [[0, "The connection is back."], [40, "E4 was played."]])
    await expect(live).to_have_text("The connection is back. E4 was played.")
    await visitor.page.evaluate(SAY_LATER, [[400, "Another move."]])
    await expect(live).to_have_text("Another move.")


async def test_the_answer_to_a_key_is_announced_alone(visit: Visit) -> None:
    visitor = await both_sides(visit)
    await visitor.page.evaluate(LISTEN)
    await visitor.square(min(await visitor.places(":not([data-word])"))).focus()
    for _ in range(3):
        await visitor.page.keyboard.press("Enter")
    await visitor.page.wait_for_function("() => window.spoken.length >= 3")
    assert len({text.strip() for _, text in await announcements(visitor)}) == 1


async def test_position_is_described_in_sentences(visit: Visit) -> None:
    visitor = await both_sides(visit, moves=2)
    await visitor.more("describe")
    sheet = visitor.dialog("position")
    await expect(sheet).to_be_visible()
    lines = await sheet.locator("li").all_inner_texts()
    assert len(lines) > 1
    assert all(text.endswith(".") for text in lines)
    await visitor.page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)


async def test_presence_of_the_opponent_is_shown_when_they_leave_and_return(visit: Visit) -> None:
    made, first, second = await pair(visit)
    await first.sit(made)
    await second.sit(made)
    there = first.page.locator("[data-player='1'] .player-there")
    await expect(there).to_have_text("here")
    await second.go("/")
    await expect(there).to_contain_text("away")
    await second.sit(made)
    await expect(there).to_have_text("here")
