"""Rate limits and connection limits: token buckets and counts. A rate or limit of 0 switches one off.

The Shared classes keep them for several processes on one PostgreSQL. A bucket is a row that is read and
charged in one statement. Counts of connections are one row a process and key, written when one opens and
renewed every 5 s; a process's counts are ignored once its LISTEN connection is gone, so that those
of a killed one are free at once, or after 15 s without renewal, if it hangs.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from time import monotonic

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.cluster.bus import NAME
from app.cluster.presence import EXPIRY
from app.db.engine import write_transaction
from app.errors import Refusal, TryAgain

KEPT = 10_000  # buckets in memory; the least recently used is dropped first
HOUR = 60 * 60 * 1000  # milliseconds; an older bucket is full and may be deleted


class TokenBucket:
    """Holds at most `size` tokens and gains `rate` of them a second; starts full."""

    __slots__ = ("full", "rate", "since", "size", "tokens")

    def __init__(self, size: float, rate: float) -> None:
        self.size = self.tokens = size
        self.rate = rate
        self.since = monotonic()

    def take(self, cost: float = 1) -> float:
        """Takes a token, or `cost` of them (of more than it can hold, all). 0: done; otherwise the seconds
        until there are so many."""
        if not self.rate:
            return 0.0
        now = monotonic()
        self.tokens = min(self.size, self.tokens + (now - self.since) * self.rate)
        self.since = now
        cost = min(cost, self.size)
        if self.tokens < cost:
            return (cost - self.tokens) / self.rate
        self.tokens -= cost
        return 0.0


class RateLimiter:
    """One bucket for each key (a player, an address)."""

    def __init__(self, size: float, rate: float) -> None:
        self.size, self.rate = size, rate
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    async def take(self, key: str, cost: float = 1) -> None:
        """Refusal `too_many` when the bucket does not have as much."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self.size, self.rate)
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        wait = bucket.take(cost)
        if wait:
            raise Refusal("too_many", retry=wait)


class ConnectionLimits:
    """The number of open connections, by key."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()

    async def acquire(self, key: str, most: int) -> None:
        """Counts one more. Refusal `too_many` when `most` are open already (0: no limit)."""
        if most and self.taken[key] >= most:
            raise Refusal("too_many", retry=5)
        self.taken[key] += 1

    def release(self, key: str) -> None:
        self.taken[key] -= 1
        if not self.taken[key]:
            del self.taken[key]


class SharedRateLimiter(RateLimiter):
    """Buckets by name and key in the database. `now` gives milliseconds since the epoch."""

    def __init__(
        self, size: float, rate: float, *, engine: AsyncEngine, name: str, now: Callable[[], int]
    ) -> None:
        super().__init__(size, rate)
        self._engine, self._name, self._now = engine, name, now

    async def take(self, key: str, cost: float = 1) -> None:
        if not self.rate:
            return
        parameters = {
            "key": f"{self._name} {key}"[:80],
            "size": float(self.size),
            "cost": float(cost),
            "rate": self.rate / 1000,
            "now": self._now(),
        }
        async with write_transaction(self._engine) as connection:
            charged = (await connection.execute(_CHARGE, parameters)).one_or_none()
        if charged is None:
            raise Refusal("too_many", retry=1 / self.rate)


class SharedConnectionLimits(ConnectionLimits):
    """Connections by key: our own in memory, those of all processes in the database."""

    def __init__(self, *, engine: AsyncEngine, process: str, now: Callable[[], int]) -> None:
        super().__init__()
        self._engine, self._process, self._now = engine, process, now
        self._released: set[str] = set()

    async def acquire(self, key: str, most: int) -> None:
        await super().acquire(key, most)
        if not most:
            return
        parameters = {"key": key[:80], "process": self._process, "now": self._now()}
        try:
            async with write_transaction(self._engine) as connection:
                await connection.execute(_LOCK, {"key": key[:80]})
                await connection.execute(_COUNT, {**parameters, "taken": self.taken[key]})
                others = await connection.scalar(
                    _OTHERS, {**parameters, "since": self._now() - EXPIRY, "name": NAME}
                )
            if self.taken[key] + int(others or 0) > most:
                raise Refusal("too_many", retry=5)
        except BaseException:
            self.release(key)
            raise

    def release(self, key: str) -> None:
        super().release(key)
        self._released.add(key)

    async def flush(self, *, renew: bool) -> None:
        """Writes the counts that went down; with `renew` also that the others are still true."""
        released, self._released = self._released, set()
        if not released and not renew:
            return
        try:
            await self._flush(sorted(released), renew=renew)
        except TryAgain:
            self._released |= released  # or these connections would count for ever
            raise

    async def _flush(self, released: list[str], *, renew: bool) -> None:
        row = {"process": self._process, "now": self._now()}
        async with write_transaction(self._engine) as connection:
            for key in released:
                await connection.execute(_LOWER, {**row, "key": key[:80], "taken": self.taken.get(key, 0)})
            if renew:
                await connection.execute(_RENEW, row)
                await connection.execute(_DELETE_EXPIRED, {"since": self._now() - 4 * EXPIRY})
                await connection.execute(_DELETE_FULL, {"since": self._now() - HOUR})


_CHARGE = text(
    """insert into buckets as b (key, tokens, at)
 values (:key, cast(:size as float) - :cost, cast(:now as bigint))
 on conflict (key) do update set at = greatest(b.at, excluded.at),
 tokens = least(:size, b.tokens + greatest(0, excluded.at - b.at) * cast(:rate as float)) - :cost
 where least(:size, b.tokens + greatest(0, excluded.at - b.at) * cast(:rate as float)) >= :cost
 returning tokens"""
)
_LOCK = text("select pg_advisory_xact_lock(hashtext(:key))")
_COUNT = text(
    """insert into places (key, process, taken, seen) values (:key, :process, :taken, :now)
 on conflict (key, process) do update set taken = excluded.taken, seen = excluded.seen"""
)
_OTHERS = text(
    """select coalesce(sum(taken), 0) from places
 where key = :key and process <> :process and seen > :since and :name || process in
 (select application_name from pg_stat_activity where datname = current_database())"""
)
_LOWER = text("update places set taken = :taken, seen = :now where key = :key and process = :process")
_RENEW = text("update places set seen = :now where process = :process and taken > 0")
_DELETE_EXPIRED = text("delete from places where seen < :since")
_DELETE_FULL = text("delete from buckets where at < :since")
