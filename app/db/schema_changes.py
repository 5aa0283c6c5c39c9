"""Schema changes beside serving processes: the steps that revisions are made of.

Old processes serve while a revision runs and after it, so that it only adds; what nobody uses any more is
removed one release later. A statement that waits for a table's lock holds up everybody behind it, so that
none waits longer than LOCK_TIMEOUT; the revision is then rolled back and tried again. Indexes are built
without a lock, outside the transaction, which is committed before: a revision may be interrupted there and
run again, and its other steps have to bear that (`add_column`). What has to be computed for rows that exist
is written by `app/ops/backfill.py`, in batches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

LOCK_TIMEOUT = 100  # milliseconds


class Busy(Exception):
    """Another process changes the schema of this database."""


def is_postgres() -> bool:
    """Whether the database that is being changed is a PostgreSQL."""
    return op.get_bind().dialect.name == "postgresql"


def add_column(table: str, column: sa.Column[Any]) -> None:
    """Adds a column if there is none of its name; it may be null or has a constant default, so that no row is
    written."""
    if column.name not in {known["name"] for known in sa.inspect(op.get_bind()).get_columns(table)}:
        op.add_column(table, column)


def add_index(
    name: str, table: str, columns: Sequence[str], where: str | None = None, *, unique: bool = False
) -> None:
    """Builds an index, of the rows that satisfy `where` (None: of all). On PostgreSQL it is built without a
    lock; what an interrupted run left behind is not valid, and is dropped first."""
    rows = None if where is None else sa.text(where)
    if not is_postgres():
        op.create_index(name, table, list(columns), unique=unique, sqlite_where=rows, if_not_exists=True)
        return
    if op.get_bind().scalar(_VALID, {"name": name}):
        return
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # it waits for old transactions, and nobody waits behind it
        try:
            op.drop_index(name, table_name=table, if_exists=True, postgresql_concurrently=True)
            op.create_index(
                *(name, table, list(columns)),
                unique=unique,
                postgresql_where=rows,
                postgresql_concurrently=True,
            )
        finally:
            op.execute(f"set lock_timeout = {LOCK_TIMEOUT}")


def drop_index(name: str, table: str) -> None:
    """Drops an index if it exists; on PostgreSQL without a lock."""
    if not is_postgres():
        op.drop_index(name, table_name=table, if_exists=True)
        return
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")
        try:
            op.drop_index(name, table_name=table, if_exists=True, postgresql_concurrently=True)
        finally:
            op.execute(f"set lock_timeout = {LOCK_TIMEOUT}")


_VALID = sa.text("""select 1 from pg_index where indexrelid = to_regclass(:name) and indisvalid""")
