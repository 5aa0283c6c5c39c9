"""Indexes for running games, streaks and deletions; presence in unlogged tables; what `sweep` needs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app.db.schema_changes import add_column, add_index, drop_index, is_postgres

revision = "0005"
down_revision = "0004"
compatible_since = "0003"

SHARED = ("presence", "places", "buckets")
INDEXES = (
    ("ix_games_creator", "games", ("creator",), None),
    ("ix_games_open", "games", ("creator", "created"), "started is null and ended is null"),
    ("ix_seats_running", "seats", ("player_id",), "not ended"),
    ("ix_standings_game_id", "standings", ("game_id",), None),
    ("ix_streaks_open", "streaks", ("rules", "open"), None),
    ("ix_streaks_open_best", "streaks", ("rules", "open_best"), None),
)


def upgrade() -> None:
    _share_between_processes()
    add_column("players", sa.Column("seen", sa.BigInteger(), nullable=True))
    add_column("seats", sa.Column("ended", sa.Boolean(), server_default=sa.false(), nullable=False))
    add_column("attempts", sa.Column("dealt", sa.BigInteger(), nullable=True))
    _detach_attempts()
    for index in INDEXES:
        add_index(*index)


def _share_between_processes() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
        if_not_exists=True,
    )
    add_column("presence", sa.Column("names", sa.Text(), server_default="", nullable=False))
    if is_postgres():
        for table in ("processes", *SHARED):
            op.execute(f"alter table {table} set unlogged")


def _detach_attempts() -> None:
    """A game that is swept leaves its attempt behind: the player has seen the deal."""
    keys = {key["name"] for key in sa.inspect(op.get_bind()).get_foreign_keys("attempts")}
    if (name := "fk_attempts_game_id_games") in keys:
        with op.batch_alter_table("attempts") as attempts:
            attempts.drop_constraint(name, type_="foreignkey")


def downgrade() -> None:
    for name, table, *_ in INDEXES:
        drop_index(name, table)
    op.execute("delete from attempts where dealt is not null")
    with op.batch_alter_table("attempts") as attempts:
        attempts.create_foreign_key("fk_attempts_game_id_games", "games", ["game_id"], ["id"])
    for table, column in (("attempts", "dealt"), ("seats", "ended"), ("players", "seen")):
        op.drop_column(table, column)
    op.drop_column("presence", "names")
    op.drop_table("processes")
    if is_postgres():
        for table in SHARED:
            op.execute(f"alter table {table} set logged")
