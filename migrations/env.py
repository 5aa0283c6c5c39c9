"""Alembic environment: run the migrations on the database whose URL is in the config's attributes.

It may run beside serving processes (`app/db/schema_changes.py`): one transaction per revision; an advisory
lock admits one migration at a time; a revision that does not get a table lock in time is rolled back and
retried for at most LOCK_WAIT_SECONDS. A revision whose schema older processes cannot serve sets
`compatible_since`, the oldest revision whose processes can; the table `key_values` stores the newest one.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from alembic import context
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from app.db.engine import backoff_delays, create_engine, error_code, is_serialization_failure
from app.db.schema import COMPATIBLE_KEY, metadata
from app.db.schema_changes import LOCK_TIMEOUT_MS, Busy
from engine.commands.progress import SILENT, Progress

LOCK_WAIT_SECONDS = 300.0
ADVISORY_LOCK = 1_382_639_464  # of this database
LOCK_NOT_AVAILABLE = "55P03"


def run(connection: Connection) -> None:
    """Run the missing revisions. Busy: another migration is running."""
    until = time.monotonic() + context.config.attributes.get("patience", LOCK_WAIT_SECONDS)
    if connection.dialect.name == "postgresql":
        _lock(connection, until)
    for pause in backoff_delays():
        try:
            _migrate(connection)
            return
        except DBAPIError as error:
            locked = error_code(error) == LOCK_NOT_AVAILABLE or is_serialization_failure(error)
            connection.rollback()
            if not locked or time.monotonic() > until:
                raise
        time.sleep(pause)


def _lock(connection: Connection, until: float) -> None:
    """Take the advisory lock, which ends with the connection, and set this connection's timeouts."""
    progress = _progress()
    progress.stage("waiting for another migration")
    for pause in backoff_delays():
        progress.advance()
        if connection.scalar(text("select pg_try_advisory_lock(:id)"), {"id": ADVISORY_LOCK}):
            break
        connection.rollback()
        if time.monotonic() > until:
            raise Busy("Another migration of this database has run for minutes. Nothing was changed.")
        time.sleep(pause)
    for name, value in (("lock_timeout", LOCK_TIMEOUT_MS), ("statement_timeout", 0)):
        connection.execute(text(f"set {name} = {value}"))
    connection.commit()


def _migrate(connection: Connection) -> None:
    _progress().stage("revisions", _count_missing(connection))
    context.configure(
        connection=connection,
        target_metadata=metadata,
        compare_type=True,
        transaction_per_migration=True,
        on_version_apply=_note_compatibility,
    )
    with context.begin_transaction():
        context.run_migrations()


def _progress() -> Progress:
    progress: Progress = context.config.attributes.get("progress", SILENT)
    return progress


def _count_missing(connection: Connection) -> int:
    current = MigrationContext.configure(connection).get_current_revision()
    connection.rollback()  # Alembic begins its own transaction
    return len(list(context.script.iterate_revisions("head", current or "base")))


def _note_compatibility(ctx: Any, step: Any, heads: object, run_args: object) -> None:  # noqa: ARG001
    """Store `compatible_since` of a revision that sets it, in the revision's transaction, and advance the
    progress."""
    _progress().advance()
    known = getattr(step.up_revision.module, "compatible_since", None)
    if known is None or ctx.connection is None:
        return
    ctx.connection.execute(text("delete from key_values where key = :key"), {"key": COMPATIBLE_KEY})
    insert = text("insert into key_values (key, value) values (:key, :value)")
    ctx.connection.execute(insert, {"key": COMPATIBLE_KEY, "value": known})


async def run_async() -> None:
    engine = create_engine(context.config.attributes["url"])
    try:
        async with engine.connect() as connection:
            writer = await connection.execution_options(writes=True)
            await writer.run_sync(run)
            await writer.commit()
    finally:
        await engine.dispose()


asyncio.run(run_async())
