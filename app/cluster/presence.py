"""Presence across processes: the players connected to each game. Written on change, renewed every 5 s,
ignored after 15 s, so that the rows of a killed process expire by themselves. It is not in the log.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

import structlog
from sqlalchemy import bindparam, delete, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import read_connection, write_transaction
from app.db.schema import presence
from app.domain.notices import Bus
from app.domain.presence import LOBBY, NO_CONNECTIONS, Connected
from app.errors import TryAgain

EXPIRY = 15_000  # milliseconds after which a row that was not renewed is ignored

log = structlog.get_logger(__name__)


class PresenceStore:
    """The rows of one process, and what the rows of the others say of the games that it has loaded."""

    def __init__(self, engine: AsyncEngine, bus: Bus, process: str) -> None:
        self._engine, self._bus, self._process = engine, bus, process
        self._written: dict[str, Connected] = {}

    async def write(self, local: Mapping[str, Connected], now: int, *, renew: bool) -> None:
        """Writes what has changed since the last call, with `renew` all of it; deletes games left out."""
        known = self._written
        changed = {game: to for game, to in local.items() if renew or known.get(game) != to}
        removed = [game for game in known if game not in local]
        notified = sorted({game for game, to in changed.items() if known.get(game) != to} | set(removed))
        if not changed and not removed and not renew:
            return
        rows = [[game, " ".join(sorted(to.players)), to.watchers] for game, to in sorted(changed.items())]
        async with write_transaction(self._engine) as connection:
            mine = {"process": self._process, "seen": now}
            await connection.execute(_UPSERT, {"rows": json.dumps(rows), **mine})
            if removed:
                await connection.execute(
                    _LEFT, [{"own": self._process, "game": game} for game in sorted(removed)]
                )
            await self._bus.publish(connection, "presence", notified)
        self._written = dict(local)

    async def read_remote(self, games: list[str], now: int) -> dict[str, Connected]:
        """The connections that the other processes have to these games."""
        query = select(presence.c.game_id, presence.c.players, presence.c.watchers).where(
            presence.c.game_id.in_(games),
            presence.c.process != self._process,
            presence.c.seen > now - EXPIRY,
        )
        found = dict.fromkeys(games, NO_CONNECTIONS)
        async with read_connection(self._engine) as connection:
            for game, players, watchers in await connection.execute(query):
                known = found[game]
                found[game] = Connected(known.players | set(players.split()), known.watchers + watchers)
        return found

    async def delete_expired(self, now: int) -> None:
        """Deletes rows long expired, of processes that no longer exist."""
        async with write_transaction(self._engine) as connection:
            await connection.execute(delete(presence).where(presence.c.seen < now - 4 * EXPIRY))

    async def withdraw(self) -> None:
        """Deletes the rows of this process when it ends. That of the lobby stays until it expires: the people
        of this process are about to reconnect to another one, and their open games stay listed meanwhile."""
        try:
            async with write_transaction(self._engine) as connection:
                await connection.execute(_LEAVE, {"own": self._process})
                await self._bus.publish(connection, "presence", sorted(self._written))
        except TryAgain:
            log.info("presence not withdrawn; it will expire")


_UPSERT = text(
    """insert into presence (process, game_id, players, watchers, seen)
 select :process, row->>0, row->>1, cast(row->>2 as int), :seen
 from jsonb_array_elements(cast(:rows as jsonb)) as row
 on conflict (process, game_id) do update
 set players = excluded.players, watchers = excluded.watchers, seen = excluded.seen"""
)
_LEAVE = delete(presence).where(presence.c.process == bindparam("own"), presence.c.game_id != LOBBY)
_LEFT = delete(presence).where(
    presence.c.process == bindparam("own"), presence.c.game_id == bindparam("game")
)
