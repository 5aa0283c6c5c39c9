"""The limits of `app.limits`, held together by several processes on one PostgreSQL.

A bucket is a row that is read and charged in one statement. Counts of sockets are rows a process, written
when somebody comes and renewed every 5 s. They are void while the process has no listening connection, so
that a killed one gives its places back at once, and after 15 s in any case, if it hangs.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.cluster.bus import NAME
from app.cluster.presence import VOID
from app.cluster.rate_limits import ConnectionLimits, RateLimiter
from app.db.engine import write_transaction
from app.errors import Refusal, TryAgain

HOUR = 60 * 60 * 1000  # milliseconds; an older bucket is full and may be forgotten


class SharedRateLimiter(RateLimiter):
    """Buckets by name and key in the database. `now` gives milliseconds since the epoch."""

    def __init__(
        self, size: float, rate: float, *, engine: AsyncEngine, name: str, now: Callable[[], int]
    ) -> None:
        super().__init__(size, rate)
        self._engine, self._name, self._now = engine, name, now

    async def take(self, key: str) -> None:
        if not self.rate:
            return
        asked = {
            "key": f"{self._name} {key}"[:80],
            "size": float(self.size),
            "rate": self.rate / 1000,
            "now": self._now(),
        }
        async with write_transaction(self._engine) as connection:
            charged = (await connection.execute(_CHARGE, asked)).one_or_none()
        if charged is None:
            raise Refusal("too_many", retry=1 / self.rate)


class SharedConnectionLimits(ConnectionLimits):
    """Sockets by key: our own in memory, all of them in the database."""

    def __init__(self, *, engine: AsyncEngine, process: str, now: Callable[[], int]) -> None:
        super().__init__()
        self._engine, self._process, self._now = engine, process, now
        self._left: set[str] = set()

    async def enter(self, key: str, most: int) -> None:
        await super().enter(key, most)
        if not most:
            return
        asked = {"key": key[:80], "process": self._process, "now": self._now()}
        try:
            async with write_transaction(self._engine) as connection:
                await connection.execute(_LOCK, {"key": key[:80]})
                await connection.execute(_STAND, {**asked, "taken": self.taken[key]})
                others = await connection.scalar(
                    _OTHERS, {**asked, "since": self._now() - VOID, "name": NAME}
                )
            if self.taken[key] + int(others or 0) > most:
                raise Refusal("too_many", retry=5)
        except BaseException:
            self.leave(key)
            raise

    def leave(self, key: str) -> None:
        super().leave(key)
        self._left.add(key)

    async def settle(self, *, renew: bool) -> None:
        """Writes who has left; with `renew` also that the rest still stands."""
        left, self._left = self._left, set()
        if not left and not renew:
            return
        try:
            await self._settle(sorted(left), renew=renew)
        except TryAgain:
            self._left |= left  # or these places would be held for ever
            raise

    async def _settle(self, left: list[str], *, renew: bool) -> None:
        asked = {"process": self._process, "now": self._now()}
        async with write_transaction(self._engine) as connection:
            for key in left:
                await connection.execute(_LESS, {**asked, "key": key[:80], "taken": self.taken.get(key, 0)})
            if renew:
                await connection.execute(_RENEW, asked)
                await connection.execute(_FORGET, {"since": self._now() - 4 * VOID})
                await connection.execute(_EMPTY, {"since": self._now() - HOUR})


_CHARGE = text(
    """insert into buckets as b (key, tokens, at)
 values (:key, cast(:size as float) - 1, cast(:now as bigint))
 on conflict (key) do update set at = greatest(b.at, excluded.at),
 tokens = least(:size, b.tokens + greatest(0, excluded.at - b.at) * cast(:rate as float)) - 1
 where least(:size, b.tokens + greatest(0, excluded.at - b.at) * cast(:rate as float)) >= 1
 returning tokens"""
)
_LOCK = text("select pg_advisory_xact_lock(hashtext(:key))")
_STAND = text(
    """insert into places (key, process, taken, seen) values (:key, :process, :taken, :now)
 on conflict (key, process) do update set taken = excluded.taken, seen = excluded.seen"""
)
_OTHERS = text(
    """select coalesce(sum(taken), 0) from places
 where key = :key and process <> :process and seen > :since and :name || process in
 (select application_name from pg_stat_activity where datname = current_database())"""
)
_LESS = text("update places set taken = :taken, seen = :now where key = :key and process = :process")
_RENEW = text("update places set seen = :now where process = :process and taken > 0")
_FORGET = text("delete from places where seen < :since")
_EMPTY = text("delete from buckets where at < :since")
