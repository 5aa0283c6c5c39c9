"""The processes that serve one PostgreSQL: a row each, renewed by the database's clock.

A row says which Redis its process shares with others, by a fingerprint. Two processes that do not share one
would not hear of each other's moves: `app.cluster.membership` keeps them apart by these rows. On SQLite,
which takes one process, nobody writes rows.
"""

from __future__ import annotations

from collections.abc import Collection
from string import Template
from typing import Any

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import read_connection, write_transaction
from app.db.schema import SPARE_OWNER

EXPIRY = 15_000  # milliseconds after which a process that has not renewed its row no longer counts as alive
LATE_AFTER = 3000  # milliseconds after which a process is late: it is stopped, cut off, or about to be dead
FORGOTTEN = 60_000  # milliseconds after which its row may be deleted


class ProcessStore:
    """The row of one process; `id`: its name."""

    def __init__(self, engine: AsyncEngine, id: str) -> None:
        self.id = id
        self._engine = engine

    async def join(self, fingerprint: str | None, dead: Collection[tuple[str, int]] = ()) -> dict[str, int]:
        """Write our row, unless other rows name another Redis than `fingerprint`, or either names none.

        Return those other rows, by process the time at which each was renewed; empty: our row is written.
        `dead`: rows that no longer count, as this method returned them; they are deleted, unless they were
        renewed since. Processes that join at the same time wait for each other. TryAgain: nothing was
        written."""
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
        """Renew our row; False: it is gone, since another process took us for dead. `fingerprint`: None where
        the Redis does not answer; the row keeps the last one. `subscribed`: we hear the notices of others.
        TryAgain: it was not renewed."""
        async with write_transaction(self._engine) as connection:
            given = {"id": self.id, "redis": fingerprint, "subscribed": subscribed}
            renewed = await connection.execute(_RENEW, given)
            return bool(renewed.rowcount)

    async def are_others_late(self) -> bool:
        """Return whether another process has not renewed its row for LATE_AFTER milliseconds, and is not
        known to be dead. TryAgain: the database does not answer."""
        async with read_connection(self._engine) as connection:
            return bool(await connection.scalar(_LATE, {"own": self.id}))

    async def owns_spare_work(self) -> bool:
        """Return whether our process is the owner of the spare work, which it becomes where there is none or
        the owner has not renewed its row for EXPIRY milliseconds. TryAgain: it is not known."""
        async with write_transaction(self._engine) as connection:
            taken = await connection.execute(_OWN, {"key": SPARE_OWNER, "own": self.id})
            return bool(taken.rowcount)

    async def leave(self) -> None:
        """Delete our row, when the process ends."""
        async with write_transaction(self._engine) as connection:
            await connection.execute(text("delete from processes where id = :id"), {"id": self.id})

    async def delete_dead(self) -> None:
        """Delete rows that were not renewed for FORGOTTEN milliseconds. Not to be called within as long after
        an outage of the database, in which nobody could renew."""
        async with write_transaction(self._engine) as connection:
            await connection.execute(_DELETE_DEAD)


async def has_live_processes(connection: Any) -> bool:
    """Return whether a process has renewed its row within EXPIRY milliseconds."""
    return bool((await connection.execute(_LIVE)).scalar())


async def has_subscribed_processes(connection: Any, own: str) -> bool:
    """Return whether another process than `own` was subscribed to notices within EXPIRY milliseconds."""
    return bool((await connection.execute(_OTHERS, {"own": own})).scalar())


_WORDS = {
    "now": "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)",
    "expiry": str(EXPIRY),
    "late": str(LATE_AFTER),
    "forgotten": str(FORGOTTEN),
}


def _statement(sql: str) -> TextClause:
    """Return a statement; `$now` is the database's time in milliseconds since the epoch."""
    return text(Template(sql).substitute(_WORDS))


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
