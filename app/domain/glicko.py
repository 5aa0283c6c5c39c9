"""Glicko-2 ratings as pure functions, after Mark Glickman, "Example of the Glicko-2 system" (2013), whose
steps the comments name.

Ratings and deviations are in Glicko points (1500 and 350 of a newcomer). Between two games the deviation
grows with the days, so that 50 becomes 350 in two years; it is computed when it is read, never written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178  # Glicko points in one unit of Glicko-2 (step 2)
TAU = 0.5  # how fast volatilities change (step 1)
TOLERANCE = 0.000001  # of the volatility's iteration (step 5)
NEWCOMER = 350.0  # the deviation of who was never rated, and the most there is
PROVISIONAL = 110.0  # deviations above it make a rating provisional
DAY = 24 * 3600 * 1000  # milliseconds
GROWTH = (350.0**2 - 50.0**2) / (2 * 365.25)  # of the squared deviation, by day: 50 to 350 in two years


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating as of the last rated game: `at` in milliseconds since the epoch, None where there was none."""

    rating: float = 1500.0
    deviation: float = NEWCOMER
    volatility: float = 0.06
    at: int | None = None

    def as_of(self, now: int) -> Rating:
        """The same with the deviation that it has at `now`, at most that of a newcomer."""
        days = 0.0 if self.at is None else max(0, now - self.at) / DAY
        grown = min(NEWCOMER, sqrt(self.deviation**2 + GROWTH * days))
        return Rating(self.rating, grown, self.volatility, self.at)

    @property
    def provisional(self) -> bool:
        return self.deviation > PROVISIONAL

    @property
    def firm_until(self) -> int:
        """Until when (milliseconds since the epoch) the rating is not provisional; 0: it is now."""
        if self.at is None or self.provisional:
            return 0
        return self.at + int((PROVISIONAL**2 - self.deviation**2) / GROWTH * DAY)


def rate(player: Rating, games: Sequence[tuple[Rating, float]], at: int) -> Rating:
    """The rating after one rating period, which ended at `at` (milliseconds since the epoch): `games` has the
    opponent's rating and the score of each game, 1 for a win, 0.5 for a draw, 0 for a loss. Every rating goes
    by its deviation as of `at`."""
    player = player.as_of(at)
    mu, phi = (player.rating - 1500) / SCALE, player.deviation / SCALE  # step 2
    information, surprise = 0.0, 0.0
    for opponent, score in games:
        other = opponent.as_of(at)
        weight = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)  # g
        expected = 1 / (1 + exp(-weight * (mu - (other.rating - 1500) / SCALE)))  # E
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information  # step 3
    volatility = _volatility(player.volatility, phi, variance, variance * surprise)  # steps 4 and 5
    before = phi**2 + volatility**2  # step 6
    after = 1 / (1 / before + 1 / variance)  # step 7
    deviation = min(NEWCOMER, SCALE * sqrt(after))
    return Rating(1500 + SCALE * (mu + after * surprise), deviation, volatility, at)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the zero of `f` by the Illinois variant of the false position method."""
    start = log(sigma**2)

    def f(x: float) -> float:
        power = exp(x)
        total = phi**2 + variance + power
        return power * (delta**2 - total) / (2 * total**2) - (x - start) / TAU**2

    low, high = start, 0.0
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
