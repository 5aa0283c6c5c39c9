"""Leaderboard names and standings of results.

Leaderboard names: `RULES score CLASS SCOPE` and `RULES streak CLASS` for solitaires, `RULES seat SEAT SCOPE`
for two seats. SCOPE is `all`, `2026-11-21`, `2026-W47`, `2026-11`, `deal 7` or `daily 2026-11-21`. Standings
are ordered by (lead, second, moves, ms, at), lowest first; equal ones share a rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Literal, get_args

from app.domain.results import Class, Result, score_text
from app.domain.streaks import Streak

Period = Literal["day", "week", "month", "all"]
PERIODS: tuple[Period, ...] = get_args(Period)
Order = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's standing on a leaderboard. `lead` and `second`: the negated score of a solitaire; the
    negated wins and the games for two seats; the negated best of a streak."""

    board: str
    player: str
    lead: int
    second: int
    moves: int
    ms: int
    at: int
    score: str
    undone: int
    hints: int
    sittings: int
    first: bool
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


def score_board(rules: str, of: Class, scope: str) -> str:
    """Return the leaderboard name of a solitaire's scores of a class."""
    return f"{rules} score {of} {scope}"


def seat_board(rules: str, seat: int | None, scope: str) -> str:
    """Return the leaderboard name of two-player games from one seat, or both (None)."""
    return f"{rules} seat {'both' if seat is None else seat} {scope}"


def streak_board(rules: str, of: Class) -> str:
    """Return the leaderboard name of a solitaire's streaks of a class."""
    return f"{rules} streak {of}"


def best(results: Iterable[Result]) -> list[Standing]:
    """Return the best standing of solitaires per leaderboard and player."""
    found: dict[tuple[str, str], Standing] = {}
    for result in results:
        for standing in _standings(result):
            key = standing.board, standing.player
            if key not in found or standing.order < found[key].order:
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
                board, result.player, -result.won, 1, 0, 0, result.ended, "", 0, 0, 0, True, result.game
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
            second=0,
            moves=0,
            ms=0,
            at=run.at,
            score=f"{run.best} {run.current}",
            undone=0,
            hints=0,
            sittings=0,
            first=True,
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
    on = datetime.fromtimestamp(ended / 1000, UTC).date()
    for period in PERIODS:
        yield scope(period, on)


def _sum(one: Standing, other: Standing) -> Standing:
    last = max(one, other, key=lambda standing: (standing.at, standing.game))
    return replace(last, lead=one.lead + other.lead, second=one.second + other.second)
