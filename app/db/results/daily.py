"""Store of daily deals: secrets of days, and players' attempts (`app/domain/daily.py`)."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

from cachetools import LRUCache
from sqlalchemy import Row, Select, and_, case, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import dialect_insert, read_connection, write_transaction
from app.db.schema import days, games, results
from app.domain.daily import (
    NO_CHOICE,
    Choice,
    DailyAttempt,
    Day,
    Solvers,
    days_after,
    days_in_a_row,
)
from engine.daily import Certified

_SOLVED = case((and_(results.c.won, results.c.hints == 0, results.c.shown), 1), else_=0)  # a daily deal


class DailyStore:
    """Store of daily deals. Today and tomorrow are cached."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._cache: dict[str, Day] = {}
        self._solvers: LRUCache[str, dict[str, Solvers]] = LRUCache(100)  # of days that are over

    async def day(self, day: str, today: str) -> Day | None:
        """Return a day; None if it never had a secret, or is after tomorrow.

        The first request for today or tomorrow creates both secrets, so that tomorrow's commitment is public
        a day ahead; usually `make` has created them before, with winnable deals."""
        if day in self._cache:
            return self._cache[day]
        upcoming = (today, days_after(today))
        if day not in upcoming:
            return await self._read(day) if day < today else None
        for date in upcoming:
            self._cache[date] = await self._read(date) or await self.make(date, secrets.token_bytes(32), {})
        return self._cache[day]

    async def is_made(self, day: str) -> bool:
        """Return whether a day has a secret."""
        return await self._read(day) is not None

    async def first_day(self) -> str | None:
        """Return the earliest day with a secret."""
        async with read_connection(self._engine) as connection:
            first: str | None = await connection.scalar(select(days.c.date).order_by(days.c.date).limit(1))
            return first

    async def days_in(self, month: str, today: str) -> list[str]:
        """Return the days of a month (2026-11) up to today that have a secret."""
        query = select(days.c.date).where(days.c.date.like(f"{month}-%"), days.c.date <= today)
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query.order_by(days.c.date)))

    async def attempts(self, player: str, day: str, today: str) -> dict[str, DailyAttempt]:
        """Return a player's attempts at the deals of a day, by rules: the first attempt, or, if they had
        played the deal before, the newest game."""
        query = (
            select(games.c.rules, games.c.id, games.c.ended, games.c.first, results.c.daily)
            .outerjoin(results, results.c.game_id == games.c.id)
            .where(games.c.daily == day, games.c.creator == player)
            .order_by(games.c.first, games.c.created, games.c.id)
        )
        async with read_connection(self._engine) as connection:
            return {
                row.rules: DailyAttempt(
                    row.id,
                    row.ended is not None,
                    row.daily == day if row.ended is not None else row.first and day >= today,
                )
                for row in await connection.execute(query)  # the last of several wins
            }

    async def finished_in(self, player: str, month: str) -> dict[str, dict[str, bool]]:
        """Return the deals of a month that a player has finished within their day, by day and rules, and
        whether they solved it, as in `streaks`."""
        query = select(results.c.daily, results.c.rules, _SOLVED).where(
            results.c.player_id == player, results.c.daily.like(f"{month}-%")
        )
        finished: dict[str, dict[str, bool]] = {}
        async with read_connection(self._engine) as connection:
            rows = await connection.execute(query.order_by(results.c.daily, results.c.rules))
            for date, rules, solved in rows:
                finished.setdefault(date, {})[rules] = bool(solved)
        return finished

    async def solvers(self, day: str) -> dict[str, Solvers]:
        """Return how many players started and won the deals of a past day, by rules; first attempts only."""
        if day in self._solvers:
            return self._solvers[day]
        begun = (
            select(games.c.rules, func.count())
            .where(games.c.daily == day, games.c.first, games.c.ply > 0)
            .group_by(games.c.rules)
        )
        won = (
            select(results.c.rules, func.count())
            .where(results.c.daily == day, results.c.won)
            .group_by(results.c.rules)
        )
        async with read_connection(self._engine) as connection:
            started = (await connection.execute(begun)).all()
            solved = {row[0]: row[1] for row in await connection.execute(won)}
        found = {rules: Solvers(count, solved.get(rules, 0)) for rules, count in started}
        self._solvers[day] = found
        return found

    async def streaks(self, player: str, today: str) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return a player's current and longest run of days: with a daily deal won without help, and with one
        that counts on leaderboards. Only first attempts that ended within the day count."""
        of_player = (results.c.player_id == player, results.c.daily.is_not(None), results.c.shown)
        query = select(results.c.daily, func.max(_SOLVED)).where(*of_player).group_by(results.c.daily)
        async with read_connection(self._engine) as connection:
            played = {day: bool(won) for day, won in await connection.execute(query)}
        return days_in_a_row((day for day, won in played.items() if won), today), days_in_a_row(played, today)

    async def has_finished(self, player: str, rules: str, day: str) -> bool:
        """Return whether a player has finished a game at this daily deal, so that it is no secret to them."""
        query = select(games.c.id).where(
            games.c.daily == day,
            games.c.rules == rules,
            games.c.creator == player,
            games.c.ended.is_not(None),
        )
        async with read_connection(self._engine) as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    async def make(self, day: str, secret: bytes, certified: Mapping[str, Certified]) -> Day:
        """Store the secret and the chosen candidates of a day. Return the day, or the one that another
        process stored first."""
        choice = json.dumps(Choice.of(secret, day, certified).json())
        insert = dialect_insert(self._engine, days).values(date=day, secret=secret, choice=choice)
        async with write_transaction(self._engine) as connection:
            await connection.execute(insert.on_conflict_do_nothing())
            return _day((await connection.execute(_query(day))).one())

    async def _read(self, day: str) -> Day | None:
        async with read_connection(self._engine) as connection:
            row = (await connection.execute(_query(day))).first()
            return None if row is None else _day(row)


def _query(day: str) -> Select[Any]:
    return select(days).where(days.c.date == day)


def _day(row: Row[Any]) -> Day:
    return Day(row.date, row.secret, Choice.read(json.loads(row.choice)) if row.choice else NO_CHOICE)
