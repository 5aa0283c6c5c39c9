"""State that several processes share over a Redis, with the keys behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis.asyncio import Redis

from app.cluster.presence import Presence
from app.cluster.rate_limits import RateLimiter
from app.cluster.redis_bus import RedisBus, process_channel
from app.cluster.redis_client import COOLDOWN, RedisClient
from app.cluster.redis_limits import RedisConnectionLimits, RedisRateLimiter
from app.cluster.redis_processes import RedisProcesses, presence_key, processes_key

RENEWAL_SHIFT_MS = 600_000  # a test may outlast the time after which an unrenewed process is dead
DATA_COMMANDS = ("hset", "hdel", "hmget")  # commands that write and read presence and counts


class SharedRedis:
    """The keys of one Redis; each process has connections of its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._buses: dict[str, RedisBus] = {}
        self._client = RedisClient(url)
        self._redis = Redis.from_url(url, decode_responses=True)

    def bus(self, process: str) -> RedisBus:
        return self._buses.setdefault(process, RedisBus(RedisClient(self.url), process))

    def presence(self, process: str) -> Presence:
        return Presence(self.bus(process))

    def processes(self, process: str) -> RedisProcesses:
        return RedisProcesses(self.bus(process))

    def limits(self, *processes: str) -> list[RedisConnectionLimits]:
        return [RedisConnectionLimits(self.bus(process)) for process in processes]

    def limiter(self, size: float, rate: float, name: str) -> RateLimiter:
        return RedisRateLimiter(size, rate, client=self._client, name=name)

    @asynccontextmanager
    async def listening(self, process: str) -> AsyncIterator[None]:
        await self.processes(process).renew()
        await self.age("processes", -RENEWAL_SHIFT_MS)
        pubsub = self._redis.pubsub()
        await pubsub.subscribe(process_channel(self._client, process))
        await pubsub.get_message(timeout=30)
        yield
        await pubsub.aclose()  # type: ignore[no-untyped-call]

    @asynccontextmanager
    async def counted(self) -> AsyncIterator[list[str]]:
        before, sent = await self._calls(), list[str]()
        yield sent
        after = await self._calls()
        sent += [name for name in DATA_COMMANDS for _ in range(after[name] - before[name])]

    async def _calls(self) -> dict[str, int]:
        found = await self._redis.info("commandstats")
        return {name: found.get(f"cmdstat_{name}", {}).get("calls", 0) for name in DATA_COMMANDS}

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        await self._redis.client_pause(60_000, all=False)
        try:
            yield
        finally:
            await self._redis.client_unpause()

    @asynccontextmanager
    async def failing(self) -> AsyncIterator[None]:
        async with self.held():
            yield
            # commands that a client sent and gave up may run now: Redis may not know that it disconnected
            await self._redis.client_kill_filter(_type="normal", skipme=True)
        await asyncio.sleep(1.5 * COOLDOWN)  # a client tries again after COOLDOWN

    async def age(self, table: str, milliseconds: int) -> None:
        if table == "processes":
            key = processes_key(self._client)
            for process, _ in await self._redis.zrange(key, 0, -1, withscores=True):
                await self._redis.zincrby(key, -milliseconds, process)
            return
        async with self._redis.pipeline() as pipeline:
            for key in await self._redis.keys("richelieu:*:bucket:*"):
                pipeline.hincrby(key, "at", -milliseconds)
            await pipeline.execute()

    async def lose(self) -> None:
        await self._redis.flushdb()

    async def present(self, game: str) -> int:
        async with self._redis.pipeline() as pipeline:
            for key in await self._redis.keys(presence_key(self._client, "*")):
                pipeline.hexists(key, game)
            return sum(map(bool, await pipeline.execute()))

    async def expiries(self) -> list[int]:
        """Return the milliseconds until each bucket expires; -1: never."""
        return [await self._redis.pttl(key) for key in await self._redis.keys("richelieu:*:bucket:*")]

    async def close(self) -> None:
        for bus in self._buses.values():
            await bus.close()
        await self._client.close()
        await self._redis.aclose()
