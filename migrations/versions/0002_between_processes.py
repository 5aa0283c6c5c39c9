"""State shared by processes: presence, connection counts, rate-limit buckets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "presence",
        sa.Column("process", sa.String(length=16), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("watchers", sa.Integer(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("process", "game_id", name=op.f("pk_presence")),
    )
    op.create_index("ix_presence_game_id", "presence", ["game_id"], unique=False)
    op.create_table(
        "places",
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("process", sa.String(length=16), nullable=False),
        sa.Column("taken", sa.Integer(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", "process", name=op.f("pk_places")),
    )
    op.create_table(
        "buckets",
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("tokens", sa.Float(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_buckets")),
    )


def downgrade() -> None:
    op.drop_table("buckets")
    op.drop_table("places")
    op.drop_index("ix_presence_game_id", table_name="presence")
    op.drop_table("presence")
