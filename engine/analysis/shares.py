"""Proportions with 95 % confidence intervals."""

from __future__ import annotations

from math import sqrt

Z = 1.959964  # normal quantile for 95 %


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of `hits` in `trials`, 1 or more."""
    share, rate = hits / trials, Z * Z / trials
    middle = (share + rate / 2) / (1 + rate)
    half = sqrt(share * (1 - share) * rate + rate * rate / 4) / (1 + rate)
    return max(0.0, middle - half), min(1.0, middle + half)


def told_share(hits: int, trials: int) -> str:
    """Return text such as "136 of 200, 68.0 % (61.2 to 74.1 %)"."""
    low, high = wilson(hits, trials)
    return f"{hits} of {trials}, {hits / trials:.1%} ({low:.1%} to {high:.1%})".replace("%", " %")
