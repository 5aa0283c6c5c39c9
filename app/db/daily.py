"""The deal of the day: nobody can know it before the day begins, and anybody can verify it afterwards.

A day (UTC) has a secret of 32 bytes. Its sha256, the commit, is public from the day before on, the secret
from the day after on. The deal of a game is HMAC-SHA256(secret, "id date"): its first 4 bytes as a number,
or its first 16 where cards are hidden.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import reading, writing
from app.db.schema import days, games, results
from engine import Game


@dataclass(frozen=True, slots=True)
class Day:
    """A UTC day, as 2026-11-21, and its secret."""

    date: str
    secret: bytes

    @property
    def commit(self) -> str:
        return sha256(self.secret).hexdigest()

    def deal(self, game: Game[Any]) -> int | bytes:
        """The deal of a solitaire on this day."""
        drawn = hmac.digest(self.secret, f"{game.id} {self.date}".encode(), "sha256")
        return drawn[:16] if game.hides else int.from_bytes(drawn[:4], "big")


@dataclass(frozen=True, slots=True)
class DailyAttempt:
    """An attempt at a deal of the day; `counts`: on the day's board, now or when it ends today."""

    game: str
    ended: bool
    counts: bool


def after(day: str, count: int = 1) -> str:
    """The day so many days later."""
    return (date.fromisoformat(day) + timedelta(days=count)).isoformat()


class DailyStore:
    """The days that have been dealt, in the database; what has been read once is remembered."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._known: dict[str, Day] = {}

    async def day(self, day: str, today: str) -> Day | None:
        """A day; None if it was never dealt. The secrets of today and tomorrow are made by whoever asks
        first: whoever asks for today's makes tomorrow's, so that its commit stands a day before it."""
        if day in self._known:
            return self._known[day]
        coming = (today, after(today))
        if day not in coming:
            return await self._read(day)
        for wanted in coming:
            self._known[wanted] = await self._read(wanted) or await self._make(wanted)
        return self._known[day]

    async def first(self) -> str | None:
        """The first day there ever was."""
        async with reading(self._engine) as connection:
            found: str | None = await connection.scalar(select(days.c.date).order_by(days.c.date).limit(1))
            return found

    async def dealt(self, month: str, today: str) -> list[str]:
        """The days of a month (2026-11) that have come so far and were dealt."""
        query = select(days.c.date).where(days.c.date.like(f"{month}-%"), days.c.date <= today)
        async with reading(self._engine) as connection:
            return list(await connection.scalars(query.order_by(days.c.date)))

    async def attempts(self, player: str, day: str, today: str) -> dict[str, DailyAttempt]:
        """A person's attempts at the deals of a day, by rules: the first, or without one (the deal had been
        met elsewhere) the newest."""
        query = (
            select(games.c.rules, games.c.id, games.c.ended, games.c.first, results.c.daily)
            .outerjoin(results, results.c.game_id == games.c.id)
            .where(games.c.daily == day, games.c.creator == player)
            .order_by(games.c.first, games.c.created, games.c.id)
        )
        async with reading(self._engine) as connection:
            return {
                row.rules: DailyAttempt(
                    row.id,
                    row.ended is not None,
                    row.daily == day if row.ended is not None else row.first and day >= today,
                )
                for row in await connection.execute(query)  # of several the last stays
            }

    async def finished_in(self, player: str, month: str) -> dict[str, list[str]]:
        """The deals of a month that a person has finished in their day, by day."""
        query = select(results.c.daily, results.c.rules).where(
            results.c.player_id == player, results.c.daily.like(f"{month}-%")
        )
        found: dict[str, list[str]] = {}
        async with reading(self._engine) as connection:
            for date, rules in await connection.execute(query.order_by(results.c.daily, results.c.rules)):
                found.setdefault(date, []).append(rules)
        return found

    async def finished(self, player: str, rules: str, day: str) -> bool:
        """Whether a person has ended a game at this deal of the day: then it is no secret to him."""
        query = select(games.c.id).where(
            games.c.daily == day,
            games.c.rules == rules,
            games.c.creator == player,
            games.c.ended.is_not(None),
        )
        async with reading(self._engine) as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    async def _read(self, day: str) -> Day | None:
        async with reading(self._engine) as connection:
            secret = await connection.scalar(select(days.c.secret).where(days.c.date == day))
            return None if secret is None else Day(day, secret)

    async def _make(self, day: str) -> Day:
        insert = postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert
        async with writing(self._engine) as connection:
            drawn = insert(days).values(date=day, secret=secrets.token_bytes(32))
            await connection.execute(drawn.on_conflict_do_nothing())
            secret = await connection.scalar(select(days.c.secret).where(days.c.date == day))
            return Day(day, secret or b"")
