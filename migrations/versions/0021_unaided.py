"""A class of results between open and clean: without help, undo allowed. `recount` fills its leaderboards."""

from __future__ import annotations

import sqlalchemy as sa

from app.db.schema_changes import add_column

revision = "0021"
down_revision = "0020"
compatible_since = "0021"  # an older process would write results to two of the three classes


def upgrade() -> None:
    for name, of in (("unaided", sa.Integer), ("unaided_best", sa.Integer), ("unaided_at", sa.BigInteger)):
        add_column("streaks", sa.Column(name, of, nullable=False, server_default="0"))
    add_column("streaks", sa.Column("unaided_game", sa.String(16)))
