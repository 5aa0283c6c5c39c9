"""The difficulty of winnable deals, and the best scores that searches found at deals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app.db.schema_changes import add_column

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    add_column("games", sa.Column("difficulty", sa.String(10)))
    op.create_table(
        "best_known",
        sa.Column("rules", sa.String(40), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("deal", sa.String(32), primary_key=True),
        sa.Column("score", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        if_not_exists=True,
    )
