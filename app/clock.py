"""The server's wall clock: milliseconds since the epoch, and the UTC day that they fall in."""

from __future__ import annotations

from datetime import UTC, date, datetime
from time import time


def now() -> int:
    """The server's time in milliseconds since the epoch."""
    return int(time() * 1000)


def utc_day(at: int) -> str:
    """The UTC day of a time in milliseconds since the epoch, as 2026-11-21."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def is_day(text: str) -> bool:
    """Whether a text is a day such as 2026-11-21."""
    try:
        return len(text) == 10 and text.isascii() and date.fromisoformat(text) is not None
    except ValueError:
        return False
