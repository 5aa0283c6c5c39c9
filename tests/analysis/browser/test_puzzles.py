"""Puzzles, and a game that the perfect player wins after a mistake."""

from __future__ import annotations

import re

from playwright.async_api import expect

from engine import GAMES
from engine.analysis import analyst_of
from tests.browser.visitor import Visit

GAME = GAMES["three_musketeers"]


def line_of(rules: str, id: str) -> tuple[str, ...]:
    """Return the line of a puzzle."""
    analyst = analyst_of(GAMES[rules])
    assert analyst
    return next(puzzle.line for puzzle in analyst.load().puzzles(GAMES[rules]) if puzzle.id == id)


async def test_a_wrong_move_is_refuted_and_the_right_ones_solve_the_puzzle(visit: Visit) -> None:
    rules = "cardmate"  # whose puzzles have several moves
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
    await visitor.go(f"/puzzles?rules={GAME.id}&grade={grades[-1]}")
    await expect(visitor.act("harder")).to_be_disabled()
    await visitor.act("easier").click()
    await expect(visitor.page).to_have_url(re.compile(rf"/puzzles\?rules={GAME.id}&grade={grades[-2]}$"))
    await visitor.act("today").click()
    await expect(visitor.page).to_have_url(re.compile(rf"/puzzles\?rules={GAME.id}$"))
    await expect(visitor.act("harder")).to_be_visible()
    await expect(visitor.act("today")).to_have_count(0)
