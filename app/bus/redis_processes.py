"""Register of the processes that share a Redis: a sorted set, scored by the time of the last renewal.

The presence of a process is valid while it is in the set, and expires some time after its last renewal. Redis
may lose everything: it is written again.
"""

from __future__ import annotations

from time import monotonic
from typing import Any, NamedTuple

import structlog
from redis.asyncio import Redis

from app.bus.redis_client import RedisClient
from app.core.errors import TryAgain

EXPIRY_MS = 15_000  # without renewal: the process counts as dead
LATE_AFTER_MS = 3000  # without renewal, which is due every two seconds: it is stopped, cut off or dying
LIFETIME = 4 * EXPIRY_MS  # milliseconds after the last renewal until a process's entries expire

log = structlog.get_logger(__name__)


class Renewal(NamedTuple):
    """Result of a renewal.

    - `alive`: live processes, this one included.
    - `lost`: this process's data in Redis was lost.
    - `others_late`: as `RedisProcesses.are_others_late`."""

    alive: frozenset[str]
    lost: bool
    others_late: bool


class RedisProcesses:
    """Entry of this process. `refused_since`: monotonic time of the first renewal that failed, None while
    they succeed."""

    def __init__(self, client: RedisClient, process: str) -> None:
        self._client, self._process = client, process
        self._known = False  # the entry has been written
        self._renew, self._late = client.script(_RENEW), client.script(_LATE)
        self._delete = client.script(_DELETE)
        self.refused_since: float | None = None

    async def renew(self, *, stalled: bool = False) -> Renewal:
        """Renew the entry. `stalled`: the database does not answer this process. TryAgain: it was not
        renewed."""

        async def renew(_: Redis) -> Any:
            own = presence_key(self._client, self._process)
            return await self._renew(
                keys=[processes_key(self._client), own], args=[*self._arguments(), LIFETIME, int(stalled)]
            )

        try:
            fresh, late, *alive = await self._client.call(renew)
        except TryAgain:
            self.refused_since = self.refused_since or monotonic()
            raise
        self.refused_since = None
        lost, self._known = self._known and bool(fresh), True
        return Renewal(frozenset(process.decode() for process in alive), lost, bool(late))

    async def are_others_late(self) -> bool:
        """Return whether another process is stalled, or has not renewed for LATE_AFTER_MS, but is neither
        dead nor has ended. TryAgain: unknown."""

        async def read(_: Redis) -> Any:
            return await self._late(keys=[processes_key(self._client)], args=self._arguments())

        return bool(await self._client.call(read))

    def _arguments(self) -> list[str | int]:
        return [self._process, EXPIRY_MS, LATE_AFTER_MS, presence_key(self._client, "")]

    async def leave(self) -> None:
        """Note that this process has ended: until its entry expires, nobody waits for it."""

        async def write(redis: Redis) -> None:
            key = presence_key(self._client, self._process)
            async with redis.pipeline() as pipeline:
                pipeline.hset(key, _STATE, _ENDED)
                pipeline.pexpire(key, LIFETIME)
                await pipeline.execute()

        try:
            await self._client.call(write)
        except TryAgain:
            log.info("process_left_behind")

    async def delete_dead(self) -> None:
        """Delete the data of processes that are long dead."""

        async def delete(_: Redis) -> None:
            await self._delete(
                keys=[processes_key(self._client)], args=[LIFETIME, presence_key(self._client, "")]
            )

        await self._client.call(delete)


def processes_key(client: RedisClient) -> str:
    return f"{client.prefix}processes"


def presence_key(client: RedisClient, process: str) -> str:
    return f"{client.prefix}presence:{process}"


_STATE, _STALLED, _ENDED = "state", "stalled", "ended"  # a field beside the games, and its values
ALIVE = "return redis.call('zrangebyscore', KEYS[1], '(' .. now - ARGV[1], '+inf')"
SILENCES = """local found = redis.call('zrangebyscore', KEYS[1], '(' .. now - ARGV[1], '+inf', 'withscores')
for place = 2, #found, 2 do found[place] = now - found[place] end
return found"""
_READ = f"""local found = redis.call('zrangebyscore', KEYS[1], '(' .. now - ARGV[2], '+inf', 'withscores')
local alive, late = {{}}, 0
for place = 1, #found, 2 do
 local process, seen = found[place], tonumber(found[place + 1])
 table.insert(alive, process)
 if process ~= ARGV[1] then
  local state = redis.call('hget', ARGV[4] .. process, '{_STATE}')
  if state == '{_STALLED}' or state ~= '{_ENDED}' and seen <= now - ARGV[3] then late = 1 end
 end
end
"""  # `alive`: live processes; `late`: 1 if one other than ARGV[1] is late
_LATE = f"{_READ}return late"
# The first value is 1 if the earlier data of this process is lost or may expire soon.
_RENEW = f"""local seen = redis.call('zscore', KEYS[1], ARGV[1])
local lost = not seen or tonumber(seen) < now - ARGV[5] / 2
redis.call('zadd', KEYS[1], now, ARGV[1])
if ARGV[6] == '1' then redis.call('hset', KEYS[2], '{_STATE}', '{_STALLED}')
elseif redis.call('hexists', KEYS[2], '{_STATE}') == 1 then redis.call('hdel', KEYS[2], '{_STATE}') end
redis.call('pexpire', KEYS[2], ARGV[5])
{_READ}table.insert(alive, 1, late)
table.insert(alive, 1, lost and 1 or 0)
return alive"""
_DELETE = """for _, process in ipairs(redis.call('zrangebyscore', KEYS[1], '-inf', now - ARGV[1])) do
 redis.call('del', ARGV[2] .. process)
 redis.call('zrem', KEYS[1], process)
end"""
