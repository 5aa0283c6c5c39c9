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

ACTING = ("resign", "undo", "redo", "hint", "draw", "takeback", "rematch", "abort", "claim", "give-up")


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


@pytest.mark.smoke
async def test_link_lets_the_second_join_with_one_button_and_the_third_watch(visit: Visit) -> None:
    host = await visit(f"/new/{TWO.id}")
    await host.page.locator("[name=seat][value='0']").check()
    await host.page.locator("[name=who][value=link]").check()
    await host.act("create").click()
    await host.at_screen("table")
    link = await host.page.locator("[data-waiting] input").input_value()
    assert link == host.page.url
    path = link.removeprefix(host.base)

    friend = await visit(path)
    await friend.at_screen("join")
    await expect(friend.page.locator("main button")).to_have_count(1)
    name = (await host.guest())["name"]
    await expect(friend.page.locator("main h1")).to_contain_text(name)
    await expect(friend.page.locator(".host[data-here]")).to_contain_text("is here")
    await friend.act("join").click()
    await friend.at_screen("table")
    await expect(friend.screen).to_have_attribute("data-seat", "1")
    await expect(host.screen).to_have_attribute("data-status", "live")

    third = await visit(path)
    await third.at_screen("table")
    await third.connected()
    await expect(third.screen).to_have_attribute("data-seat", "none")
    for act in ACTING:
        await expect(third.page.locator(f"[data-act={act}]")).to_have_count(0)
    await expect(third.page.locator("[data-word]")).to_have_count(0)
    await expect(host.page.locator(".watchers")).not_to_be_empty()

    move = line(TWO)[0]
    await host.click_move(move)
    for person in (friend, third):
        await person.at_ply(1)


async def test_cancel_ends_a_game_that_nobody_has_joined_and_leads_to_the_lobby(visit: Visit) -> None:
    host = await visit(None)
    made = await host.make(TWO.id)
    await host.sit(made)
    await host.act("abort").click()
    await host.at_screen("lobby")
    assert (await host.state(made))["over"]["reason"] == "aborted"


async def test_game_that_waits_for_me_stands_first_and_in_the_title_and_its_row_stays(visit: Visit) -> None:
    first, second, third = await visit(None), await visit(None), await visit(None)
    made = await first.make(TWO.id, seat=0)
    await second.join(made)
    alone = await first.make(ALONE.id, deal=DEAL)
    await first.play(alone, first_move(alone_state := await first.state(alone)))
    other = await first.make(TWO.id, seat="both")
    await first.play(other, line(TWO)[0])
    await first.play(made, line(TWO)[0])
    await first.go("/")
    mine = first.page.locator("[data-list=mine] li")
    row = first.page.locator(f"[data-list=mine] li[data-game='{made}']")
    await expect(row).to_have_attribute("data-ply", "1")
    await expect(first.page.locator("[data-yours]")).to_have_count(0)
    assert "●" not in await first.page.title()
    await third.go("/")
    watched = third.page.locator(f"[data-list=live] [data-game='{made}']")
    boards = [one.locator(".small-board svg") for one in (row, watched)]
    before = [await board.inner_html() for board in boards]
    await row.evaluate("row => { window.row = row; row.querySelector('a').focus() }")
    await second.play(made, line(TWO)[1])
    await expect(row).to_have_attribute("data-yours", "")
    await expect(watched).to_have_attribute("data-ply", "2")
    for board, old in zip(boards, before, strict=True):
        assert await board.inner_html() != old
    await expect(mine.first).to_have_attribute("data-game", made)
    await expect(first.page).to_have_title(re.compile("^● Your move"))
    assert await row.evaluate("row => row === window.row && row.contains(document.activeElement)")
    hidden = first.page.locator(f"[data-list=mine] li[data-game='{alone}']")
    await expect(hidden).to_contain_text(str(alone_state["deal"]))
    await hidden.locator("[data-act=dismiss]").click()
    await expect(hidden).to_have_count(0)
    assert await first.page.evaluate("document.activeElement !== document.body")
    await first.page.reload()
    await expect(mine).to_have_count(2)


async def test_waiting_table_shows_its_link_as_a_code(visit: Visit) -> None:
    host = await visit(None)
    await host.sit(await host.make(TWO.id, seat=1))
    card = host.page.locator("[data-waiting]")
    await card.locator("[data-act=invite]").click()
    await expect(card.locator("input")).to_have_value(host.page.url)
    await card.locator("summary").click()
    await expect(card.get_by_role("img", name="QR code")).to_be_visible()


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
