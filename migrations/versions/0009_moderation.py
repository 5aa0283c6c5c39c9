"""Reports, moderators, muted and closed accounts, and the audit log, which nobody can edit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app.db.schema_changes import add_column

revision = "0009"
down_revision = "0008"

APPEND_ONLY = """create function audit_append_only() returns trigger language plpgsql as $$
begin raise exception 'the audit log is append-only'; end $$"""
TRIGGERS = {
    "postgresql": (
        APPEND_ONLY,
        """create trigger audit_append_only before update or delete or truncate on audit
        for each statement execute function audit_append_only()""",
    ),
    "sqlite": tuple(
        f"""create trigger audit_no_{act} before {act} on audit
        begin select raise(abort, 'the audit log is append-only'); end"""
        for act in ("update", "delete")
    ),
}


def upgrade() -> None:
    add_column("players", sa.Column("moderator", sa.Boolean(), nullable=False, server_default=sa.false()))
    add_column("players", sa.Column("muted_until", sa.BigInteger()))
    add_column("players", sa.Column("closed", sa.BigInteger()))
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reporter_id", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.String(length=16)),
        sa.Column("game_id", sa.String(length=16)),
        sa.Column("line", sa.BigInteger()),
        sa.Column("quote", sa.Text()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("closed", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
        sa.ForeignKeyConstraint(["reporter_id"], ["players.id"], name=op.f("fk_reports_reporter_id_players")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_reports_player_id_players")),
    )
    op.create_index("ix_reports_reporter_id", "reports", ["reporter_id"])
    op.create_index("ix_reports_player_id", "reports", ["player_id"])
    op.create_index("ix_reports_order", "reports", ["closed", "id"])
    op.create_table(
        "audit",
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("moderator", sa.String(length=16), nullable=False),
        sa.Column("act", sa.String(length=20), nullable=False),
        sa.Column("player", sa.String(length=16)),
        sa.Column("game", sa.String(length=16)),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("n", name=op.f("pk_audit")),
    )
    for statement in TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def downgrade() -> None:
    op.drop_table("audit")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("drop function audit_append_only")
    op.drop_table("reports")
    for column in ("moderator", "muted_until", "closed"):
        op.drop_column("players", column)
