"""`python -m app distribute`: places the tables of a PostgreSQL on several nodes (Citus)."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.bus.process_lock import lock_out_processes
from app.db.engine import loggable
from app.db.placement import DistributionStep, count_workers, has_extension, read_catalogue, steps
from app.ops.preflight import NotReady
from engine.commands.progress import Progress


async def distribute(engine: AsyncEngine, progress: Progress, *, dry: bool) -> int:
    """Carry out the missing steps, with `dry` print them; return the exit code. NotReady: the database has no
    nodes, is being served, or refuses a step. Earlier steps remain, and the next run continues after them."""
    async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        await _check(connection)
        missing = list(steps(await read_catalogue(connection)))
        if not dry:
            await _take(connection, missing, progress)
    for step in missing:
        progress.print(f"{step.sql};" if dry else step.what)
    if not missing:
        progress.print("The database is already distributed.")
    elif not dry:
        progress.print("The database is distributed now.")
    return 0


async def _check(connection: AsyncConnection) -> None:
    """Raise NotReady if this database cannot be distributed, or not now."""
    if connection.dialect.name != "postgresql":
        raise NotReady("distribute: SQLite cannot be distributed; use a PostgreSQL with Citus.")
    if not await has_extension(connection):
        raise NotReady("distribute: this database has no Citus. Run in it: create extension citus")
    if not await count_workers(connection):
        raise NotReady("distribute: no node may have tables. Add one: select citus_add_node('host', 5432)")
    if not await lock_out_processes(connection):
        raise NotReady("distribute: the database is served. Stop all processes, and try again.")


async def _take(connection: AsyncConnection, missing: list[DistributionStep], progress: Progress) -> None:
    progress.stage("steps", len(missing))
    for step in missing:
        try:
            await connection.execute(text(step.sql))
        except DBAPIError as error:
            raise NotReady(f"distribute: {step.what} {loggable(error)}") from None
        progress.advance()
