"""The tables and columns of the database.

`entries` is append-only, and its primary key decides between concurrent writers: two entries of a game cannot
have one ply. The columns of `games` from `ended` to `turn` are derived from the log; `verify` compares them
with it. All times are milliseconds since the epoch.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    text,
    true,
)

REVISION = "0004"  # the newest migration; a test compares it with migrations/versions

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

key_values = Table(  # shared by all processes: the secret that signs the cookies
    "house",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column(
        "listed", Boolean, nullable=False, server_default=true()
    ),  # the player wishes to be listed on leaderboards
    Column("hidden", BigInteger),  # by the operator, since when
)

tokens = Table(  # only the sha256 of a token is stored
    "tokens",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("rules", String(40), nullable=False),
    Column("version", Integer, nullable=False),
    Column("deal", String(32)),  # decimal digits, or 32 hex digits; null where nothing is dealt
    Column("chosen", Boolean, nullable=False),  # by the player, so that the deal is no secret
    Column("position", Text),
    Column("free", Boolean, nullable=False),  # one player has both seats
    Column("public", Boolean, nullable=False),
    Column("creator", ForeignKey("players.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),  # when every seat was taken
    Column("ended", BigInteger),
    Column("winner", SmallInteger),
    Column("reason", String(40)),
    Column("score", Text),  # integers, with spaces between
    Column("moves", Integer),  # in effect at the end
    Column("duration", BigInteger),  # milliseconds played
    Column("ply", Integer, nullable=False),
    Column("turn", SmallInteger),  # null unless live
    Column(
        "first", Boolean, nullable=False, server_default=true()
    ),  # the player had not played this deal before
    Column("daily", String(10)),  # the UTC day whose deal it is, 2026-11-21
    Index("ix_games_daily", "daily", "rules", "creator"),
    Index("ix_games_shown", "public", "started", "ended", "created"),
    Index("ix_games_created", "created", "id"),
    Index(
        "ix_games_unfinished",
        *("rules", "created"),
        sqlite_where=text("ended is null"),
        postgresql_where=text("ended is null"),
    ),
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
)

entries = Table(
    "entries",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger),  # null where the server wrote the entry: a pause, a draw by length
    Column("act", String(10), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

attempts = Table(  # the first game of a player at a solitaire's deal; the primary key decides which
    "attempts",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("deal", String(32), primary_key=True),
    Column("game_id", ForeignKey("games.id"), nullable=False),
)

days = Table(  # the secret from which a day's deals are derived
    "days",
    metadata,
    Column("date", String(10), primary_key=True),
    Column("secret", LargeBinary(32), nullable=False),
)

# Derived from the games that have ended, and written in the transaction that ends them. All of it can be
# rebuilt from the logs: `python -m app recount`.

results = Table(
    "results",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("drawn", Boolean, nullable=False),
    Column("reason", String(40), nullable=False),
    Column("score", Text, nullable=False),  # integers, with spaces between; empty for two seats
    Column("points", Integer),  # the first of them
    Column("made", Integer, nullable=False),
    Column("undone", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("ms", BigInteger, nullable=False),
    Column("sittings", Integer, nullable=False),
    Column("deal", String(32)),
    Column("first", Boolean, nullable=False),
    Column("general", Boolean, nullable=False),
    Column("daily", String(10)),
    Column("shown", Boolean, nullable=False),
    Index("ix_results_person", "player_id", "rules", "ended"),
    Index("ix_results_rules", "rules", "first", "ended"),
    Index("ix_results_daily", "daily", "rules"),
)

standings = (
    Table(  # one row a player and leaderboard, ordered by `lead` ... `at`: see app/domain/standings.py
        "standings",
        metadata,
        Column("board", String(100), primary_key=True),
        Column("player_id", ForeignKey("players.id"), primary_key=True, index=True),
        Column("lead", Integer, nullable=False),
        Column("second", Integer, nullable=False),
        Column("moves", Integer, nullable=False),
        Column("ms", BigInteger, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("score", Text, nullable=False),
        Column("undone", Integer, nullable=False),
        Column("hints", Integer, nullable=False),
        Column("sittings", Integer, nullable=False),
        Column("first", Boolean, nullable=False),
        Column("game_id", ForeignKey("games.id"), nullable=False),
        Index("ix_standings_order", "board", "lead", "second", "moves", "ms", "at", "player_id"),
    )
)

streaks = Table(  # consecutive wins: of any kind, and clean ones only
    "streaks",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("pending", String(16)),  # the game that was dealt last, until it ends
    Column("open", Integer, nullable=False),
    Column("open_best", Integer, nullable=False),
    Column("open_at", BigInteger, nullable=False),  # when the best was reached
    Column("open_game", String(16)),
    Column("clean", Integer, nullable=False),
    Column("clean_best", Integer, nullable=False),
    Column("clean_at", BigInteger, nullable=False),
    Column("clean_game", String(16)),
)

# Shared state of the processes on one PostgreSQL. The rows of a process are valid while `seen` is recent;
# nothing here has to survive a crash.

presence = Table(
    "presence",
    metadata,
    Column("process", String(16), primary_key=True),
    Column("game_id", String(16), primary_key=True),
    Column("players", Text, nullable=False),  # ids of the connected players, with spaces between
    Column("watchers", Integer, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("ix_presence_game_id", "game_id"),
)

connection_counts = Table(  # open sockets, by player or address
    "places",
    metadata,
    Column("key", String(80), primary_key=True),
    Column("process", String(16), primary_key=True),
    Column("taken", Integer, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

rate_limit_buckets = Table(  # tokens left at a time: see app/cluster/rate_limits.py
    "buckets",
    metadata,
    Column("key", String(80), primary_key=True),
    Column("tokens", Float, nullable=False),
    Column("at", BigInteger, nullable=False),
)
