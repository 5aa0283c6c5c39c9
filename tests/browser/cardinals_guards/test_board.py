"""Cardinal's Guards played to the end, by clicks alone and by keys alone."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.cardinals_guards.tables import PERFECT, deal, next_words, offered
from tests.browser.keys import key_move
from tests.browser.visitor import Visit, Visitor

ARROWS = {"n": "ArrowUp", "e": "ArrowRight", "s": "ArrowDown", "w": "ArrowLeft"}


async def perfect(visitor: Visitor, moves: list[str]) -> None:
    """Check the win with the highest possible score by these moves."""
    await expect(visitor.screen).to_have_attribute("data-status", "ended")
    over = visitor.dialog("over")
    await expect(over).to_contain_text("a perfect game")
    await expect(over).to_contain_text("Score: 56 of 56.")
    assert await visitor.move_list() == moves
    assert [sent["move"] for sent in visitor.sent] == moves


async def test_a_deal_is_won_with_every_point_by_clicks_alone(visit: Visit) -> None:
    """Each token that the server's legal moves allow is offered once at every step."""
    last = PERFECT[-8:]
    visitor = await deal(visit, moves=len(PERFECT) - len(last))
    for ply, move in enumerate(last):
        legal = (await visitor.state(visitor.game))["legal"]
        words = move.split()
        for count, word in enumerate(words):
            assert await offered(visitor) == next_words(legal, words[:count])
            await visitor.word(word).click()
        await visitor.at_ply(ply + 1)
    await perfect(visitor, last)


async def test_a_deal_is_won_with_every_point_by_keys_alone(visit: Visit) -> None:
    last = PERFECT[-4:]
    visitor = await deal(visit, moves=len(PERFECT) - len(last))
    for ply, move in enumerate(last):
        await key_move(visitor, move)
        await visitor.at_ply(ply + 1)
    await perfect(visitor, last)


async def test_the_arrow_keys_pick_the_direction_while_it_is_the_next_token(visit: Visit) -> None:
    visitor = await deal(visit)
    for ply, move in enumerate(["S e", "A s", "M n"]):
        pawn, way = move.split()
        await visitor.word(pawn).press("Enter")
        await visitor.page.keyboard.press(ARROWS[way])
        await visitor.at_ply(ply + 1)
    assert await visitor.move_list() == ["S e", "A s", "M n"]
