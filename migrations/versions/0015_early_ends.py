"""Games that players left early."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "early_ends",
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True, index=True),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sa.Column("kind", sa.String(10), nullable=False),
        if_not_exists=True,
    )
