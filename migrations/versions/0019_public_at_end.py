"""A private rated game becomes public at its end, if that was said when it was made.

Games of earlier revisions stay private. So does a game that a process of the revision before makes or ends.
"""

from __future__ import annotations

import sqlalchemy as sa

from app.db.schema_changes import add_column

revision = "0019"
down_revision = "0017"


def upgrade() -> None:
    add_column("games", sa.Column("public_at_end", sa.Boolean, nullable=False, server_default=sa.false()))
