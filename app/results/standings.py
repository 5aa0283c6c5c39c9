"""Leaderboard names and standings of results.

Leaderboard names: `RULES score CLASS SCOPE` and `RULES streak CLASS` for solitaires, `RULES seat SEAT SCOPE`
for two seats. SCOPE is `all`, `2026-11-21`, `2026-W47`, `2026-11`, `deal 7` or `daily 2026-11-21`. Standings
are ordered by (lead, second, moves, ms, at), lowest first; equal ones share a rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal, get_args

from app.results.results import CLASSES, Class, Result, score_text
from app.results.streaks import Streak
from engine import Game
from engine.clock import DAY_MS

STANDING_RETENTION_MS = 30 * DAY_MS  # of some standings: app/ops/retention.py
TOP_RANKS = 100  # of a day's, week's or month's leaderboard, kept longer
Period = Literal["day", "week", "month", "all"]
PERIODS: tuple[Period, ...] = get_args(Period)
ORDER_COLUMNS = ("lead", "second", "moves", "ms", "at")  # lowest first
Order = tuple[int, int, int, int, int]  # their values


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player's standing on a leaderboard. `lead` and `second`: the negated score of a solitaire; the
    negated wins and the games for two seats; the negated best of a streak."""

    board: str
    player: str
    lead: int
    second: int = 0
    moves: int = 0
    ms: int = 0
    at: int
    score: str = ""
    undone: int = 0
    hints: int = 0
    sittings: int = 0
    first: bool = True
    game: str

    @property
    def order(self) -> Order:
        return self.lead, self.second, self.moves, self.ms, self.at


def scope(period: Period, on: date) -> str:
    """Return the scope of the day, ISO week or month of a UTC date, or of all time."""
    match period:
        case "day":
            return on.isoformat()
        case "week":
            year, week, _ = on.isocalendar()
            return f"{year}-W{week:02}"
        case "month":
            return on.isoformat()[:7]
        case "all":
            return "all"


def past_scopes(since: date, until: date) -> Iterator[str]:
    """Yield the scopes (days, weeks, months) whose last day is in [since, until)."""
    day = since
    while day < until:
        yield scope("day", day)
        if day.isoweekday() == 7:
            yield scope("week", day)
        following = day + timedelta(days=1)
        if following.day == 1:
            yield scope("month", day)
        day = following


def day_of(at: int) -> date:
    """Return the UTC day of a time in milliseconds since the epoch."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def boards_of(game: Game[Any], scope: str) -> Iterator[str]:
    if len(game.seats) == 1:
        for of in CLASSES:
            yield score_board(game.id, of, scope)
    else:
        for seat in (None, *range(len(game.seats))):
            yield seat_board(game.id, seat, scope)


def score_board(rules: str, of: Class, scope: str) -> str:
    return f"{rules} score {of} {scope}"


def seat_board(rules: str, seat: int | None, scope: str) -> str:
    """Return the leaderboard name of two-player games from one seat, or both (None)."""
    return f"{rules} seat {'both' if seat is None else seat} {scope}"


def streak_board(rules: str, of: Class) -> str:
    return f"{rules} streak {of}"


def best(results: Iterable[Result]) -> list[Standing]:
    """Return the best standing of solitaires per leaderboard and player."""
    found: dict[tuple[str, str], Standing] = {}
    for result in results:
        for standing in _standings(result):
            key = standing.board, standing.player
            if key not in found or _rank(standing) < _rank(found[key]):
                found[key] = standing
    return [found[key] for key in sorted(found)]


def wins(results: Iterable[Result]) -> list[Standing]:
    """Return the summed standings of two-player games per leaderboard and player."""
    found: dict[tuple[str, str], Standing] = {}
    for result in results:
        if result.solitaire or not result.shown:
            continue
        for board in _seat_boards(result):
            key = board, result.player
            standing = Standing(
                board=board,
                player=result.player,
                lead=-result.won,
                second=1,
                at=result.ended,
                game=result.game,
            )
            found[key] = _sum(found[key], standing) if key in found else standing
    return [found[key] for key in sorted(found)]


def streak_standings(player: str, rules: str, streak: Streak) -> list[Standing]:
    """Return the streak standings of a player who has won at least once."""
    return [
        Standing(
            board=streak_board(rules, of),
            player=player,
            lead=-run.best,
            at=run.at,
            score=f"{run.best} {run.current}",
            game=run.game,
        )
        for of, run in streak.runs.items()
        if run.game is not None
    ]


def _standings(result: Result) -> Iterator[Standing]:
    if not (result.solitaire and result.shown):
        return
    lead, second = (-result.score[0], -result.score[1] if len(result.score) > 1 else 0)
    for board in _score_boards(result):
        yield Standing(
            board=board,
            player=result.player,
            lead=lead,
            second=second,
            moves=result.made,
            ms=result.ms,
            at=result.ended,
            score=score_text(result.score),
            undone=result.undone,
            hints=result.hints,
            sittings=result.sittings,
            first=result.first,
            game=result.game,
        )


def _score_boards(result: Result) -> Iterator[str]:
    scopes = list(_scopes(result.ended)) if result.general else []
    if result.deal is not None:
        scopes.append(f"deal {result.deal}")
    if result.daily is not None:
        scopes.append(f"daily {result.daily}")
    for name in scopes:
        for of in result.classes:
            yield score_board(result.rules, of, name)


def _seat_boards(result: Result) -> Iterator[str]:
    for name in _scopes(result.ended):
        yield seat_board(result.rules, None, name)
        yield seat_board(result.rules, result.seat, name)


def _scopes(ended: int) -> Iterator[str]:
    for period in PERIODS:
        yield scope(period, day_of(ended))


def _rank(standing: Standing) -> tuple[Order, str]:
    return standing.order, standing.game


def _sum(one: Standing, other: Standing) -> Standing:
    last = max(one, other, key=lambda standing: (standing.at, standing.game))
    return replace(last, lead=one.lead + other.lead, second=one.second + other.second)
