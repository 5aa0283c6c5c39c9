"""Presence across processes, in Redis: the people connected to each game. Written and read on changes; the
entries of a process are valid while it is alive (`redis_processes.py`). Presence is not part of the log."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
import structlog
from redis.asyncio import Redis

from app.cluster.redis_bus import RedisBus
from app.cluster.redis_processes import ALIVE, LIFETIME, presence_key, processes_key
from app.db.processes import EXPIRY_MS
from app.domain.presence import LOBBY, NO_CONNECTIONS, Connected
from app.errors import TryAgain

log = structlog.get_logger(__name__)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Connected).decode


class Presence:
    """Presence published by this process, and that of the others: a hash per process, by game."""

    def __init__(self, bus: RedisBus) -> None:
        self._bus, self._client, self._process = bus, bus.client, bus.process
        self._alive = bus.client.script(ALIVE)
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

    async def read_one(self, game: str) -> Connected:
        """Return the connections of other processes to one game."""
        return (await self.read_remote([game]))[game]

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

    async def withdraw(self) -> None:
        """Delete the entries of this process when it ends. The lobby's entry stays until the process no
        longer counts as alive: its clients are about to reconnect elsewhere, and their open games stay listed
        meanwhile."""
        absent = [game for game in self._written if game != LOBBY]
        try:
            if absent:
                await self._replace({}, absent)
                await self._bus.flush()
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
        self._bus.send("presence", [*present, *absent])


def _sum(one: Connected, other: Connected) -> Connected:
    return Connected(
        one.players | other.players,
        one.watchers + other.watchers,
        one.names | other.names,
        one.gone | other.gone,
    )
