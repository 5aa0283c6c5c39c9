"""Queries for the event stream and the export of a player's games."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Select, and_, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import read_connection
from app.db.schema import entries, games, seats
from app.games.lists import GameSummary, summaries_of
from app.games.rows import FOR_TWO

MAX_GAMES = 500  # per response


class StreamStore:
    """Queries for programs that follow a player. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def running(self, player: str) -> list[GameSummary]:
        """Return a player's unfinished two-player games and the open challenges to them, newest first."""
        seated = select(seats.c.game_id).where(seats.c.player_id == player, ~seats.c.ended)
        asked = select(games.c.id).where(games.c.to_id == player, games.c.ended.is_(None))
        own = games.c.id.in_(seated.union_all(asked))
        return await self._read(select(games).where(own, games.c.ended.is_(None), FOR_TWO))

    async def ended(self, player: str, since: int) -> list[GameSummary]:
        """Return a player's two-player games and challenges to them that ended at `since` or later."""
        own = select(seats.c.game_id).where(seats.c.player_id == player)
        mine = or_(games.c.id.in_(own), and_(games.c.to_id.is_not(None), games.c.to_id == player))
        return await self._read(select(games).where(mine, games.c.ended >= since, FOR_TWO))

    async def moved(self, plies: Mapping[str, int]) -> dict[str, int]:
        """Return the time of the last entry of each game. `plies`: number of entries by game."""
        wanted = [(game, ply - 1) for game, ply in plies.items() if ply]
        if not wanted:
            return {}
        query = select(entries.c.game_id, entries.c.at).where(
            tuple_(entries.c.game_id, entries.c.ply).in_(wanted)
        )
        async with read_connection(self._engine) as connection:
            return {row.game_id: row.at for row in await connection.execute(query)}

    async def exported(self, player: str, since: int, most: int, *, public: bool) -> list[str]:
        """Return the first games of a player that ended at `since` or later, in the order of their ends.
        `public`: only public games."""
        own = select(seats.c.game_id).where(seats.c.player_id == player)
        query = (
            select(games.c.id)
            .where(games.c.id.in_(own), games.c.ended >= since)
            .order_by(games.c.ended, games.c.id)
            .limit(most)
        )
        if public:
            query = query.where(games.c.public)
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query))

    async def _read(self, query: Select[tuple[object, ...]]) -> list[GameSummary]:
        newest = query.order_by(games.c.created.desc(), games.c.id.desc()).limit(MAX_GAMES)
        async with read_connection(self._engine) as connection:
            return await summaries_of(connection, (await connection.execute(newest)).all())
