"""The tables of the first release."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = None
compatible_since = "0027"

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
    _create_server()
    _create_people()
    _create_games()
    _create_results()
    for statement in TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def _partial(name: str, *columns: str, where: str, unique: bool = False) -> sa.Index:
    """Return an index of some rows only."""
    return sa.Index(
        name, *columns, unique=unique, sqlite_where=sa.text(where), postgresql_where=sa.text(where)
    )


def _create_server() -> None:
    """Create the server's own tables."""
    op.create_table(
        "key_values",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def _create_people() -> None:
    """Create players, how they sign in, and moderation."""
    op.create_table(
        "audit",
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("moderator", sa.String(16), nullable=False),
        sa.Column("act", sa.String(20), nullable=False),
        sa.Column("player", sa.String(16)),
        sa.Column("game", sa.String(16)),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("hidden", sa.BigInteger),
        sa.Column("folded", sa.String(80)),
        sa.Column("account", sa.BigInteger),
        sa.Column("moderator", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("muted_until", sa.BigInteger),
        sa.Column("closed", sa.BigInteger),
        sa.Column("bot", sa.SmallInteger),
        sa.Column("renamed", sa.BigInteger),
        _partial("ix_players_bot", "bot", where="bot is not null", unique=True),
        sa.Index("ix_players_folded", "folded", unique=True),
    )
    op.create_table(
        "revocations",
        sa.Column("n", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Index("ix_revocations_at", "at"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "blocks",
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("blocked_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Index("ix_blocks_blocked_id", "blocked_id"),
    )
    op.create_table(
        "former_names",
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("folded", sa.String(80), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("given_up", sa.BigInteger, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.Index("ix_former_names_folded", "folded"),
    )
    op.create_table(
        "logins",
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("recovery", sa.LargeBinary(32), nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("reset", sa.LargeBinary(32)),
        sa.Column("reset_at", sa.BigInteger),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reporter_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id")),
        sa.Column("game_id", sa.String(16)),
        sa.Column("line", sa.BigInteger),
        sa.Column("quote", sa.Text),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("closed", sa.BigInteger),
        sa.Index("ix_reports_order", "closed", "id"),
        sa.Index("ix_reports_player_id", "player_id"),
        sa.Index("ix_reports_reporter_id", "reporter_id"),
    )
    op.create_table(
        "sign_ins",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False, unique=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
        sa.Index("ix_sign_ins_player_id", "player_id"),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("id", sa.String(16)),
        sa.Column("name", sa.String(60)),
        sa.Column("scopes", sa.String(40)),
        sa.Column("used", sa.BigInteger),
        sa.Index("ix_tokens_player_id", "player_id"),
    )


def _create_games() -> None:
    """Create games, their logs, and what belongs to a game."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("deal", sa.String(32)),
        sa.Column("chosen", sa.Boolean, nullable=False),
        sa.Column("position", sa.Text),
        sa.Column("free", sa.Boolean, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("public_at_end", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("creator", sa.String(16), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("started", sa.BigInteger),
        sa.Column("ended", sa.BigInteger),
        sa.Column("winner", sa.SmallInteger),
        sa.Column("reason", sa.String(40)),
        sa.Column("score", sa.Text),
        sa.Column("moves", sa.Integer),
        sa.Column("duration", sa.BigInteger),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("turn", sa.SmallInteger),
        sa.Column("first", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("daily", sa.String(10)),
        sa.Column("pair", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("asked_seat", sa.SmallInteger),
        sa.Column("any_clock", sa.Boolean),
        sa.Column("to_id", sa.String(16), sa.ForeignKey("players.id")),
        sa.Column("declined", sa.String(10)),
        sa.Column("base", sa.Integer),
        sa.Column("increment", sa.Integer),
        sa.Column("days", sa.Integer),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("bot", sa.SmallInteger),
        sa.Column("teach", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("certified", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("difficulty", sa.String(10)),
        _partial("ix_games_bot", "bot", where="bot is not null and ended is null"),
        sa.Index("ix_games_created", "created", "id"),
        sa.Index("ix_games_creator", "creator"),
        sa.Index("ix_games_daily", "daily", "rules", "creator"),
        _partial("ix_games_deadline", "deadline", where="deadline is not null"),
        _partial("ix_games_open", "creator", "created", where="started is null and ended is null"),
        _partial("ix_games_rated", "ended", where="rated and ended is not null"),
        sa.Index("ix_games_shown", "public", "started", "ended", "created"),
        _partial("ix_games_to_id", "to_id", "ended", where="to_id is not null"),
        _partial("ix_games_unfinished", "rules", "created", where="ended is null"),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("room", sa.String(10), nullable=False),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("text", sa.String(140), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Index("ix_chat_at", "at"),
        sa.Index("ix_chat_game", "game_id", "id"),
        sa.Index("ix_chat_player_id", "player_id"),
    )
    op.create_table(
        "chat_hidden",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Index("ix_chat_hidden_player_id", "player_id"),
    )
    op.create_table(
        "entries",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("act", sa.String(10), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("spent", sa.BigInteger),
    )
    op.create_table(
        "findings",
        sa.Column("key", sa.String(100), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Index("ix_findings_expiry", "kind", "at"),
    )
    op.create_table(
        "rematches",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("declined", sa.SmallInteger, nullable=False, server_default="0"),
        sa.Column("next", sa.String(16), sa.ForeignKey("games.id")),
        sa.Column("offered_0", sa.BigInteger),
        sa.Column("offered_1", sa.BigInteger),
        sa.Index("ix_rematches_next", "next"),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Index("ix_seats_player_id", "player_id"),
        _partial("ix_seats_running", "player_id", where="not ended"),
    )
    op.create_table(
        "warnings",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("plies", sa.Integer),
        sa.Column("points", sa.Integer),
        sa.Column("proceeded", sa.BigInteger),
    )


def _create_results() -> None:
    """Create daily deals, and what is derived from ended games."""
    op.create_table(
        "days",
        sa.Column("date", sa.String(10), primary_key=True),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("choice", sa.Text),
    )
    op.create_table(
        "attempts",
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("rules", sa.String(40), primary_key=True),
        sa.Column("deal", sa.String(32), primary_key=True),
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("dealt", sa.BigInteger),
    )
    op.create_table(
        "puzzle_results",
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("puzzle", sa.String(80), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("rules", sa.String(40), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("at", sa.BigInteger),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("firm_until", sa.BigInteger, nullable=False),
        sa.Index("ix_ratings_order", "rules", "seat", "rating", "player_id"),
    )
    op.create_table(
        "streaks",
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("rules", sa.String(40), primary_key=True),
        sa.Column("pending", sa.String(16)),
        sa.Column("open", sa.Integer, nullable=False),
        sa.Column("open_best", sa.Integer, nullable=False),
        sa.Column("open_at", sa.BigInteger, nullable=False),
        sa.Column("open_game", sa.String(16)),
        sa.Column("unaided", sa.Integer, nullable=False, server_default="0"),
        sa.Column("unaided_best", sa.Integer, nullable=False, server_default="0"),
        sa.Column("unaided_at", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("unaided_game", sa.String(16)),
        sa.Column("clean", sa.Integer, nullable=False),
        sa.Column("clean_best", sa.Integer, nullable=False),
        sa.Column("clean_at", sa.BigInteger, nullable=False),
        sa.Column("clean_game", sa.String(16)),
        sa.Index("ix_streaks_open", "rules", "open"),
        sa.Index("ix_streaks_open_best", "rules", "open_best"),
    )
    op.create_table(
        "early_ends",
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Index("ix_early_ends_at", "at"),
        sa.Index("ix_early_ends_game_id", "game_id"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("refund", sa.Boolean, primary_key=True),
        sa.Column("refunded", sa.Boolean, nullable=False),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("rated_seat", sa.SmallInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("old_rating", sa.Float, nullable=False),
        sa.Column("old_deviation", sa.Float, nullable=False),
        sa.Column("old_volatility", sa.Float, nullable=False),
        sa.Column("old_at", sa.BigInteger),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Index("ix_rating_changes_person", "player_id", "rules", "rated_seat", "at"),
    )
    op.create_table(
        "results",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("drawn", sa.Boolean, nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("score", sa.Text, nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("made", sa.Integer, nullable=False),
        sa.Column("undone", sa.Integer, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("ms", sa.BigInteger, nullable=False),
        sa.Column("sittings", sa.Integer, nullable=False),
        sa.Column("deal", sa.String(32)),
        sa.Column("first", sa.Boolean, nullable=False),
        sa.Column("general", sa.Boolean, nullable=False),
        sa.Column("daily", sa.String(10)),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Index("ix_results_daily", "daily", "rules"),
        sa.Index("ix_results_person", "player_id", "rules", "ended"),
        sa.Index("ix_results_rules", "rules", "first", "ended"),
    )
    op.create_table(
        "standings",
        sa.Column("board", sa.String(100), primary_key=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("lead", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("ms", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("score", sa.Text, nullable=False),
        sa.Column("undone", sa.Integer, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("sittings", sa.Integer, nullable=False),
        sa.Column("first", sa.Boolean, nullable=False),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.Index("ix_standings_game_id", "game_id"),
        sa.Index("ix_standings_order", "board", "lead", "second", "moves", "ms", "at", "player_id"),
        sa.Index("ix_standings_player_id", "player_id"),
    )
