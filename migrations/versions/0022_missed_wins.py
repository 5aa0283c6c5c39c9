"""Forced wins that players of ended games missed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "missed_wins",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("ply", sa.Integer),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("plies", sa.Integer),
        sa.Column("line", sa.Text),
        if_not_exists=True,
    )
