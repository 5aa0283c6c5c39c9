"""Store of the best scores found by search at numbered deals; one row per searched deal."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import dialect_insert, read_connection, retry_until_known, write_transaction
from app.db.schema import best_known
from app.domain.results import parse_score, score_text
from engine import Match


class BestKnownStore:
    """Store of best scores. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def read(self, start: Match) -> tuple[int, ...] | None:
        """Return the score found at the deal of a match; None: not searched yet."""
        key = _key(start)
        query = select(best_known.c.score).where(*[best_known.c[name] == key[name] for name in key])
        async with read_connection(self._engine) as connection:
            score = await connection.scalar(query)
        return None if score is None else parse_score(score)

    async def keep(self, start: Match, score: tuple[int, ...], at: int) -> None:
        """Store the score found at the deal of a match, unless there is one."""
        values = {**_key(start), "score": score_text(score), "at": at}

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                row = dialect_insert(connection, best_known).values(values)
                await connection.execute(row.on_conflict_do_nothing())

        await retry_until_known(write)


def _key(start: Match) -> dict[str, str | int]:
    return {"rules": start.game.id, "version": start.game.version, "deal": str(start.deal)}
