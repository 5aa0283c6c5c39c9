"""Leaderboards, daily deals, streaks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("players", sa.Column("listed", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("players", sa.Column("hidden", sa.BigInteger(), nullable=True))
    op.add_column("games", sa.Column("first", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("games", sa.Column("daily", sa.String(length=10), nullable=True))
    op.create_index("ix_games_daily", "games", ["daily", "rules", "creator"], unique=False)
    op.create_table(
        "attempts",
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("rules", sa.String(length=40), nullable=False),
        sa.Column("deal", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_attempts_player_id_players")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_attempts_game_id_games")),
        sa.PrimaryKeyConstraint("player_id", "rules", "deal", name=op.f("pk_attempts")),
    )
    op.create_table(
        "days",
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("date", name=op.f("pk_days")),
    )
    _results()
    _standings()
    _streaks()
    _first_attempts()


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("rules", sa.String(length=40), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("drawn", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("score", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.Column("undone", sa.Integer(), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("ms", sa.BigInteger(), nullable=False),
        sa.Column("sittings", sa.Integer(), nullable=False),
        sa.Column("deal", sa.String(length=32), nullable=True),
        sa.Column("first", sa.Boolean(), nullable=False),
        sa.Column("general", sa.Boolean(), nullable=False),
        sa.Column("daily", sa.String(length=10), nullable=True),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_results_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_results_player_id_players")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_results")),
    )
    op.create_index("ix_results_person", "results", ["player_id", "rules", "ended"], unique=False)
    op.create_index("ix_results_rules", "results", ["rules", "first", "ended"], unique=False)
    op.create_index("ix_results_daily", "results", ["daily", "rules"], unique=False)


def _standings() -> None:
    op.create_table(
        "standings",
        sa.Column("board", sa.String(length=100), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("lead", sa.Integer(), nullable=False),
        sa.Column("second", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("ms", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("score", sa.Text(), nullable=False),
        sa.Column("undone", sa.Integer(), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("sittings", sa.Integer(), nullable=False),
        sa.Column("first", sa.Boolean(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_standings_player_id_players")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_standings_game_id_games")),
        sa.PrimaryKeyConstraint("board", "player_id", name=op.f("pk_standings")),
    )
    op.create_index(
        "ix_standings_order",
        "standings",
        ["board", "lead", "second", "moves", "ms", "at", "player_id"],
        unique=False,
    )
    op.create_index(op.f("ix_standings_player_id"), "standings", ["player_id"], unique=False)


def _streaks() -> None:
    op.create_table(
        "streaks",
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("rules", sa.String(length=40), nullable=False),
        sa.Column("pending", sa.String(length=16), nullable=True),
        sa.Column("open", sa.Integer(), nullable=False),
        sa.Column("open_best", sa.Integer(), nullable=False),
        sa.Column("open_at", sa.BigInteger(), nullable=False),
        sa.Column("open_game", sa.String(length=16), nullable=True),
        sa.Column("clean", sa.Integer(), nullable=False),
        sa.Column("clean_best", sa.Integer(), nullable=False),
        sa.Column("clean_at", sa.BigInteger(), nullable=False),
        sa.Column("clean_game", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_streaks_player_id_players")),
        sa.PrimaryKeyConstraint("player_id", "rules", name=op.f("pk_streaks")),
    )


def _first_attempts() -> None:
    """Back-fills existing games: of a player's games at one deal the earliest is their first attempt, the
    later ones are repeats."""
    op.execute(
        """insert into attempts (player_id, rules, deal, game_id)
 select creator, rules, deal, id from (
 select creator, rules, deal, id, row_number() over (
 partition by creator, rules, deal order by created, id) as turn from games
 where deal is not null and started is not null
 and not exists (select 1 from seats where game_id = games.id and seat = 1)) as dealt where turn = 1"""
    )
    op.execute(
        """update games set first = false where deal is not null and started is not null
 and not exists (select 1 from seats where game_id = games.id and seat = 1)
 and not exists (select 1 from attempts where attempts.game_id = games.id)"""
    )


def downgrade() -> None:
    for table in ("streaks", "standings", "results", "days", "attempts"):
        op.drop_table(table)
    op.drop_index("ix_games_daily", table_name="games")
    for table, column in (
        ("games", "daily"),
        ("games", "first"),
        ("players", "hidden"),
        ("players", "listed"),
    ):
        op.drop_column(table, column)
