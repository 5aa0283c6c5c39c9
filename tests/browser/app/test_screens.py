"""Every screen, opened once and resized: it fits its window at five widths with no word broken, its controls
can be hit by a finger, board, status and actions are in view together, and axe-core finds no violation on
a phone in the light theme or on a desk in the dark one, in turn."""

from __future__ import annotations

import pytest

from tests.browser.app.test_axe import everywhere, sizes_of
from tests.browser.app.test_layout import hard_to_hit, misfits, out_of_view
from tests.browser.rows import failures, in_parts
from tests.browser.screens import (
    SCREENS,
    Way,
    against_a_bot,
    analysed,
    over,
    puzzle,
    replay,
    table,
    waiting,
    watching,
)
from tests.browser.visitor import Visit

WITH_A_BOARD = (table, watching, over, waiting, replay, against_a_bot, analysed, puzzle)


@pytest.mark.soak
@in_parts(6)
async def test_screens_fit_can_be_hit_and_pass_axe_on_phone_and_desk(
    visit: Visit, axe: str, part: slice
) -> None:
    visitor = await visit(None, size="phone", color_scheme="light", reduced_motion="reduce")

    async def check(screen: Way) -> None:
        await screen(visitor)
        assert await hard_to_hit(visitor) == []
        assert await misfits(visitor, whole_words=True) == {}
        assert screen not in WITH_A_BOARD or await out_of_view(visitor) == []
        assert await everywhere(visitor, axe, sizes_of(SCREENS.index(screen))) == {}
        await visitor.become("desk")
        assert screen not in WITH_A_BOARD or await out_of_view(visitor) == []

    assert await failures(SCREENS[part], check, visitor) == {}
