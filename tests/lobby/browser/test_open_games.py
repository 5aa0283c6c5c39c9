"""Games that wait for somebody: their link, their code, their row in the lobby."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.crowd import ALONE
from tests.browser.games import DEAL, TWO, line
from tests.browser.visitor import Visit
from tests.lobby.browser.test_lobby import first_move

ACTING = ("resign", "undo", "redo", "hint", "draw", "takeback", "rematch", "abort", "claim", "give-up")


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
