"""Presence across processes, in Redis: which processes are alive, and who is connected to each game.

The register of processes is a sorted set, scored by the time of the last renewal. The connections of a
process are a hash by game, written and read on changes: they count while it is in the set, and expire some
time after its last renewal. Redis may lose everything: it is written again. Presence is not part of the log.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from time import monotonic
from typing import Any, NamedTuple

import msgspec
import structlog
from redis.asyncio import Redis

from app.bus.redis_client import RedisClient
from app.core.errors import TryAgain
from app.model.presence import LOBBY, NO_CONNECTIONS, Connected

EXPIRY_MS = 15_000  # without renewal: the process counts as dead
LATE_AFTER_MS = 3000  # without renewal, which is due every two seconds: it is stopped, cut off or dying
LIFETIME = 4 * EXPIRY_MS  # milliseconds after the last renewal until a process's entries expire

log = structlog.get_logger(__name__)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Connected).decode


class Renewal(NamedTuple):
    """Result of a renewal.

    - `alive`: live processes, this one included.
    - `lost`: this process's data in Redis was lost, and must be written again.
    - `others_late`: as `SharedPresence.are_others_late`."""

    alive: frozenset[str]
    lost: bool
    others_late: bool


class SharedPresence:
    """Presence published by this process, and that of the others. `notify`: tells the others in which games
    it has changed; `refused_since`: monotonic time of the first renewal that failed, None while they
    succeed."""

    def __init__(self, client: RedisClient, process: str, notify: Callable[[list[str]], None]) -> None:
        self._client, self._process, self._notify = client, process, notify
        self._processes, self._key = processes_key(client), presence_key(client)
        self._renew, self._late, self._delete, self._alive, self._silences = map(
            client.script, (_RENEW, _LATE, _DELETE, _ALIVE, _SILENCES)
        )
        self._registered = False
        self._written: dict[str, Connected] = {}
        self.refused_since: float | None = None

    # Processes

    async def renew(self, *, stalled: bool = False) -> Renewal:
        """Renew the entry of this process. `stalled`: the database does not answer it. TryAgain: it was not
        renewed."""

        async def renew(_: Redis) -> Any:
            arguments = [*self._arguments(), LIFETIME, int(stalled)]
            return await self._renew(keys=[self._processes, self._key + self._process], args=arguments)

        try:
            fresh, late, *alive = await self._client.call(renew)
        except TryAgain:
            self.refused_since = self.refused_since or monotonic()
            raise
        self.refused_since = None
        lost, self._registered = self._registered and bool(fresh), True
        if lost:
            self._written.clear()
        return Renewal(frozenset(process.decode() for process in alive), lost, bool(late))

    async def are_others_late(self) -> bool:
        """Return whether another process is stalled, or has not renewed for LATE_AFTER_MS, but is neither
        dead nor has ended. TryAgain: unknown."""

        async def read(_: Redis) -> Any:
            return await self._late(keys=[self._processes], args=self._arguments())

        return bool(await self._client.call(read))

    def _arguments(self) -> list[str | int]:
        return [self._process, EXPIRY_MS, LATE_AFTER_MS, self._key]

    async def delete_dead(self) -> None:
        """Delete the data of processes that are long dead."""

        async def delete(_: Redis) -> None:
            await self._delete(keys=[self._processes], args=[LIFETIME, self._key])

        await self._client.call(delete)

    async def leave(self) -> None:
        """Note that this process has ended: until its entry expires, nobody waits for it. Its connections are
        deleted, but for those to the lobby, which stay until the process no longer counts as alive: its
        clients are about to reconnect elsewhere, and their open games stay listed meanwhile."""
        absent = [game for game in self._written if game != LOBBY]

        async def write(redis: Redis) -> None:
            async with redis.pipeline() as pipeline:
                pipeline.hset(self._key + self._process, _STATE, _ENDED)
                if absent:
                    pipeline.hdel(self._key + self._process, *absent)
                pipeline.pexpire(self._key + self._process, LIFETIME)
                await pipeline.execute()

        try:
            await self._client.call(write)
        except TryAgain:
            log.info("presence_left_behind")
        else:
            self._notify(absent)

    # Connections

    async def write(self, local: Mapping[str, Connected]) -> None:
        """Write the connections of this process to these games, as far as they have changed, and notify the
        other processes. TryAgain: nothing was written."""
        changed = {
            game: to for game, to in sorted(local.items()) if to != self._written.get(game, NO_CONNECTIONS)
        }
        if not changed:
            return
        present = {game: to for game, to in changed.items() if to != NO_CONNECTIONS}
        absent = [game for game in changed if game not in present]

        async def write(redis: Redis) -> None:
            async with redis.pipeline() as pipeline:
                if present:
                    texts = {game: _encode(to) for game, to in present.items()}
                    pipeline.hset(self._key + self._process, mapping=texts)
                    pipeline.pexpire(self._key + self._process, LIFETIME)
                if absent:
                    pipeline.hdel(self._key + self._process, *absent)
                await pipeline.execute()

        await self._client.call(write)
        self._notify([*present, *absent])
        self._written.update(present)
        for game in absent:
            self._written.pop(game, None)

    async def read_remote(self, games: Collection[str]) -> dict[str, Connected]:
        """Return the connections of other processes to these games, however many."""
        asked = list(games)

        async def read(redis: Redis) -> list[list[bytes | None]]:
            alive = await self._alive(keys=[self._processes], args=[EXPIRY_MS])
            async with redis.pipeline(transaction=False) as pipeline:
                for process in alive:
                    if process.decode() != self._process:
                        pipeline.hmget(self._key + process.decode(), asked)
                return await pipeline.execute()

        found = dict.fromkeys(asked, NO_CONNECTIONS)
        if asked:
            for values in await self._client.call(read):
                for game, value in zip(asked, values, strict=True):
                    if value:
                        found[game] = _sum(found[game], _decode(value))
        return found

    async def silence(self, game: str, player: str) -> int | None:
        """Return for how many milliseconds the other processes that hold a connection of this player to a
        game have not renewed, the latest one's. None: there is none. The entries of a dead process count
        until they expire."""

        async def read(redis: Redis) -> list[tuple[int, bytes | None]]:
            found = await self._silences(keys=[self._processes], args=[LIFETIME])
            silences = {
                name.decode(): int(since) for name, since in zip(found[::2], found[1::2], strict=True)
            }
            silences.pop(self._process, None)
            async with redis.pipeline(transaction=False) as pipeline:
                for process in silences:
                    pipeline.hget(self._key + process, game)
                return [*zip(silences.values(), await pipeline.execute(), strict=True)]

        holding = [
            silence
            for silence, value in await self._client.call(read)
            if value and player in _decode(value).players
        ]
        return min(holding, default=None)


def _sum(one: Connected, other: Connected) -> Connected:
    return Connected(
        one.players | other.players,
        one.watchers + other.watchers,
        one.names | other.names,
        one.gone | other.gone,
    )


def processes_key(client: RedisClient) -> str:
    return f"{client.prefix}processes"


def presence_key(client: RedisClient, process: str = "") -> str:
    return f"{client.prefix}presence:{process}"


_STATE, _STALLED, _ENDED = "state", "stalled", "ended"  # a field beside the games, and its values
_ALIVE = "return redis.call('zrangebyscore', KEYS[1], '(' .. now - ARGV[1], '+inf')"
_SILENCES = """local found = redis.call('zrangebyscore', KEYS[1], '(' .. now - ARGV[1], '+inf', 'withscores')
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
