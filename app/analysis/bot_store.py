"""Store of bots: their players, and games in which a bot is to move."""

from __future__ import annotations

from sqlalchemy import case, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.core.ids import new_id
from app.db.engine import dialect_insert, read_connection, transact
from app.db.schema import entries, games, players, warnings
from app.games.rows import KNOWN_ID
from app.model.game_info import Player
from app.people.names import name_key
from engine.entry import QUIET_ACTS

NAME_FORMAT = "Computer {level}"  # reserved for bots


class BotStore:
    """Store of bots. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def player(self, level: int, now: int) -> Player:
        """Return the bot player of a level; create it if missing."""
        query = select(players.c.id, players.c.name).where(players.c.bot == level)

        async def write(connection: AsyncConnection) -> None:
            name = NAME_FORMAT.format(level=level)
            taken = select(players.c.id).where(players.c.name == name)
            if await connection.scalar(taken):  # before the name was reserved
                name = f"{name} {new_id(4)}"
            row = {"id": new_id(10), "name": name, "created": now, "bot": level, "listed": False}
            row["folded"] = name_key(name)
            await connection.execute(dialect_insert(connection, players).values(row).on_conflict_do_nothing())

        while True:
            async with read_connection(self._engine) as connection:
                row = (await connection.execute(query)).one_or_none()
            if row:
                return Player(row.id, row.name, bot=level)
            await transact(self._engine, write)

    async def waiting(self, before: int, most: int) -> list[str]:
        """Return games in which a bot is to move without a pending warning, and that are idle since
        `before`."""
        last = select(entries.c.at).where(entries.c.game_id == games.c.id, entries.c.ply == games.c.ply - 1)
        later = select(entries.c.ply).where(
            entries.c.game_id == warnings.c.game_id,
            entries.c.ply >= warnings.c.ply,
            entries.c.act.not_in(QUIET_ACTS),
        )
        warned = select(warnings.c.ply).where(
            warnings.c.game_id == games.c.id, warnings.c.proceeded.is_(None), ~later.exists()
        )
        query = select(games.c.id).where(
            KNOWN_ID,
            ~warned.exists(),
            games.c.bot.is_not(None),
            games.c.ended.is_(None),
            games.c.turn == games.c.bot,
            case((games.c.ply == 0, games.c.created), else_=last.scalar_subquery()) < before,
        )
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query.order_by(games.c.id).limit(most)))
