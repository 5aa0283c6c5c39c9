"""A recovery code that the operator issues takes effect after a day; until then its account can withdraw it.

Processes of the revision before serve beside it: they do not know such codes.
"""

from __future__ import annotations

import sqlalchemy as sa

from app.db.schema_changes import add_column

revision = "0014"
down_revision = "0013"
compatible_since = "0012"


def upgrade() -> None:
    add_column("logins", sa.Column("reset", sa.LargeBinary(32)))
    add_column("logins", sa.Column("reset_at", sa.BigInteger))
