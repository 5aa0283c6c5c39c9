"""Games of two players with a spectator, by clicks alone and by keys alone."""

from __future__ import annotations

from typing import Any

from playwright.async_api import expect

from engine import Game
from tests.browser.games import dealt, each_for_two, line
from tests.browser.keys import key_move
from tests.browser.visitor import Visit, Visitor


async def game_with_spectator(visit: Visit, game: Game[Any]) -> tuple[str, list[Visitor]]:
    """Return a game in which the first visitor has seat 0 and the second seat 1; the third is a spectator."""
    first, second, third = await visit(None), await visit(None), await visit(None)
    made = await first.make(game.id, seat=0, **dealt(game))
    await second.join(made)
    for person in (first, second, third):
        await person.sit(made)
    return made, [first, second, third]


@each_for_two
async def test_a_game_by_clicks_is_seen_move_by_move_by_a_spectator(game: Game[Any], visit: Visit) -> None:
    made, visitors = await game_with_spectator(visit, game)
    for ply, move in enumerate(line(game, 10)):
        turn = (await visitors[2].state(made))["turn"]
        await visitors[turn].click_move(move)
        for person in visitors:
            await person.at_ply(ply + 1)
    await expect_same_end(made, visitors)


@each_for_two
async def test_a_game_is_played_by_keyboard_alone(game: Game[Any], visit: Visit) -> None:
    made, visitors = await game_with_spectator(visit, game)
    for ply, move in enumerate(line(game, 6)):
        turn = (await visitors[2].state(made))["turn"]
        await key_move(visitors[turn], move)
        for person in visitors:
            await person.at_ply(ply + 1)
    await expect_same_end(made, visitors)


async def expect_same_end(made: str, visitors: list[Visitor]) -> None:
    """Check that all three see the same result and the position of the server."""
    state = await visitors[0].state(made)
    if state["status"] != "ended":
        await visitors[0].post(f"/api/games/{made}/resign")
    for person in visitors:
        await expect(person.screen).to_have_attribute("data-status", "ended")
        dialog = person.dialog("over")
        await expect(dialog).to_be_visible()
        assert len((await dialog.locator(".dialog-body").inner_text()).split()) > 1
        assert await person.move_list() == (await person.state(made))["told"]
