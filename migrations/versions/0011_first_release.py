"""The tables of the first release."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = None
compatible_since = "0011"

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
    op.create_table(
        "house",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    _create_people()
    _create_games()
    _create_deals()
    _create_leaderboards()
    _create_ratings()
    _create_moderation()
    _create_processes()


def _partial(name: str, *columns: str, where: str, unique: bool = False) -> sa.Index:
    """An index of some rows only."""
    return sa.Index(
        name, *columns, unique=unique, sqlite_where=sa.text(where), postgresql_where=sa.text(where)
    )


def _create_people() -> None:
    """Create players and how they sign in."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("hidden", sa.BigInteger),
        sa.Column("seen", sa.BigInteger),
        sa.Column("folded", sa.String(80)),
        sa.Column("account", sa.BigInteger),
        sa.Column("moderator", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("muted_until", sa.BigInteger),
        sa.Column("closed", sa.BigInteger),
        sa.Column("bot", sa.SmallInteger),
        _partial("ix_players_bot", "bot", unique=True, where="bot is not null"),
        sa.Index("ix_players_folded", "folded", unique=True),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("id", sa.String(16)),
        sa.Column("name", sa.String(60)),
        sa.Column("scopes", sa.String(40)),
        sa.Column("used", sa.BigInteger),
    )
    op.create_table(
        "logins",
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("recovery", sa.LargeBinary(32), nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False, unique=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
    )
    op.create_table(
        "revocations",
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "blocks",
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("blocked_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True, index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )


def _create_games() -> None:
    """Create games, their seats and logs, and other tables by game: hints, values, rematches, chats."""
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
        sa.Column("creator", sa.String(16), sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("started", sa.BigInteger),
        sa.Column("ended", sa.BigInteger),
        sa.Column("winner", sa.SmallInteger),
        sa.Column("reason", sa.String(40)),
        sa.Column("score", sa.Text),
        sa.Column("moves", sa.Integer),
        sa.Column("duration", sa.BigInteger),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("turn", sa.SmallInteger),
        sa.Column("first", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("daily", sa.String(10)),
        sa.Column("base", sa.Integer),
        sa.Column("increment", sa.Integer),
        sa.Column("days", sa.Integer),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("pair", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("to_id", sa.String(16), sa.ForeignKey("players.id")),
        sa.Column("declined", sa.String(10)),
        sa.Column("rating_undone", sa.BigInteger),
        sa.Column("machine", sa.SmallInteger),
        sa.Column("certified", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("position_key", sa.BigInteger),
        sa.Index("ix_games_created", "created", "id"),
        sa.Index("ix_games_daily", "daily", "rules", "creator"),
        _partial("ix_games_deadline", "deadline", where="deadline is not null"),
        _partial("ix_games_machine", "machine", where="machine is not null and ended is null"),
        _partial("ix_games_open", "creator", "created", where="started is null and ended is null"),
        _partial("ix_games_rated", "ended", where="rated and ended is not null"),
        sa.Index("ix_games_shown", "public", "started", "ended", "created"),
        _partial("ix_games_to_id", "to_id", "ended", where="to_id is not null"),
        _partial("ix_games_unfinished", "rules", "created", where="ended is null"),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("ended", sa.Boolean, nullable=False, server_default=sa.false()),
        _partial("ix_seats_running", "player_id", where="not ended"),
    )
    op.create_table(
        "entries",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("act", sa.String(10), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "hint_lines",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
    )
    op.create_table(
        "evaluations",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "rematches",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("declined", sa.SmallInteger, nullable=False, server_default="0"),
        sa.Column("next", sa.String(16), sa.ForeignKey("games.id"), index=True),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("room", sa.String(10), nullable=False),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("text", sa.String(140), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sa.Index("ix_chat_game", "game_id", "id"),
    )
    op.create_table(
        "chat_hidden",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True, index=True),
    )


def _create_deals() -> None:
    """Create the deals of days and the first attempts at deals."""
    op.create_table(
        "attempts",
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("rules", sa.String(40), primary_key=True),
        sa.Column("deal", sa.String(32), primary_key=True),
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("dealt", sa.BigInteger),
    )
    op.create_table(
        "days",
        sa.Column("date", sa.String(10), primary_key=True),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
    )
    op.create_table(
        "best_scores",
        sa.Column("date", sa.String(10), primary_key=True),
        sa.Column("rules", sa.String(40), primary_key=True),
        sa.Column("score", sa.Text, nullable=False),
    )


def _create_leaderboards() -> None:
    """Create what is derived from the ended games: results, leaderboards, streaks."""
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
        sa.Column("certified", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Index("ix_results_daily", "daily", "rules"),
        sa.Index("ix_results_person", "player_id", "rules", "ended"),
        sa.Index("ix_results_rules", "rules", "first", "ended"),
    )
    op.create_table(
        "standings",
        sa.Column("board", sa.String(100), primary_key=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), primary_key=True, index=True),
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
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Index("ix_standings_order", "board", "lead", "second", "moves", "ms", "at", "player_id"),
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
        sa.Column("clean", sa.Integer, nullable=False),
        sa.Column("clean_best", sa.Integer, nullable=False),
        sa.Column("clean_at", sa.BigInteger, nullable=False),
        sa.Column("clean_game", sa.String(16)),
        sa.Index("ix_streaks_open", "rules", "open"),
        sa.Index("ix_streaks_open_best", "rules", "open_best"),
    )


def _create_ratings() -> None:
    """Create ratings and their changes."""
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
        "rating_changes",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("rated_seat", sa.SmallInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("old_rating", sa.Float),
        sa.Column("old_deviation", sa.Float),
        sa.Column("old_volatility", sa.Float),
        sa.Column("old_at", sa.BigInteger),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Index("ix_rating_changes_person", "player_id", "rules", "rated_seat", "ended"),
        sa.Index("ix_rating_changes_rules", "rules", "ended"),
    )


def _create_moderation() -> None:
    """Create reports and the audit log, which nobody can edit."""
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reporter_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), index=True),
        sa.Column("game_id", sa.String(16)),
        sa.Column("line", sa.BigInteger),
        sa.Column("quote", sa.Text),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("closed", sa.BigInteger),
        sa.Index("ix_reports_order", "closed", "id"),
    )
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
    for statement in TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def _create_processes() -> None:
    """Create the rows by which the processes on one PostgreSQL know of each other."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("heard", sa.BigInteger),
        sa.Column("redis", sa.String(32)),
    )
