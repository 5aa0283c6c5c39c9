"""Running games between people, by player and by position."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import read_connection
from app.db.schema import games, seats


class RunningGames:
    """Reads which games between people are running."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of_player(self, player: str, rules: Sequence[str]) -> list[str]:
        """Return a player's running games between people, by these rules."""
        query = (
            select(games.c.id)
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.player_id == player, ~seats.c.ended, games.c.ended.is_(None))
            .where(games.c.rules.in_(rules), games.c.position_key.is_not(None))
            .order_by(games.c.id)
        )
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query))

    async def at(self, rules: Sequence[str], keys: Collection[int]) -> dict[str, set[str]]:
        """Return running games between people, by these rules, at one of these positions, each with the ids
        of its players."""
        query = (
            select(games.c.id, seats.c.player_id)
            .join(seats, seats.c.game_id == games.c.id)
            .where(games.c.rules.in_(rules), games.c.ended.is_(None), games.c.position_key.in_(keys))
        )
        found: dict[str, set[str]] = {}
        async with read_connection(self._engine) as connection:
            for row in await connection.execute(query):
                found.setdefault(row.id, set()).add(row.player_id)
        return found
