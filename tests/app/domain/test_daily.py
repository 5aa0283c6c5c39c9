"""The game of the day, and days in a row."""

from __future__ import annotations

import pytest

from app.domain.daily import days_in_a_row, featured, has_daily_deal
from engine import GAMES


def test_the_games_with_a_deal_of_the_day_take_turns_as_the_game_of_the_day() -> None:
    daily = sorted(game.id for game in GAMES.values() if has_daily_deal(game))
    days = [f"2026-11-{day:02}" for day in range(1, 1 + 2 * len(daily))]
    turns = [featured(day) for day in days]
    assert sorted(turns[: len(daily)]) == daily
    assert turns[len(daily) :] == turns[: len(daily)]


@pytest.mark.parametrize(
    ("days", "current", "best"),
    [
        ([], 0, 0),
        (["2026-03-02"], 1, 1),
        (["2026-03-01"], 1, 1),
        (["2026-02-28"], 0, 1),
        (["2026-03-01", "2026-02-27", "2026-02-28", "2026-02-28"], 3, 3),
        (["2025-12-31", "2026-01-01", "2026-03-02"], 1, 2),
    ],
)
def test_a_run_of_days_goes_on_until_a_day_is_over(days: list[str], current: int, best: int) -> None:
    assert days_in_a_row(days, "2026-03-02") == (current, best)
