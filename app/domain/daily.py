"""The deal of the day: it cannot be known before the day begins, and can be verified afterwards.

A day (UTC) has a secret of 32 bytes. Its sha256, the commitment, is public from the day before on, the secret
from the day after on. The deal of a game is HMAC-SHA256(secret, "id date"): its first 4 bytes as a number,
or its first 16 where cards are hidden. From `REDRAWN_FROM` on a deal without a legal first move is passed
over: the next candidates are those of "id date 1", "id date 2" and so on. Earlier days keep their deals.

Which candidate is dealt depends on the legal first moves. A version of rules that changes these for some deal
must ask the version before it for the days that are dealt by then.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Any

from engine import GAMES, Game

REDRAWN_FROM = "2026-12-01"  # later than the release, so that processes of two builds deal alike
MAX_SKIPPED = 99  # about 6 deals in 1000 have no first move


@dataclass(frozen=True, slots=True)
class Day:
    """A UTC day, as 2026-11-21, and its secret."""

    date: str
    secret: bytes

    @property
    def commit(self) -> str:
        """The commitment: the hex sha256 of the secret."""
        return sha256(self.secret).hexdigest()

    def deal(self, game: Game[Any]) -> int | bytes:
        """The deal of a solitaire on this day."""
        return self.candidate(game, self.skipped(game))

    def skipped(self, game: Game[Any]) -> int:
        """How many candidates without a first move were passed over; 0 before `REDRAWN_FROM`."""
        return _skipped(self, game) if self.date >= REDRAWN_FROM else 0

    def candidate(self, game: Game[Any], number: int) -> int | bytes:
        """A candidate for the deal of a solitaire, from 0 on."""
        message = f"{game.id} {self.date} {number}" if number else f"{game.id} {self.date}"
        digest = hmac.digest(self.secret, message.encode(), "sha256")
        return digest[:16] if game.hides else int.from_bytes(digest[:4], "big")


@lru_cache(1000)
def _skipped(day: Day, game: Game[Any]) -> int:
    """The number of the first candidate with a legal first move, or `MAX_SKIPPED`."""
    numbers = range(MAX_SKIPPED)
    return next((n for n in numbers if game.legal(game.start(day.candidate(game, n)))), MAX_SKIPPED)


def has_daily_deal(game: Game[Any]) -> bool:
    """Whether there is a deal of the day for this game: a dealt solitaire that does not do without one."""
    return len(game.seats) == 1 and game.dealt and game.daily


def featured(day: str) -> str:
    """The id of the game of a day: the games with a deal of the day take turns, sorted by their ids, from
    0001-01-01 on."""
    games = sorted(game.id for game in GAMES.values() if has_daily_deal(game))
    return games[date.fromisoformat(day).toordinal() % len(games)]


def games_dealt_today(day: Day, game: Game[Any], deal: int | bytes | None, position: str | None) -> list[str]:
    """The games whose deal of this day could be practised with this deal or this start position of a game: it
    and the others of its family are dealt alike. A position is compared only where nothing is hidden."""
    if len(game.seats) > 1 or (deal is None and position is None):
        return []
    start = None if position is None else game.show(game.position(position))
    return [
        other.id
        for other in GAMES.values()
        if other.family == game.family
        and has_daily_deal(other)
        and (day.deal(other) == deal if position is None else start == _start(day, other))
    ]


@lru_cache(100)
def _start(day: Day, game: Game[Any]) -> str | None:
    """The start position of a deal of the day as text; None where it is hidden."""
    return None if game.hides else game.show(game.start(day.deal(game)))


@dataclass(frozen=True, slots=True)
class DailyAttempt:
    """An attempt at a daily deal; `counts`: on the day's leaderboard, now or if it ends today."""

    game: str
    ended: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class Solvers:
    """How many players began a deal of the day, and how many of them won it within the day."""

    started: int
    solved: int


def days_in_a_row(days: Iterable[str], today: str) -> tuple[int, int]:
    """The current and the longest run of consecutive days. The current one ends today or yesterday: it goes
    on until a day is over."""
    current = best = 0
    last = ""
    for day in sorted(set(days)):
        current = current + 1 if last and days_after(last) == day else 1
        best, last = max(best, current), day
    return (current if last and days_after(last) >= today else 0), best


def days_after(day: str, count: int = 1) -> str:
    """The date `count` days later."""
    return (date.fromisoformat(day) + timedelta(days=count)).isoformat()
