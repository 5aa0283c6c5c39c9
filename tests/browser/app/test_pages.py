"""The pages outside a game: unknown addresses, an unreachable server, names, help, history."""

from __future__ import annotations

import re
import sqlite3

import pytest
from playwright.async_api import WebSocketRoute, expect

from app.people.names import ADJECTIVES, ANIMALS
from tests.browser.games import TWO, both_sides, line, play_line
from tests.browser.rows import failures
from tests.browser.visitor import Visit
from tests.serving import Server


async def test_unknown_addresses_show_a_not_found_page(visit: Visit) -> None:
    visitor = await visit(None)
    visitor.excuse("status of 404")

    async def check(path: str) -> None:
        await visitor.go(path)
        await visitor.at_screen("error")
        await expect(visitor.screen).to_have_attribute("data-error", "lost")

    paths = ["/g/nowhere1", "/new/nothing", "/help/nothing", "/daily?date=1999-01-01", "/daily?date=x"]
    paths += ["/people/Nobody%20We%20Know", "/people/%", "/puzzles?date=2999-01-01", "/no/such/page"]
    paths += ["/help/cardmate?game=3"]
    assert await failures(paths, check) == {}
    await visitor.page.locator("main a[href='/']").click()
    await visitor.at_screen("lobby")


async def test_lobby_says_when_its_lists_may_be_out_of_date_and_reconnects(visit: Visit) -> None:
    visitor, other = await visit(None), await visit(None)
    sockets: list[WebSocketRoute] = []

    def join(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    await visitor.page.route_web_socket("**/ws/lobby*", join)
    await visitor.go("/")
    down = visitor.page.locator(".link-down")
    await expect(down).to_be_hidden()
    with visitor.cut():
        await sockets[-1].close(code=1012)
        await expect(down).to_be_visible()
        made = await other.make(TWO.id)
        await other.sit(made)
        await expect(visitor.page.locator(f"[data-list=open] li[data-game='{made}']")).to_be_visible()
        await expect(down).to_be_hidden()


@pytest.mark.smoke
async def test_the_heading_of_the_next_page_has_the_focus_and_back_what_had_it_there(visit: Visit) -> None:
    visitor = await visit("/")
    more = visitor.page.locator(f"[data-menu=more]:has(a[href='/help/{TWO.id}'])")
    await more.locator("button[aria-expanded]").click()
    await more.locator(f"a[href='/help/{TWO.id}']").click()
    await visitor.at_screen("help")
    await expect(visitor.page.locator("h1")).to_be_focused()
    await visitor.page.locator(f"main a[href='/new/{TWO.id}']").click()
    await visitor.at_screen("new")
    await expect(visitor.page.locator("h1")).to_be_focused()
    await visitor.page.go_back()
    await visitor.at_screen("help")
    await expect(visitor.page.locator(f"main a[href='/new/{TWO.id}']")).to_be_focused()
    await visitor.page.go_back()
    await visitor.at_screen("lobby")
    await visitor.page.go_forward()
    await visitor.at_screen("help")


async def test_back_leads_to_where_the_reader_was_and_sections_have_addresses(visit: Visit) -> None:
    visitor = await visit(f"/help/{TWO.id}")
    contents = visitor.page.locator(".help nav a[href^='#']")
    target = await contents.last.get_attribute("href")
    await contents.last.click()
    await expect(visitor.page).to_have_url(re.compile(f"{target}$"))
    await expect(visitor.page.locator(f"main {target}")).to_be_in_viewport()
    read = await contents.nth(await contents.count() // 2).get_attribute("href")
    heading = visitor.page.locator(f"main {read}")
    await heading.scroll_into_view_if_needed()
    assert await visitor.page.evaluate("scrollY") > 400
    await visitor.page.locator("#nav a[href='/daily']").dispatch_event("click")
    await visitor.at_screen("daily")
    await visitor.page.go_back()
    await visitor.at_screen("help")
    await expect(heading).to_be_in_viewport()
    await visitor.page.reload()
    await visitor.ready()
    await expect(heading).to_be_in_viewport()


async def test_a_list_that_was_loaded_further_is_there_again_after_back(visit: Visit) -> None:
    visitor = await visit(None)
    games = [await visitor.make(TWO.id, seat="both") for _ in range(10)]
    for made in games:
        await play_line(made, TWO, 2, visitor, visitor)
        await visitor.post(f"/api/games/{made}/resign")
    await visitor.go("/me")
    ended = visitor.page.locator("[data-list=ended] li")
    await expect(ended).to_have_count(8)
    await visitor.page.locator("[data-list=ended] [data-act=more]").click()
    await expect(ended).to_have_count(10)
    await ended.last.scroll_into_view_if_needed()
    before = await visitor.page.evaluate("scrollY")
    assert before > 0
    await ended.last.locator("a[href^='/g/']").click()
    await visitor.at_screen("replay")
    await visitor.act("prev").click()
    await visitor.page.go_back()
    await visitor.at_screen("account")
    await expect(ended).to_have_count(10)
    await visitor.page.wait_for_function("before => Math.abs(scrollY - before) < 40", arg=before)
    await expect(ended.last.locator("a[href^='/g/']")).to_be_focused()


async def test_names_are_shown_as_text_and_never_as_markup(visit: Visit, site: Server) -> None:
    first, second = await visit(None), await visit(None)
    name = '<b onclick=x>&%41?#"'
    player = await first.guest()
    with sqlite3.connect(site.database_url.partition("///")[2]) as database:
        database.execute("update players set name = ? where id = ?", (name, player["id"]))
    made = await first.make(TWO.id, seat=0)
    await second.join(made)
    await second.sit(made)
    await expect(second.page.locator("[data-player='0'] .player-name")).to_have_text(name)
    await first.go("/me")
    await first.page.locator("main a[href^='/people/']").first.click()
    await first.at_screen("person")
    await expect(first.page.locator("h1")).to_have_text(name)
    await first.page.reload()
    await first.ready()
    await expect(first.page.locator("h1")).to_have_text(name)
    await first.go("/")
    await expect(first.page.locator("#my-name")).to_have_text(name)
    await expect(first.page.locator(".rated-choice")).to_contain_text(name)
    open_game = await first.make(TWO.id)
    await second.go("/")
    await expect(second.page.locator(f"[data-list=open] li[data-game='{open_game}']")).to_contain_text(name)
    await second.go(f"/g/{open_game}")
    await expect(second.page.locator("h1")).to_contain_text(name)
    for person in (first, second):
        await expect(person.page.locator("[onclick], main b")).to_have_count(0)


async def test_help_opens_over_a_running_game_without_changing_it(visit: Visit) -> None:
    visitor = await both_sides(visit, moves=1)
    start = line(TWO)[1].split()[0]
    await visitor.word(start).click()
    offered = await visitor.places("[data-legal]")
    address = visitor.page.url
    await visitor.act("help").click()
    sheet = visitor.dialog("help")
    await expect(sheet.locator(".credits p").first).to_be_attached()
    await sheet.get_by_role("button", name="Close").click()
    await expect(sheet).to_have_count(0)
    await visitor.at_ply(1)
    assert visitor.page.url == address
    assert await visitor.places("[aria-selected=true]") == {start}
    assert await visitor.places("[data-legal]") == offered
    await visitor.act("help").click()
    await visitor.play(visitor.game, line(TWO)[1])
    await visitor.at_ply(2)
    await expect(sheet).to_be_visible()


async def test_skip_link_moves_the_focus_to_the_content(visit: Visit) -> None:
    visitor = await visit("/")
    await visitor.page.keyboard.press("Tab")
    await expect(visitor.page.locator(".skip")).to_be_focused()
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.screen).to_be_focused()
    await visitor.at_screen("lobby")


async def test_a_browser_that_is_too_old_is_told_which_ones_are_not(visit: Visit) -> None:
    visitor = await visit(None)
    await visitor.page.add_init_script("delete Promise.withResolvers")
    await visitor.page.goto(visitor.base)
    await expect(visitor.page.locator("#old-browser")).to_be_visible()
    await expect(visitor.page.locator("#old-browser")).to_contain_text("Safari 17.5")
    await expect(visitor.screen).to_be_hidden()


CUT = """(words) => words.filter((word) => {
  const name = document.getElementById('my-name')
  name.textContent = `${word} ${word}`
  return name.scrollHeight > name.clientHeight || name.scrollWidth > name.clientWidth })"""


async def test_no_name_of_a_guest_is_cut_in_the_header_of_the_narrowest_phone(visit: Visit) -> None:
    visitor = await visit("/", size="phone")
    await visitor.resize(320, 640)
    assert await visitor.page.evaluate(CUT, [*ADJECTIVES, *ANIMALS]) == []
