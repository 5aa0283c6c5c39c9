"""Games of two players, by clicks alone with a spectator and by keys alone."""

from __future__ import annotations

from typing import Any

from playwright.async_api import expect

from engine import Game
from tests.browser.games import each_for_two, line, pair
from tests.browser.keys import key_move
from tests.browser.visitor import Visit, Visitor


@each_for_two
async def test_a_game_by_clicks_is_seen_and_heard_move_by_move_also_by_a_spectator(
    game: Game[Any], visit: Visit
) -> None:
    made, *visitors = [*await pair(visit, game), await visit(None)]
    for person in visitors:
        await person.sit(made)
    for ply, move in enumerate(line(game, 6)):
        turn = (await visitors[2].state(made))["turn"]
        await visitors[turn].click_move(move)
        for person in visitors:
            await person.at_ply(ply + 1)
            await person.told("live", move.split()[1])
    await expect_same_end(made, visitors)


@each_for_two
async def test_a_game_is_played_by_keyboard_alone(game: Game[Any], visit: Visit) -> None:
    made, *visitors = await pair(visit, game)
    for person in visitors:
        await person.sit(made)
    for ply, move in enumerate(line(game, 4)):
        turn = (await visitors[0].state(made))["turn"]
        await key_move(visitors[turn], move)
        for person in visitors:
            await person.at_ply(ply + 1)
    await expect_same_end(made, visitors)


async def expect_same_end(made: str, visitors: list[Visitor]) -> None:
    """Check that all of them see the same result and the position of the server."""
    state = await visitors[0].state(made)
    if state["status"] != "ended":
        await visitors[0].post(f"/api/games/{made}/resign")
    for person in visitors:
        await expect(person.screen).to_have_attribute("data-status", "ended")
        dialog = person.dialog("over")
        await expect(dialog).to_be_visible()
        assert len((await dialog.locator(".dialog-body").inner_text()).split()) > 1
        assert await person.move_list() == (await person.state(made))["told"]
