"""State that several processes share over a Redis, with the keys behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis.asyncio import Redis

from app.bus.presence import SharedPresence, presence_key, processes_key
from app.bus.redis_bus import RedisBus
from app.bus.redis_client import RedisClient

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

    def presence(self, process: str) -> SharedPresence:
        return self.bus(process).presence

    @asynccontextmanager
    async def counted(self) -> AsyncIterator[list[str]]:
        before, sent = await self._calls(), list[str]()
        yield sent
        after = await self._calls()
        sent += [name for name in DATA_COMMANDS for _ in range(after[name] - before[name])]

    async def _calls(self) -> dict[str, int]:
        found = await self._redis.info("commandstats")
        return {name: found.get(f"cmdstat_{name}", {}).get("calls", 0) for name in DATA_COMMANDS}

    async def age(self, milliseconds: int) -> None:
        """Let all processes have been renewed so much earlier."""
        key = processes_key(self._client)
        for process, _ in await self._redis.zrange(key, 0, -1, withscores=True):
            await self._redis.zincrby(key, -milliseconds, process)

    async def lose(self) -> None:
        await self._redis.flushdb()

    async def present(self, game: str) -> int:
        async with self._redis.pipeline() as pipeline:
            for key in await self._redis.keys(presence_key(self._client, "*")):
                pipeline.hexists(key, game)
            return sum(map(bool, await pipeline.execute()))

    async def close(self) -> None:
        for bus in self._buses.values():
            await bus.close()
        await self._client.close()
        await self._redis.aclose()
