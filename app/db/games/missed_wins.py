"""Store of missed wins; one row per searched game."""

from __future__ import annotations

import json
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import dialect_insert, read_connection, retry_until_known, write_transaction
from app.db.schema import games, missed_wins
from app.domain.missed import MissedWin


class Searched(NamedTuple):
    """Result of the search of a game. `win` is None if it found nothing."""

    win: MissedWin | None


class MissedWinStore:
    """Store of missed wins. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def read(self, game: str) -> Searched | None:
        """Return the search result of a game; None: not searched yet."""
        columns = (missed_wins.c.ply, missed_wins.c.seat, missed_wins.c.plies, missed_wins.c.line)
        query = select(*columns).where(missed_wins.c.game_id == game)
        async with read_connection(self._engine) as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        if row.ply is None:
            return Searched(None)
        return Searched(MissedWin(row.ply, row.seat, row.plies, tuple(json.loads(row.line))))

    async def keep(self, game: str, win: MissedWin | None, at: int) -> None:
        """Store the search result of a game, unless there is one."""
        values: dict[str, object] = {"game_id": game, "at": at}
        if win:
            line = json.dumps(win.line)
            values |= {"ply": win.ply, "seat": win.seat, "plies": win.plies, "line": line}

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                known = select(games.c.id).where(games.c.id == game).with_for_update(read=True)
                if await connection.scalar(known):  # it was not swept meanwhile
                    row = dialect_insert(connection, missed_wins).values(values)
                    await connection.execute(row.on_conflict_do_nothing())

        await retry_until_known(write)
