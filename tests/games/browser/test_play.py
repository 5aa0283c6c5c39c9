"""Games of two players, one of whom plays by clicks alone and the other by keys alone, with a spectator."""

from __future__ import annotations

from typing import Any

from playwright.async_api import expect

from engine import Game
from tests.browser.games import each_for_two, line, pair
from tests.browser.keys import key_move
from tests.browser.visitor import Visit


@each_for_two
async def test_a_game_by_clicks_and_by_keys_is_seen_and_heard_move_by_move_also_by_a_spectator(
    game: Game[Any], visit: Visit
) -> None:
    made, *visitors = [*await pair(visit, game), await visit(None)]
    for person in visitors:
        await person.sit(made)
    for ply, move in enumerate(line(game, 6)):
        turn = (await visitors[2].state(made))["turn"]
        if turn:
            await key_move(visitors[turn], move)
        else:
            await visitors[turn].click_move(move)
        for person in visitors:
            await person.at_ply(ply + 1)
            await person.told("live", move.split()[1])
    if (await visitors[0].state(made))["status"] != "ended":
        await visitors[0].post(f"/api/games/{made}/resign")
    for person in visitors:
        await expect(person.screen).to_have_attribute("data-status", "ended")
        dialog = person.dialog("over")
        await expect(dialog).to_be_visible()
        assert len((await dialog.locator(".dialog-body").inner_text()).split()) > 1
        assert await person.move_list() == (await person.state(made))["told"]
