"""Store of clock deadlines, and pauses for downtime of all processes.

A row has the last time that a process was up. A process that starts while no other is up writes the downtime
as an entry `pause` into every game with a running clock, before anyone can move or lose on time.
"""

from __future__ import annotations

from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.bus.notices import Bus
from app.db.engine import dialect_insert, read_connection, transact, write_transaction
from app.db.key_values import write_value
from app.db.schema import ALIVE_KEY, entries, games, key_values
from app.games.deadlines import MIN_PAUSE_MS
from app.games.rows import row_of_entry
from engine import Entry


class ClockStore:
    """Store of deadlines; entries are published on `bus`."""

    def __init__(self, engine: AsyncEngine, bus: Bus) -> None:
        self._engine, self._bus = engine, bus

    async def nearest(self) -> int | None:
        """Return the earliest deadline of all running clocks, in milliseconds since the epoch."""
        query = select(games.c.deadline).where(games.c.deadline.is_not(None)).order_by(games.c.deadline)
        async with read_connection(self._engine) as connection:
            return await connection.scalar(query.limit(1))

    async def due(self, before: int, most: int) -> list[str]:
        """Return the ids of games whose deadline was before a time, earliest first."""
        query = select(games.c.id).where(games.c.deadline < before).order_by(games.c.deadline).limit(most)
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query))

    async def note_alive(self, now: int) -> None:
        """Record that a process is up at `now`."""
        async with write_transaction(self._engine) as connection:
            await write_value(connection, ALIVE_KEY, str(now))

    async def write_pauses(self, now: int) -> int:
        """Write the downtime until `now` into every game with a running clock, unless another process is up.
        Return the number of games. Processes that start meanwhile wait for it."""

        async def write(connection: AsyncConnection) -> int:
            since = await _lock_alive(connection, now)
            if await self._bus.has_others(connection):
                return 0
            await write_value(connection, ALIVE_KEY, str(now))
            rows = (await connection.execute(_RUNNING)).all()
            pauses = {row.id: (row.ply, now - max(since, row.at)) for row in rows}
            pauses = {game: pause for game, pause in pauses.items() if pause[1] >= MIN_PAUSE_MS}
            written = await _insert(connection, pauses, now) if pauses else []
            if written:
                await self._bus.publish(connection, "log", written)
            return len(written)

        return await transact(self._engine, write)


async def _lock_alive(connection: AsyncConnection, now: int) -> int:
    """Lock the row until commit, and return the last time that a process was up; `now` if unknown."""
    row = dialect_insert(connection, key_values).values(key=ALIVE_KEY, value=str(now))
    await connection.execute(row.on_conflict_do_nothing())
    query = select(key_values.c.value).where(key_values.c.key == ALIVE_KEY).with_for_update()
    return int(await connection.scalar(query) or now)


async def _insert(connection: AsyncConnection, pauses: dict[str, tuple[int, int]], now: int) -> list[str]:
    """Write pauses (ply and milliseconds, by game) and shift the deadlines. Return the games, without those
    whose ply was taken meanwhile."""
    logged = [
        row_of_entry(game, Entry(ply, None, "pause", str(length), now))
        for game, (ply, length) in sorted(pauses.items())
    ]
    pause = dialect_insert(connection, entries).on_conflict_do_nothing().returning(entries.c.game_id)
    written = sorted(await connection.scalars(pause, logged))
    shifted = [{"game": game, "after": pauses[game][0] + 1, "by": pauses[game][1]} for game in written]
    if shifted:
        await connection.execute(_SHIFT, shifted)
    return written


_RUNNING = (
    select(games.c.id, games.c.ply, entries.c.at)
    .join(entries, (entries.c.game_id == games.c.id) & (entries.c.ply == games.c.ply - 1))
    .where(games.c.deadline.is_not(None))
)
_SHIFT = (
    update(games)
    .where(games.c.id == bindparam("game"))
    .values(ply=bindparam("after"), deadline=games.c.deadline + bindparam("by"))
)
