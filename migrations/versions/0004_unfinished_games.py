"""An index of the games that have not ended, for what asks about them only, such as the sweep."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

INDEX = "ix_games_unfinished"


def upgrade() -> None:
    """On PostgreSQL without a lock, so that games go on meanwhile; what an interrupted run left behind is not
    valid, and goes first."""
    unfinished = sa.text("ended is null")
    if op.get_bind().dialect.name == "sqlite":
        op.create_index(INDEX, "games", ["rules", "created"], sqlite_where=unfinished)
        return
    with op.get_context().autocommit_block():
        op.drop_index(INDEX, table_name="games", if_exists=True, postgresql_concurrently=True)
        op.create_index(
            INDEX, "games", ["rules", "created"], postgresql_where=unfinished, postgresql_concurrently=True
        )


def downgrade() -> None:
    op.drop_index(INDEX, table_name="games")
