"""Sizes of repetitive tests: full in `make soak`, a fraction in `make test`."""

from __future__ import annotations

import os

SOAK = bool(os.environ.get("RICHELIEU_SOAK"))


def size(whole: int, ordinary: int) -> int:
    """Return how often a test repeats its case: `whole` times when soaking, else `ordinary` times."""
    return whole if SOAK else ordinary
