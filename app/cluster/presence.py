"""Who looks at which game, across processes: told at once, renewed every 5 s, void after 15 s.

It is not in the log: a killed process leaves rows behind that nobody believes for long.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

import structlog
from sqlalchemy import bindparam, delete, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.cluster.bus import Bus
from app.cluster.owners import LOBBY
from app.db.engine import read_connection, write_transaction
from app.db.schema import presence
from app.errors import TryAgain

VOID = 15_000  # milliseconds

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Connected:
    """Who looks at one game: ids of players with a connection, and how many watch. Under LOBBY stand the
    ids of `app.owners`."""

    players: frozenset[str] = frozenset()
    watchers: int = 0


NOBODY = Connected()


class PresenceStore:
    """The rows of one process, and what the rows of the others say of the games that it holds."""

    def __init__(self, engine: AsyncEngine, bus: Bus, process: str) -> None:
        self._engine, self._bus, self._process = engine, bus, process
        self._told: dict[str, Connected] = {}

    async def tell(self, here: Mapping[str, Connected], now: int, *, renew: bool) -> None:
        """Writes what has changed since the last telling, or all of it; games left out are left."""
        changed = {game: who for game, who in here.items() if renew or self._told.get(game) != who}
        gone = [game for game in self._told if game not in here]
        news = sorted({g for g, who in changed.items() if self._told.get(g) != who} | set(gone))
        if not changed and not gone and not renew:
            return
        rows = [[game, " ".join(sorted(who.players)), who.watchers] for game, who in sorted(changed.items())]
        async with write_transaction(self._engine) as connection:
            mine = {"process": self._process, "seen": now}
            await connection.execute(_UPSERT, {"rows": json.dumps(rows), **mine})
            if gone:
                await connection.execute(
                    _LEFT, [{"own": self._process, "game": game} for game in sorted(gone)]
                )
            await self._bus.announce(connection, "presence", news)
        self._told = dict(here)

    async def elsewhere(self, games: list[str], now: int) -> dict[str, Connected]:
        """What the other processes say of these games."""
        query = select(presence.c.game_id, presence.c.players, presence.c.watchers).where(
            presence.c.game_id.in_(games),
            presence.c.process != self._process,
            presence.c.seen > now - VOID,
        )
        found = dict.fromkeys(games, NOBODY)
        async with read_connection(self._engine) as connection:
            for game, players, watchers in await connection.execute(query):
                known = found[game]
                found[game] = Connected(known.players | set(players.split()), known.watchers + watchers)
        return found

    async def forget(self, now: int) -> None:
        """Removes what is void: rows of processes that are no more."""
        async with write_transaction(self._engine) as connection:
            await connection.execute(delete(presence).where(presence.c.seen < now - 4 * VOID))

    async def leave(self) -> None:
        """Removes the rows of this process, when it ends. That of the lobby stays until it is void: the
        people of this process are about to come to another one, and their open games wait for them."""
        try:
            async with write_transaction(self._engine) as connection:
                await connection.execute(_LEAVE, {"own": self._process})
                await self._bus.announce(connection, "presence", sorted(self._told))
        except TryAgain:
            log.info("presence not withdrawn; it will be void soon")


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
