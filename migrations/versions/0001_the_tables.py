"""Players and their tokens, games, seats, entries, and shared key-value pairs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "house",
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_house")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("name", name=op.f("uq_players_name")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("rules", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("deal", sa.String(length=32), nullable=True),
        sa.Column("chosen", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Text(), nullable=True),
        sa.Column("free", sa.Boolean(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("creator", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("winner", sa.SmallInteger(), nullable=True),
        sa.Column("reason", sa.String(length=40), nullable=True),
        sa.Column("score", sa.Text(), nullable=True),
        sa.Column("moves", sa.Integer(), nullable=True),
        sa.Column("duration", sa.BigInteger(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("turn", sa.SmallInteger(), nullable=True),
        sa.ForeignKeyConstraint(["creator"], ["players.id"], name=op.f("fk_games_creator_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index("ix_games_created", "games", ["created", "id"], unique=False)
    op.create_index("ix_games_shown", "games", ["public", "started", "ended", "created"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_tokens_player_id_players")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_tokens")),
    )
    op.create_index(op.f("ix_tokens_player_id"), "tokens", ["player_id"], unique=False)
    op.create_table(
        "entries",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("act", sa.String(length=10), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_entries_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "ply", name=op.f("pk_entries")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seats_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seats_player_id_players")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_player_id"), "seats", ["player_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_seats_player_id"), table_name="seats")
    op.drop_table("seats")
    op.drop_table("entries")
    op.drop_index(op.f("ix_tokens_player_id"), table_name="tokens")
    op.drop_table("tokens")
    op.drop_index("ix_games_shown", table_name="games")
    op.drop_index("ix_games_created", table_name="games")
    op.drop_table("games")
    op.drop_table("players")
    op.drop_table("house")
