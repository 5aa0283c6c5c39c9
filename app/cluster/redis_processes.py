"""Presence and the processes in a Redis. A process has a hash with the connections to each game, which is
valid while the process is in the sorted set of those that are alive, scored by when it renewed its entry.

Its hashes expire some time after it has stopped renewing them. Redis may lose all of it: it is written anew.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
import structlog
from redis.asyncio import Redis
from sqlalchemy.ext.asyncio import AsyncEngine

from app.cluster.presence import PresenceStore
from app.cluster.processes import EXPIRY, ProcessTable
from app.cluster.redis_bus import RedisBus
from app.cluster.redis_client import RedisClient
from app.domain.presence import LOBBY, NO_CONNECTIONS, Connected
from app.errors import TryAgain

KEPT = 4 * EXPIRY  # milliseconds for which what a process has written outlives its last renewal

log = structlog.get_logger(__name__)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Connected).decode


class RedisPresence(PresenceStore):
    """A hash for each process, by game."""

    def __init__(self, bus: RedisBus) -> None:
        super().__init__(bus, bus.process)
        self._client = bus.client
        self._alive = bus.client.script(_ALIVE)

    async def _replace(self, kept: Mapping[str, Connected], left: Sequence[str]) -> None:
        async def write(redis: Redis) -> None:
            key = presence_key(self._client, self._process)
            async with redis.pipeline() as pipeline:
                if kept:
                    pipeline.hset(key, mapping={game: _encode(to) for game, to in kept.items()})
                    pipeline.pexpire(key, KEPT)
                if left:
                    pipeline.hdel(key, *left)
                await pipeline.execute()

        await self._client.call(write)
        self._bus.send("presence", [*kept, *left])

    async def read_remote(self, games: Collection[str]) -> dict[str, Connected]:
        asked = list(games)

        async def read(redis: Redis) -> list[list[bytes | None]]:
            alive = await self._alive(keys=[processes_key(self._client)], args=[EXPIRY])
            async with redis.pipeline(transaction=False) as pipeline:
                for process in alive:
                    if process.decode() != self._process:
                        pipeline.hmget(presence_key(self._client, process.decode()), asked)
                return await pipeline.execute()

        found = dict.fromkeys(asked, NO_CONNECTIONS)
        if asked:
            for values in await self._client.call(read):
                for game, value in zip(asked, values, strict=True):
                    if value:
                        found[game] = _sum(found[game], _decode(value))
        return found

    async def withdraw(self) -> None:
        left = [game for game in self._written if game != LOBBY]
        try:
            if left:
                await self._replace({}, left)
                await self._bus.flush()
        except TryAgain:
            log.info("presence not withdrawn; it will expire")


class RedisProcessTable(ProcessTable):
    """The sorted set of the processes that are alive, beside the row of each in the database."""

    def __init__(self, engine: AsyncEngine, bus: RedisBus) -> None:
        super().__init__(engine, bus.process)
        self._bus, self._client = bus, bus.client
        self._known_to_redis = False  # our entry was written
        self._renew, self._delete = bus.client.script(_RENEW), bus.client.script(_DELETE)

    async def renew(self) -> tuple[frozenset[str], bool]:
        """As in the database, whose row is renewed too while we are subscribed, so that a process that is
        not can ask whether others are (`RedisBus.has_others`)."""
        if self._bus.listening.is_set():
            await super().renew()
        keys = [processes_key(self._client), *_hashes(self._client, self.id)]

        async def renew(_: Redis) -> Any:
            return await self._renew(keys=keys, args=[self.id, EXPIRY, KEPT])

        fresh, *alive = await self._client.call(renew)
        lost, self._known_to_redis = self._known_to_redis and bool(fresh), True
        return frozenset(process.decode() for process in alive), lost

    async def delete_dead(self) -> None:
        await super().delete_dead()

        async def delete(_: Redis) -> None:
            await self._delete(keys=[processes_key(self._client)], args=[KEPT, *_hashes(self._client, "")])

        await self._client.call(delete)


def processes_key(client: RedisClient) -> str:
    return f"{client.prefix}processes"


def presence_key(client: RedisClient, process: str) -> str:
    return f"{client.prefix}presence:{process}"


def places_key(client: RedisClient, process: str) -> str:
    """The hash of the connections that a process counts, by key of the limit."""
    return f"{client.prefix}places:{process}"


def _hashes(client: RedisClient, process: str) -> list[str]:
    return [presence_key(client, process), places_key(client, process)]


def _sum(one: Connected, other: Connected) -> Connected:
    return Connected(
        one.players | other.players,
        one.watchers + other.watchers,
        one.names | other.names,
        one.gone | other.gone,
    )


_ALIVE = "return redis.call('zrangebyscore', KEYS[1], '(' .. now - ARGV[1], '+inf')"
# The first value is 1 where what we have written before is lost, or may be soon.
_RENEW = """local seen = redis.call('zscore', KEYS[1], ARGV[1])
local lost = not seen or tonumber(seen) < now - ARGV[3] / 2
redis.call('zadd', KEYS[1], now, ARGV[1])
redis.call('pexpire', KEYS[2], ARGV[3])
redis.call('pexpire', KEYS[3], ARGV[3])
local alive = redis.call('zrangebyscore', KEYS[1], '(' .. now - ARGV[2], '+inf')
table.insert(alive, 1, lost and 1 or 0)
return alive"""
_DELETE = """for _, process in ipairs(redis.call('zrangebyscore', KEYS[1], '-inf', now - ARGV[1])) do
 redis.call('del', ARGV[2] .. process, ARGV[3] .. process)
 redis.call('zrem', KEYS[1], process)
end"""
