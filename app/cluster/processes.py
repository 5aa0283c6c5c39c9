"""The processes that serve one PostgreSQL: each renews one row, by the database's clock, and counts as alive
for 15 s after it. What a process has written elsewhere (presence, connection counts) is valid meanwhile.

A process of revision 0004 has no such row: it renews `seen` of every row that it has written, by its own
clock. It is alive while it renews its row of the lobby. Rows that we write are given a `seen` far ahead, so
that it believes them until they are deleted.
"""

from __future__ import annotations

from string import Template

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import write_transaction
from app.domain.presence import LOBBY

EXPIRY = 15_000  # milliseconds after which a process that has not renewed its row is no longer alive
LEASE = 3_600_000  # milliseconds for which processes of revision 0004 believe a row of ours
_WORDS = {
    "now": "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)",
    "expiry": str(EXPIRY),
    "lease": str(LEASE),
    "alive": "select id from processes where seen > $now - $expiry union $old_alive",
    "old_alive": "select process from presence where game_id = '$lobby' and $renewed",
    "lobby": LOBBY,
    "renewed": "seen between $now - $expiry and $now + $expiry",
}


def statement(sql: str) -> TextClause:
    """A statement in which `$now` is the database's time in milliseconds since the epoch, `$alive` the query
    for the processes that are alive, and `$lease`, `$expiry` are the milliseconds above."""
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
    statement(
        """delete from presence where not exists (select from processes where id = process)
 and seen not between $now - 4 * $expiry and $now + $expiry"""
    ),
    statement(
        """delete from places where not exists (select from processes where id = process)
 and seen not between $now - 4 * $expiry and $now + $expiry"""
    ),
]
