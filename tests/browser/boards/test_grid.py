"""Boards by pointer: display, offered moves, and the answer to an illegal move."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import FloatRect, Locator, WebSocketRoute, expect

from engine import Game
from tests.browser.games import TWO, both_sides, dealt, each_for_two, line
from tests.browser.visitor import Visit, Visitor


async def legal_moves(visitor: Visitor) -> list[list[str]]:
    """Return the legal moves as the server lists them, each as its tokens."""
    return [move.split() for move, _ in (await visitor.state(visitor.game))["legal"]]


async def centre_of(place: Locator) -> tuple[float, float]:
    box = await place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@each_for_two
async def test_offered_tokens_are_exactly_those_of_the_server_s_legal_moves(
    game: Game[Any], visit: Visit
) -> None:
    visitor = await both_sides(visit, game, moves=1)
    moves = await legal_moves(visitor)
    firsts = {words[0] for words in moves}
    assert await visitor.places("[data-word]") == firsts & await visitor.places("")
    for first in sorted(firsts)[:3]:
        await visitor.word(first).click()
        seconds = {words[1] for words in moves if words[0] == first and len(words) > 1}
        assert await visitor.places("[data-legal]") == seconds & await visitor.places("")
        assert await visitor.places("[aria-selected=true]") == {first}
        await visitor.page.keyboard.press("Escape")
        assert await visitor.places("[data-legal]") == set()


@each_for_two
async def test_last_move_is_marked_and_announced(game: Game[Any], visit: Visit) -> None:
    visitor = await both_sides(visit, game)
    move = line(game)[0]
    await visitor.click_move(move)
    await visitor.at_ply(1)
    state = await visitor.state(visitor.game)
    assert await visitor.places("[data-last]") == set(state["last"].split()) & await visitor.places("")
    assert await visitor.move_list() == state["told"]
    spoken = {"cardmate": r" of \w+s to ", "three_musketeers": f"{move.split()[0]} to "}[game.family]
    await expect(visitor.page.locator("#live")).to_contain_text(re.compile(spoken + move.split()[1]))


@each_for_two
async def test_click_elsewhere_takes_the_last_token_back(game: Game[Any], visit: Visit) -> None:
    visitor = await both_sides(visit, game)
    moves = await legal_moves(visitor)
    first = moves[0][0]
    await visitor.word(first).click()
    dead = next(
        place
        for place in sorted(await visitor.places(""))
        if place not in {word for words in moves for word in words}
    )
    await visitor.square(dead).click()
    assert await visitor.places("[aria-selected=true]") == set()
    assert visitor.sent == []


@pytest.mark.smoke
@each_for_two
async def test_illegal_move_sends_nothing_and_is_explained(game: Game[Any], visit: Visit) -> None:
    visitor = await both_sides(visit, game)
    before = await visitor.state(visitor.game)
    firsts = {words[0] for words in await legal_moves(visitor)}
    dead = min(await visitor.places("") - firsts)
    await visitor.square(dead).click()
    await expect(visitor.page.locator("#live")).to_have_text(re.compile(r"\w+ .*\w+"))
    await expect(visitor.page.locator("#message")).not_to_be_empty()
    assert visitor.sent == []
    assert (await visitor.state(visitor.game))["view"] == before["view"]


async def test_refusal_by_the_server_is_explained_and_resets_the_board(visit: Visit) -> None:
    """A page that sends an illegal move, by a fault of the client, is answered with the rule and goes on."""
    visitor = await visit(None)
    made = await visitor.make(TWO.id, seat="both")

    def spoil(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: server.send(re.sub(r'"move":"[^"]*"', '"move":"no move"', str(text))))

    await visitor.page.route_web_socket("**/ws/games/*", spoil)
    await visitor.sit(made)
    move = line(TWO)[0]
    await visitor.click_move(move)
    await expect(visitor.page.locator("#live")).to_have_text(re.compile("not a move", re.IGNORECASE))
    await visitor.at_ply(0)
    await expect(visitor.word(move.split()[0])).to_be_visible()


@each_for_two
async def test_move_by_drag_and_drop(game: Game[Any], visit: Visit) -> None:
    visitor = await both_sides(visit, game)
    start, end = next(words for words in await legal_moves(visitor) if len(words) == 2)
    mouse = visitor.page.mouse
    await mouse.move(*await centre_of(visitor.square(start)))
    await mouse.down()
    await mouse.move(*await centre_of(visitor.square(end)), steps=4)
    assert await visitor.places("[data-over]") == {end}
    await mouse.up()
    await visitor.at_ply(1)
    assert [message["move"] for message in visitor.sent] == [f"{start} {end}"]


@each_for_two
@pytest.mark.parametrize("way", ["outside", "escape", "back", "illegal"])
async def test_cancelled_drag_changes_nothing(game: Game[Any], way: str, visit: Visit) -> None:
    visitor = await both_sides(visit, game)
    moves = await legal_moves(visitor)
    start, end = moves[0][:2]
    far = min(await visitor.places("") - {word for words in moves for word in words})
    mouse = visitor.page.mouse
    await mouse.move(*await centre_of(visitor.square(start)))
    await mouse.down()
    await mouse.move(*await centre_of(visitor.square(end)), steps=4)
    if way == "outside":
        await mouse.move(2, 2)
    elif way == "escape":
        await visitor.page.keyboard.press("Escape")
    else:
        await mouse.move(*await centre_of(visitor.square(start if way == "back" else far)), steps=3)
    await mouse.up()
    await expect(visitor.squares("[data-over]")).to_have_count(0)
    assert await visitor.places("[aria-selected=true]") == set()
    assert visitor.sent == []
    lifted = visitor.page.locator("main .piece[data-lifted]")
    await expect(lifted).to_have_count(0)
    await visitor.click_move(" ".join(moves[0]))
    await visitor.at_ply(1)


@each_for_two
async def test_own_side_is_at_the_bottom_and_flip_turns_the_board(game: Game[Any], visit: Visit) -> None:
    first, second = await visit(None), await visit(None)
    made = await first.make(game.id, seat=0, **dealt(game))
    await second.join(made)
    for person in (first, second):
        await person.sit(made)
    order = [
        await person.squares("").evaluate_all("all => all.map(one => one.dataset.sq)")
        for person in (first, second)
    ]
    assert order[0] == order[1][::-1]
    await first.more("flip")
    turned = await first.squares("").evaluate_all("all => all.map(one => one.dataset.sq)")
    assert turned == order[1]
    await first.click_move(line(game)[0])
    await second.at_ply(1)


async def test_move_animation_is_short_and_does_not_block_the_next_move(visit: Visit) -> None:
    visitor = await both_sides(visit, reduced_motion="no-preference")
    moves = line(TWO)
    await visitor.page.evaluate(
        """() => { const animate = Element.prototype.animate
             window.glides = []
             Element.prototype.animate = function (frames, how) {
               const made = animate.call(this, frames, how)
               if (frames.some?.(one => one.transform)) { window.glides.push(how.duration); made.pause() }
               return made } }"""
    )
    await visitor.click_move(moves[0])
    await visitor.at_ply(1)
    await visitor.click_move(moves[1])  # while the first is still in the middle of its animation
    await visitor.at_ply(2)
    glides = await visitor.page.evaluate("window.glides")
    assert len(glides) >= 2
    assert max(glides) <= 200


@each_for_two
async def test_moved_piece_is_drawn_as_sharply_as_one_that_stood_there(game: Game[Any], visit: Visit) -> None:
    """The same pixels, at widths that no number of cells divides."""
    visitor = await both_sides(visit, game, reduced_motion="no-preference")
    for ply, move in enumerate(line(game)[:2]):
        await visitor.click_move(move)
        await visitor.at_ply(ply + 1)
    await visitor.page.evaluate(
        "() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)))"
    )
    ends = [move.split()[1] for move in line(game)[:2]]
    moved = [await pixels(visitor, end) for end in ends]
    await visitor.page.reload()
    await visitor.connected()
    assert [await pixels(visitor, end) for end in ends] == moved
    for width, height in ((1277, 797), (820, 1180), (1111, 703), (360, 740)):
        await visitor.resize(width, height)
        assert await visitor.page.evaluate(UNEVEN) == []


UNEVEN = """() => [...document.querySelectorAll('main [data-sq], main .piece')]
  .map((one) => [one.dataset.sq ?? one.className, getComputedStyle(one), one.getBoundingClientRect()])
  .filter(([, { width, willChange }, { left, top }]) =>
    parseFloat(width) % 1 || left % 1 || top % 1 || willChange !== 'auto')
  .map(([name, { width, willChange }, { left, top }]) => `${name}: ${width}, ${willChange} ${left} ${top}`)"""


async def pixels(visitor: Visitor, place: str) -> bytes:
    """Return the pixels of the piece at a place, without the board below it."""
    box = await visitor.square(place).bounding_box()
    assert box
    await visitor.page.mouse.move(1, 1)
    under = "main .cells, main .overlay, main .cells ~ svg"
    await visitor.page.evaluate(
        "under => document.querySelectorAll(under).forEach(one => (one.style.opacity = 0))", under
    )
    clip: FloatRect = {
        "x": int(box["x"]),
        "y": int(box["y"]),
        "width": int(box["width"]),
        "height": int(box["height"]),
    }
    return await visitor.page.screenshot(clip=clip)


async def test_reduced_motion_has_no_animation(visit: Visit) -> None:
    visitor = await both_sides(visit, reduced_motion="reduce")
    await visitor.page.evaluate(
        """() => { const animate = Element.prototype.animate
             window.moved = 0
             Element.prototype.animate = function (...all) {
               window.moved++
               return animate.apply(this, all) } }"""
    )
    await visitor.click_move(line(TWO)[0])
    await visitor.at_ply(1)
    dead = min(await visitor.places(":not([data-word])"))
    await visitor.square(dead).click()
    assert await visitor.page.evaluate("window.moved") == 0
    running = await visitor.page.evaluate(
        "document.getAnimations().filter(one => one.effect.getComputedTiming().duration > 1).length"
    )
    assert running == 0


async def test_game_is_playable_with_forced_colors(visit: Visit) -> None:
    visitor = await both_sides(visit, forced_colors="active")
    start, end = line(TWO)[0].split()
    await visitor.word(start).click()
    border = await visitor.square(start).evaluate("one => parseFloat(getComputedStyle(one).borderTopWidth)")
    plain = await visitor.squares(":not([data-picked])").first.evaluate(
        "one => parseFloat(getComputedStyle(one).borderTopWidth)"
    )
    assert border > plain > 0
    mark = visitor.square(end).locator(".mark")
    assert await mark.evaluate("one => parseFloat(getComputedStyle(one).borderTopWidth)") > 0
    await visitor.word(end).click()
    await visitor.at_ply(1)


async def test_nothing_is_sent_before_the_confirmation(visit: Visit) -> None:
    first, second = await visit(None), await visit(None, size="phone")
    made = await first.make(TWO.id, seat=0)
    await second.join(made)
    await second.sit(made)
    await second.more("confirming")  # "always", while it is not their turn
    await first.play(made, line(TWO)[0])
    await second.at_ply(1)
    start, end = line(TWO)[1].split()
    await second.word(start).tap()
    await second.word(end).tap()
    await expect(second.act("confirm")).to_be_visible()
    assert second.sent == []
    await second.act("cancel").click()
    await expect(second.page.locator("[data-act=confirm]")).to_have_count(0)
    assert await second.places("[aria-selected=true]") == {start}
    await second.word(end).tap()
    await second.act("confirm").click()
    await second.at_ply(2)
    await first.play(made, line(TWO)[2])
    await second.at_ply(3)
    start, end = line(TWO)[3].split()
    await second.word(start).tap()
    await second.word(end).tap()
    await second.square(end).tap()  # a second tap on the same place confirms too
    await second.at_ply(4)
    assert len(second.sent) == 2


async def test_confirm_setting_persists_and_can_be_switched_off(visit: Visit) -> None:
    visitor = await both_sides(visit)
    await visitor.more("confirming")
    await visitor.page.reload()
    await visitor.connected()
    await visitor.click_move(line(TWO)[0])
    await expect(visitor.act("confirm")).to_be_visible()
    await visitor.page.keyboard.press("Escape")
    await visitor.page.keyboard.press("Escape")
    await visitor.more("confirming")  # never
    await visitor.click_move(line(TWO)[0])
    await visitor.at_ply(1)
