"""Statistics of one player or all players, from the results; those of all players are cached
(stale-while-revalidate).

For solitaires, only first attempts at deals count. Results of a hidden player are visible only to that
player.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.clock import is_day, utc_day
from app.db.engine import read_connection
from app.db.refreshing_cache import RefreshingCache
from app.db.schema import players, results, streaks
from app.results.results import parse_score
from engine import GAMES
from engine.clock import DAY_MS

TTL_SECONDS = 60.0
MAX_CACHED = 1000  # of all deals of a game, and of daily ones
PROGRESS_GAMES = 100  # newest games in a player's progress
PROGRESS_DAYS = 30  # in the progress of all players

SeatResults = dict[int, tuple[int, int, int]]  # (played, won, drawn) by seat
Scores = dict[tuple[int, ...], int]  # games by score


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """Statistics of a game. `repeated`: attempts after the first; `streak`: (current, best) of class open;
    `progress`: (time, points), oldest first."""

    seats: SeatResults = field(default_factory=dict)
    scores: Scores = field(default_factory=dict)
    repeated: int = 0
    streak: tuple[int, int] | None = None
    progress: list[tuple[int, float]] = field(default_factory=list)


class StatisticsStore:
    """Store of statistics."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._of_all: RefreshingCache[tuple[str, str | None], GameStatistics] = RefreshingCache(
            MAX_CACHED, TTL_SECONDS
        )
        self._played: set[str] = set()  # games known to have a result

    async def read(
        self, rules: str, player: str | None, date: str | None, *, own: bool, now: int
    ) -> GameStatistics:
        """Return the statistics of a game for one player (`own`: the current player) or all, and for one
        daily deal or all deals; empty for an invalid or future date. `now`: milliseconds since the epoch."""
        if date is not None and not (is_day(date) and date <= utc_day(now)):
            return GameStatistics()
        if player is not None:
            if "\0" in player:  # PostgreSQL rejects NUL in text
                return GameStatistics()
            return await self._read(rules, player, date, own=own, now=now)
        read = partial(self._read, rules, None, date, own=False, now=now)
        return await self._of_all.get((rules, date), read)

    async def played(self) -> list[str]:
        """Return the games that have a result. Each game without one costs a lookup in the index; a game
        that has one is not looked up again."""
        async with read_connection(self._engine) as connection:
            for rules in GAMES.keys() - self._played:
                result = select(results.c.game_id).where(results.c.rules == rules).limit(1)
                if await connection.scalar(result):
                    self._played.add(rules)
        return [rules for rules in GAMES if rules in self._played]

    def close(self) -> None:
        self._of_all.close()

    async def _read(
        self, rules: str, player: str | None, date: str | None, *, own: bool, now: int
    ) -> GameStatistics:
        conditions: list[ColumnElement[bool]] = [results.c.rules == rules]
        if player is not None:
            conditions.append(results.c.player_id == player)
        if date is not None:
            conditions.append(results.c.daily == date)

        async with read_connection(self._engine) as connection:
            hidden = select(players.c.id).where(players.c.hidden.is_not(None))
            if player is None:
                conditions.append(results.c.player_id.not_in(hidden))
            elif not own and await connection.scalar(hidden.where(players.c.id == player)):
                return GameStatistics()
            seats, scores = await _counts(connection, [*conditions, results.c.first])
            repeated = (
                select(func.count()).select_from(results).where(*conditions, results.c.first.is_(False))
            )
            return GameStatistics(
                seats=seats,
                scores=scores,
                repeated=await connection.scalar(repeated) or 0,
                streak=await _streak(connection, rules, player),
                progress=await _progress(connection, [*conditions, results.c.first], player, now),
            )


async def _counts(
    connection: AsyncConnection, conditions: list[ColumnElement[bool]]
) -> tuple[SeatResults, Scores]:
    query = (
        select(results.c.seat, results.c.won, results.c.drawn, results.c.score, func.count())
        .where(*conditions)
        .group_by(results.c.seat, results.c.won, results.c.drawn, results.c.score)
    )
    seats: SeatResults = {}
    scores: Scores = {}
    for seat, won, drawn, text, count in await connection.execute(query):
        played, wins, draws = seats.get(seat, (0, 0, 0))
        seats[seat] = played + count, wins + count * won, draws + count * drawn
        score = parse_score(text)
        scores[score] = scores.get(score, 0) + count
    return seats, scores


async def _streak(connection: AsyncConnection, rules: str, player: str | None) -> tuple[int, int] | None:
    of = streaks.c.rules == rules
    if player is not None:
        of &= streaks.c.player_id == player
    greatest = (select(func.max(column)).where(of) for column in (streaks.c.open, streaks.c.open_best))
    current, best = (await connection.execute(select(*(one.scalar_subquery() for one in greatest)))).one()
    return None if best is None else (current, best)


async def _progress(
    connection: AsyncConnection, conditions: list[ColumnElement[bool]], player: str | None, now: int
) -> list[tuple[int, float]]:
    """Return the points of a player's newest games, or the mean points of all players by UTC day."""
    conditions = [*conditions, results.c.points.is_not(None)]
    query: Any
    if player is not None:
        query = select(results.c.ended, results.c.points).where(*conditions)
        query = query.order_by(results.c.ended.desc(), results.c.game_id).limit(PROGRESS_GAMES)
    else:
        since = (now // DAY_MS - PROGRESS_DAYS + 1) * DAY_MS
        day = (results.c.ended - results.c.ended % DAY_MS).label("day")
        query = select(day, func.avg(results.c.points)).where(*conditions, results.c.ended >= since)
        query = query.group_by(day).order_by(day.desc())
    rows = (await connection.execute(query)).all()
    return [(int(row[0]), float(row[1])) for row in reversed(rows)]
