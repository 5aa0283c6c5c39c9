"""Recovery codes that the operator issues, which take effect after a day; when rematches were offered.

Processes of the revision before serve beside it: they know no such codes, and do not limit offers.
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
    add_column("rematches", sa.Column("offered_0", sa.BigInteger))
    add_column("rematches", sa.Column("offered_1", sa.BigInteger))
