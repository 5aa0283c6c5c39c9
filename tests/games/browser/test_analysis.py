"""The analysis of an ended game: mistakes on the board, and the wait for a busy server."""

from __future__ import annotations

from playwright.async_api import Route, expect

from engine import GAMES
from engine.analysis import analyst_of
from tests.browser.games import FAMILIES, both_sides
from tests.browser.visitor import SEARCH_MS, Visit

SOLVED = GAMES["three_musketeers"]
ANY = next(game for game in FAMILIES if (analyst := analyst_of(game)) and "evaluate" in analyst.abilities)


async def test_a_mistake_opens_the_position_before_it_with_the_better_move_drawn_and_playable(
    visit: Visit,
) -> None:
    analyst = analyst_of(SOLVED)
    assert analyst
    puzzle = next(one for one in analyst.load().puzzles(SOLVED) if one.grade > 1)  # one move wins
    state = SOLVED.position(puzzle.position)
    wrong = next(move for move in SOLVED.legal(state) if move != puzzle.move)
    answer = SOLVED.legal(SOLVED.apply(state, wrong))[0]
    visitor = await visit(None)
    made = await visitor.make(SOLVED.id, seat="both", position=puzzle.position)
    for move in (wrong, answer):
        await visitor.play(made, move)
    await visitor.post(f"/api/games/{made}/resign")
    await visitor.go(f"/g/{made}?ply=2&analyse=1")
    page = visitor.page
    await expect(page.locator("[data-analysis=done]")).to_be_visible(timeout=SEARCH_MS)
    mistake = page.locator("[data-mistake='0']")
    number = await page.locator(".moves li[data-number]").first.get_attribute("data-number")
    await expect(mistake).to_contain_text(f"{number}. ")
    await mistake.locator("button").click()
    await visitor.at_ply(0)
    for kind in ("played", "better"):
        await expect(page.locator(f"[data-arrow={kind}]")).to_have_count(1)
    assert await visitor.places("[data-hinted]") == set(puzzle.move.split())
    await visitor.act("try-better").click()
    await expect(visitor.screen).to_have_attribute("data-line", "1")
    assert await visitor.places("[data-last]") == set(puzzle.move.split())
    await visitor.act("leave-line").click()
    await expect(visitor.screen).not_to_have_attribute("data-line", "1")
    await visitor.click_move(puzzle.move)
    await expect(visitor.screen).to_have_attribute("data-line", "1")
    await expect(page.locator("[data-arrow=played]")).to_have_count(0)


async def test_an_analysis_says_that_games_go_first_and_goes_on_by_itself(visit: Visit) -> None:
    visitor = await both_sides(visit, ANY, 6)
    page = visitor.page
    await visitor.post(f"/api/games/{visitor.game}/resign")
    visitor.excuse("status of 503")
    asked: list[str] = []

    async def answer(route: Route) -> None:
        asked.append(route.request.url.split("?")[1])
        if len(asked) == 2:
            await route.fulfill(status=503, json={"error": {"code": "busy", "detail": {"by": "games"}}})
        elif len(asked) == 3:
            await expect(paused).to_contain_text("busy with games")
            await route.continue_()
        else:
            await route.continue_()

    paused = page.locator("[data-analysis=paused]")
    await page.route("**/api/games/*/analysis*", answer)
    await visitor.go(f"/g/{visitor.game}?ply=0&analyse=1")
    await expect(page.locator("[data-analysis=done]")).to_be_visible(timeout=SEARCH_MS)
    assert asked == ["from=0&to=0", "from=1&to=5", "from=1&to=5", "from=6&to=6"]
