"""Boards by pointer: display, offered moves, and the answer to an illegal move."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import WebSocketRoute, expect

from engine import Game
from tests.browser.games import TWO, both_sides, each_for_two, line, seated
from tests.browser.pointer import drag, middle
from tests.browser.visitor import Visit, Visitor
from tests.games.browser.test_layout import UNEVEN


async def legal_moves(visitor: Visitor) -> list[list[str]]:
    """Return the legal moves as the server lists them, each as its tokens."""
    return [move.split() for move, _ in (await visitor.state(visitor.game))["legal"]]


@pytest.mark.smoke
@each_for_two
async def test_a_board_offers_the_legal_moves_alone_and_explains_why_others_are_not(
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
        dead = min(await visitor.places("") - {word for words in moves for word in words})
        await visitor.square(dead).click()
        await visitor.told("message")
        await expect(visitor.page.locator("#live")).to_have_text(re.compile(r"\w+ .*\w+"))
        assert await visitor.places("[data-legal]") == seconds & await visitor.places("")
        for clicks, picked in enumerate([{first}, set()], start=1):
            await visitor.square(first).click()
            assert await visitor.places("[aria-selected=true]") == picked, f"after {clicks} clicks"
    assert visitor.sent == []


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


async def test_a_move_is_dragged_and_a_cancelled_drag_changes_nothing(visit: Visit) -> None:
    visitor = await both_sides(visit)
    moves = await legal_moves(visitor)
    start, end = next(words for words in moves if len(words) == 2)
    far = min(await visitor.places("") - {word for words in moves for word in words})
    mouse = visitor.page.mouse
    for way in ("outside", "escape", "back", "illegal", "legal"):
        await drag(visitor, visitor.square(start), visitor.square(end), drop=False)
        assert await visitor.places("[data-over]") == {end}
        if way == "outside":
            await mouse.move(2, 2)
        elif way == "escape":
            await visitor.page.keyboard.press("Escape")
        elif way != "legal":
            await mouse.move(*await middle(visitor.square(start if way == "back" else far)), steps=3)
        assert visitor.sent == [], way
        await mouse.up()
        await expect(visitor.squares("[data-over]")).to_have_count(0)
        await expect(visitor.page.locator("main .piece[data-lifted]")).to_have_count(0)
        # after a move: once it is answered
        await expect(visitor.squares("[aria-selected=true]"), way).to_have_count(0)
    await visitor.at_ply(1)
    assert [message["move"] for message in visitor.sent] == [f"{start} {end}"]


async def test_own_side_is_at_the_bottom_and_flip_turns_the_board(visit: Visit) -> None:
    _, first, second = await seated(visit)
    squares = "all => all.map(one => one.dataset.sq)"
    order = [await person.squares("").evaluate_all(squares) for person in (first, second)]
    assert order[0] == order[1][::-1]
    await first.more("flip")
    assert await first.squares("").evaluate_all(squares) == order[1]
    await first.click_move(line(TWO)[0])
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


async def test_moved_piece_stands_on_whole_pixels_and_in_no_layer_of_its_own(visit: Visit) -> None:
    visitor = await both_sides(visit, reduced_motion="no-preference")
    for ply, move in enumerate(line(TWO)[:2]):
        await visitor.click_move(move)
        await visitor.at_ply(ply + 1)
    await visitor.page.evaluate(
        "() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)))"
    )
    assert await visitor.page.evaluate(UNEVEN) == []


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


async def test_where_moves_are_confirmed_nothing_is_sent_before(visit: Visit) -> None:
    first, second = await visit(None), await visit(None, size="phone")
    made = await first.make(TWO.id, seat=0)
    await second.join(made)
    await second.sit(made)
    await second.more("confirming")  # "always", while it is not their turn
    await second.page.reload()
    await second.connected()
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
