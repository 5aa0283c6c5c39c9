"""Presence across processes, in Redis: the people connected to each game. Written and read when it changes;
what a process has written is valid while it is alive (`redis_processes.py`). It is not in the log.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
import structlog
from redis.asyncio import Redis

from app.cluster.redis_bus import RedisBus
from app.cluster.redis_processes import ALIVE, LIFETIME, presence_key, processes_key
from app.db.processes import EXPIRY
from app.domain.presence import LOBBY, NO_CONNECTIONS, Connected
from app.errors import TryAgain

log = structlog.get_logger(__name__)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Connected).decode


class Presence:
    """What one process has written, and what the others have: a hash for each process, by game."""

    def __init__(self, bus: RedisBus) -> None:
        self._bus, self._client, self._process = bus, bus.client, bus.process
        self._alive = bus.client.script(ALIVE)
        self._written: dict[str, Connected] = {}

    async def write(self, local: Mapping[str, Connected]) -> None:
        """Writes the connections that this process has to these games, if they are not what was written last,
        and notifies the other processes. TryAgain: nothing was written."""
        changed = {
            game: to for game, to in sorted(local.items()) if to != self._written.get(game, NO_CONNECTIONS)
        }
        if not changed:
            return
        kept = {game: to for game, to in changed.items() if to != NO_CONNECTIONS}
        left = [game for game in changed if game not in kept]
        await self._replace(kept, left)
        self._written.update(kept)
        for game in left:
            self._written.pop(game, None)

    def forget(self) -> None:
        """Notes that what this process has written was lost: what `write` is given next is written."""
        self._written.clear()

    async def read_one(self, game: str) -> Connected:
        """The connections that the other processes have to one game."""
        return (await self.read_remote([game]))[game]

    async def read_remote(self, games: Collection[str]) -> dict[str, Connected]:
        """The connections that the other processes have to these games, however many there are."""
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
        """Delete what this process has written, when it ends. That of the lobby stays until the process no
        longer counts as alive: its people are about to reconnect to another one, and their open games stay
        listed meanwhile."""
        left = [game for game in self._written if game != LOBBY]
        try:
            if left:
                await self._replace({}, left)
                await self._bus.flush()
        except TryAgain:
            log.info("presence_left_behind")

    async def _replace(self, kept: Mapping[str, Connected], left: Sequence[str]) -> None:
        """Write the connections to some games, delete those to others, and notify the other processes."""

        async def write(redis: Redis) -> None:
            key = presence_key(self._client, self._process)
            async with redis.pipeline() as pipeline:
                if kept:
                    pipeline.hset(key, mapping={game: _encode(to) for game, to in kept.items()})
                    pipeline.pexpire(key, LIFETIME)
                if left:
                    pipeline.hdel(key, *left)
                await pipeline.execute()

        await self._client.call(write)
        self._bus.send("presence", [*kept, *left])


def _sum(one: Connected, other: Connected) -> Connected:
    return Connected(
        one.players | other.players,
        one.watchers + other.watchers,
        one.names | other.names,
        one.gone | other.gone,
    )
