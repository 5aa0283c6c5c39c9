"""The processes that serve one PostgreSQL: each renews one row, by the database's clock, and counts as alive
for 15 s after it. What a process has written elsewhere (presence, connection counts) is valid meanwhile.
"""

from __future__ import annotations

from string import Template

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import write_transaction
from app.domain.presence import LOBBY

EXPIRY = 15_000  # milliseconds after which a process that has not renewed its row is no longer alive
_WORDS = {
    "now": "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)",
    "expiry": str(EXPIRY),
    "alive": "select id from processes where seen > $now - $expiry",
    "lobby": LOBBY,
}


def statement(sql: str) -> TextClause:
    """Return a statement. `$now` is replaced by the database's time in milliseconds since the epoch, `$alive`
    by the query for the processes that are alive, `$expiry` and `$lobby` by the constants."""
    while "$" in sql:
        sql = Template(sql).substitute(_WORDS)
    return text(sql)


class ProcessTable:
    """The row of this process; `id`: its name."""

    def __init__(self, engine: AsyncEngine, id: str) -> None:
        self.id = id
        self._engine = engine
        self._known = False  # our row was written

    async def renew(self) -> tuple[frozenset[str], bool]:
        """Renews our row. Returns the processes that are alive, ours too, and whether our rows were lost:
        PostgreSQL has emptied its unlogged tables, or the others have taken us for dead. TryAgain: it was
        not renewed."""
        async with write_transaction(self._engine) as connection:
            new = await connection.scalar(_RENEW, {"id": self.id})
            alive = frozenset(await connection.scalars(_ALIVE))
        lost, self._known = self._known and bool(new), True
        return alive, lost

    async def delete_dead(self) -> None:
        """Deletes what processes that are long dead have written, and the buckets of rate limits that nobody
        has used for an hour: their keys are addresses, which are kept no longer."""
        async with write_transaction(self._engine) as connection:
            for delete in _DELETE:
                await connection.execute(delete)


_RENEW = statement(
    """insert into processes (id, seen) values (:id, $now)
 on conflict (id) do update set seen = excluded.seen returning xmax = 0"""
)
_ALIVE = statement("$alive")
_DELETE = [
    statement("delete from buckets where at < $now - 60 * 60 * 1000"),
    statement("delete from processes where seen < $now - 4 * $expiry"),
    text("delete from presence where not exists (select from processes where id = process)"),
    text("delete from places where not exists (select from processes where id = process)"),
]
