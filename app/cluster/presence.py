"""Presence across processes: the people connected to each game. Written and read when it changes; what a
process has written is valid while it is alive (`processes.py`). It is not in the log.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import structlog
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.cluster.processes import statement
from app.db.engine import read_connection, write_transaction
from app.domain.notices import Bus
from app.domain.presence import NO_CONNECTIONS, Connected, Gone
from app.errors import TryAgain

log = structlog.get_logger(__name__)


class PresenceStore:
    """What one process has written, and what the others have. The transports are subclasses."""

    def __init__(self, bus: Bus, process: str) -> None:
        self._bus, self._process = bus, process
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
        raise NotImplementedError

    async def withdraw(self) -> None:
        """Deletes what this process has written, when it ends. That of the lobby stays until the process no
        longer counts as alive: its people are about to reconnect to another one, and their open games stay
        listed meanwhile."""
        raise NotImplementedError

    async def _replace(self, kept: Mapping[str, Connected], left: Sequence[str]) -> None:
        """Writes the connections to some games, deletes those to others, and notifies the other processes."""
        raise NotImplementedError


class PostgresPresence(PresenceStore):
    """A row for each process and game."""

    def __init__(self, engine: AsyncEngine, bus: Bus, process: str) -> None:
        super().__init__(bus, process)
        self._engine = engine

    async def _replace(self, kept: Mapping[str, Connected], left: Sequence[str]) -> None:
        async with write_transaction(self._engine) as connection:
            if kept:
                columns = {
                    "games": list(kept),
                    "players": [" ".join(sorted(to.players)) for to in kept.values()],
                    "watchers": [to.watchers for to in kept.values()],
                    "names": ["\n".join(sorted(to.names)) for to in kept.values()],
                    "gone": ["\n".join(sorted(map(_gone_text, to.gone))) for to in kept.values()],
                }
                await connection.execute(_UPSERT, {"process": self._process, **columns})
            if left:
                await connection.execute(_DELETE, {"process": self._process, "games": list(left)})
            await self._bus.publish(connection, "presence", [*kept, *left])

    async def read_remote(self, games: Collection[str]) -> dict[str, Connected]:
        found = dict.fromkeys(games, NO_CONNECTIONS)
        async with read_connection(self._engine) as connection:
            asked = {"games": list(games), "process": self._process}
            for game, players, watchers, names, gone in await connection.execute(_READ, asked):
                known = found[game]
                found[game] = Connected(
                    known.players | set(players.split()),
                    known.watchers + watchers,
                    known.names | set(names.splitlines()),
                    known.gone | set(map(_parse_gone, gone.splitlines())),
                )
        return found

    async def withdraw(self) -> None:
        try:
            async with write_transaction(self._engine) as connection:
                await connection.execute(_WITHDRAW, {"process": self._process})
                await self._bus.publish(connection, "presence", sorted(self._written))
        except TryAgain:
            log.info("presence not withdrawn; it will expire")


def _gone_text(gone: Gone) -> str:
    return f"{gone.player} {gone.at} {int(gone.on_purpose)}"


def _parse_gone(text: str) -> Gone:
    player, at, on_purpose = text.split(" ")
    return Gone(player, int(at), on_purpose == "1")


_UPSERT = text(
    """insert into presence (process, game_id, players, watchers, names, gone)
 select :process, row.* from unnest(cast(:games as text[]), cast(:players as text[]),
 cast(:watchers as int[]), cast(:names as text[]), cast(:gone as text[])) as row
 on conflict (process, game_id) do update set players = excluded.players, watchers = excluded.watchers,
 names = excluded.names, gone = excluded.gone"""
)
_DELETE = text("delete from presence where process = :process and game_id = any(cast(:games as text[]))")
_READ = statement(
    """select game_id, players, watchers, names, gone from presence
 where game_id = any(cast(:games as text[])) and process <> :process and process in ($alive)"""
)
_WITHDRAW = statement("delete from presence where process = :process and game_id <> '$lobby'")
