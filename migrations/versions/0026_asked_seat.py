"""The seat that the owner of a seek asked for."""

from __future__ import annotations

import sqlalchemy as sa

from app.db.schema_changes import add_column

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    add_column("games", sa.Column("asked_seat", sa.SmallInteger))
