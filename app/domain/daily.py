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
from typing import Any

from engine import GAMES, Game
from engine.daily import Certified, Passed, candidate, certificate, first_with_a_move, has_daily_deal, seal


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
        """Return the choice for its stored JSON."""
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

    @property
    def certificate(self) -> dict[str, Any] | None:
        """Certificate of the winnable deals; None: there are none."""
        certified = self.choice.certified
        return certificate(self.secret, self.date, certified) if certified else None

    @property
    def seal(self) -> str | None:
        """Hex SHA-256 of the certificate; None: there is none."""
        return seal(made) if (made := self.certificate) else None

    def deal(self, game: Game[Any]) -> int | bytes:
        """Return the deal of a solitaire on this day."""
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
    others of its family, which share deals. Positions are compared only if nothing is hidden."""
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
    """Return the start position of a daily deal as text; None if it is hidden."""
    return None if game.hides else game.show(game.start(day.deal(game)))


@dataclass(frozen=True, slots=True)
class DailyAttempt:
    """An attempt at a daily deal. `counts`: on the day's leaderboard, now or if it ends today."""

    game: str
    ended: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class Solvers:
    """Number of players who started a daily deal, and who won it within the day."""

    started: int
    solved: int


def days_in_a_row(days: Iterable[str], today: str) -> tuple[int, int]:
    """Return the current and the longest run of consecutive days. The current one ends today or yesterday."""
    current = best = 0
    last = ""
    for day in sorted(set(days)):
        current = current + 1 if last and days_after(last) == day else 1
        best, last = max(best, current), day
    return (current if last and days_after(last) >= today else 0), best


def days_after(day: str, count: int = 1) -> str:
    """Return the date `count` days later."""
    return (date.fromisoformat(day) + timedelta(days=count)).isoformat()
