"""Badges: milestones that a player's results prove.

All of them come from wins at first attempts in public games:

- `win.FAMILY`: the first win of a family of games;
- `perfect.FAMILY`: the first win by the reason `perfect`, that is with the highest possible score;
- `clean` and `clean.10`: the first and the tenth solitaire that was won without help and without undo;
- `week`: seven days in a row, each with a deal of the day that was won without help and within the day.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.domain.daily import days_after
from engine import GAMES

CLEAN_WINS = 10  # that make the badge `clean.10`
WEEK = 7  # days


@dataclass(frozen=True, slots=True)
class Milestone:
    """A won game that may prove a badge. `nth_clean`: its number among the clean wins, None: it is none of
    them; `solved`: the day that it was the first to solve, None: it solved none."""

    rules: str
    game: str
    at: int
    perfect: bool
    nth_clean: int | None
    solved: str | None


@dataclass(frozen=True, slots=True)
class Badge:
    """`game` is the one that won the badge, `at` when it ended, in milliseconds since the epoch."""

    id: str
    at: int
    game: str


def badges(milestones: Iterable[Milestone]) -> list[Badge]:
    """Return the badges in the order in which they were won."""
    ordered = sorted(milestones, key=lambda one: (one.at, one.game))
    found: dict[str, Badge] = {}
    days: dict[str, Milestone] = {}
    for one in ordered:
        for badge in _ids(one):
            found.setdefault(badge, Badge(badge, one.at, one.game))
        if one.solved is not None:
            days.setdefault(one.solved, one)
    if week := _end_of_week(days):
        found["week"] = Badge("week", week.at, week.game)
    return sorted(found.values(), key=lambda badge: (badge.at, badge.id))


def _ids(one: Milestone) -> list[str]:
    """Return the badges that one game is enough for."""
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
    """Return the game that completed the first WEEK solved days in a row."""
    run, last = 0, ""
    for day in sorted(days):
        run = run + 1 if last and days_after(last) == day else 1
        last = day
        if run == WEEK:
            return days[day]
    return None
