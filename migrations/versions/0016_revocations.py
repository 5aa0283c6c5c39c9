"""Revocations are ordered by a number, not by the clocks of the processes.

The table holds one hour of what processes have to forget. Those of the revision before could not write to it
any more, so they stop.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
compatible_since = "0016"


def upgrade() -> None:
    op.drop_table("revocations")
    op.create_table(
        "revocations",
        sa.Column("n", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sqlite_autoincrement=True,
    )
