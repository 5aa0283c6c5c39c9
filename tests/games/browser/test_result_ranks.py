"""Ranks in the result dialog of a solitaire, with a link to the leaderboard; which: result-ranks.test.js."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from typing import Any

import pytest
from playwright.async_api import Locator, Route, expect

from tests.browser.crowd import ALONE, finish, give_up
from tests.browser.visitor import Visit, Visitor

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
