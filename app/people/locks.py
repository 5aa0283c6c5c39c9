"""Locks of players until commit.

On one PostgreSQL they are row locks. On a distributed one a row lock of the reference table `players` locks
the whole table, so the coordinator's advisory lock of the player's id is taken instead, before the row is
read. Deletions, closures, renamings and changes of the listing take it, too. SQLite has one writer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal

from sqlalchemy import Row, Select, bindparam, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine import is_distributed
from app.db.schema import players

Strength = Literal["share", "no key update", "update"]


async def lock_players(
    connection: AsyncConnection, ids: Collection[str], strength: Strength = "no key update"
) -> Sequence[Row[Any]]:
    """Lock players ordered by id; return the rows of those who exist. `share`: other transactions may share
    the lock; `update`: no other transaction may insert references to the row (only on one PostgreSQL)."""
    given = {"ids": sorted(ids)}
    if is_distributed(connection):
        await connection.execute(_LOCK_SHARED if strength == "share" else _LOCK, given)
        query = _READ
    else:
        query = _READ_FOR[strength]
    return (await connection.execute(query, given)).all()


async def lock_free_players(connection: AsyncConnection, ids: Collection[str]) -> list[str]:
    """Lock those players whom no other transaction has locked, as `update` does; return their ids."""
    if is_distributed(connection):
        return list(await connection.scalars(_TRY_LOCK, {"ids": sorted(ids)}))
    query = select(players.c.id).where(players.c.id.in_(sorted(ids))).order_by(players.c.id)
    return list(await connection.scalars(query.with_for_update(skip_locked=True)))


# Built once: each end of a game locks its players.
_READ = select(players).where(players.c.id.in_(bindparam("ids", expanding=True))).order_by(players.c.id)
_READ_FOR: dict[Strength, Select[Any]] = {
    "share": _READ.with_for_update(read=True),
    "no key update": _READ.with_for_update(key_share=True),
    "update": _READ.with_for_update(),
}

# The order of the array is the order of the calls.
_LOCK = text("select pg_advisory_xact_lock(hashtextextended(id, 0)) from unnest(cast(:ids as text[])) as id")
_LOCK_SHARED = text(
    "select pg_advisory_xact_lock_shared(hashtextextended(id, 0)) from unnest(cast(:ids as text[])) as id"
)
_TRY_LOCK = text(
    """select id from unnest(cast(:ids as text[])) as id
 where pg_try_advisory_xact_lock(hashtextextended(id, 0))"""
)
