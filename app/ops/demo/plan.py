"""Timetable of the demonstration: the sample players' games on each day, drawn from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import Any, Literal

from app.clock import utc_day
from app.domain.daily import featured
from engine import GAMES, Game
from engine.daily import has_daily_deal

NAMES = (
    *("Milady", "Athos", "Porthos", "Aramis", "Constance", "Rochefort", "Planchet", "Grimaud"),
    *("Mousqueton", "Bazin", "Ketty", "Felton", "Treville", "Buckingham"),
)
DAYS = 30  # before today
HOUR = 3_600_000  # milliseconds
DAY = 24 * HOUR
EARLIEST, LATEST = 6 * HOUR, 22 * HOUR  # start of a game within a day
REGULARS = (0, 3, 6, 9)  # players with enough games for a certain rating
REGULAR_WEIGHT = 5  # games of a regular per game of another player
FIRST_RULES_SHARE = 0.85  # of a family's games

Kind = Literal["two", "alone", "daily"]


@dataclass(frozen=True, slots=True)
class Activity:
    """A game of the timetable. `start`: earliest start, and `until`: latest end, in milliseconds since the
    epoch; `people`: numbers of its players, by seat; `seed`: determines everything else."""

    start: int
    until: int
    kind: Kind
    game: Game[Any]
    people: tuple[int, ...]
    seed: int

    @property
    def day(self) -> str:
        return utc_day(self.start)


def skill_of(person: int) -> float:
    """Return a sample player's skill, above 0 to 1: the first of NAMES plays best."""
    return 1 - person / len(NAMES)


def timetable(seed: int, games: int, now: int) -> list[Activity]:
    """Return all games in the order of their starts. `games`: number of games for two; there are as many
    solitaires, and 5/8 as many daily deals."""
    chance = Random(seed)
    kinds: list[tuple[Kind, int]] = [("two", games), ("alone", games), ("daily", games * 5 // 8)]
    drawn: list[Activity] = []
    for kind, count in kinds:
        picked = _games(kind, chance)
        drawn += [_activity(chance, kind, next(picked), number, now) for number in range(count)]
    return sorted(drawn, key=lambda one: (one.start, one.seed))


def _activity(chance: Random, kind: Kind, game: Game[Any], number: int, now: int) -> Activity:
    """Return a game on one of the days: daily deals on each day in turn, other games more often on recent
    days."""
    back = number % (DAYS + 1) if kind == "daily" else int((DAYS + 1) * chance.random() ** 1.5)
    midnight = now - now % DAY - back * DAY
    latest = min(midnight + LATEST, now - HOUR)
    start = chance.randint(min(midnight + EARLIEST, latest), latest)
    people = tuple(_people(chance, len(game.seats)))
    until = min(midnight + DAY - 1, now) if kind == "daily" else now
    if kind == "daily" and chance.random() < 0.6:
        game = GAMES[featured(utc_day(midnight))]
    return Activity(start, until, kind, game, people, chance.getrandbits(32))


def _people(chance: Random, count: int) -> list[int]:
    """Draw different players, regulars more often."""
    weights = [REGULAR_WEIGHT if person in REGULARS else 1 for person in range(len(NAMES))]
    people: list[int] = []
    while len(people) < count:
        person = chance.choices(range(len(NAMES)), weights if count > 1 else None)[0]
        if person not in people:
            people.append(person)
    return people


def _games(kind: Kind, chance: Random) -> Iterator[Game[Any]]:
    """Yield the games to play: those for two mostly by the first rules of each family, solitaires in turn."""
    if kind != "two":
        alone = [game for game in GAMES.values() if len(game.seats) == 1]
        yield from cycle(game for game in alone if kind == "alone" or has_daily_deal(game))
    families: dict[str, list[Game[Any]]] = {}
    for game in GAMES.values():
        if len(game.seats) == 2:
            families.setdefault(game.family, []).append(game)
    usual = [variants[0] for variants in families.values()]
    others = [cycle(variants[1:] or variants) for variants in families.values()]
    while True:
        for game, variants in zip(usual, others, strict=True):
            yield game if chance.random() < FIRST_RULES_SHARE else next(variants)
