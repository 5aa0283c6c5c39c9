"""What several processes share, over PostgreSQL and over a Redis: one interface for the tests of both."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
from redis.asyncio import Redis
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.cluster.bus import NAME
from app.cluster.presence import PostgresPresence, PresenceStore
from app.cluster.processes import ProcessTable
from app.cluster.rate_limits import (
    PostgresConnectionLimits,
    PostgresRateLimiter,
    RateLimiter,
    SharedConnectionLimits,
)
from app.cluster.redis_bus import RedisBus, process_channel
from app.cluster.redis_client import PAUSE, RedisClient
from app.cluster.redis_limits import RedisConnectionLimits, RedisRateLimiter
from app.cluster.redis_processes import RedisPresence, RedisProcessTable, presence_key, processes_key
from app.domain.notices import Bus
from tests.app.db.statements import counted_statements

AHEAD = 600_000  # milliseconds: a test may take longer than a process counts without a renewal
DATA = ("hset", "hdel", "hmget")  # the commands that write and read presence and counts


class PostgresTransport:
    """Rows of unlogged tables."""

    def __init__(self, engine: AsyncEngine, url: str) -> None:
        self.engine, self.url = engine, url

    def presence(self, process: str) -> PresenceStore:
        return PostgresPresence(self.engine, Bus(), process)

    def processes(self, process: str) -> ProcessTable:
        return ProcessTable(self.engine, process)

    def limits(self, *processes: str) -> list[SharedConnectionLimits]:
        return [PostgresConnectionLimits(engine=self.engine, process=process) for process in processes]

    def limiter(self, size: float, rate: float, name: str) -> RateLimiter:
        return PostgresRateLimiter(size, rate, engine=self.engine, name=name)

    @asynccontextmanager
    async def listening(self, process: str) -> AsyncIterator[None]:
        """That by which other processes see that a process is alive, for AHEAD longer than it would be, and
        connected."""
        await self.processes(process).renew()
        await self.age("processes", -AHEAD)
        connection = await asyncpg.connect(self.url, server_settings={"application_name": NAME + process})
        yield
        await connection.close()

    @asynccontextmanager
    async def counted(self) -> AsyncIterator[list[str]]:
        """The statements that are sent while the block runs."""
        sent: list[str] = []
        with counted_statements(self.engine) as statements:
            yield sent
        sent += [statement for statement, _ in statements]

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """While the block runs, counts of the key `player` are not written."""
        async with self.engine.begin() as other:
            await other.execute(text("select pg_advisory_xact_lock(hashtext('player'))"))
            await other.execute(text("lock table places in exclusive mode"))
            yield

    @asynccontextmanager
    async def failing(self) -> AsyncIterator[None]:
        """While the block runs, counts cannot be written."""
        async with self.engine.begin() as connection:
            await connection.execute(text("alter table places rename to away"))
        yield
        async with self.engine.begin() as connection:
            await connection.execute(text("alter table away rename to places"))

    async def age(self, table: str, milliseconds: int) -> None:
        """Lets time pass for `processes` or `buckets`."""
        column = {"processes": "seen", "buckets": "at"}[table]
        async with self.engine.begin() as connection:
            await connection.execute(text(f"update {table} set {column} = {column} - {milliseconds}"))

    async def lose(self) -> None:
        """All is lost, as after a crash: unlogged tables are empty."""
        for table in ("presence", "processes", "places"):  # each by itself: servers lock them in any order
            async with self.engine.begin() as connection:
                await connection.execute(text(f"truncate {table}"))

    async def present(self, game: str) -> int:
        """How many processes have written connections to a game."""
        async with self.engine.connect() as connection:
            query = text("select count(*) from presence where game_id = :game")
            return int(await connection.scalar(query, {"game": game}) or 0)

    async def close(self) -> None:
        await self.engine.dispose()


class RedisTransport:
    """Keys of a Redis; each process has connections of its own."""

    def __init__(self, engine: AsyncEngine, url: str) -> None:
        self.engine, self.url = engine, url
        self._buses: dict[str, RedisBus] = {}
        self._client = RedisClient(url)
        self._redis = Redis.from_url(url, decode_responses=True)

    def bus(self, process: str) -> RedisBus:
        return self._buses.setdefault(process, RedisBus(RedisClient(self.url), process))

    def presence(self, process: str) -> PresenceStore:
        return RedisPresence(self.bus(process))

    def processes(self, process: str) -> ProcessTable:
        return RedisProcessTable(self.engine, self.bus(process))

    def limits(self, *processes: str) -> list[SharedConnectionLimits]:
        return [RedisConnectionLimits(self.bus(process)) for process in processes]

    def limiter(self, size: float, rate: float, name: str) -> RateLimiter:
        return RedisRateLimiter(size, rate, client=self._client, name=name)

    @asynccontextmanager
    async def listening(self, process: str) -> AsyncIterator[None]:
        await self.processes(process).renew()
        await self.age("processes", -AHEAD)
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
        sent += [name for name in DATA for _ in range(after[name] - before[name])]

    async def _calls(self) -> dict[str, int]:
        found = await self._redis.info("commandstats")
        return {name: found.get(f"cmdstat_{name}", {}).get("calls", 0) for name in DATA}

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
            # or what a client has sent and given up may be done now: Redis may not know yet that it has
            await self._redis.client_kill_filter(_type="normal", skipme=True)
        await asyncio.sleep(1.5 * PAUSE)  # a client tries again after PAUSE

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
        """Milliseconds until each bucket is forgotten; -1: never."""
        return [await self._redis.pttl(key) for key in await self._redis.keys("richelieu:*:bucket:*")]

    async def close(self) -> None:
        for bus in self._buses.values():
            await bus.close()
        await self._client.close()
        await self._redis.aclose()
        await self.engine.dispose()


Transport = PostgresTransport | RedisTransport
