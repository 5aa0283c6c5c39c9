"""The game of the day, and days in a row."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Any

import pytest

from app.api.daily import skipped_candidates
from app.domain.daily import REDRAWN_FROM, Day, days_in_a_row, featured, has_daily_deal
from engine import GAMES, Game

PROBE = 400  # deals among which a game that can be stuck at once has one that is
SOMETIMES_STUCK = tuple(
    game
    for game in GAMES.values()
    if has_daily_deal(game) and not all(game.legal(game.start(deal)) for deal in range(PROBE))
)
PINNED = {"beleaguered_castle": 1151481795, "streets_and_alleys": 4017623991}


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


def stuck_day(game: Game[Any], date: str) -> Day:
    """A day whose first candidate for a deal of this game has no first move."""
    days = (Day(date, sha256(f"{game.id} {number}".encode()).digest()) for number in range(4000))
    return next(day for day in days if not game.legal(game.start(day.candidate(game, 0))))


@pytest.mark.parametrize("game", SOMETIMES_STUCK, ids=lambda game: game.id)
def test_a_deal_of_the_day_without_a_first_move_is_passed_over(game: Game[Any]) -> None:
    day = stuck_day(game, REDRAWN_FROM)
    skipped = day.skipped(game)
    assert skipped > 0
    assert game.legal(game.start(day.deal(game)))
    digest = hmac.digest(day.secret, f"{game.id} {day.date} {skipped}".encode(), "sha256")
    assert day.deal(game) == int.from_bytes(digest[:4], "big")


@pytest.mark.parametrize("game", SOMETIMES_STUCK, ids=lambda game: game.id)
def test_days_before_deals_were_redrawn_keep_their_deals(game: Game[Any]) -> None:
    day = stuck_day(game, "2026-11-30")
    digest = hmac.digest(day.secret, f"{game.id} {day.date}".encode(), "sha256")
    assert (day.skipped(game), day.deal(game)) == (0, int.from_bytes(digest[:4], "big"))


@pytest.mark.parametrize("game", SOMETIMES_STUCK, ids=lambda game: game.id)
def test_the_number_of_a_candidate_is_told_with_its_deal_and_not_before(game: Game[Any]) -> None:
    day = stuck_day(game, REDRAWN_FROM)
    assert skipped_candidates(day, {game.id}) == {game.id: day.skipped(game)}
    assert skipped_candidates(day, set()) == {}
    assert skipped_candidates(stuck_day(game, "2026-11-30"), {game.id}) == {}


def test_the_candidates_that_are_dealt_never_change() -> None:
    """A version of rules with other first moves must keep the deals of the days before it."""
    found = {game.id: stuck_day(game, REDRAWN_FROM) for game in SOMETIMES_STUCK}
    assert {rules: day.deal(GAMES[rules]) for rules, day in found.items()} == PINNED
