"""Replays: the URL holds the ply, and each ply shows the server's frame of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import expect

from engine import GAMES, Game
from engine.record import load_text
from tests.browser.crowd import finish
from tests.browser.games import TWO, dealt, line, pair, play_line
from tests.browser.visitor import CLIPBOARD, Visit, Visitor

MOVES = 5


async def resigned_game(visit: Visit, game: Game[Any] = TWO, **options: Any) -> tuple[str, Visitor]:
    """Return a game of some moves that was resigned, and its player."""
    visitor = await visit(None, **options)
    made = await visitor.make(game.id, seat="both", **dealt(game))
    await play_line(made, game, MOVES, visitor, visitor)
    await visitor.post(f"/api/games/{made}/resign")
    return made, visitor


async def pieces(visitor: Visitor) -> dict[str, str]:
    """Return the pieces on the board: place -> piece and owner."""
    found: dict[str, str] = await visitor.squares("[data-piece]").evaluate_all(
        "all => Object.fromEntries(all.map(one => [one.dataset.sq, one.dataset.piece + one.dataset.owner]))"
    )
    return found


@pytest.mark.smoke
async def test_keys_buttons_slider_and_move_list_step_through_the_game(visit: Visit) -> None:
    made, player = await resigned_game(visit)
    await player.go(f"/g/{made}")
    await player.at_screen("replay")
    await player.at_ply(MOVES + 1)
    await player.page.locator("h1").click()
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", MOVES + 1)):
        await player.page.keyboard.press(key)
        await player.at_ply(ply)
        await expect(player.page).to_have_url(re.compile(rf"\?ply={ply}$"))
    for act, ply in (("first", 0), ("next", 1), ("last", MOVES + 1), ("prev", MOVES)):
        await player.act(act).click()
        await player.at_ply(ply)
    await player.page.locator("[data-input=ply]").fill("3")
    await player.at_ply(3)
    second = player.page.locator(".moves li button").nth(1)
    await second.press("Enter")
    await player.at_ply(2)
    await expect(second).to_be_focused()


async def test_replay_runs_by_itself_to_the_end_and_stops_at_a_press(visit: Visit) -> None:
    made, player = await resigned_game(visit)
    await player.go(f"/g/{made}?ply=0")
    await expect(player.page.locator(".status")).to_contain_text("Start")
    for _ in range(2):
        await player.act("speed").click()
    await expect(player.act("speed")).to_have_text("4×")
    await player.act("autoplay").click()
    await player.at_ply(1)
    await player.act("autoplay").click()
    await player.act("next").click()
    ply = int(await player.screen.get_attribute("data-ply") or "")
    await expect(player.page.locator(".status")).to_contain_text(f"Move {ply} of {MOVES}")
    await expect(player.page.locator(".result")).to_be_hidden()
    await player.act("autoplay").click()
    await player.at_ply(MOVES + 1)
    await expect(player.act("autoplay")).to_have_attribute("title", re.compile("Play"))
    await expect(player.page.locator(".status")).to_contain_text("won")
    await expect(player.page.locator(".result")).to_be_visible()
    await player.act("autoplay").click()
    await player.at_ply(1)
    await player.page.keyboard.press("End")
    await player.at_ply(MOVES + 1)


async def test_new_game_goes_on_from_a_position_of_the_replay(visit: Visit) -> None:
    made, player = await resigned_game(visit)
    position = (await player.get(f"/api/games/{made}/frames/2"))["view"]["position"]
    for choice, seat, status in (("seat-1", 1, "open"), ("computer-1", 1, "live")):
        await player.go(f"/g/{made}?ply=2")
        await player.act("play-on").click()
        dialog = player.dialog("play-on")
        await dialog.locator("[data-input=level]").select_option("2")
        await dialog.locator(f"[data-act={choice}]").click()
        await player.at_screen("table")
        begun = await player.state(player.game)
        assert (begun["start"], begun["seat"], begun["status"]) == (position, seat, status)
    assert begun["players"][0]["bot"] == 2
    alone = await finish(player, moves=2, deal=4000000030)  # with many moves
    await player.go(f"/g/{alone}?ply=2")
    await player.act("play-on").click()
    await player.at_screen("table")
    begun = await player.state(player.game)
    assert begun["start"] == (await player.get(f"/api/games/{alone}/frames/2"))["view"]["position"]


async def test_where_a_running_game_stands_nothing_is_tried_and_the_page_says_why(visit: Visit) -> None:
    made, player, _ = await pair(visit, moves=4)
    await player.go(f"/g/{made}?ply=4")
    await player.at_screen("replay")
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    await player.click_move(line(TWO)[4])
    await player.told("message", "when that game is over")
    assert asked == []
    await player.act("prev").click()
    await player.at_ply(3)
    await player.click_move(line(TWO)[3])
    await player.at_ply(4)


async def test_variation_can_be_tried_at_any_ply_and_left_again(visit: Visit) -> None:
    made, player = await resigned_game(visit)
    await player.go(f"/g/{made}?ply=1")
    before = await pieces(player)
    other = next(
        move for move, _ in (await player.get(f"/api/games/{made}/frames/1"))["legal"] if move != line(TWO)[1]
    )
    await player.click_move(other)
    await expect(player.screen).to_have_attribute("data-line", "1")
    await expect(player.page.locator(".trying")).to_contain_text(other.replace(" ", "–"))
    await player.at_ply(1)
    assert await pieces(player) != before
    await player.page.locator("[data-word]").first.click()
    await player.page.locator("[data-legal]").first.click()
    await expect(player.screen).to_have_attribute("data-line", "2")
    await player.act("prev").click()
    await expect(player.screen).to_have_attribute("data-line", "1")
    await player.act("leave-line").click()
    await expect(player.page.locator("main:not([data-line])")).to_be_attached()
    assert await pieces(player) == before
    await player.at_ply(1)
    kept = player.page.locator(".variations li")
    await expect(kept).to_have_count(1)
    await player.click_move(line(TWO)[1])
    await player.at_ply(2)
    await expect(player.page.locator("main:not([data-line])")).to_be_attached()
    await kept.get_by_role("button").nth(1).click()
    await expect(player.screen).to_have_attribute("data-line", "2")
    await player.at_ply(1)
    assert len((await player.state(made))["told"]) == MOVES


async def test_a_position_is_copied_and_a_copied_game_starts_a_game_from_its_end(visit: Visit) -> None:
    made, player = await resigned_game(visit, permissions=CLIPBOARD)
    await player.go(f"/g/{made}?ply=2")
    await player.more("copy")
    position = (await player.get(f"/api/games/{made}/frames/2"))["view"]["position"]
    await player.told("live", position)
    assert await player.clipboard() == position
    await player.more("copy-game")
    await player.told("live", "The game is copied")
    text = await player.clipboard()
    record = load_text(text)
    await player.go(f"/new/{TWO.id}")
    await player.page.locator("[name=who][value=screen]").check()
    await player.page.locator("summary").click()
    field = player.page.locator("[name=position]")
    await field.fill(text.replace("\n1. ", "\n1. nowhere ", 1))
    player.excuse("status of 422")
    await player.act("create").click()
    await expect(player.page.locator("[data-field=position] .error")).to_contain_text("move 1")
    await field.fill(text)
    await player.act("create").click()
    await player.at_screen("table")
    begun = await player.state(player.page.url.rsplit("/", 1)[1])
    assert begun["view"]["position"] == TWO.show(record.replay().state)


LONG_STATUS = """(text) => {
  const status = document.querySelector('.status')
  status.dataset.long = ''
  status.querySelector('.turn').textContent = text
}"""
CUT_OFF = """() => {
  const head = document.querySelector('.table-head').getBoundingClientRect()
  return [...document.querySelectorAll('.status > .turn, .tally > [data-of=score]')]
    .filter((one) => {
      const { right, bottom } = one.getBoundingClientRect()
      return right > innerWidth || bottom > head.bottom + 1 || one.scrollWidth > one.clientWidth
    })
    .map((one) => one.textContent)
}"""


async def test_a_long_status_leaves_the_score_of_a_solitaire_whole_on_narrow_phones(visit: Visit) -> None:
    visitor = await visit(None)
    for game in {game.family: game for game in GAMES.values() if len(game.seats) == 1}.values():
        made = await finish(visitor, rules=game.id)
        await visitor.go(f"/g/{made}?ply=0")
        await visitor.at_screen("replay")
        await visitor.page.evaluate(LONG_STATUS, "Move 112 of 131: can be won")
        for width in (320, 360):
            await visitor.resize(width=width, height=640)
            assert await visitor.page.evaluate(CUT_OFF) == [], (game.id, width)


async def test_on_the_narrowest_phone_steps_and_analysis_stand_above_the_actions(visit: Visit) -> None:
    """A message lies over the button of the analysis, so that it can be read."""
    made, player = await resigned_game(visit, size="phone")
    await player.resize(320, 640)
    await player.go(f"/g/{made}?ply={MOVES + 1}")
    await player.at_screen("replay")
    bar = await player.page.locator(".table > .actions").bounding_box()
    assert bar
    for place in (".steps", "[data-act=analyse]"):
        box = await player.page.locator(place).bounding_box()
        assert box
        assert box["y"] + box["height"] <= bar["y"] + 1, place
    await player.act("prev").click()
    await player.at_ply(MOVES)
    move = (await player.page.locator("[data-word]").first.get_attribute("data-word")) or ""
    await player.word(move).click()
    await player.page.locator("[data-legal]").first.click()
    leave = player.act("leave-line")
    await expect(leave).to_be_in_viewport()
    await leave.click()
    await expect(leave).to_have_count(0)
