"""Sessions, passwords, recovery codes, named tokens.

All of it is added, and nullable, so that processes of the version before go on beside it. The keys of
existing names are computed by `python -m app migrate` afterwards, in batches.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app.db.schema_changes import add_column, add_index, drop_index

revision = "0006"
down_revision = "0005"

FOLDED = "ix_players_folded"


def upgrade() -> None:
    add_column("players", sa.Column("folded", sa.String(length=80)))
    add_column("players", sa.Column("account", sa.BigInteger()))
    add_column("players", sa.Column("signed_out", sa.BigInteger()))
    add_column("tokens", sa.Column("id", sa.String(length=16)))
    add_column("tokens", sa.Column("name", sa.String(length=60)))
    add_column("tokens", sa.Column("scopes", sa.String(length=40)))
    add_column("tokens", sa.Column("used", sa.BigInteger()))
    op.create_table(
        "logins",
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("recovery", sa.LargeBinary(length=32), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_logins")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_logins_player_id_players")),
        if_not_exists=True,
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("agent", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_sessions")),
        sa.UniqueConstraint("id", name=op.f("uq_sessions_id")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_sessions_player_id_players")),
        if_not_exists=True,
    )
    op.create_index("ix_sessions_player_id", "sessions", ["player_id"], if_not_exists=True)
    op.create_table(
        "revocations",
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_revocations")),
        if_not_exists=True,
    )
    op.create_index("ix_revocations_at", "revocations", ["at"], if_not_exists=True)
    add_index(FOLDED, "players", ["folded"], unique=True)


def downgrade() -> None:
    drop_index(FOLDED, "players")
    op.drop_table("revocations")
    op.drop_table("sessions")
    op.drop_table("logins")
    for column in ("id", "name", "scopes", "used"):
        op.drop_column("tokens", column)
    for column in ("folded", "account", "signed_out"):
        op.drop_column("players", column)
