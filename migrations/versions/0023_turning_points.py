"""Turning points of ended solitaires."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.create_table(
        "turning_points",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("verdicts", sa.Text, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        if_not_exists=True,
    )
