"""Missed forced wins: named beside the result, and offered to the two players as a puzzle."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.visitor import SEARCH_MS, Visit

BEFORE = "o3M/1o3/oo2M/M1ooo/1o2o m"
MOVES = ("a2 a3", "b3 b2", "e3 e2", "d2 d1", "e2 e1", "b2 a2", "a3 a2", "c2 c3", "e1 d1", "b4 c4")
LOST, WON = MOVES[1], "b1 c1"  # what the Cardinal played, and what would have won


async def test_a_player_sees_what_they_missed_beside_the_result_and_finds_it(visit: Visit) -> None:
    players = [await visit(None), await visit(None)]
    made = await players[0].make("three_musketeers", seat=0, position=BEFORE)
    await players[1].join(made)
    for ply, move in enumerate(MOVES[:-1]):
        await players[ply % 2].play(made, move)
    winner, loser = players
    await winner.sit(made)
    await loser.sit(made)
    await loser.play(made, MOVES[-1])
    row = loser.page.locator("dialog[data-kind=over] [data-missed=own]")
    await expect(row).to_contain_text("You missed a forced win at move 1.", timeout=SEARCH_MS)
    held = loser.page.locator("dialog[data-kind=over] [data-held]")
    await expect(held).to_have_count(0)
    held = winner.page.locator("dialog[data-kind=over] [data-held]")
    await expect(held).to_have_text("You held the win for 4 of 5 moves.")
    await winner.go(f"/g/{made}?ply=0")
    theirs = winner.page.locator("[data-missed=theirs]")
    await expect(theirs).to_contain_text("missed a forced win at move 1.")
    await expect(winner.page.locator("[data-held]")).to_have_count(0)  # there the analysis says so

    await row.locator("[data-act=missed]").click()
    await loser.at_screen("puzzles")
    await expect(loser.page.locator("h1")).to_have_text("You missed this")
    outcome = loser.page.locator(".puzzle-outcome")
    for move, answer, text in ((LOST, "wrong", "Not b3–b2."), (WON, "right", "Right: b1–c1.")):
        for square in move.split():
            await loser.square(square).click()
        await expect(loser.screen).to_have_attribute("data-answer", answer)
        await expect(outcome).to_contain_text(text)
    await loser.act("review").click()
    await loser.at_screen("replay")
    await loser.at_ply(1)
