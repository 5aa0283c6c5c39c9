"""Puzzles, and a game that the perfect player wins after a mistake."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from engine import GAMES, Seat
from engine.analysis import analyst_of
from tests.browser.visitor import Visit

SEARCHING = 60_000  # ms within which a search ends on the slowest machine
GAME = next(
    game for game in GAMES.values() if (analyst := analyst_of(game)) and "puzzle" in analyst.abilities
)


@pytest.mark.smoke
async def test_the_puzzle_of_the_day_is_tried_shown_and_solved_and_the_next_one_has_its_grade(
    visit: Visit,
) -> None:
    visitor = await visit("/puzzles", size="phone")
    page = visitor.page
    await visitor.at_screen("puzzles")
    puzzle = await visitor.get("/api/puzzles")
    answer = (await visitor.post(f"/api/puzzles/{puzzle['id']}", move=puzzle["state"]["legal"][0][0]))["move"]
    wrong = next(move for move, _ in puzzle["state"]["legal"] if move != answer)
    await visitor.click_move(wrong)
    await expect(visitor.screen).to_have_attribute("data-answer", "wrong")
    await expect(page.locator(".puzzle-outcome")).to_contain_text("Try another move")
    await visitor.act("solution").click()
    assert await visitor.places("[data-hinted]") == set(answer.split())
    await visitor.click_move(answer)
    await expect(visitor.screen).to_have_attribute("data-answer", "right")
    await expect(page.locator("main [data-word]")).to_have_count(0)
    await page.locator("[data-grade='1']").click()
    await expect(page.locator(f"main[data-puzzle]:not([data-puzzle='{puzzle['id']}'])")).to_be_attached()
    await expect(page).to_have_url(f"{visitor.base}/puzzles?grade=1")
    await expect(page.locator(".puzzle-grade")).to_contain_text("Very easy")


async def test_a_day_without_a_puzzle_is_not_found_in_words(visit: Visit) -> None:
    visitor = await visit(None)
    visitor.excuse("status of 404")
    await visitor.go("/puzzles?date=2999-01-01")
    await expect(visitor.screen).to_have_attribute("data-error", "lost")
    await expect(visitor.screen).to_contain_text("no such puzzle")


@pytest.mark.parametrize("seat", range(len(GAME.seats)), ids=lambda seat: GAME.seats[seat])
async def test_after_losing_to_the_perfect_player_the_move_that_gave_the_win_away_is_shown(
    seat: Seat, visit: Visit
) -> None:
    """Once to each side: the Cardinal among them."""
    analyst = analyst_of(GAME)
    assert analyst
    puzzle = next(  # one move wins, every other one loses
        puzzle
        for puzzle in analyst.load().puzzles(GAME)
        if GAME.turn(GAME.position(puzzle.position)) == seat and puzzle.grade > 1
    )
    state = GAME.position(puzzle.position)
    wrong = next(move for move in GAME.legal(state) if move != puzzle.move)
    visitor = await visit(None)
    level = analyst.levels
    await visitor.sit(await visitor.make(GAME.id, bot={"level": level}, seat=seat, position=puzzle.position))
    now, move = await visitor.state(visitor.game), wrong
    while now["over"] is None:
        await visitor.click_move(move)
        # Its move and the answer have been told, or the end: before that the page may still name this seat.
        await visitor.page.wait_for_function(
            "(ply) => { const { turn, seat, status, ply: now } = document.querySelector('main').dataset;"
            " return status === 'ended' || (turn === seat && Number(now) > ply) }",
            arg=now["ply"],
            timeout=SEARCHING,
        )
        now = await visitor.state(visitor.game)
        move = now["legal"][0][0] if now["legal"] else ""
    dialog = visitor.dialog("over")
    await expect(dialog.locator("h2")).to_have_text("You lost")
    await dialog.locator("[data-act=analyse]").click()
    await expect(visitor.page.locator("[data-analysis=done]")).to_be_visible(timeout=SEARCHING)
    first = visitor.page.locator("[data-mistake='0'][data-kind=blunder]")
    await expect(first).to_contain_text("gives the win away")
    await expect(visitor.page.locator(".moves li .flag-mark").first).to_have_text("??")
    await first.locator("button").click()
    await visitor.at_ply(0)
