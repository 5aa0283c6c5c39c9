"""Clocks, rematches, chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app.db.schema_changes import add_column, add_index, drop_index

revision = "0007"
down_revision = "0006"

CLOCK = ("base", "increment", "days")


def upgrade() -> None:
    for name in CLOCK:
        add_column("games", sa.Column(name, sa.Integer(), nullable=True))
    add_column("games", sa.Column("deadline", sa.BigInteger(), nullable=True))
    add_column("games", sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False))
    add_column("presence", sa.Column("gone", sa.Text(), server_default="", nullable=False))
    _create_rematches()
    _create_chat()
    add_index("ix_games_deadline", "games", ["deadline"], "deadline is not null")


def _create_rematches() -> None:
    op.create_table(
        "rematches",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("declined", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("next", sa.String(16), sa.ForeignKey("games.id"), nullable=True),
        if_not_exists=True,
    )
    op.create_index("ix_rematches_next", "rematches", ["next"], if_not_exists=True)


def _create_chat() -> None:
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger(), autoincrement=False, primary_key=True),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("room", sa.String(10), nullable=False),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("text", sa.String(140), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        if_not_exists=True,
    )
    for name, columns in (("game", ["game_id", "id"]), ("player_id", ["player_id"]), ("at", ["at"])):
        op.create_index(f"ix_chat_{name}", "chat", columns, if_not_exists=True)
    op.create_table(
        "chat_hidden",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        if_not_exists=True,
    )
    op.create_index("ix_chat_hidden_player_id", "chat_hidden", ["player_id"], if_not_exists=True)


def downgrade() -> None:
    for table in ("chat_hidden", "chat", "rematches"):
        op.drop_table(table)
    drop_index("ix_games_deadline", "games")
    op.drop_column("presence", "gone")
    for name in (*CLOCK, "deadline", "rated"):
        op.drop_column("games", name)
