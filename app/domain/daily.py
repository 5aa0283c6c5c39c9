"""The deal of the day: it cannot be known before the day begins, and can be verified afterwards.

A day (UTC) has a secret of 32 bytes. Its sha256, the commitment, is public from the day before on, the secret
from the day after on. `engine/daily.py` derives the candidates for the deal of a game from it. Which one is
dealt is stored with the secret (`Choice`): searches for a deal that can be won take time, and a later version
of the rules or of a solver must not change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Any

from engine import GAMES, Game
from engine.daily import Certified, Passed, candidate, certificate, first_with_a_move, has_daily_deal, seal


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidates that are dealt: `numbers` by game, and what was proved of those in `certified`."""

    numbers: Mapping[str, int]
    certified: Mapping[str, Certified]

    @classmethod
    def of(cls, secret: bytes, day: str, certified: Mapping[str, Certified]) -> Choice:
        """Choose for all games: those not `certified` get the first candidate with a legal move."""
        games = [game for game in GAMES.values() if has_daily_deal(game)]
        numbers = {
            game.id: certified[game.id].number
            if game.id in certified
            else first_with_a_move(game, secret, day)
            for game in games
        }
        return cls(numbers, certified)

    def json(self) -> dict[str, Any]:
        """Return it as it is stored; `read` is the inverse."""
        certified = {
            rules: one._asdict() | {"skipped": [list(passed) for passed in one.skipped]}
            for rules, one in self.certified.items()
        }
        return {"numbers": dict(self.numbers), "certified": certified}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Choice:
        """Return what was stored."""
        certified = {
            rules: Certified(**one | {"skipped": tuple(Passed(*passed) for passed in one["skipped"])})
            for rules, one in stored["certified"].items()
        }
        return cls(stored["numbers"], certified)


NO_CHOICE = Choice({}, {})


@dataclass(frozen=True, slots=True)
class Day:
    """A UTC day, as 2026-11-21, its secret, and which candidates are dealt."""

    date: str
    secret: bytes
    choice: Choice = field(default=NO_CHOICE, compare=False)

    @property
    def commit(self) -> str:
        """The commitment: the hex sha256 of the secret."""
        return sha256(self.secret).hexdigest()

    @property
    def certificate(self) -> dict[str, Any] | None:
        """The certificate of the deals that can be won; None: there are none."""
        certified = self.choice.certified
        return certificate(self.secret, self.date, certified) if certified else None

    @property
    def seal(self) -> str | None:
        """The hex sha256 of the certificate; None: there is none."""
        return seal(made) if (made := self.certificate) else None

    def deal(self, game: Game[Any]) -> int | bytes:
        """Return the deal of a solitaire on this day."""
        return candidate(game, self.secret, self.date, self.number(game))

    def number(self, game: Game[Any]) -> int:
        """Return the number of the candidate that is dealt. A game that came later than the day has none: the
        first candidate with a legal move is taken."""
        number = self.choice.numbers.get(game.id)
        return _first_with_a_move(self, game) if number is None else number


@lru_cache(1000)
def _first_with_a_move(day: Day, game: Game[Any]) -> int:
    return first_with_a_move(game, day.secret, day.date)


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
