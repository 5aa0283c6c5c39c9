"""Rate limits and connection limits: token buckets and counts. A rate or limit of 0 switches one off.

The Postgres classes keep them for several processes on one PostgreSQL, by the database's clock; those of
`redis_limits.py` in a Redis. A bucket is a row that is read and charged in one statement. Counts of
connections are one row a process and key, written when one opens or closes; a process's counts are ignored
once its LISTEN connection is gone, so that those of a killed one are free at once, or when it no longer
counts as alive (`processes.py`), if it hangs.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Mapping
from time import monotonic

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.cluster.bus import NAME
from app.cluster.processes import statement
from app.db.engine import CommitUncertain, write_transaction
from app.errors import Refusal, TryAgain

KEPT = 10_000  # buckets in memory; the least recently used is dropped first


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


class PostgresRateLimiter(RateLimiter):
    """Buckets by name and key in the database."""

    def __init__(self, size: float, rate: float, *, engine: AsyncEngine, name: str) -> None:
        super().__init__(size, rate)
        self._engine, self._name = engine, name

    async def take(self, key: str, cost: float = 1) -> None:
        if not self.rate:
            return
        parameters = {
            "key": f"{self._name} {key}"[:80],
            "size": float(self.size),
            "cost": float(cost),
            "rate": self.rate / 1000,
        }
        try:
            async with write_transaction(self._engine) as connection:
                charged = (await connection.execute(_CHARGE, parameters)).one_or_none()
        except CommitUncertain:
            raise TryAgain from None  # perhaps charged, but what was asked for has not begun
        if charged is None:
            raise Refusal("too_many", retry=1 / self.rate)


class SharedConnectionLimits(ConnectionLimits):
    """Connections by key: our own in memory, and those of all processes where each of them writes its own.
    The transports are subclasses."""

    def __init__(self) -> None:
        super().__init__()
        self._changed: set[str] = set()  # keys whose count is to be written
        self._acquiring: Counter[str] = Counter()  # keys whose count is being written, by `acquire`
        self._flushing: set[str] = set()  # by `flush`: the later of two writes has to be the newer count
        self._flushed = asyncio.Event()

    async def acquire(self, key: str, most: int) -> None:
        await super().acquire(key, most)
        if not most:
            return
        try:
            while key in self._flushing:
                await self._flushed.wait()
            self._acquiring[key] += 1
            try:
                others = await self._write_count(key)
            finally:
                self._acquiring[key] -= 1
                if not self._acquiring[key]:
                    del self._acquiring[key]
            if self.taken[key] + others > most:
                raise Refusal("too_many", retry=5)
        except CommitUncertain:
            self.release(key)
            raise TryAgain from None
        except BaseException:
            self.release(key)
            raise

    async def _write_count(self, key: str) -> int:
        """Writes our count of a key, and returns that of the other processes."""
        raise NotImplementedError

    async def _write_counts(self, counts: Mapping[str, int]) -> None:
        """Writes our counts of some keys, at once. TryAgain: nothing was written."""
        raise NotImplementedError

    def release(self, key: str) -> None:
        super().release(key)
        self._changed.add(key)

    def forget(self) -> None:
        """Notes that the counts of this process were lost: `flush` writes them all."""
        self._changed.update(self.taken)

    async def flush(self) -> None:
        """Writes the counts that went down, in one statement. TryAgain: nothing was written."""
        changed, self._changed = self._changed, set()
        if not changed:
            return
        waiting = {key for key in changed if self._acquiring[key]}  # they write their count themselves
        self._changed |= waiting
        self._flushing = changed - waiting
        self._flushed.clear()
        counts = {key[:80]: self.taken.get(key, 0) for key in sorted(self._flushing)}
        try:
            if counts:
                await self._write_counts(counts)
        except TryAgain:
            self._changed |= self._flushing  # or these connections would count for ever
            raise
        finally:
            self._flushing = set()
            self._flushed.set()


class PostgresConnectionLimits(SharedConnectionLimits):
    """A row for each process and key."""

    def __init__(self, *, engine: AsyncEngine, process: str) -> None:
        super().__init__()
        self._engine, self._process = engine, process

    async def _write_count(self, key: str) -> int:
        parameters = {"key": key[:80], "process": self._process}
        async with write_transaction(self._engine) as connection:
            await connection.execute(_LOCK, {"key": key[:80]})
            await connection.execute(_COUNT, {**parameters, "taken": self.taken[key]})
            return int(await connection.scalar(_OTHERS, {**parameters, "name": NAME}) or 0)

    async def _write_counts(self, counts: Mapping[str, int]) -> None:
        columns = {"keys": list(counts), "counts": list(counts.values())}
        async with write_transaction(self._engine) as connection:
            await connection.execute(_WRITE, {"process": self._process, **columns})


_CHARGE = statement(
    """insert into buckets as b (key, tokens, at) values (:key, cast(:size as float) - :cost, $now)
 on conflict (key) do update set at = greatest(b.at, excluded.at),
 tokens = least(:size, b.tokens + greatest(0, excluded.at - b.at) * cast(:rate as float)) - :cost
 where least(:size, b.tokens + greatest(0, excluded.at - b.at) * cast(:rate as float)) >= :cost
 returning tokens"""
)
_LOCK = text("select pg_advisory_xact_lock(hashtext(:key))")
_COUNT = text(
    """insert into places (key, process, taken) values (:key, :process, :taken)
 on conflict (key, process) do update set taken = excluded.taken"""
)
_OTHERS = statement(
    """select coalesce(sum(taken), 0) from places
 where key = :key and process <> :process and process in ($alive) and :name || process in
 (select application_name from pg_stat_activity where datname = current_database())"""
)
_WRITE = text(
    """with given as (
 select * from unnest(cast(:keys as text[]), cast(:counts as int[])) as row(key, taken)),
 closed as (delete from places using given
 where places.key = given.key and process = :process and given.taken = 0)
 insert into places (key, process, taken)
 select key, :process, taken from given where taken > 0
 on conflict (key, process) do update set taken = excluded.taken"""
)
