"""The game of the day, and streaks of days."""

from __future__ import annotations

import hmac
import json
from hashlib import sha256
from typing import Any

import pytest

from app.results.daily.api import skipped_candidates
from app.results.daily.days import Choice, DailyStreak, Day, daily_streak, days_in_a_row, featured
from engine import GAMES, Game
from engine.daily import Certified, Passed, candidate, has_daily_deal

PROBE = 400  # deals among which a game that can be stuck at once has one that is
SOMETIMES_STUCK = tuple(
    game
    for game in GAMES.values()
    if has_daily_deal(game) and not all(game.legal(game.start(deal)) for deal in range(PROBE))
)
CERTIFIED_DEALS = {"beleaguered_castle": 1151481795, "streets_and_alleys": 4017623991}


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


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([], (0, 0, 1)),
        (["03-09", "03-10"], (2, 2, 1)),
        (["03-08", "03-09"], (2, 2, 1)),  # today may still be played
        (["03-07", "03-08"], (2, 2, 0)),  # yesterday was missed
        (["03-06", "03-07"], (0, 2, 1)),  # two days were missed: the freeze does not help
        (["03-07", "03-09", "03-10"], (3, 3, 0)),
        (["03-05", "03-07", "03-09", "03-10"], (2, 2, 0)),  # one missed day a month, not two
        (["02-26", "02-28", "03-01", "03-02"], (0, 4, 1)),  # 02-27 was bridged
        (["02-26", "02-27", "03-01", "03-03"], (0, 4, 0)),  # 02-28 and 03-02 were bridged
        (["03-02", "03-04", "03-09", "03-10"], (2, 2, 0)),  # used by an earlier run of the month
    ],
)
def test_a_missed_day_of_each_month_does_not_end_a_streak(
    days: list[str], expected: tuple[int, int, int]
) -> None:
    run = daily_streak([f"2026-{day}" for day in days], "2026-03-10")
    assert run == DailyStreak(*expected)


def stuck_day(game: Game[Any]) -> Day:
    """Return a day whose first candidate for a deal of this game has no first move."""
    date = "2026-12-01"
    secrets = (sha256(f"{game.id} {number}".encode()).digest() for number in range(4000))
    stuck = (one for one in secrets if not game.legal(game.start(candidate(game, one, date, 0))))
    return Day(date, next(stuck))


@pytest.mark.parametrize("game", SOMETIMES_STUCK, ids=lambda game: game.id)
def test_a_deal_without_a_first_move_is_passed_over_and_its_number_told_with_the_deal_only(
    game: Game[Any],
) -> None:
    day = stuck_day(game)
    number = day.number(game)
    assert number > 0
    assert game.legal(game.start(day.deal(game)))
    digest = hmac.digest(day.secret, f"{game.id} {day.date} {number}".encode(), "sha256")
    assert day.deal(game) == int.from_bytes(digest[:4], "big")
    assert skipped_candidates(day, {game.id}) == {game.id: number}
    assert skipped_candidates(day, set()) == {}


def test_the_candidates_that_are_dealt_never_change() -> None:
    """A version of rules with other first moves must keep the deals of the days before it."""
    found = {game.id: stuck_day(game) for game in SOMETIMES_STUCK}
    assert {rules: day.deal(GAMES[rules]) for rules, day in found.items()} == CERTIFIED_DEALS


def test_a_choice_is_read_as_it_was_stored() -> None:
    game = SOMETIMES_STUCK[0]
    certified = {game.id: Certified(2, 1, 200_000, (Passed(0, "lost"), Passed(1, "unknown")))}
    choice = Choice.of(bytes(32), "2026-12-01", certified)
    assert Choice.read(json.loads(json.dumps(choice.json()))) == choice
    assert choice.numbers.keys() == {one.id for one in GAMES.values() if has_daily_deal(one)}
    day = Day("2026-12-01", bytes(32), choice)
    assert day.deal(game) == candidate(game, bytes(32), "2026-12-01", 2)
