"""Store of turning points of ended solitaires; one row per searched game."""

from __future__ import annotations

import json

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import dialect_insert, read_connection, retry_until_known, write_transaction
from app.db.schema import games, turning_points
from app.domain.turning import Turning


class TurningPointStore:
    """Store of turning points. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def read(self, game: str) -> Turning | None:
        """Return the state of the bisection of a game; None: not searched yet."""
        columns = (turning_points.c.moves, turning_points.c.verdicts, turning_points.c.line)
        query = select(*columns).where(turning_points.c.game_id == game)
        async with read_connection(self._engine) as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        verdicts = {int(position): verdict for position, verdict in json.loads(row.verdicts).items()}
        return Turning(row.moves, verdicts, tuple(json.loads(row.line)))

    async def keep(self, game: str, turning: Turning, at: int) -> None:
        """Store the state of the bisection of a game, replacing an earlier one."""
        verdicts, line = json.dumps(turning.verdicts), json.dumps(turning.line)
        values = {"at": at, "moves": turning.moves, "verdicts": verdicts, "line": line}

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                known = select(games.c.id).where(games.c.id == game).with_for_update(read=True)
                if await connection.scalar(known):  # it was not swept meanwhile
                    row = dialect_insert(connection, turning_points).values(game_id=game, **values)
                    await connection.execute(
                        row.on_conflict_do_update(index_elements=["game_id"], set_=values)
                    )

        await retry_until_known(write)
