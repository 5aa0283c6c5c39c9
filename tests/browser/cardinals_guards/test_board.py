"""Cardinal's Guards played to the end, by clicks alone and by keys alone; undo to the start."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.cardinals_guards.tables import PERFECT, deal, next_words, offered
from tests.browser.keys import key_move
from tests.browser.visitor import Visit, Visitor
from tests.soak import size

ARROWS = {"n": "ArrowUp", "e": "ArrowRight", "s": "ArrowDown", "w": "ArrowLeft"}


async def perfect(visitor: Visitor, begun: int = 0) -> None:
    """Check the win with the highest possible score; the first `begun` moves were played before."""
    await expect(visitor.screen).to_have_attribute("data-status", "ended")
    over = visitor.dialog("over")
    await expect(over).to_contain_text("a perfect game")
    await expect(over).to_contain_text("Score: 56 of 56.")
    assert await visitor.move_list() == PERFECT
    assert [sent["move"] for sent in visitor.sent] == PERFECT[begun:]


@pytest.mark.soak
async def test_a_deal_is_won_with_every_point_by_clicks_alone(visit: Visit) -> None:
    begun = size(0, len(PERFECT) - 30)
    visitor = await deal(visit, moves=begun)
    for ply, move in enumerate(PERFECT[begun:], begun):
        await visitor.click_move(move)
        await visitor.at_ply(ply + 1)
    await perfect(visitor, begun)


@pytest.mark.soak(only=True)
async def test_a_deal_is_won_with_every_point_by_keys_alone(visit: Visit) -> None:
    begun = size(0, len(PERFECT) - 8)
    visitor = await deal(visit, moves=begun)
    for ply, move in enumerate(PERFECT[begun:], begun):
        await key_move(visitor, move)
        await visitor.at_ply(ply + 1)
    await perfect(visitor, begun)


async def test_the_arrow_keys_pick_the_direction_while_it_is_the_next_token(visit: Visit) -> None:
    visitor = await deal(visit)
    for ply, move in enumerate(["S e", "A s", "M n"]):
        pawn, way = move.split()
        await visitor.word(pawn).press("Enter")
        await visitor.page.keyboard.press(ARROWS[way])
        await visitor.at_ply(ply + 1)
    assert await visitor.move_list() == ["S e", "A s", "M n"]


@pytest.mark.parametrize("size", ["desk", "phone"])
async def test_an_illegal_try_says_what_is_possible_within_its_strip(size: str, visit: Visit) -> None:
    visitor = await deal(visit, size=size)
    await visitor.squares("").first.click()  # a guard of the ring
    message = visitor.page.locator("#message")
    await expect(message).to_have_text(
        "Guards do not move by themselves. Choose a musketeer, or place a guard."
    )
    fits = "({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight"
    assert await visitor.page.locator(".message-strip").evaluate(fits)


async def test_every_token_is_offered_once_at_every_step_of_a_game(visit: Visit) -> None:
    visitor = await deal(visit, moves=30)
    for ply, move in enumerate(PERFECT[30:40], 30):
        legal = (await visitor.state(visitor.game))["legal"]
        words = move.split()
        for count, word in enumerate(words):
            assert await offered(visitor) == next_words(legal, words[:count])
            await visitor.word(word).click()
        await visitor.at_ply(ply + 1)


@pytest.mark.soak
async def test_undo_to_the_start_and_redo_to_the_end_restore_every_view(visit: Visit) -> None:
    moves = size(len(PERFECT) - 1, 25)
    visitor = await deal(visit, moves=moves)
    view = (await visitor.state(visitor.game))["view"]
    start = (await visitor.get(f"/api/games/{visitor.game}/frames/0"))["view"]
    board = await picture(visitor)
    ply = moves
    for act, end in (("undo", start), ("redo", view)):
        for _ in range(moves):
            await visitor.act(act).click()
            ply += 1
            await visitor.at_ply(ply)
        assert (await visitor.state(visitor.game))["view"] == end
    assert await picture(visitor) == board
    assert await visitor.move_list() == PERFECT[:moves]


async def picture(visitor: Visitor) -> list[Any]:
    """Return every place with its accessible name and piece, without the mark of the last move."""
    script = "all => all.map(one => [one.dataset.sq, one.ariaLabel, one.dataset.piece, one.dataset.suit])"
    return list(await visitor.squares("").evaluate_all(script))
