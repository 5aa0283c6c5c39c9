"""Online schema changes: idempotent steps of revisions.

Older processes keep serving during and after a revision. A revision therefore only adds; unused parts are
removed one release later. A statement that waits for a table lock blocks all later statements on the table,
so it waits at most LOCK_TIMEOUT_MS; then the revision is rolled back and retried. PostgreSQL builds an index
without a lock only outside a transaction: `add_index` commits the steps before it. A revision may be
interrupted there and run again, so its other steps must be idempotent (`add_column`, `if_not_exists`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

LOCK_TIMEOUT_MS = 100


class Busy(Exception):
    """Another process is migrating this database."""


def is_postgres() -> bool:
    return op.get_bind().dialect.name == "postgresql"


def add_column(table: str, column: sa.Column[Any]) -> None:
    """Add a column unless it exists; it is nullable or has a constant default, so no row is rewritten."""
    if column.name not in {known["name"] for known in sa.inspect(op.get_bind()).get_columns(table)}:
        op.add_column(table, column)


def add_index(
    name: str, table: str, columns: Sequence[str], where: str | None = None, *, unique: bool = False
) -> None:
    """Build an index on the rows that satisfy `where` (None: all), on PostgreSQL concurrently. Drops an
    invalid index of an interrupted run first."""
    rows = None if where is None else sa.text(where)
    if not is_postgres():
        op.create_index(name, table, list(columns), unique=unique, sqlite_where=rows, if_not_exists=True)
        return
    if op.get_bind().scalar(_VALID, {"name": name}):
        return
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # it waits for old transactions without blocking statements
        try:
            op.drop_index(name, table_name=table, if_exists=True, postgresql_concurrently=True)
            op.create_index(
                name, table, list(columns), unique=unique, postgresql_where=rows, postgresql_concurrently=True
            )
        finally:
            op.execute(f"set lock_timeout = {LOCK_TIMEOUT_MS}")


_VALID = sa.text("""select 1 from pg_index where indexrelid = to_regclass(:name) and indisvalid""")
