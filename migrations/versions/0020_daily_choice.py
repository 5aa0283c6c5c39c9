"""Which candidates a day deals is stored with its secret."""

from __future__ import annotations

import sqlalchemy as sa

from app.db.schema_changes import add_column

revision = "0020"
down_revision = "0019"
compatible_since = "0020"  # an older process would deal another candidate


def upgrade() -> None:
    add_column("days", sa.Column("choice", sa.Text))
