"""Rate limits and connection limits in Redis, by its clock. While Redis is unavailable each process falls
back to its own counts: no request waits for Redis or is refused because of it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from itertools import count
from math import ceil
from typing import Any

from redis.asyncio import Redis

from app.cluster.rate_limits import ConnectionLimits, RateLimiter
from app.cluster.redis_bus import RedisBus, process_channel
from app.cluster.redis_client import RedisClient
from app.cluster.redis_processes import LIFETIME, places_key, processes_key
from app.db.processes import EXPIRY_MS
from app.errors import Refusal, TryAgain

MAX_BUCKET_LIFETIME = 3_600_000  # milliseconds; keys may be addresses, which must not be kept


class RedisRateLimiter(RateLimiter):
    """Token buckets by name and key: one hash each, which expires when the bucket is full again."""

    def __init__(self, size: float, rate: float, *, client: RedisClient, name: str) -> None:
        super().__init__(size, rate)
        self._client, self._name = client, name
        self._charge = client.script(_CHARGE)

    async def take(self, key: str, cost: float = 1) -> None:
        if not self.rate:
            return
        bucket = f"{self._client.prefix}bucket:{self._name} {key}"[:120]
        rate = self.rate / 1000
        lifetime = min(MAX_BUCKET_LIFETIME, ceil(self.size / rate) + 1000)

        async def charge(_: Redis) -> Any:
            return await self._charge(keys=[bucket], args=[self.size, min(cost, self.size), rate, lifetime])

        try:
            wait = await self._client.call(charge)
        except TryAgain:
            await super().take(key, cost)
            return
        if wait:
            raise Refusal("too_many", retry=int(wait) / 1000)


class RedisConnectionLimits(ConnectionLimits):
    """Open connections across processes: local counts in memory, and a hash per process, by key.

    A process counts while it is alive and subscribed, so the connections of a killed process are free at
    once. Each count has a sequence number: of two writes over different connections the older one never
    overwrites the newer.
    """

    def __init__(self, bus: RedisBus) -> None:
        super().__init__()
        self._client, self._process = bus.client, bus.process
        self._numbers = count(1)
        self._count = bus.client.script(_COUNT)
        self._changed: set[str] = set()  # keys whose count must be written
        self._acquiring: Counter[str] = Counter()  # keys whose count `acquire` is writing
        self._flushing: set[str] = set()  # keys that `flush` is writing
        self._flushed = asyncio.Event()

    async def acquire(self, key: str, limit: int) -> None:
        await super().acquire(key, limit)
        if not limit:
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
            if self.taken[key] + others > limit:
                raise Refusal("too_many", retry=5)
        except BaseException:
            self.release(key)
            raise

    def release(self, key: str) -> None:
        super().release(key)
        self._changed.add(key)

    def forget(self) -> None:
        """Mark all counts as lost in Redis: the next `flush` writes them again."""
        self._changed.update(self.taken)

    async def flush(self) -> None:
        """Write the changed counts in one statement. TryAgain: nothing was written."""
        changed, self._changed = self._changed, set()
        if not changed:
            return
        waiting = {key for key in changed if self._acquiring[key]}  # `acquire` writes these
        self._changed |= waiting
        self._flushing = changed - waiting
        self._flushed.clear()
        counts = {key[:80]: self.taken.get(key, 0) for key in sorted(self._flushing)}
        try:
            if counts:
                await self._write_counts(counts)
        except TryAgain:
            self._changed |= self._flushing  # otherwise these connections would count forever
            raise
        finally:
            self._flushing = set()
            self._flushed.set()

    async def _write_count(self, key: str) -> int:
        """Write the count of a key; return the sum of the other processes' counts."""
        keys = [processes_key(self._client), places_key(self._client, self._process)]
        prefixes = [places_key(self._client, ""), process_channel(self._client, "")]
        given = [
            key[:80],
            next(self._numbers),
            self.taken[key],
            self._process,
            EXPIRY_MS,
            LIFETIME,
            *prefixes,
        ]

        async def write(_: Redis) -> Any:
            return await self._count(keys=keys, args=given)

        try:
            return int(await self._client.call(write))
        except TryAgain:
            self._changed.add(key)
            return 0

    async def _write_counts(self, counts: Mapping[str, int]) -> None:
        """Write the counts of several keys. TryAgain: nothing was written."""
        key, number = places_key(self._client, self._process), next(self._numbers)
        taken = {name: f"{number} {value}" for name, value in counts.items() if value}
        free = [name for name, value in counts.items() if not value]

        async def write(redis: Redis) -> None:
            async with redis.pipeline() as pipeline:
                if taken:
                    pipeline.hset(key, mapping=taken)
                    pipeline.pexpire(key, LIFETIME)
                if free:
                    pipeline.hdel(key, *free)
                await pipeline.execute()

        await self._client.call(write)


_CHARGE = """local size, cost, rate = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local known = redis.call('hmget', KEYS[1], 'tokens', 'at')
local tokens = size
if known[1] then
 tokens = math.min(size, tonumber(known[1]) + math.max(0, now - tonumber(known[2])) * rate)
end
if tokens < cost then return math.ceil((cost - tokens) / rate) end
redis.call('hset', KEYS[1], 'tokens', math.min(size, tokens - cost), 'at', now)
redis.call('pexpire', KEYS[1], ARGV[4])
return 0"""
_COUNT = """local key, number, taken, own = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local known = redis.call('hget', KEYS[2], key)
if not known or tonumber(string.match(known, '%d+')) < number then
 redis.call('hset', KEYS[2], key, number .. ' ' .. taken)
 redis.call('pexpire', KEYS[2], ARGV[6])
end
local others = 0
for _, process in ipairs(redis.call('zrangebyscore', KEYS[1], '(' .. now - ARGV[5], '+inf')) do
 if process ~= own then
  local found = redis.call('hget', ARGV[7] .. process, key)
  if found and redis.call('pubsub', 'numsub', ARGV[8] .. process)[2] > 0 then
   others = others + tonumber(string.match(found, '%d+$'))
  end
 end
end
return others"""
