"""Store of blocks between players: no challenges, pairing or chat."""

from __future__ import annotations

from sqlalchemy import and_, delete, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.core.errors import Refusal
from app.db.engine import dialect_insert, read_connection, transact
from app.db.schema import blocks, players
from app.model.game_info import Player

MAX_BLOCKS = 500  # per player


class BlockStore:
    """Store of blocks."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def between(self, one: str, other: str) -> bool:
        async with read_connection(self._engine) as connection:
            return await is_blocked(connection, one, other)

    async def blocked_by(self, player: str) -> list[Player]:
        """Return the players that a player blocks, ordered by name."""
        query = (
            select(players.c.id, players.c.name)
            .join(blocks, blocks.c.blocked_id == players.c.id)
            .where(blocks.c.player_id == player)
            .order_by(players.c.name)
        )
        async with read_connection(self._engine) as connection:
            return [Player(row.id, row.name) for row in await connection.execute(query)]

    async def remove(self, player: str, blocked: str) -> None:
        own = delete(blocks).where(blocks.c.player_id == player, blocks.c.blocked_id == blocked)
        await transact(self._engine, lambda it: it.execute(own))


async def add_block(connection: AsyncConnection, player: str, blocked: str, now: int) -> None:
    """Block a player by another one, who is locked. Refusal: `too_many_blocks`."""
    own = select(func.count()).select_from(blocks).where(blocks.c.player_id == player)
    if (await connection.scalar(own.where(blocks.c.blocked_id != blocked)) or 0) >= MAX_BLOCKS:
        raise Refusal("too_many_blocks", limit=MAX_BLOCKS)
    row = dialect_insert(connection, blocks).values(player_id=player, blocked_id=blocked, created=now)
    await connection.execute(row.on_conflict_do_nothing())


async def is_blocked(connection: AsyncConnection, one: str, other: str) -> bool:
    """Return whether one of two players blocks the other."""
    pair = or_(
        and_(blocks.c.player_id == one, blocks.c.blocked_id == other),
        and_(blocks.c.player_id == other, blocks.c.blocked_id == one),
    )
    return bool(await connection.scalar(select(exists().where(pair))))
