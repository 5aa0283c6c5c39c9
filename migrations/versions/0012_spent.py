"""Log entries say what they charge a running clock.

Processes of the revision before would charge such entries by their time, and on SQLite could not write any.
"""

from __future__ import annotations

import sqlalchemy as sa

from app.db.schema_changes import add_column

revision = "0012"
down_revision = "0011"
compatible_since = "0012"


def upgrade() -> None:
    add_column("entries", sa.Column("spent", sa.BigInteger))
