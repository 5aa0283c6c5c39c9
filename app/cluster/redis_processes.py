"""The processes that share a Redis: a sorted set, scored by when each of them renewed its entry.

What a process has written elsewhere in this Redis (presence, counts of connections) is valid while it is in
the set, and expires some time after it has stopped renewing. Redis may lose all of it: it is written anew.
"""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis

from app.cluster.redis_bus import RedisBus
from app.cluster.redis_client import RedisClient
from app.db.processes import EXPIRY

LIFETIME = 4 * EXPIRY  # milliseconds for which what a process has written outlives its last renewal


class RedisProcesses:
    """The entry of this process."""

    def __init__(self, bus: RedisBus) -> None:
        self._client, self._process = bus.client, bus.process
        self._known = False  # our entry was written
        self._renew, self._delete = bus.client.script(_RENEW), bus.client.script(_DELETE)

    async def renew(self) -> tuple[frozenset[str], bool]:
        """Renew our entry. Return the processes that are alive, ours too, and whether what we had written was
        lost. TryAgain: it was not renewed."""
        keys = [processes_key(self._client), *_hashes(self._client, self._process)]

        async def renew(_: Redis) -> Any:
            return await self._renew(keys=keys, args=[self._process, EXPIRY, LIFETIME])

        fresh, *alive = await self._client.call(renew)
        lost, self._known = self._known and bool(fresh), True
        return frozenset(process.decode() for process in alive), lost

    async def delete_dead(self) -> None:
        """Delete what processes that are long dead have written."""

        async def delete(_: Redis) -> None:
            await self._delete(
                keys=[processes_key(self._client)], args=[LIFETIME, *_hashes(self._client, "")]
            )

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


ALIVE = "return redis.call('zrangebyscore', KEYS[1], '(' .. now - ARGV[1], '+inf')"
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
