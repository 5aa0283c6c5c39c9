"""Names that accounts gave up are held for a time. Processes of the revision before hold no names."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app.db.schema_changes import add_column

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    add_column("players", sa.Column("renamed", sa.BigInteger))
    op.create_table(
        "former_names",
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("folded", sa.String(80), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("given_up", sa.BigInteger, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
    )
    op.create_index("ix_former_names_folded", "former_names", ["folded"])
