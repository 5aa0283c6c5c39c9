"""Every screen, opened once and resized: it fits its window at all widths with no word broken, its controls
can be hit by a finger, board, status and actions are in view together, and axe-core finds no violation on
a phone in the light theme or on a desk in the dark one, in turn. No bar covers the focused element, no
control loses the focus, and a page keeps the title that the server has given it."""

from __future__ import annotations

import pytest

from tests.browser.app.test_axe import everywhere, sizes_of
from tests.browser.app.test_layout import hard_to_hit, misfits, out_of_view
from tests.browser.focus import covered, press_every_control
from tests.browser.rows import failures, in_parts
from tests.browser.screens import (
    SCREENS,
    Way,
    analysed,
    credits_page,
    daily,
    docs,
    leaderboards,
    lobby,
    lost,
    me,
    my_account,
    new,
    over,
    person,
    privacy,
    puzzle,
    replay,
    rules,
    sign_up_refused,
    table,
    waiting,
)
from tests.browser.visitor import VIEWPORTS, Visit

SIZES = tuple(VIEWPORTS)  # of the screens in turn
WITH_A_BOARD = (table, over, waiting, replay, analysed, puzzle)
WITH_A_BAR = (new, waiting, table, over, replay, puzzle, rules)
PRESSED = (lobby, new, over, replay, leaderboards, daily, person, rules)  # a table: in `test_axe`
TITLED = (new, rules, me, daily, puzzle, my_account, sign_up_refused, privacy, credits_page, docs, lost)
SERVED_TITLE = """async () => {
  const answer = await fetch(location.href)
  return new DOMParser().parseFromString(await answer.text(), 'text/html').title
}"""


@pytest.mark.soak
@in_parts(5, SCREENS)
async def test_screens_fit_can_be_hit_pass_axe_and_keep_the_focus(
    visit: Visit, axe: str, part: slice
) -> None:
    visitor = await visit(None, size="phone", color_scheme="light", reduced_motion="reduce")

    async def check(screen: Way) -> None:
        await screen(visitor)
        if screen in TITLED:
            assert await visitor.page.title() == await visitor.page.evaluate(SERVED_TITLE)
        assert await hard_to_hit(visitor) == []
        assert await misfits(visitor, whole_words=True) == {}
        assert screen not in WITH_A_BOARD or await out_of_view(visitor) == []
        number = SCREENS.index(screen)
        assert await everywhere(visitor, axe, sizes_of(number)) == {}
        await visitor.become("desk")
        assert screen not in WITH_A_BOARD or await out_of_view(visitor) == []
        assert screen not in WITH_A_BAR or await covered(visitor) == {}
        await visitor.become(SIZES[number % len(SIZES)])
        parts = ("#screen", "header") if screen is lobby else ("#screen",)  # the header is always the same
        assert screen not in PRESSED or await press_every_control(visitor, *parts) == []

    assert await failures(SCREENS[part], check, visitor) == {}
