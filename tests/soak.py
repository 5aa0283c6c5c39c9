"""Sizes of the tests that repeat one thing many times: whole in `make soak`, a part of it in `make test`."""

from __future__ import annotations

import os

SOAK = bool(os.environ.get("RICHELIEU_SOAK"))


def size(whole: int, ordinary: int) -> int:
    """How often a test repeats its case: `whole` times when soaking, else `ordinary` times."""
    return whole if SOAK else ordinary
