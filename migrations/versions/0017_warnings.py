"""Warnings of teaching bots, and which games have one.

Processes of the revision before serve beside it: their bots answer without a warning.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app.db.schema_changes import add_column

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    add_column("games", sa.Column("teach", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "warnings",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("plies", sa.Integer),
        sa.Column("points", sa.Integer),
        sa.Column("proceeded", sa.BigInteger),
        if_not_exists=True,
    )
