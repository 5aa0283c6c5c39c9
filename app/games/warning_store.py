"""Store of warnings of teaching bots; the primary key admits one per game and ply."""

from __future__ import annotations

import json

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.bus.notices import Bus
from app.db.engine import dialect_insert, transact
from app.db.schema import games, warnings
from app.games.teaching import MAX_WARNINGS
from app.model.game_info import MoveWarning


class WarningStore:
    """Store of warnings; changes are published on `bus`."""

    def __init__(self, engine: AsyncEngine, bus: Bus) -> None:
        self._engine, self._bus = engine, bus

    async def add(self, game: str, warning: MoveWarning) -> None:
        """Write a warning, unless the game has proceeded or has had MAX_WARNINGS. The game's row, which every
        entry changes, is locked, so that no entry is written meanwhile."""

        async def write(connection: AsyncConnection) -> None:
            stands = select(games.c.id).where(
                games.c.id == game, games.c.ply == warning.ply, games.c.ended.is_(None)
            )
            if await connection.scalar(stands.with_for_update()) is None:
                return
            given = select(func.count()).select_from(warnings).where(warnings.c.game_id == game)
            if (await connection.scalar(given) or 0) >= MAX_WARNINGS:
                return
            row = {
                "game_id": game,
                "ply": warning.ply,
                "position": warning.position,
                "reason": warning.reason,
                "line": json.dumps(warning.line),
                "plies": warning.plies,
                "points": warning.points,
            }
            insert = dialect_insert(connection, warnings).values(row)
            await connection.execute(insert.on_conflict_do_nothing())
            await self._bus.publish_facts(connection, [game])

        await transact(self._engine, write)

    async def proceed(self, game: str, ply: int, now: int) -> None:
        """Record that the bot may reply, at `now` in milliseconds since the epoch."""
        own = (warnings.c.game_id == game, warnings.c.ply == ply, warnings.c.proceeded.is_(None))

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(update(warnings).where(*own).values(proceeded=now))
            await self._bus.publish_facts(connection, [game])

        await transact(self._engine, write)


async def load_warnings(connection: AsyncConnection, game: str) -> tuple[MoveWarning, ...]:
    """Return the warnings of a game, ordered by ply."""
    query = select(warnings).where(warnings.c.game_id == game).order_by(warnings.c.ply)
    return tuple(
        MoveWarning(
            ply=row.ply,
            position=row.position,
            reason=row.reason,
            line=tuple(json.loads(row.line)),
            plies=row.plies,
            points=row.points,
            proceeded=row.proceeded is not None,
        )
        for row in await connection.execute(query)
    )
