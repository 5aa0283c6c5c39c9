"""Store of daily deals: secrets of days, and players' attempts (`app/results/daily/days.py`)."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping
from typing import Any, Literal

from cachetools import LRUCache
from sqlalchemy import Row, Select, and_, case, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import dialect_insert, read_connection, write_transaction
from app.db.schema import days, games, results, standings
from app.results.daily.days import NO_CHOICE, Choice, DailyStreak, Day, daily_streak, days_after
from app.results.daily.messages import Attempt, Place, Solved
from app.results.standings import ORDER_COLUMNS, score_board
from engine.daily import Certified

_SOLVED = case((and_(results.c.won, results.c.hints == 0, results.c.shown), 1), else_=0)  # a daily deal


class DailyStore:
    """Store of daily deals. Today and tomorrow are cached."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._cache: dict[str, Day] = {}
        self._solvers: LRUCache[str, dict[str, Solved]] = LRUCache(100)  # of days that are over

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

    async def find(self, day: str) -> Day | None:
        """Return today or tomorrow without creating it; None if it has no secret yet."""
        if day not in self._cache and (found := await self._read(day)):
            self._cache[day] = found
        return self._cache.get(day)

    async def is_made(self, day: str) -> bool:
        return await self._read(day) is not None

    async def first_day(self) -> str | None:
        async with read_connection(self._engine) as connection:
            first: str | None = await connection.scalar(select(days.c.date).order_by(days.c.date).limit(1))
            return first

    async def days_in(self, month: str, today: str) -> list[str]:
        """Return the days of a month (2026-11) up to today that have a secret."""
        query = select(days.c.date).where(days.c.date.like(f"{month}-%"), days.c.date <= today)
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query.order_by(days.c.date)))

    async def attempts(self, player: str, day: str, today: str) -> dict[str, Attempt]:
        """Return a player's attempts at the deals of a day, by rules: the first attempt, or, if they had
        played the deal before, the newest game."""
        query = (
            select(games.c.rules, games.c.id, games.c.ended, games.c.first, games.c.chosen, results.c.daily)
            .outerjoin(results, results.c.game_id == games.c.id)
            .where(games.c.daily == day, games.c.creator == player)
            .order_by(games.c.first, games.c.created, games.c.id)
        )
        async with read_connection(self._engine) as connection:
            return {
                row.rules: Attempt(
                    row.id,
                    "live" if row.ended is None else "ended",
                    row.daily == day if row.ended is not None else row.first and day >= today,
                    row.chosen,
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

    async def practised_in(self, player: str, month: str) -> dict[str, list[str]]:
        """Return the deals of a month that a player has won after their day, by day."""
        query = (
            select(games.c.daily, games.c.rules)
            .join_from(results, games, games.c.id == results.c.game_id)
            .where(results.c.player_id == player, results.c.won, games.c.chosen)
            .where(games.c.daily.like(f"{month}-%"))
            .distinct()
        )
        practised: dict[str, list[str]] = {}
        async with read_connection(self._engine) as connection:
            for date, rules in await connection.execute(query.order_by(games.c.daily, games.c.rules)):
                practised.setdefault(date, []).append(rules)
        return practised

    async def solvers(self, day: str) -> dict[str, Solved]:
        """Return how many players started and won the deals of a past day, by rules; first attempts only."""
        if day in self._solvers:
            return self._solvers[day]
        begun = (
            select(games.c.rules, func.count())
            .where(games.c.daily == day, games.c.first, games.c.chosen.is_(False), games.c.ply > 0)
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
        found = {rules: Solved(count, solved.get(rules, 0)) for rules, count in started}
        self._solvers[day] = found
        return found

    async def streaks(self, player: str, today: str) -> tuple[DailyStreak, DailyStreak]:
        """Return a player's runs of days: with a daily deal won without help, and with one
        that counts on leaderboards. Only first attempts that ended within the day count."""
        of_player = (results.c.player_id == player, results.c.daily.is_not(None), results.c.shown)
        query = select(results.c.daily, func.max(_SOLVED)).where(*of_player).group_by(results.c.daily)
        async with read_connection(self._engine) as connection:
            played = {day: bool(won) for day, won in await connection.execute(query)}
        return daily_streak((day for day, won in played.items() if won), today), daily_streak(played, today)

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

    async def places(self, rules: Collection[str], date: str, player: str) -> dict[str, Place]:
        """Return a player's places at daily deals, by rules, in the class `unaided` if the attempt belongs to
        it, else `open`. One statement reads all results of those deals from the index."""
        classes: tuple[Literal["open", "unaided"], ...] = ("open", "unaided")
        boards = {score_board(one, of, f"daily {date}"): (one, of) for one in rules for of in classes}
        own, others = standings.alias("own"), standings.alias("others")
        mine, theirs = (tuple_(*(table.c[name] for name in ORDER_COLUMNS)) for table in (own, others))
        query = (
            select(
                own.c.board,
                func.sum(case((theirs < mine, 1), else_=0)),
                func.sum(case((theirs > mine, 1), else_=0)),
                func.count(),
            )
            .join_from(own, others, own.c.board == others.c.board)
            .where(own.c.player_id == player, own.c.board.in_(sorted(boards)))
            .group_by(own.c.board)
            .order_by(own.c.board)  # "open" before "unaided", which replaces it
        )
        found: dict[str, Place] = {}
        async with read_connection(self._engine) as connection:
            for board, better, worse, count in await connection.execute(query):
                one, of = boards[board]
                found[one] = Place(of, 1 + int(better), int(worse), count)
        return found

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
