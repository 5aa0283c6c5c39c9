"""Registry of the processes that share a Redis: a sorted set, scored by the time of the last renewal.

Entries of a process elsewhere in Redis (presence, connection counts) are valid while it is in the set, and
expire some time after its last renewal. Redis may lose everything: it is written again.
"""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis

from app.cluster.redis_bus import RedisBus
from app.cluster.redis_client import RedisClient
from app.db.processes import EXPIRY_MS

LIFETIME = 4 * EXPIRY_MS  # milliseconds after the last renewal until a process's entries expire


class RedisProcesses:
    """Entry of this process."""

    def __init__(self, bus: RedisBus) -> None:
        self._client, self._process = bus.client, bus.process
        self._known = False  # the entry has been written
        self._renew, self._delete = bus.client.script(_RENEW), bus.client.script(_DELETE)

    async def renew(self) -> tuple[frozenset[str], bool]:
        """Renew the entry. Return the live processes, this one included, and whether this process's data in
        Redis was lost. TryAgain: it was not renewed."""
        keys = [processes_key(self._client), *_hashes(self._client, self._process)]

        async def renew(_: Redis) -> Any:
            return await self._renew(keys=keys, args=[self._process, EXPIRY_MS, LIFETIME])

        fresh, *alive = await self._client.call(renew)
        lost, self._known = self._known and bool(fresh), True
        return frozenset(process.decode() for process in alive), lost

    async def delete_dead(self) -> None:
        """Delete the data of processes that are long dead."""

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
    """Return the key of a process's connection counts, a hash by limit key."""
    return f"{client.prefix}places:{process}"


def _hashes(client: RedisClient, process: str) -> list[str]:
    return [presence_key(client, process), places_key(client, process)]


ALIVE = "return redis.call('zrangebyscore', KEYS[1], '(' .. now - ARGV[1], '+inf')"
# The first value is 1 if the earlier data of this process is lost or may expire soon.
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
