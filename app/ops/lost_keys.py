"""Check of references to `games` on a distributed PostgreSQL, which has no foreign keys between nodes
(`app/db/placement.py`)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import Column, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import is_distributed, read_connection
from app.db.placement import lost_keys
from app.db.schema import games

GAMES_PER_PAGE = 1000


async def missing_games(engine: AsyncEngine) -> AsyncIterator[tuple[str, str]]:
    """Yield "table.column" and the id of each missing game that rows there refer to. Yields nothing, without
    reading, if the database has all foreign keys."""
    async with read_connection(engine) as connection:
        distributed = is_distributed(connection)
    for column in lost_keys() if distributed else ():
        async for game in _missing(engine, column):
            yield f"{column.table.name}.{column.name}", game


async def _missing(engine: AsyncEngine, column: Column[Any]) -> AsyncIterator[str]:
    last = ""
    while True:
        page = select(column).where(column > last).distinct().order_by(column).limit(GAMES_PER_PAGE)
        async with read_connection(engine) as connection:
            named = list(await connection.scalars(page))
            known = set(await connection.scalars(select(games.c.id).where(games.c.id.in_(named))))
        for game in named:
            if game not in known:
                yield game
        if len(named) < GAMES_PER_PAGE:
            return
        last = named[-1]
