"""Puzzles, and a game that the perfect player wins after a mistake."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from engine import GAMES, Seat
from engine.analysis import analyst_of
from tests.browser.rows import failures
from tests.browser.visitor import Visit

SEARCH_MS = 60_000  # within which a search ends on the slowest machine
GAME = GAMES["three_musketeers"]


def line_of(rules: str, id: str) -> tuple[str, ...]:
    """Return the line of a puzzle."""
    analyst = analyst_of(GAMES[rules])
    assert analyst
    return next(puzzle.line for puzzle in analyst.load().puzzles(GAMES[rules]) if puzzle.id == id)


@pytest.mark.parametrize("rules", [GAME.id, "cardmate"])
async def test_a_wrong_move_is_refuted_and_the_right_ones_solve_the_puzzle(rules: str, visit: Visit) -> None:
    visitor = await visit(f"/puzzles?rules={rules}", size="phone")
    page, main = visitor.page, visitor.screen
    await visitor.at_screen("puzzles")
    puzzle = await visitor.get(f"/api/puzzles?rules={rules}")
    line = line_of(rules, puzzle["id"])
    wrong = next(move for move, _ in puzzle["state"]["legal"] if move != line[0])
    await visitor.click_move(wrong)
    outcome = page.locator(".puzzle-outcome")
    await expect(main).to_have_attribute("data-phase", "refuted")
    await expect(outcome).to_have_count(1)
    await expect(outcome).to_contain_text("answer")
    await page.locator("[data-act=again]").click()
    await expect(main).to_have_attribute("data-phase", "open")
    for number in range(0, len(line), 2):
        await visitor.click_move(line[number])
        await expect(main).to_have_attribute("data-line", str(min(number + 2, len(line))))
    await expect(main).to_have_attribute("data-phase", "done")
    await expect(outcome).to_contain_text("Solved after a wrong move.")
    state = GAMES[rules].position(puzzle["state"]["view"]["position"])
    for move in line:
        state = GAMES[rules].apply(state, move)
    announced = outcome.filter(has_text="A win for")  # of a game that goes on
    await expect(announced).to_have_count(int(GAMES[rules].outcome(state) is None))
    await expect(page.locator("[data-puzzle-day=failed][data-today]")).to_be_attached()
    await page.locator("[data-grade]").first.click()
    await expect(page.locator(f"main[data-puzzle]:not([data-puzzle='{puzzle['id']}'])")).to_be_attached()
    await expect(page).to_have_url(re.compile(rf"/puzzles\?rules={rules}&grade=\d$"))


async def test_easier_and_harder_lead_to_the_nearest_grades_and_today_back(visit: Visit) -> None:
    visitor = await visit(None)
    grades = (await visitor.get(f"/api/puzzles?rules={GAME.id}"))["grades"]

    async def check(grade: int) -> None:
        await visitor.go(f"/puzzles?rules={GAME.id}&grade={grade}")
        place = grades.index(grade)
        for act, near in (("easier", place - 1), ("harder", place + 1)):
            if 0 <= near < len(grades):
                await expect(visitor.act(act)).to_have_attribute("data-grade", str(grades[near]))
            else:
                await expect(visitor.act(act)).to_be_disabled()

    assert await failures([grades[0], grades[-1]], check) == {}
    await visitor.act("easier").click()
    await expect(visitor.page).to_have_url(re.compile(rf"/puzzles\?rules={GAME.id}&grade={grades[-2]}$"))
    await visitor.act("today").click()
    await expect(visitor.page).to_have_url(re.compile(rf"/puzzles\?rules={GAME.id}$"))
    await expect(visitor.act("harder")).to_be_visible()
    await expect(visitor.act("today")).to_have_count(0)


async def test_a_puzzle_that_does_not_exist_is_not_found_in_words(visit: Visit) -> None:
    visitor = await visit(None)
    visitor.excuse("status of 4")
    for query in ("date=2999-01-01", "grade=-1"):
        await visitor.go(f"/puzzles?{query}")
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
            timeout=SEARCH_MS,
        )
        now = await visitor.state(visitor.game)
        move = now["legal"][0][0] if now["legal"] else ""
    dialog = visitor.dialog("over")
    await expect(dialog.locator("h2")).to_have_text("You lost")
    await dialog.locator("[data-act=analyse]").click()
    await expect(visitor.page.locator("[data-analysis=done]")).to_be_visible(timeout=SEARCH_MS)
    first = visitor.page.locator("[data-mistake='0'][data-kind=blunder]")
    await expect(first).to_contain_text("gives the win away")
    await expect(visitor.page.locator(".moves li .flag-mark").first).to_have_text("??")
    await first.locator("button").click()
    await visitor.at_ply(0)
