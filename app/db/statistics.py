"""Statistics of one person or of everybody, from the results. Everybody's may be a minute old.

A solitaire counts a person's first attempts at deals; what the host has hidden counts for the hidden person
himself only.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import reading
from app.db.schema import players, results, streaks

AGE = 60.0  # seconds
KEPT = 1000  # figures that are remembered
NEWEST = 100  # games of a person's progress
DAYS = 30  # of everybody's
DAY = 86_400_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Figures:
    """`chairs`: (played, won, drawn) by seat; `scores`: games by score; `rehearsed`: further attempts;
    `streak`: (current, best) of wins of any kind; `progress`: (time, points), the oldest first."""

    chairs: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    scores: dict[tuple[int, ...], int] = field(default_factory=dict)
    rehearsed: int = 0
    streak: tuple[int, int] | None = None
    progress: list[tuple[int, float]] = field(default_factory=list)


class StatisticsStore:
    """Reads figures from the database behind `engine`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._known: dict[tuple[str, str | None], tuple[float, Figures]] = {}
        self._reading = asyncio.Lock()

    async def of(self, rules: str, player: str | None, date: str | None, *, own: bool, now: int) -> Figures:
        """The figures of a game; of one person (`own`: who asks for himself), or of everybody; of the deal
        of one day, or of all. `now` in milliseconds since the epoch."""
        if "\0" in f"{player}{date}":
            return Figures()
        if player is not None:
            return await self._read(rules, player, date, own=own, now=now)
        async with self._reading:  # who asks meanwhile gets the same answer
            read, figures = self._known.get((rules, date), (0.0, None))
            if figures is None or monotonic() > read + AGE:
                figures = await self._read(rules, None, date, own=False, now=now)
                if len(self._known) > KEPT:
                    self._known.clear()
                self._known[rules, date] = monotonic(), figures
            return figures

    async def _read(
        self, rules: str, player: str | None, date: str | None, *, own: bool, now: int
    ) -> Figures:
        wanted: list[ColumnElement[bool]] = [results.c.rules == rules]
        if player is not None:
            wanted.append(results.c.player_id == player)
        if date is not None:
            wanted.append(results.c.daily == date)
        async with reading(self._engine) as connection:
            hidden = select(players.c.id).where(players.c.hidden.is_not(None))
            if player is None:
                wanted.append(results.c.player_id.not_in(hidden))
            elif not own and await connection.scalar(hidden.where(players.c.id == player)):
                return Figures()
            chairs, scores = await _counts(connection, [*wanted, results.c.first])
            rehearsals = select(func.count()).select_from(results).where(*wanted, results.c.first.is_(False))
            return Figures(
                chairs=chairs,
                scores=scores,
                rehearsed=await connection.scalar(rehearsals) or 0,
                streak=await _streak(connection, rules, player),
                progress=await _progress(connection, [*wanted, results.c.first], player, now),
            )


SeatResults = dict[int, tuple[int, int, int]]
Scores = dict[tuple[int, ...], int]


async def _counts(
    connection: AsyncConnection, wanted: list[ColumnElement[bool]]
) -> tuple[SeatResults, Scores]:
    query = (
        select(results.c.seat, results.c.won, results.c.drawn, results.c.score, func.count())
        .where(*wanted)
        .group_by(results.c.seat, results.c.won, results.c.drawn, results.c.score)
    )
    chairs: SeatResults = {}
    scores: Scores = {}
    for seat, won, drawn, text, count in await connection.execute(query):
        played, wins, draws = chairs.get(seat, (0, 0, 0))
        chairs[seat] = played + count, wins + count * won, draws + count * drawn
        score = tuple(int(part) for part in text.split())
        scores[score] = scores.get(score, 0) + count
    return chairs, scores


async def _streak(connection: AsyncConnection, rules: str, player: str | None) -> tuple[int, int] | None:
    query = select(func.max(streaks.c.open), func.max(streaks.c.open_best)).where(streaks.c.rules == rules)
    if player is not None:
        query = query.where(streaks.c.player_id == player)
    current, best = (await connection.execute(query)).one()
    return None if best is None else (current, best)


async def _progress(
    connection: AsyncConnection, wanted: list[ColumnElement[bool]], player: str | None, now: int
) -> list[tuple[int, float]]:
    wanted = [*wanted, results.c.points.is_not(None)]
    query: Any
    if player is not None:
        query = select(results.c.ended, results.c.points).where(*wanted)
        query = query.order_by(results.c.ended.desc(), results.c.game_id).limit(NEWEST)
    else:
        since = (now // DAY - DAYS + 1) * DAY
        began = (results.c.ended - results.c.ended % DAY).label("began")
        query = select(began, func.avg(results.c.points)).where(*wanted, results.c.ended >= since)
        query = query.group_by(began).order_by(began.desc())
    rows = (await connection.execute(query)).all()
    return [(int(row[0]), float(row[1])) for row in reversed(rows)]
