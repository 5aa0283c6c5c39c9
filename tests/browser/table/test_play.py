"""Whole games, at two tables and under the eyes of a third, by clicks alone and by keys alone."""

from __future__ import annotations

from statistics import median
from time import monotonic
from typing import Any

from playwright.async_api import expect

from engine import Game
from tests.browser.games import dealt, each_for_two, line
from tests.browser.keys import key_move
from tests.browser.visitor import Visit, Visitor

PROMPT = 1.0  # seconds, M04


async def table_of_three(visit: Visit, game: Game[Any]) -> tuple[str, list[Visitor]]:
    """A game in which the first has seat 0 and the second seat 1, while the third watches."""
    first, second, third = await visit(None), await visit(None), await visit(None)
    made = await first.make(game.id, seat=0, **dealt(game))
    await second.join(made)
    for person in (first, second, third):
        await person.sit(made)
    return made, [first, second, third]


@each_for_two
async def test_two_play_a_whole_game_by_clicks_and_a_third_sees_every_move(
    game: Game[Any], visit: Visit
) -> None:
    made, everybody = await table_of_three(visit, game)
    waits = []
    for ply, move in enumerate(line(game)):
        turn = (await everybody[2].state(made))["turn"]
        await everybody[turn].click_move(move)
        begun = monotonic()
        for person in everybody:
            await person.at_ply(ply + 1)
        waits.append(monotonic() - begun)
    assert median(waits) <= PROMPT
    await ended_for_all(made, everybody)


@each_for_two
async def test_two_play_a_whole_game_by_keys_alone(game: Game[Any], visit: Visit) -> None:
    made, everybody = await table_of_three(visit, game)
    for ply, move in enumerate(line(game)):
        turn = (await everybody[2].state(made))["turn"]
        await key_move(everybody[turn], move)
        for person in everybody:
            await person.at_ply(ply + 1)
    await ended_for_all(made, everybody)


async def ended_for_all(made: str, everybody: list[Visitor]) -> None:
    """All three are told the same end, and look at the position that the server has."""
    state = await everybody[0].state(made)
    if state["status"] != "ended":
        await everybody[0].post(f"/api/games/{made}/resign")
    for person in everybody:
        await expect(person.screen).to_have_attribute("data-status", "ended")
        dialog = person.dialog("over")
        await expect(dialog).to_be_visible()
        assert len((await dialog.locator(".dialog-body").inner_text()).split()) > 1
        assert await person.told() == (await person.state(made))["told"]
