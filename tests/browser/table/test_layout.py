"""The table fills the window at every size: the board first, bars of one height, and the actions in view."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from playwright.async_api import ViewportSize, expect

from engine import GAMES, Game
from tests.browser.games import FIRST, TWO, both_sides, dealt, line, pair
from tests.browser.table.test_messages import boards, look, same
from tests.browser.visitor import DESK, Visit, Visitor
from tests.serving import Server

LONG_NAME = "Maximilian-Alexandre-Armand-Jean-Leopold"  # 40 letters
NARROW: ViewportSize = {"width": 320, "height": 640}
SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1280, "height": 800},
    "wide desk": {"width": 1920, "height": 1080},
    "tablet": {"width": 820, "height": 1180},
    "phone": {"width": 360, "height": 740},
    "sideways": {"width": 740, "height": 360},
    "magnified": {"width": 640, "height": 400},
}
MEASURE = """() => {
  const box = (selector) => {
    const found = document.querySelector(selector)?.getBoundingClientRect()
    return found && [found.left, found.top, found.right, found.bottom, found.width, found.height]
  }
  const title = document.querySelector('.table-title')
  const card = document.querySelector('.card-piles .card-piece')?.offsetHeight ?? null
  return { board: box('.board .squares') ?? box('.board'), actions: box('.actions'),
    strip: box('.message-strip'), title: title.scrollWidth > title.clientWidth, card,
    sideways: document.scrollingElement.scrollWidth - innerWidth }
}"""
MAGNIFIED_4: ViewportSize = {"width": 320, "height": 256}  # a window of 1280x1024 at 400 %
# Controls of the board and the actions that something covers where the page has scrolled to them.
UNREACHED = """() => [...document.querySelectorAll('main :is([data-word], .actions button)')]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    one.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = one.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return !hit || !(one.contains(hit) || hit.contains(one))
  })
  .map((one) => one.dataset.word ?? one.dataset.act)"""
RATE = "all => all.forEach((one) => { one.textContent = '1500? +162' })"
CUT = """all => all.flatMap((bar) => {
  const [title, more] = ['.player-title', '.player-more'].map((one) => bar.querySelector(one))
  const rating = more.querySelector('.player-rating').getBoundingClientRect()
  const box = more.getBoundingClientRect()
  const cut = rating.right > box.right + 1 || rating.bottom > box.bottom + 1
  return [...(title.scrollWidth > title.clientWidth ? [title.textContent] : []), ...(cut ? ['rating'] : [])]
})"""
# How many pixels of a name a finger hits, from top to bottom.
HIT = """all => all.map((name) => {
  const { left, top, bottom } = name.getBoundingClientRect()
  const rows = Array.from({ length: Math.ceil(bottom - top) + 8 }, (_, row) => top - 4 + row)
  return rows.filter((row) => document.elementFromPoint(left + 4, row) === name).length
})"""
HEIGHTS = "all => [...new Set(all.map((one) => one.offsetHeight))]"


async def measure(visitor: Visitor) -> dict[str, dict[str, Any]]:
    """Return the boxes of board, actions and strip at each size."""
    found: dict[str, dict[str, Any]] = {}
    for name, size in SIZES.items():
        await look(visitor, size)
        found[name] = await visitor.page.evaluate(MEASURE)
    return found


def misfits(name: str, found: dict[str, Any]) -> list[str]:
    """Return the faults of a table at one size: elements out of view, or overlapping."""
    width, height = SIZES[name]["width"], SIZES[name]["height"]
    left, top, right, bottom, *_ = found["board"]
    wrong = [f"{name}: scrolls sideways"] if found["sideways"] > 0 else []
    if found["title"]:
        wrong.append(f"{name}: the title is cut off")
    if left < -1 or top < -1 or right > width + 1 or bottom > height + 1:
        wrong.append(f"{name}: the board is out of view")
    for part in ("actions", "strip"):
        box = found[part]
        if box[3] > height + 1 or box[2] > width + 1:
            wrong.append(f"{name}: {part} out of view")
        if box[0] < right - 1 and box[2] > left + 1 and box[1] < bottom - 1 and box[3] > top + 1:
            wrong.append(f"{name}: {part} on the board")
    return wrong


@pytest.mark.parametrize("game", FIRST, ids=lambda game: game.family)
async def test_board_gets_the_screen_at_every_size(game: Game[Any], visit: Visit) -> None:
    visitor = await visit(None)
    seat = {"seat": "both"} if len(game.seats) == 2 else {}
    await visitor.sit(await visitor.make(game.id, **seat, **dealt(game)))
    found = await measure(visitor)
    assert [one for name, sizes in found.items() for one in misfits(name, sizes)] == []
    boxes = {name: sizes["board"][4:] for name, sizes in found.items()}
    assert max(boxes["wide desk"][0] / 1920, boxes["wide desk"][1] / 1080) >= 0.75
    if found["desk"]["card"]:
        assert found["desk"]["card"] >= 125
    else:
        assert boxes["desk"][0] >= 680
    assert boxes["phone"][0] >= 350
    assert max(boxes["sideways"]) >= 300
    assert (
        max(2 * boxes["magnified"][0] / boxes["desk"][0], 2 * boxes["magnified"][1] / boxes["desk"][1]) >= 0.9
    )
    await look(visitor, MAGNIFIED_4)
    magnified = await visitor.page.evaluate(MEASURE)
    assert magnified["sideways"] <= 0
    assert magnified["board"][4] > 300, "one column: the board is as broad as the window"
    assert await visitor.page.evaluate(UNREACHED) == []


async def test_question_about_a_move_is_one_row_beside_the_board_and_in_view(visit: Visit) -> None:
    visitor = await both_sides(visit, reduced_motion="reduce")
    await visitor.page.evaluate("localStorage.setItem('richelieu.confirm', 'always')")
    await visitor.page.reload()
    await visitor.ready()
    await visitor.connected()
    before = await boards(visitor)
    await visitor.click_move(line(TWO)[0])
    yes, no = visitor.act("confirm"), visitor.act("cancel")
    for name, size in SIZES.items():
        after = await look(visitor, size)
        if (key := f"{size['width']}x{size['height']}") in before:
            assert same(before[key], after), name
        one, other = await yes.bounding_box(), await no.bounding_box()
        assert one
        assert other
        assert min(one["height"], other["height"]) >= 44
        assert abs(one["y"] + one["height"] / 2 - other["y"] - other["height"] / 2) <= 1, name
        assert one["y"] + one["height"] <= size["height"], name
    await expect(yes).to_have_text("Play")
    await no.click()
    await expect(visitor.page.locator(".asked")).to_be_hidden()


async def test_bars_have_one_height_and_names_24_px_at_every_length_of_a_name(
    visit: Visit, site: Server
) -> None:
    made, first, second = await pair(visit, moves=2)
    player = await first.guest()
    with sqlite3.connect(site.database_url.partition("///")[2]) as database:
        database.execute("update players set name = ? where id = ?", (LONG_NAME, player["id"]))
    await first.sit(made)
    bars = first.page.locator(".player")
    for size in (*SIZES.values(), NARROW):
        await first.resize(**size)
        assert len(await bars.evaluate_all(HEIGHTS)) == 1
        assert min(await bars.locator(".player-name[href]").evaluate_all(HIT)) >= 24
        assert await first.page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0
    await second.sit(made)
    there = first.page.locator(".player[data-there]")
    await expect(there).to_have_count(2)
    assert len(await bars.evaluate_all(HEIGHTS)) == 1


async def test_moves_take_the_room_of_the_rail_also_beside_a_chat(visit: Visit) -> None:
    visitor, other = await visit(None), await visit(None)
    made = await visitor.make("cardmate", seat=0)
    await other.join(made)
    for ply in range(16):
        who = (visitor, other)[ply % 2]
        await who.play(made, (await who.state(made))["legal"][0][0], ply)
    await visitor.sit(made)
    moves = visitor.page.locator(".moves")
    assert await moves.evaluate("node => node.clientHeight") >= 5 * 32
    await visitor.page.locator("[data-input=chat]").fill("good luck")
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.page.locator("[data-line]")).to_have_count(1)
    assert await moves.evaluate("node => node.clientHeight") >= 4 * 32


async def test_names_of_twenty_letters_and_ratings_are_never_cut(visit: Visit, site: Server) -> None:
    """Beside a clock, with captured pieces, on a desk, on phones, and in a very narrow window."""
    game = GAMES["cardmate"]
    made, first, second = await pair(visit, game, 2, clock={"base": 600, "increment": 0})
    players = [await one.guest() for one in (first, second)]
    with sqlite3.connect(site.database_url.partition("///")[2]) as database:
        for player, name in zip(players, ("Cardinal Richelieu 7", "Sleek Petrel of Mail"), strict=True):
            database.execute("update players set name = ? where id = ?", (name, player["id"]))
    waits = await visit(None)
    await waits.sit(await waits.make(game.id, seat=0))
    alone = await visit(None)
    against_bot = await alone.make(game.id, seat=0, bot={"level": 2})
    await alone.sit(against_bot)
    await first.sit(made)
    found: dict[str, Any] = {}
    for size in (DESK, SIZES["phone"], NARROW):
        for who in (first, waits, alone):
            await who.resize(**size)
            await who.page.locator(".player-rating").evaluate_all(RATE)
            found[f"{size['width']} px"] = found.get(f"{size['width']} px", [])
            found[f"{size['width']} px"] += await who.page.locator(".player").evaluate_all(CUT)
    assert {size: cut for size, cut in found.items() if cut} == {}


async def test_table_that_waits_covers_nothing_on_a_phone(visit: Visit) -> None:
    visitor = await visit(None, size="phone")
    await visitor.sit(await visitor.make(TWO.id))
    await expect(visitor.page.locator("[data-waiting]")).to_be_visible()
    for size in (SIZES["phone"], NARROW):
        found = await look(visitor, ViewportSize(width=size["width"], height=size["height"]))
        assert found["covered"] == []
    await expect(visitor.act("abort")).to_have_text("Cancel")
