"""Retention periods and the leaderboards they apply to. Logs are kept forever."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

from app.domain.results import CLASSES
from app.domain.standings import scope, score_board, seat_board
from engine import Game
from engine.clock import DAY_MS

RETENTION_MS = 30 * DAY_MS  # inactive guests without a game, solitaires without an entry, period standings
TOP_RANKS = 100  # of a day's, week's or month's leaderboard, kept longer
HELD_NAME_MS = 30 * DAY_MS  # former names are reserved for their owners
CHAT_RETENTION_MS = 90 * DAY_MS
EVALUATION_RETENTION_MS = 90 * DAY_MS  # evaluations of ended games, which can be recomputed


def day_of(at: int) -> date:
    """Return the UTC day of a time in milliseconds since the epoch."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def past_scopes(since: date, until: date) -> Iterator[str]:
    """Yield the leaderboard scopes (days, weeks, months) whose last day is in [since, until)."""
    day = since
    while day < until:
        yield scope("day", day)
        if day.isoweekday() == 7:
            yield scope("week", day)
        following = day + timedelta(days=1)
        if following.day == 1:
            yield scope("month", day)
        day = following


def boards_of(game: Game[Any], scope: str) -> Iterator[str]:
    """Yield the leaderboards of a game in a scope."""
    if len(game.seats) == 1:
        for of in CLASSES:
            yield score_board(game.id, of, scope)
    else:
        for seat in (None, *range(len(game.seats))):
            yield seat_board(game.id, seat, scope)
