"""From the lobby to a game, with one click or by a link."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import WebSocketRoute, expect

from engine import GAMES, OPENING, Game
from tests.browser.app.test_layout import sideways
from tests.browser.crowd import ALONE, finish, plant
from tests.browser.games import DEAL, FAMILIES, FIRST, FOR_TWO, TWO, line
from tests.browser.rows import failures
from tests.browser.visitor import Visit
from tests.serving import Server


@pytest.fixture
async def empty(visit: Visit) -> None:
    """Join every open game, so that the lobby lists none."""
    visitor = await visit(None)
    await visitor.guest()
    while waiting := (await visitor.get("/api/games?status=open"))["items"]:
        for game in waiting:
            await visitor.join(game["id"])


def play_now(game: Game[Any]) -> str:
    return f"[data-act=play-now][data-rules={game.id}]"


@pytest.mark.smoke
@pytest.mark.usefixtures("empty")
async def test_new_visitor_starts_every_game_with_one_click(visit: Visit) -> None:
    newcomer = await visit(None)

    async def check(game: Game[Any]) -> None:
        await newcomer.go("/")
        await newcomer.page.click(play_now(game))
        await newcomer.at_screen("table")
        if len(game.seats) == 1:
            await expect(newcomer.page.locator("[data-word]:visible").first).to_be_visible()
        else:
            await expect(newcomer.screen).to_have_attribute("data-status", "open")
            await expect(newcomer.page.locator("[data-waiting]")).to_contain_text("Looking for a player")

    assert await failures(FIRST, check, newcomer) == {}


async def test_play_now_of_a_solitaire_is_the_variant_of_the_last_time(visit: Visit) -> None:
    visitor = await visit("/")
    choice = visitor.page.locator("[data-variants] input:not(:checked)").first
    variant = str(await choice.get_attribute("value"))
    await choice.check()
    await visitor.page.reload()
    await visitor.page.click(f"[data-act=play-now][data-rules={variant}]")
    await visitor.at_screen("table")
    game = visitor.page.url.rsplit("/", 1)[1]
    assert (await visitor.state(game))["rules"] == variant


async def test_a_tile_has_the_link_both_sides_and_the_rules_behind_more(visit: Visit) -> None:
    visitor = await visit("/")
    more = visitor.page.locator(f".game-tile:has([data-act=play-now][data-rules={TWO.id}]) [data-menu=more]")
    await expect(more.locator("[data-act=both]")).to_be_hidden()
    await more.locator("button[aria-expanded]").click()
    await expect(more.locator(f"a[href='/new/{TWO.id}?who=link']")).to_be_visible()
    await expect(more.locator(f"a[href='/help/{TWO.id}']")).to_be_visible()
    await visitor.page.keyboard.press("Escape")
    await expect(more.locator("[data-act=both]")).to_be_hidden()
    await expect(more.locator("button[aria-expanded]")).to_be_focused()
    await visitor.page.keyboard.press("Enter")
    await more.locator("[data-act=both]").click()
    await visitor.at_screen("table")
    await expect(visitor.page.locator("[data-word]:visible").first).to_be_visible()


@pytest.mark.usefixtures("empty")
async def test_one_crimson_button_leads_to_the_lesson_then_to_what_was_played_last(visit: Visit) -> None:
    """A stranger is at a board that waits for their own move after one press."""
    visitor = await visit("/", size="phone")
    crimson = visitor.page.locator("main .primary")
    await expect(crimson).to_have_count(1)
    await expect(crimson).to_be_in_viewport()
    await crimson.click()
    await visitor.at_screen("table")
    await expect(visitor.screen).to_have_attribute("data-turn", "0")
    await expect(visitor.screen).to_have_attribute("data-seat", "0")
    await expect(visitor.page.locator("[data-word]:visible").first).to_be_visible()
    state = await visitor.state(visitor.game)
    assert GAMES[state["rules"]].family == FOR_TWO[0].family
    assert "warning" in state
    await visitor.go("/")
    await visitor.page.click(f"[data-act=play-computer][data-rules={TWO.id}]")
    await visitor.at_screen("table")
    await visitor.go("/")
    await expect(crimson).to_have_count(1)
    await expect(crimson).to_have_attribute("data-act", "play-computer")
    await expect(crimson).to_have_attribute("data-rules", TWO.id)
    color = await crimson.evaluate("button => getComputedStyle(button).color")
    await expect(crimson.locator("small")).to_have_css("color", color)  # not that of text on paper
    await expect(visitor.page.locator(".hero h2").first).to_have_id(f"tile-{TWO.family}")


async def test_play_goes_on_with_an_unfinished_solitaire(visit: Visit) -> None:
    visitor = await visit(None)
    begun = await visitor.make(ALONE.id, deal=DEAL)
    await visitor.play(begun, first_move(await visitor.state(begun)))
    await visitor.go("/")
    play = visitor.page.locator(play_now(ALONE))
    await expect(play).to_have_text("Continue")
    await play.click()
    await visitor.at_screen("table")
    assert visitor.game == begun


async def test_form_offers_a_random_deal_and_takes_the_position_of_a_pasted_link(visit: Visit) -> None:
    visitor = await visit(None)
    made = await visitor.make(TWO.id, seat="both")
    await visitor.play(made, line(TWO)[0])
    await visitor.go(f"/new/{ALONE.id}")
    deal = visitor.page.locator("[name=deal]")
    await visitor.act("dice").click()
    await expect(deal).to_have_value(re.compile(r"^\d+$"))
    await visitor.go(f"/new/{TWO.id}")
    side = visitor.page.locator("fieldset[data-field=seat]")
    await visitor.page.locator("[name=who][value=screen]").check()
    await expect(side).to_have_attribute("disabled", "")
    await visitor.page.locator("summary").click()
    await visitor.page.locator("[name=position]").evaluate(
        """(field, text) => { const data = new DataTransfer(); data.setData('text/plain', text)
           field.dispatchEvent(new ClipboardEvent('paste',
             { clipboardData: data, bubbles: true, cancelable: true })) }""",
        f"{visitor.base}/g/{made}?ply=1",
    )
    position = (await visitor.state(made))["view"]["position"]
    await expect(visitor.page.locator("[name=position]")).to_have_value(position)
    await visitor.act("create").click()
    await visitor.at_screen("table")
    assert (await visitor.state(visitor.game))["start"] == position


def first_move(state: dict[str, Any]) -> str:
    moves: list[str] = [move for move, _ in state["legal"]]
    return next(move for move in moves if not move.endswith(OPENING))


LONG_NAME = "W" * 20  # a name without a place to break


async def test_no_page_scrolls_sideways_with_names_of_twenty_letters(visit: Visit, site: Server) -> None:
    host, visitor = await visit(None), await visit(None, size="phone")
    for person, name in ((host, LONG_NAME), (visitor, LONG_NAME.lower())):
        player = await person.guest()
        plant(site, "update players set name = ? where id = ?", name, player["id"])
    live, waiting = await host.make(TWO.id, seat=0), await host.make(TWO.id)
    await visitor.join(live)
    await host.play(live, line(TWO)[0])
    await finish(visitor)
    await host.sit(waiting)
    wide = {}
    for path in ("/", f"/people/{LONG_NAME}", f"/leaderboards/{ALONE.id}", f"/g/{waiting}"):
        await visitor.go(path)
        if path == "/":
            await expect(visitor.page.locator("[data-list=mine] li").first).to_be_visible()
            await expect(visitor.page.locator(f"[data-game='{waiting}']")).to_be_visible()
        await visitor.page.evaluate(
            "document.querySelectorAll('main details').forEach(one => one.open = true)"
        )
        await visitor.resize(320, 640)
        if (spare := await sideways(visitor)) > 0:
            wide[path] = spare
    assert wide == {}


@pytest.mark.usefixtures("empty")
async def test_a_tile_names_who_waits_with_a_button_to_join_and_moves_no_other_button(visit: Visit) -> None:
    host, watcher = await visit(None), await visit("/", size="phone")
    places = """() => [...document.querySelectorAll('.game-tile :is([data-act^=play], [data-menu])')]
        .map(one => [one.dataset.rules, one.getBoundingClientRect().top])"""
    made = await host.make(TWO.id, clock={"base": 300, "increment": 2})
    before = await watcher.page.evaluate(places)
    await host.sit(made)
    line = watcher.page.locator("[data-waits]")
    await expect(line).to_contain_text((await host.guest())["name"])
    await expect(line).to_contain_text("5+2")
    await expect(line.locator("[data-act=join]")).to_have_class(re.compile("primary"))
    await expect(watcher.page.locator("main .primary")).to_have_count(1)
    assert await watcher.page.evaluate(places) == before
    await host.post(f"/api/games/{made}/abort")
    await expect(line).to_have_count(0)
    assert await watcher.page.evaluate(places) == before
    made = await host.make(TWO.id)
    await host.sit(made)
    await line.locator("[data-act=join]").click()
    await watcher.at_screen("table")
    assert watcher.game == made


async def test_lists_that_come_late_move_no_button(visit: Visit) -> None:
    """Own games stand above all, but below the games for two where their list comes after the page."""
    visitor = await visit(None, size="phone")
    made = await visitor.make(TWO.id, seat="both")
    opened = asyncio.Event()

    async def wait(socket: WebSocketRoute) -> None:
        await opened.wait()
        socket.connect_to_server()

    await visitor.page.route_web_socket("**/ws/lobby*", wait)
    await visitor.go("/")
    places = """() => [...document.querySelectorAll('.hero :is([data-act^=play], [data-menu])')]
        .map(one => one.getBoundingClientRect().top)"""
    before = await visitor.page.evaluate(places)
    opened.set()
    await expect(visitor.page.locator(f"[data-list=mine] li[data-game='{made}']")).to_be_visible()
    assert await visitor.page.evaluate(places) == before


async def test_the_first_buttons_of_both_games_for_two_are_on_the_first_screen_of_a_phone(
    visit: Visit,
) -> None:
    visitor = await visit("/", size="phone")
    for width, height in ((390, 844), (844, 390)):
        await visitor.resize(width, height)
        bottoms = await visitor.page.locator(".hero [data-act=play-now]").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().bottom)"
        )
        assert len(bottoms) == len(FAMILIES)
        assert max(bottoms) <= height, (width, bottoms)
