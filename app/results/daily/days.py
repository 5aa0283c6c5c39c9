"""Daily deals: secret until the day begins, verifiable afterwards (commitment scheme).

Each UTC day has a 32-byte secret. Its SHA-256, the commitment, is public from the day before, the secret from
the day after. `engine/daily.py` derives the candidates for each game's deal from it. The chosen candidates
are stored with the secret (`Choice`): searching for winnable deals takes time, and later versions of rules or
solvers must not change the choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from app.model.game_info import GameInfo
from engine import GAMES, Game
from engine.daily import Certified, Passed, candidate, first_with_a_move, has_daily_deal


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen candidates: `numbers` by game, and the proofs of the `certified` ones."""

    numbers: Mapping[str, int]
    certified: Mapping[str, Certified]

    @classmethod
    def of(cls, secret: bytes, day: str, certified: Mapping[str, Certified]) -> Choice:
        """Choose for all games: the certified candidate, or else the first one with a legal move."""
        games = [game for game in GAMES.values() if has_daily_deal(game)]
        numbers = {
            game.id: certified[game.id].number
            if game.id in certified
            else first_with_a_move(game, secret, day)
            for game in games
        }
        return cls(numbers, certified)

    def json(self) -> dict[str, Any]:
        """Return the JSON for storage; `read` is the inverse."""
        certified = {
            rules: one._asdict() | {"skipped": [list(passed) for passed in one.skipped]}
            for rules, one in self.certified.items()
        }
        return {"numbers": dict(self.numbers), "certified": certified}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Choice:
        certified = {
            rules: Certified(**one | {"skipped": tuple(Passed(*passed) for passed in one["skipped"])})
            for rules, one in stored["certified"].items()
        }
        return cls(stored["numbers"], certified)


NO_CHOICE = Choice({}, {})


@dataclass(frozen=True, slots=True)
class Day:
    """A UTC day such as 2026-11-21, its secret, and the chosen candidates."""

    date: str
    secret: bytes
    choice: Choice = field(default=NO_CHOICE, compare=False)

    @property
    def commit(self) -> str:
        """Commitment: hex SHA-256 of the secret."""
        return sha256(self.secret).hexdigest()

    def deal(self, game: Game[Any]) -> int | bytes:
        return candidate(game, self.secret, self.date, self.number(game))

    def number(self, game: Game[Any]) -> int:
        """Return the number of the chosen candidate. For a game introduced after the day: the first candidate
        with a legal move."""
        number = self.choice.numbers.get(game.id)
        return _first_with_a_move(self, game) if number is None else number


@lru_cache(1000)
def _first_with_a_move(day: Day, game: Game[Any]) -> int:
    return first_with_a_move(game, day.secret, day.date)


def featured(day: str) -> str:
    """Return the id of the day's featured game: games with a daily deal take turns, sorted by id, from
    0001-01-01."""
    games = sorted(game.id for game in GAMES.values() if has_daily_deal(game))
    return games[date.fromisoformat(day).toordinal() % len(games)]


def games_dealt_today(day: Day, game: Game[Any], deal: int | bytes | None, position: str | None) -> list[str]:
    """Return the games whose daily deal could be practised with this deal or start position: `game` and
    others of its family, which share deals. Positions are compared up to symmetry, only if nothing is
    hidden."""
    if len(game.seats) > 1 or (deal is None and position is None):
        return []
    start = None if position is None else game.show(game.canonical(game.position(position)))
    return [
        other.id
        for other in GAMES.values()
        if other.family == game.family
        and has_daily_deal(other)
        and (day.deal(other) == deal if position is None else start == _start(day, other))
    ]


@lru_cache(100)
def _start(day: Day, game: Game[Any]) -> str | None:
    """Return the start position of a daily deal as text; None if it is hidden."""
    return None if game.hides else game.show(game.canonical(game.start(day.deal(game))))


class DealOfDay(NamedTuple):
    """The deal of a game: that of the daily deals of these `rules` on a UTC day."""

    date: str
    rules: tuple[str, ...]

    def is_closed(self, today: str) -> bool:
        """Return whether only players who have finished these daily deals may see the game."""
        return self.date >= today


def deal_of_day(info: GameInfo, today: Day | None) -> DealOfDay | None:
    """Return the daily deal that a game is played at, also as a rehearsal by number or from its start
    position. `today`: the day, None if it has no secret yet."""
    if info.daily is not None:
        return DealOfDay(info.daily, (info.game.id,))
    rules = games_dealt_today(today, info.game, info.deal, info.position) if today else []
    return DealOfDay(today.date, tuple(rules)) if today and rules else None


def is_closed(info: GameInfo, today: Day | None, date: str) -> bool:
    """Return whether only players who have finished a daily deal of today, `date`, may see a game."""
    dealt = deal_of_day(info, today)
    return dealt is not None and dealt.is_closed(date)


def days_in_a_row(days: Iterable[str], today: str) -> tuple[int, int]:
    """Return the current and the longest run of consecutive days. The current one ends today or yesterday."""
    current = best = 0
    last = ""
    for day in sorted(set(days)):
        current = current + 1 if last and days_after(last) == day else 1
        best, last = max(best, current), day
    return (current if last and days_after(last) >= today else 0), best


class DailyStreak(NamedTuple):
    """A run of days, current and longest; `freezes`: days of this month that may still be missed."""

    current: int
    best: int
    freezes: int


def daily_streak(days: Iterable[str], today: str) -> DailyStreak:
    """Return the run of days, which goes on over one missed day of each calendar month. A missed day is not
    counted. The current run ends today or yesterday, or the day before if yesterday may be missed."""
    frozen = set[str]()  # months with a bridged day
    current = best = 0
    last = ""
    for day in sorted(set(days)):
        current = current + 1 if last and _goes_on(last, day, frozen) else 1
        best, last = max(best, current), day
    goes_on = last and (last >= today or _goes_on(last, today, frozen))
    return DailyStreak(current if goes_on else 0, best, int(today[:7] not in frozen))


def _goes_on(last: str, day: str, frozen: set[str]) -> bool:
    """Return whether a run goes on from `last` to a later day. A bridged day uses up the freeze of its
    month."""
    missed = days_after(last)
    if missed == day:
        return True
    if days_after(missed) != day or missed[:7] in frozen:
        return False
    frozen.add(missed[:7])
    return True


def days_after(day: str, count: int = 1) -> str:
    return (date.fromisoformat(day) + timedelta(days=count)).isoformat()
