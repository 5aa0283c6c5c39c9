"""Machines: their players and seats, certified deals, lines of hints, values of positions, best scores."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app.db.schema_changes import add_column, add_index, drop_index

revision = "0010"
down_revision = "0009"

TABLES = ("best_scores", "evaluations", "hint_lines")
INDEXES = (
    ("ix_players_bot", "players", ("bot",), "bot is not null", True),
    ("ix_games_machine", "games", ("machine",), "machine is not null and ended is null", False),
)


def upgrade() -> None:
    add_column("players", sa.Column("bot", sa.SmallInteger()))
    add_column("games", sa.Column("machine", sa.SmallInteger()))
    add_column("games", sa.Column("certified", sa.Boolean(), nullable=False, server_default=sa.false()))
    add_column("games", sa.Column("position_key", sa.BigInteger()))
    add_column("results", sa.Column("certified", sa.Boolean(), nullable=False, server_default=sa.false()))
    _create_of_games()
    op.create_table(
        "best_scores",
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("rules", sa.String(length=40), nullable=False),
        sa.Column("score", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("date", "rules", name=op.f("pk_best_scores")),
        if_not_exists=True,
    )
    for name, table, columns, where, unique in INDEXES:
        add_index(name, table, columns, where, unique=unique)


def _create_of_games() -> None:
    op.create_table(
        "hint_lines",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_hint_lines_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_hint_lines")),
        if_not_exists=True,
    )
    op.create_table(
        "evaluations",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_evaluations_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "n", name=op.f("pk_evaluations")),
        if_not_exists=True,
    )
    op.create_index(op.f("ix_evaluations_at"), "evaluations", ["at"], if_not_exists=True)


def downgrade() -> None:
    for name, table, _, _, _ in INDEXES:
        drop_index(name, table)
    for name in TABLES:
        op.drop_table(name)
    op.drop_column("results", "certified")
    for column in ("position_key", "certified", "machine"):
        op.drop_column("games", column)
    op.drop_column("players", "bot")
