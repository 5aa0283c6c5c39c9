"""Streaks and the order of leaderboards as values, compared with simple second implementations."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from app.db.clock import utc_day
from app.results.results import CLASSES, Result
from app.results.standings import best, scope, wins
from app.results.streaks import Streak
from tests.app.solitaire_games import OPEN
from tests.app.stored_games import HOUR

Played = tuple[str, int]  # won, lost, left or only seen; and of how many classes
ways = st.sampled_from(["won", "lost", "left", "seen"])  # seen: left before the first move
games = st.lists(st.tuples(ways, st.integers(1, 3)), max_size=30)


def longest(wins: list[bool]) -> int:
    """Return the longest series of wins, found by grouping."""
    return max((len(list(group)) for won, group in groupby(wins) if won), default=0)


@given(games)
def test_a_streak_is_the_longest_run_of_wins(played: list[Played]) -> None:
    streak, left = Streak(), False
    for number, (how, classes) in enumerate(played):
        streak = streak.after_deal(f"g{number}", pending_moved=left)
        left = how == "left"
        if how in ("won", "lost"):
            streak = streak.after_end(f"g{number}", won=how == "won", classes=CLASSES[:classes], at=number)
    streak = streak.after_deal("last", pending_moved=left)  # the deal left unfinished counts as lost now
    played = [(how, classes) for how, classes in played if how != "seen"]
    for run, won in (
        (streak.open, [how == "won" for how, _ in played]),
        (streak.unaided, [how == "won" and classes > 1 for how, classes in played]),
        (streak.clean, [how == "won" and classes > 2 for how, classes in played]),
    ):
        assert run.best == longest(won)
        assert run.current == longest(won[len(won) - won[::-1].index(False) :] if False in won else won)
        if run.best:
            assert run.game == f"g{run.at}"


def test_a_late_end_changes_no_streak() -> None:
    streak = Streak().after_deal("a", pending_moved=False).after_deal("b", pending_moved=True)
    assert streak.after_end("a", won=True, classes=CLASSES, at=1) == streak
    assert streak.after_end("b", won=True, classes=CLASSES, at=1).open.current == 1


RESULT = Result(
    game="g", seat=0, player="p", rules=OPEN.id, ended=HOUR, won=False, drawn=False, reason="resigned",
    score=(1,), made=1, undone=0, hints=0, ms=1, sittings=1, deal="1", first=True, general=True, daily=None,
    shown=True,
)  # fmt: skip
small = st.integers(0, 3)


@given(st.lists(st.tuples(small, small, small, small), min_size=1, max_size=20))
def test_the_best_is_the_greatest_score_in_the_fewest_moves_the_least_time_and_the_first(
    played: list[tuple[int, int, int, int]],
) -> None:
    results = [
        replace(RESULT, game=f"g{number}", score=(points, 7 - points), made=made, ms=ms, ended=HOUR + at)
        for number, (points, made, ms, at) in enumerate(played)
    ]
    expected = min(played, key=lambda one: (-one[0], one[1], one[2], one[3]))
    for line in best(results):
        if "all" in line.board:
            assert line.score == f"{expected[0]} {7 - expected[0]}"
            assert (line.moves, line.ms, line.at - HOUR) == expected[1:]
    assert len({line.board for line in best(results)}) == len(best(results))


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 1)), max_size=20))
def test_wins_and_games_are_summed_by_seat(played: list[tuple[bool, int]]) -> None:
    results = [
        replace(RESULT, game=f"g{number}", score=(), seat=seat, won=won, ended=HOUR + number)
        for number, (won, seat) in enumerate(played)
    ]
    found = {line.board: (-line.lead, line.second) for line in wins(results)}
    for seat, name in ((0, "0"), (1, "1"), (None, "both")):
        mine = [won for won, place in played if seat in (place, None)]
        assert found.get(f"{OPEN.id} seat {name} all", (0, 0)) == (sum(mine), len(mine))


@given(st.dates(min_value=date(1970, 1, 1), max_value=date(2100, 1, 1)), st.integers(0, 86_399_999))
def test_every_time_is_in_one_day_week_and_month(on: date, millisecond: int) -> None:
    midnight = datetime(on.year, on.month, on.day, tzinfo=UTC)
    at = int(midnight.timestamp()) * 1000 + millisecond
    assert utc_day(at) == scope("day", on) == on.strftime("%Y-%m-%d")
    assert scope("month", on) == on.strftime("%Y-%m")
    assert scope("week", on) == on.strftime("%G-W%V")
