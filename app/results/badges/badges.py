"""Badges: milestones derived from a player's results.

All come from wins at first attempts in public games:

- `win.FAMILY`: the first win in a family of games;
- `perfect.FAMILY`: the first win with the reason `perfect`, the highest possible score;
- `clean` and `clean.10`: the first and the tenth solitaire won without help and without undo;
- `week`: seven consecutive days, each with a daily deal won without help and within the day.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from app.results.daily.days import days_after
from engine import GAMES

Standalone = Literal["clean", "clean.10", "week"]  # the badges of no family
CLEAN_WINS = 10  # for the badge `clean.10`
WEEK_DAYS = 7


class BadgeJson(Struct):
    """A milestone proved by a player's results: `win.FAMILY`, `perfect.FAMILY`, `clean`, `clean.10` or
    `week`. `game`: the game that won it; `at`: when that game ended."""

    id: str
    at: int
    game: str


@dataclass(frozen=True, slots=True)
class Milestone:
    """A won game that may earn a badge. `nth_clean`: its number among the clean wins, if it is one; `solved`:
    the day whose daily deal it was the first to solve, if any."""

    rules: str
    game: str
    at: int
    perfect: bool
    nth_clean: int | None
    solved: str | None


def badges(milestones: Iterable[Milestone]) -> list[BadgeJson]:
    """Return the badges in the order in which they were earned."""
    ordered = sorted(milestones, key=lambda one: (one.at, one.game))
    found: dict[str, BadgeJson] = {}
    days: dict[str, Milestone] = {}
    for one in ordered:
        for badge in _ids(one):
            found.setdefault(badge, BadgeJson(badge, one.at, one.game))
        if one.solved is not None:
            days.setdefault(one.solved, one)
    if week := _end_of_week(days):
        found["week"] = BadgeJson("week", week.at, week.game)
    return sorted(found.values(), key=lambda badge: (badge.at, badge.id))


def _ids(one: Milestone) -> list[str]:
    """Return the badges that one game earns by itself."""
    known = GAMES.get(one.rules)
    ids = [f"win.{known.family}"] if known else []
    if known and one.perfect:
        ids.append(f"perfect.{known.family}")
    if one.nth_clean == 1:
        ids.append("clean")
    if one.nth_clean == CLEAN_WINS:
        ids.append(f"clean.{CLEAN_WINS}")
    return ids


def _end_of_week(days: dict[str, Milestone]) -> Milestone | None:
    """Return the game that completed the first WEEK_DAYS consecutive solved days."""
    run, last = 0, ""
    for day in sorted(days):
        run = run + 1 if last and days_after(last) == day else 1
        last = day
        if run == WEEK_DAYS:
            return days[day]
    return None
