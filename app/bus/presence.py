"""Presence across processes, in Redis: the people connected to each game. Written and read on changes; the
entries of a process are valid while it is alive (`redis_processes.py`). Presence is not part of the log."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec
import structlog
from redis.asyncio import Redis

from app.bus.redis_client import RedisClient
from app.bus.redis_processes import ALIVE, EXPIRY_MS, LIFETIME, SILENCES, presence_key, processes_key
from app.core.errors import TryAgain
from app.model.presence import LOBBY, NO_CONNECTIONS, Connected

log = structlog.get_logger(__name__)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Connected).decode


class SharedPresence:
    """Presence published by this process, and that of the others: a hash per process, by game. `notify`:
    tells the others in which games it has changed."""

    def __init__(self, client: RedisClient, process: str, notify: Callable[[list[str]], None]) -> None:
        self._client, self._process, self._notify = client, process, notify
        self._alive, self._silences = client.script(ALIVE), client.script(SILENCES)
        self._written: dict[str, Connected] = {}

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
        await self._replace(present, absent)
        self._written.update(present)
        for game in absent:
            self._written.pop(game, None)

    def forget(self) -> None:
        """Mark all entries as lost in Redis: the next `write` writes everything."""
        self._written.clear()

    async def read_remote(self, games: Collection[str]) -> dict[str, Connected]:
        """Return the connections of other processes to these games, however many."""
        asked = list(games)

        async def read(redis: Redis) -> list[list[bytes | None]]:
            alive = await self._alive(keys=[processes_key(self._client)], args=[EXPIRY_MS])
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

    async def silence(self, game: str, player: str) -> int | None:
        """Return for how many milliseconds the other processes that hold a connection of this player to a
        game have not renewed, the latest one's. None: there is none. The entries of a dead process count
        until they expire."""

        async def read(redis: Redis) -> list[tuple[int, bytes | None]]:
            found = await self._silences(keys=[processes_key(self._client)], args=[LIFETIME])
            silences = {
                name.decode(): int(since) for name, since in zip(found[::2], found[1::2], strict=True)
            }
            silences.pop(self._process, None)
            async with redis.pipeline(transaction=False) as pipeline:
                for process in silences:
                    pipeline.hget(presence_key(self._client, process), game)
                return [*zip(silences.values(), await pipeline.execute(), strict=True)]

        holding = [
            silence
            for silence, value in await self._client.call(read)
            if value and player in _decode(value).players
        ]
        return min(holding, default=None)

    async def withdraw(self) -> None:
        """Delete the entries of this process when it ends. The lobby's entry stays until the process no
        longer counts as alive: its clients are about to reconnect elsewhere, and their open games stay listed
        meanwhile."""
        absent = [game for game in self._written if game != LOBBY]
        try:
            if absent:
                await self._replace({}, absent)
        except TryAgain:
            log.info("presence_left_behind")

    async def _replace(self, present: Mapping[str, Connected], absent: Sequence[str]) -> None:
        """Write the connections to some games, delete those to others, and notify the other processes."""

        async def write(redis: Redis) -> None:
            key = presence_key(self._client, self._process)
            async with redis.pipeline() as pipeline:
                if present:
                    pipeline.hset(key, mapping={game: _encode(to) for game, to in present.items()})
                    pipeline.pexpire(key, LIFETIME)
                if absent:
                    pipeline.hdel(key, *absent)
                await pipeline.execute()

        await self._client.call(write)
        self._notify([*present, *absent])


def _sum(one: Connected, other: Connected) -> Connected:
    return Connected(
        one.players | other.players,
        one.watchers + other.watchers,
        one.names | other.names,
        one.gone | other.gone,
    )
