"""The chat: one room for players, one for spectators; plain text, optional per player, reportable."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Locator, Route, expect

from tests.browser.games import seated
from tests.browser.visitor import Visit, Visitor
from tests.games.browser.geometry import do_not_touch
from tests.serving import PATIENCE

EVIL = "<img src=x onerror=alert(1)> M L T N"


def lines(visitor: Visitor) -> Locator:
    return visitor.page.locator(".chat-words")


async def say(visitor: Visitor, text: str) -> None:
    await visitor.page.locator("[data-input=chat]").fill(text)
    await visitor.act("send").click()


async def test_players_and_spectators_have_rooms_of_their_own_and_text_is_inert(visit: Visit) -> None:
    made, first, second = await seated(visit, moves=2)
    await expect(first.page.locator(".watchers")).to_be_empty()
    watcher = await visit(None)
    name = (await watcher.guest())["name"]
    await watcher.sit(made)
    for person in (first, second):
        await expect(person.page.locator(".watchers")).to_contain_text("1 person is watching")
        await expect(person.page.locator(".watcher-names a")).to_have_text(name)
    await say(first, EVIL)
    for person in (first, second):
        await expect(lines(person)).to_have_text([EVIL])
    await expect(first.page.locator(".chat img")).to_have_count(0)
    await say(watcher, "Well played")
    await expect(lines(watcher)).to_have_text(["Well played"])
    stranger = await visit(None)
    await stranger.sit(made)
    await stranger.page.locator("[data-input=chat]").fill("Who are you?")
    twice = "(form) => { form.requestSubmit(); form.requestSubmit() }"  # Enter, Enter
    await stranger.page.locator(".chat-form").evaluate(twice)
    await expect(lines(watcher)).to_have_count(2)
    await say(watcher, "A guest")
    for person in (watcher, stranger):
        await expect(lines(person)).to_have_text(["Well played", "Who are you?", "A guest"])
    await expect(lines(second)).to_have_count(1)
    await second.page.reload()
    await second.connected()
    await expect(lines(second)).to_have_text([EVIL])
    field = second.page.locator("[data-input=chat]")
    await field.press_sequentially("lmtnf?/" * 20 + "more")
    assert len(await field.input_value()) == 140
    await expect(second.page.locator(".chat-count")).to_have_text("140/140")
    await expect(field).to_be_focused()
    assert second.sent == [], "no key of the board does anything there"


async def test_hidden_chat_passes_nothing_between_the_two_until_it_is_shown_again(visit: Visit) -> None:
    """Also where the question for the lines overtakes the choice to see them."""
    made, first, second = await seated(visit, moves=2)
    await say(second, "Hello")
    await expect(lines(first)).to_have_text(["Hello"])
    await first.act("hide-chat").click()
    await expect(lines(first).first).to_be_hidden()
    await until_hidden(first, made, hidden=True)
    await say(second, "Are you there?")
    await expect(second.page.locator(".chat .wrong")).to_contain_text("hidden")
    early: list[str] = []

    async def answer(route: Route) -> None:
        if early:
            await route.fallback()
        else:  # as before the choice
            early.append(route.request.method)
            await route.fulfill(json={"items": [], "hidden": True})

    await first.page.route("**/api/games/*/chat", answer)
    await first.act("hide-chat").click()
    await until_hidden(first, made, hidden=False)
    await say(second, "Once more")
    await expect(lines(first)).to_have_text(["Hello", "Once more"])
    await expect(lines(first).last).to_be_visible()
    assert early == ["GET"]


async def until_hidden(visitor: Visitor, game: str, *, hidden: bool) -> None:
    """Wait until the server has what the page has sent by its socket."""
    async with asyncio.timeout(PATIENCE):
        while (await visitor.get(f"/api/games/{game}/chat"))["hidden"] is not hidden:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@pytest.mark.smoke
async def test_line_is_reported_with_a_word_on_why(visit: Visit) -> None:
    _, first, second = await seated(visit, moves=2)
    await say(second, "Rude words")
    await expect(lines(second)).to_have_count(1)
    await expect(second.act("report")).to_have_count(0)
    await first.act("report").click()
    await expect(first.dialog("report")).to_contain_text("Rude words")
    await first.dialog("report").locator("textarea").fill("Rude")
    await first.act("send-report").click()
    await first.told("live", "Thank you")


async def test_phone_opens_the_chat_as_a_sheet_and_counts_what_is_new(visit: Visit) -> None:
    """Board and clocks stay in view, and a phrase is sent by one press."""
    _, first, second = await seated(visit, moves=2)
    await second.become("phone")
    await expect(second.page.locator(".chat")).to_be_hidden()
    await say(first, "Hello")
    chat = second.act("chat")
    await expect(chat).to_have_attribute("data-count", "1")
    await expect(chat).to_have_accessible_name("Chat, one new line")
    await chat.click()
    sheet = second.dialog("chat")
    await expect(sheet.locator(".chat-words")).to_have_text(["Hello"])
    for part in (second.page.locator("main [role=grid]"), second.page.locator(".seat-bottom")):
        assert await do_not_touch(part, sheet)
    await sheet.get_by_role("button", name="Good luck").click()
    await expect(lines(first)).to_have_text(["Hello", "Good luck"])
    await second.page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    await expect(chat).to_be_focused()
    await expect(chat).not_to_have_attribute("data-count", "1")
    await second.become("desk")
    await expect(lines(second)).to_have_text(["Hello", "Good luck"])


async def test_new_lines_are_read_aloud_only_if_the_reader_wishes(visit: Visit) -> None:
    _, first, _ = await seated(visit, moves=2)
    log = first.page.locator(".chat-lines")
    await expect(log).to_have_attribute("aria-live", "off")
    await expect(first.page.locator("[name='chat.aloud']")).to_be_hidden()
    await first.page.locator("[data-input=chat]").focus()
    await first.page.locator("[name='chat.aloud']").check()
    await expect(log).to_have_attribute("aria-live", "polite")
