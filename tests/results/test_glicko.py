"""Glicko-2 agrees with the published example, and obeys its laws for any ratings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.results.glicko import MAX_DEVIATION, PROVISIONAL_DEVIATION, Rating, rate
from engine.clock import DAY_MS

NOW = 1_790_000_000_000
YEAR = 365.25

ratings = st.builds(
    Rating,
    st.floats(400, 3200),
    st.floats(30, MAX_DEVIATION),
    st.floats(0.03, 0.12),
    st.one_of(st.none(), st.integers(NOW - 1000 * DAY_MS, NOW)),
)
scores = st.sampled_from([0.0, 0.5, 1.0])


def test_glickmans_example_comes_out_as_published() -> None:
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rate(Rating(1500, 200), games, NOW)
    assert after.rating == pytest.approx(1464.05, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.02)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_deviation_of_50_is_350_again_after_two_years_without_a_game() -> None:
    known = Rating(1700, 50, 0.06, NOW)
    days = round(2 * YEAR * DAY_MS)
    assert known.as_of(NOW).deviation == 50
    assert known.as_of(NOW + days // 2).deviation == pytest.approx(250, abs=0.1)
    assert known.as_of(NOW + days).deviation == pytest.approx(350, abs=0.01)
    assert known.as_of(NOW + 10 * days).deviation == 350
    assert known.as_of(NOW + 10 * days).rating == 1700


def test_a_rating_is_firm_exactly_until_its_deviation_passes_the_bound() -> None:
    known = Rating(1700, 60, 0.06, NOW)
    assert not known.as_of(known.firm_until).provisional
    assert known.as_of(known.firm_until + DAY_MS).provisional
    assert Rating(1700, PROVISIONAL_DEVIATION + 1, 0.06, NOW).firm_until == 0
    assert Rating().firm_until == 0


def test_two_equal_newcomers_gain_and_lose_the_same() -> None:
    winner, loser = (rate(Rating(), [(Rating(), score)], NOW) for score in (1.0, 0.0))
    assert winner.rating - 1500 == pytest.approx(1500 - loser.rating)
    assert winner.rating == pytest.approx(1662.31, abs=0.01), "as other implementations say"
    assert rate(Rating(), [(Rating(), 0.5)], NOW).rating == 1500


@given(ratings, ratings)
def test_a_better_score_gives_a_better_rating(own: Rating, other: Rating) -> None:
    lost, drawn, won = (rate(own, [(other, score)], NOW).rating for score in (0.0, 0.5, 1.0))
    assert lost < drawn < won
    assert lost < own.rating < won


@given(ratings, ratings, scores)
def test_a_deviation_stays_within_its_bounds_and_a_volatility_positive(
    own: Rating, other: Rating, score: float
) -> None:
    after = rate(own, [(other, score)], NOW)
    assert 0 < after.deviation <= MAX_DEVIATION
    assert 0 < after.volatility < 1
    assert after.at == NOW


@given(ratings, st.integers(0, 2000), st.integers(0, 2000))
def test_a_deviation_grows_with_the_days_and_in_parts_as_at_once(own: Rating, some: int, more: int) -> None:
    start = own.at or NOW
    then = own.as_of(start + some * DAY_MS)
    later = own.as_of(start + (some + more) * DAY_MS)
    assert own.deviation <= then.deviation + 1e-9 <= later.deviation + 2e-9
    parts = Rating(then.rating, then.deviation, then.volatility, start).as_of(start + more * DAY_MS)
    if own.at is not None:
        assert parts.deviation == pytest.approx(later.deviation)
