"""Glicko-2 ratings, after Mark Glickman, "Example of the Glicko-2 system" (2013); comments name its steps.

Ratings and deviations are in Glicko points (1500 and 350 for a new player). The deviation grows between
games, from 50 to 350 in two years; the growth is computed on read, never stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

from engine.clock import DAY_MS

SCALE = 173.7178  # Glicko points in one unit of Glicko-2 (step 2)
TAU = 0.5  # constrains changes of volatility (step 1)
TOLERANCE = 0.000001  # of the volatility iteration (step 5)
MAX_DEVIATION = 350.0  # also of an unrated player
PROVISIONAL_DEVIATION = 110.0  # higher deviations are provisional
GROWTH_PER_DAY = (350.0**2 - 50.0**2) / (2 * 365.25)  # of the squared deviation: 50 to 350 in two years


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating after the last rated game, at `at` in milliseconds since the epoch; None: never rated."""

    rating: float = 1500.0
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06
    at: int | None = None

    def as_of(self, now: int) -> Rating:
        """Return the rating with its deviation at `now`, at most MAX_DEVIATION."""
        days = 0.0 if self.at is None else max(0, now - self.at) / DAY_MS
        grown = min(MAX_DEVIATION, sqrt(self.deviation**2 + GROWTH_PER_DAY * days))
        return Rating(self.rating, grown, self.volatility, self.at)

    @property
    def provisional(self) -> bool:
        return self.deviation > PROVISIONAL_DEVIATION

    @property
    def firm_until(self) -> int:
        """When the rating becomes provisional, in milliseconds since the epoch; 0: it is."""
        if self.at is None or self.provisional:
            return 0
        return self.at + int((PROVISIONAL_DEVIATION**2 - self.deviation**2) / GROWTH_PER_DAY * DAY_MS)


def rate(player: Rating, games: Sequence[tuple[Rating, float]], at: int) -> Rating:
    """Return the rating after one rating period that ended at `at` (milliseconds since the epoch).

    `games`: the opponent's rating and the score of each game: 1 win, 0.5 draw, 0 loss. Deviations are taken
    as of `at`."""
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
    deviation = min(MAX_DEVIATION, SCALE * sqrt(after))
    return Rating(1500 + SCALE * (mu + after * surprise), deviation, volatility, at)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility (step 5): the root of `f`, by the Illinois algorithm."""
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
