"""Ranks in the result dialog of a solitaire, with a link to the leaderboard; which: result-ranks.test.js."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from typing import Any

import pytest
from playwright.async_api import Locator, Route, expect

from tests.browser.crowd import ALONE, finish, give_up, plant_streak, playable
from tests.browser.visitor import Visit, Visitor
from tests.serving import Server

MIN_COUNTED_MOVES = 10  # of a solitaire

# All that the polite region says: a later sentence, as that of the turning point, replaces an earlier one.
SPOKEN = """addEventListener('DOMContentLoaded', () => {
  const region = document.getElementById('live')
  window.spoken = []
  new MutationObserver(() => window.spoken.push(region.textContent))
    .observe(region, { childList: true, characterData: true, subtree: true })
})"""


async def second_result(visitor: Visitor, deal: int) -> Locator:
    """Return the result dialog of a game at whose deal another player was better, resigned on its page."""
    await finish(visitor, moves=MIN_COUNTED_MOVES, deal=deal)
    await visitor.be_another()
    made = await visitor.make(ALONE.id, deal=deal)
    await visitor.sit(made)
    await give_up(visitor, made, MIN_COUNTED_MOVES + 1, undone=1)
    dialog = visitor.dialog("over")
    await expect(dialog).to_be_visible()
    return dialog


@pytest.mark.smoke
async def test_result_shows_and_speaks_its_rank_and_leads_to_the_leaderboard_of_the_deal(
    visit: Visit,
) -> None:
    visitor, deal = await visit(None), 4000000040
    await visitor.page.add_init_script(SPOKEN)
    dialog = await second_result(visitor, deal)
    await expect(dialog.locator("[data-ranks]")).to_contain_text("2nd on this deal.")
    await visitor.page.wait_for_function("window.spoken.join(' ').includes('2nd on this deal.')")
    await dialog.locator("[data-act=board]").click()
    await expect(visitor.page).to_have_url(re.compile(rf"deal={deal}$"))
    await expect(visitor.page.locator("tbody tr[data-rank]")).to_have_count(2)


async def test_new_deal_asks_nothing_before_the_first_move_and_then_says_which_streak_ends(
    visit: Visit, site: Server
) -> None:
    visitor = await visit(None)
    first = await finish(visitor, moves=MIN_COUNTED_MOVES)
    plant_streak(site, (await visitor.guest())["id"], first, best=7, current=3)
    seen = await visitor.make(ALONE.id)
    await visitor.sit(seen)
    await visitor.more("new-deal")
    await visitor.page.wait_for_url(lambda url: "/g/" in url and seen not in url)
    await expect(visitor.dialog("confirm")).to_have_count(0)
    moved = await playable(visitor, 1)
    await visitor.sit(moved)
    await visitor.play(moved, (await visitor.state(moved))["legal"][0][0])
    await visitor.at_ply(1)
    await visitor.more("new-deal")
    await expect(visitor.dialog("confirm")).to_contain_text("Your streak of 3 ends.")
    await visitor.dialog("confirm").locator("[data-act=confirm]").click()
    await visitor.page.wait_for_url(lambda url: "/g/" in url and moved not in url)
    own = (await visitor.get(f"/api/leaderboards/{ALONE.id}?kind=streak&class=open"))["own"]
    assert own["score"] == [7, 0]


async def hold(answered: asyncio.Event, route: Route) -> None:
    await answered.wait()
    await route.continue_()


async def test_ranks_that_arrive_late_move_no_button_of_the_result(visit: Visit) -> None:
    """At a desk, and on a phone held sideways."""
    visitor, answered = await visit(None), asyncio.Event()
    await visitor.page.route("**/api/leaderboards/**", partial(hold, answered))
    dialog = await second_result(visitor, 4000000041)

    async def places(width: int, height: int) -> list[Any]:
        await visitor.resize(width, height)
        return [await button.bounding_box() for button in await dialog.locator(".dialog-actions > *").all()]

    sizes = ((1280, 800), (740, 360))
    before = [await places(*size) for size in sizes]
    assert len(before[0]) > 2
    answered.set()
    await expect(dialog.locator("[data-ranks]")).to_be_attached()
    assert [await places(*size) for size in sizes] == before
