"""Heartbeat rows of the processes that serve one PostgreSQL, renewed by the database's clock.

A row has the fingerprint of its process's Redis. Processes with different Redis servers would miss each
other's notices: `app.cluster.membership` uses the rows to keep them apart. SQLite serves one process and has
no rows. The table is logged: a crash of PostgreSQL empties unlogged ones, and every process would take itself
for dead.
"""

from __future__ import annotations

from collections.abc import Collection
from string import Template
from typing import Any

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import read_connection, write_transaction
from app.db.schema import SPARE_OWNER_KEY

EXPIRY_MS = 15_000  # without renewal: the process counts as dead
LATE_AFTER_MS = 3000  # without renewal: the process is stopped, cut off or dying
DELETE_AFTER_MS = 60_000  # without renewal: the row may be deleted


class ProcessStore:
    """The row of one process. `id`: its name."""

    def __init__(self, engine: AsyncEngine, id: str) -> None:
        self.id = id
        self._engine = engine

    async def join(self, fingerprint: str | None, dead: Collection[tuple[str, int]] = ()) -> dict[str, int]:
        """Write our row, unless other rows have a fingerprint that differs, or either side has none.

        Returns the conflicting rows, as renewal time by process; empty if our row is written. `dead`: rows
        returned earlier that count as dead; they are deleted unless renewed since. Concurrent joins are
        serialized. TryAgain: nothing was written."""
        async with write_transaction(self._engine) as connection:
            await connection.execute(_LOCK)
            for process, seen in dead:
                await connection.execute(_DELETE, {"id": process, "seen": seen})
            found = await connection.execute(_STRANGERS, {"own": self.id, "redis": fingerprint})
            strangers = {row.id: int(row.seen) for row in found}
            if not strangers:
                await connection.execute(_INSERT, {"id": self.id, "redis": fingerprint})
            return strangers

    async def renew(self, fingerprint: str | None, *, subscribed: bool) -> bool:
        """Renew our row. Return False if it is gone, because another process took us for dead.

        `fingerprint`: None if Redis does not answer; the row keeps the last one. `subscribed`: we receive the
        notices of others. TryAgain: not renewed."""
        async with write_transaction(self._engine) as connection:
            given = {"id": self.id, "redis": fingerprint, "subscribed": subscribed}
            renewed = await connection.execute(_RENEW, given)
            return bool(renewed.rowcount)

    async def are_others_late(self) -> bool:
        """Return whether another process is late, but not dead. TryAgain: the database does not answer."""
        async with read_connection(self._engine) as connection:
            return bool(await connection.scalar(_LATE, {"own": self.id}))

    async def owns_spare_work(self) -> bool:
        """Return whether our process owns the spare work; claim it if the owner is missing or dead. TryAgain:
        unknown."""
        async with write_transaction(self._engine) as connection:
            taken = await connection.execute(_OWN, {"key": SPARE_OWNER_KEY, "own": self.id})
            return bool(taken.rowcount)

    async def leave(self) -> None:
        """Delete our row at the end of the process."""
        async with write_transaction(self._engine) as connection:
            await connection.execute(text("delete from processes where id = :id"), {"id": self.id})

    async def delete_dead(self) -> None:
        """Delete rows that were not renewed for DELETE_AFTER_MS. Do not call it for that long after an outage
        of the database, in which no process could renew."""
        async with write_transaction(self._engine) as connection:
            await connection.execute(_DELETE_DEAD)


async def has_live_processes(connection: Any) -> bool:
    """Return whether a process has renewed its row within EXPIRY_MS."""
    return bool((await connection.execute(_LIVE)).scalar())


async def has_subscribed_processes(connection: Any, own: str) -> bool:
    """Return whether a process other than `own` was subscribed to notices within EXPIRY_MS."""
    return bool((await connection.execute(_OTHERS, {"own": own})).scalar())


_PLACEHOLDERS = {
    "now": "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)",
    "expiry": str(EXPIRY_MS),
    "late": str(LATE_AFTER_MS),
    "forgotten": str(DELETE_AFTER_MS),
}


def _statement(sql: str) -> TextClause:
    """Return a statement; `$now` is the database's time in milliseconds since the epoch."""
    return text(Template(sql).substitute(_PLACEHOLDERS))


_LOCK = text("select pg_advisory_xact_lock(hashtext('richelieu processes'))")
_STRANGERS = text(
    """select id, seen from processes where id <> :own and
 (redis is null or cast(:redis as text) is null or redis <> cast(:redis as text))"""
)
_INSERT = _statement(
    """insert into processes (id, seen, redis) values (:id, $now, :redis)
 on conflict (id) do update set seen = excluded.seen, redis = excluded.redis"""
)
_RENEW = _statement(
    """update processes set seen = $now, redis = coalesce(cast(:redis as text), redis),
 heard = case when :subscribed then $now else heard end where id = :id"""
)
_OWN = _statement(
    """insert into house (key, value) values (:key, :own)
 on conflict (key) do update set value = excluded.value where house.value = excluded.value
 or not exists (select from processes where id = house.value and seen > $now - $expiry)"""
)
_DELETE = text("delete from processes where id = :id and seen = :seen")
_DELETE_DEAD = _statement("delete from processes where seen < $now - $forgotten")
_LATE = _statement(
    """select exists (select from processes where id <> :own
 and seen < $now - $late and seen > $now - $expiry)"""
)
_LIVE = _statement("select exists (select from processes where seen > $now - $expiry)")
_OTHERS = _statement("select exists (select from processes where id <> :own and heard > $now - $expiry)")
