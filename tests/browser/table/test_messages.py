"""Messages at the table never move or cover the board, at any window size."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import ViewportSize, expect

from engine import OPENING, Game
from tests.browser.games import ALL, DEAL, TWO, dealt, pair
from tests.browser.visitor import Visit, Visitor

FAMILIES = tuple({game.family: game for game in reversed(ALL)}.values())  # the first of each family
ALONE = next(game for game in FAMILIES if len(game.seats) == 1)
each_family = pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.family)
SIZES: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 640},
    {"width": 360, "height": 740},
    {"width": 820, "height": 1180},
    {"width": 1280, "height": 800},
    {"width": 740, "height": 360},
)
BOARD = """() => {
  const board = document.querySelector('.table .board')
  const { x, y, width, height } = board.getBoundingClientRect()
  const covered = [...board.querySelectorAll('[data-sq]')].filter((cell) => {
    const box = cell.getBoundingClientRect()
    const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return box.width && found && !board.contains(found)
  })
  return { box: [x, y + scrollY, width, height], covered: covered.map((cell) => cell.dataset.sq) }
}"""
# How far from the middle of the strip a sentence stands that fits into it, in pixels.
OFF_CENTRE = """(note) => {
  const text = document.createRange()
  text.selectNodeContents(note)
  const middle = ({ top, bottom }) => (top + bottom) / 2
  const lines = text.getBoundingClientRect(), strip = note.getBoundingClientRect()
  return lines.height > strip.height ? 0 : Math.abs(middle(lines) - middle(strip))
}"""

Boards = dict[str, dict[str, Any]]


async def look(visitor: Visitor, size: ViewportSize) -> dict[str, Any]:
    """Return the box of the board in a window of this size, and the places on it that are covered."""
    await visitor.resize(**size)
    found: dict[str, Any] = await visitor.page.evaluate(BOARD)
    return found


async def boards(visitor: Visitor) -> Boards:
    return {named(size): await look(visitor, size) for size in SIZES}


def named(size: ViewportSize) -> str:
    return f"{size['width']}x{size['height']}"


def same(before: dict[str, Any], after: dict[str, Any]) -> bool:
    return bool(after["box"] == pytest.approx(before["box"], abs=1) and after["covered"] == before["covered"])


async def seated(visit: Visit, game: Game[Any]) -> Visitor:
    visitor = await visit(None, reduced_motion="reduce")
    seat = {"seat": "both"} if len(game.seats) == 2 else {}
    await visitor.sit(await visitor.make(game.id, **seat, **dealt(game)))
    return visitor


async def sit(visit: Visit, game: Game[Any]) -> Visitor:
    """Return a visitor at a table of the game, without its first hint."""
    visitor = await seated(visit, game)
    if await visitor.act("coach").count():
        await visitor.act("coach").click()
    return visitor


@each_family
async def test_a_refusal_neither_moves_nor_covers_the_board(game: Game[Any], visit: Visit) -> None:
    visitor = await sit(visit, game)
    note = visitor.page.locator("#message")
    before = await boards(visitor)
    barred = visitor.page.locator(".board [data-sq]:not([data-word]):visible").last
    for size in SIZES:
        await visitor.resize(**size)
        await barred.click(position={"x": 4, "y": 4})
        await expect(note).not_to_be_empty()
        assert same(before[named(size)], await look(visitor, size)), (size, await note.inner_text())
        assert await note.evaluate(OFF_CENTRE) <= 2, (size, await note.inner_text())


@each_family
async def test_the_first_hint_of_a_game_fits_into_its_strip(game: Game[Any], visit: Visit) -> None:
    visitor = await seated(visit, game)
    hint = visitor.page.locator(".message-strip > :has(> :is(.coach, [data-lost-deal]))")
    for size in SIZES:
        await visitor.resize(**size)
        await expect(hint).to_be_visible()
        assert await hint.evaluate("one => one.scrollHeight <= one.clientHeight"), size


@each_family
async def test_a_move_that_is_told_does_not_push_the_board(game: Game[Any], visit: Visit) -> None:
    """A board of cards may grow downward by drawn cards."""
    visitor = await sit(visit, game)
    before = await boards(visitor)
    await visitor.click_move(next(one for one in game.legal(game.start(DEAL)) if not one.endswith(OPENING)))
    await visitor.at_ply(1)
    after = await boards(visitor)
    corners = {size: pytest.approx(found["box"][:3], abs=1) for size, found in before.items()}
    assert {size: found["box"][:3] for size, found in after.items()} == corners


@pytest.mark.parametrize("game", [TWO, ALONE], ids=lambda game: game.family)
async def test_a_broken_link_neither_moves_nor_covers_the_board(game: Game[Any], visit: Visit) -> None:
    visitor = await sit(visit, game)
    before = await boards(visitor)
    with visitor.cut():
        await visitor.context.set_offline(True)
        await expect(visitor.page.locator("[data-banner]")).to_be_visible()
        after = await boards(visitor)
        await visitor.context.set_offline(False)
        await visitor.connected()
    assert [size for size in before if not same(before[size], after[size])] == []


async def test_the_board_does_not_move_when_the_opponent_leaves(visit: Visit) -> None:
    made, first, second = await pair(visit)
    await first.sit(made)
    await second.sit(made)
    await expect(first.page.locator(".player[data-there=no]")).to_have_count(0)
    before = await boards(first)
    await second.go("/")
    await expect(first.page.locator(".player[data-there=no]")).to_have_count(1)
    after = await boards(first)
    assert [size for size in before if not same(before[size], after[size])] == []


@each_family
async def test_an_end_leaves_the_board_where_it_is(game: Game[Any], visit: Visit) -> None:
    """The dialog of the result may lie over the foot of the board; the board stands where it stood."""
    visitor = await sit(visit, game)
    before = await boards(visitor)
    await visitor.post(f"/api/games/{visitor.game}/resign")
    await expect(visitor.dialog("over")).to_be_visible()
    after = await boards(visitor)
    assert {size: after[size]["box"] for size in after} == {
        size: pytest.approx(before[size]["box"], abs=1) for size in before
    }
