"""Challenges, blocks, ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app.db.schema_changes import add_column, add_index, drop_index

revision = "0008"
down_revision = "0007"

COLUMNS = ("pair", "to_id", "declined", "rating_undone")
INDEXES = (
    ("ix_games_to_id", "games", ("to_id", "ended"), "to_id is not null"),
    ("ix_games_rated", "games", ("ended",), "rated and ended is not null"),
)


def upgrade() -> None:
    add_column("games", sa.Column("pair", sa.Boolean(), server_default=sa.false(), nullable=False))
    _add_to()
    add_column("games", sa.Column("declined", sa.String(length=10), nullable=True))
    add_column("games", sa.Column("rating_undone", sa.BigInteger(), nullable=True))
    _create_blocks()
    _create_ratings()
    _create_rating_changes()
    for index in INDEXES:
        add_index(*index)


def _add_to() -> None:
    """With its foreign key in one statement, so that no row is read: all are null."""
    if "to_id" not in {known["name"] for known in sa.inspect(op.get_bind()).get_columns("games")}:
        key = "constraint fk_games_to_id_players references players (id)"
        op.execute(f"alter table games add column to_id varchar(16) {key}")


def _create_blocks() -> None:
    op.create_table(
        "blocks",
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("blocked_id", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_blocks_player_id_players")),
        sa.ForeignKeyConstraint(["blocked_id"], ["players.id"], name=op.f("fk_blocks_blocked_id_players")),
        sa.PrimaryKeyConstraint("player_id", "blocked_id", name=op.f("pk_blocks")),
        if_not_exists=True,
    )
    op.create_index(op.f("ix_blocks_blocked_id"), "blocks", ["blocked_id"], if_not_exists=True)


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("rules", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=True),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("firm_until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_ratings_player_id_players")),
        sa.PrimaryKeyConstraint("player_id", "rules", "seat", name=op.f("pk_ratings")),
        if_not_exists=True,
    )
    op.create_index(
        "ix_ratings_order", "ratings", ["rules", "seat", "rating", "player_id"], if_not_exists=True
    )


def _create_rating_changes() -> None:
    op.create_table(
        "rating_changes",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("rules", sa.String(length=40), nullable=False),
        sa.Column("rated_seat", sa.SmallInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("old_rating", sa.Float(), nullable=True),
        sa.Column("old_deviation", sa.Float(), nullable=True),
        sa.Column("old_volatility", sa.Float(), nullable=True),
        sa.Column("old_at", sa.BigInteger(), nullable=True),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_rating_changes_game_id_games")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_rating_changes_player_id_players")
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_rating_changes")),
        if_not_exists=True,
    )
    op.create_index(
        "ix_rating_changes_person",
        "rating_changes",
        ["player_id", "rules", "rated_seat", "ended"],
        if_not_exists=True,
    )
    op.create_index("ix_rating_changes_rules", "rating_changes", ["rules", "ended"], if_not_exists=True)


def downgrade() -> None:
    for name, table, *_ in INDEXES:
        drop_index(name, table)
    for table in ("rating_changes", "ratings", "blocks"):
        op.drop_table(table)
    for column in reversed(COLUMNS):
        if column != "to_id":
            op.drop_column("games", column)
    if op.get_bind().dialect.name == "sqlite":  # drops no column with a foreign key; `upgrade` finds it there
        op.execute("update games set to_id = null")
    else:
        op.drop_column("games", "to_id")
