"""How long is kept what nobody will ask for again. Logs are kept for ever."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

from app.domain.results import CLASSES
from app.domain.standings import scope, score_board, seat_board
from engine import Game

DAY = 24 * 3600 * 1000  # milliseconds
KEPT = 30 * DAY  # guests without a game after they were seen last; solitaires without an entry; standings
PLACES = 100  # of the leaderboard of a day, week or month that are kept longer
HELD_NAMES = 30 * DAY  # names that accounts gave up, for their former owners
CHAT = 90 * DAY  # lines of chats
EVALUATIONS = 90 * DAY  # values of the positions of ended games, which a search finds again


def day_of(at: int) -> date:
    """The UTC day of a time in milliseconds since the epoch."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def past_scopes(since: date, until: date) -> Iterator[str]:
    """The scopes of leaderboards (days, weeks, months) whose last day is at or after `since` and before
    `until`."""
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
    """The leaderboards of a game in a scope."""
    if len(game.seats) == 1:
        for of in CLASSES:
            yield score_board(game.id, of, scope)
    else:
        for seat in (None, *range(len(game.seats))):
            yield seat_board(game.id, seat, scope)
