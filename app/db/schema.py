"""The database as tables; nobody else names a column.

`entries` is append-only, and its primary key is the referee: two lines cannot have one ply. The columns of
`games` from `ended` to `turn` are effects and caches of the fold of the log; `verify` compares them with it.
All times are milliseconds since the epoch.
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
    true,
)

REVISION = "0003"  # the newest migration; a test compares it with migrations/versions

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

house = Table(  # what all processes agree upon: the secret that signs the cookies
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
    Column("listed", Boolean, nullable=False, server_default=true()),  # wishes to stand on boards
    Column("hidden", BigInteger),  # by the host, since when
)

tokens = Table(  # of a token only its sha256 is kept
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
    Column("chosen", Boolean, nullable=False),  # the player chose the deal: it is no secret
    Column("position", Text),
    Column("free", Boolean, nullable=False),  # one person holds both seats
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
    Column("first", Boolean, nullable=False, server_default=true()),  # not a deal that the player has had
    Column("daily", String(10)),  # the UTC day whose deal it is, 2026-11-21
    Index("ix_games_daily", "daily", "rules", "creator"),
    Index("ix_games_shown", "public", "started", "ended", "created"),
    Index("ix_games_created", "created", "id"),
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
    Column("seat", SmallInteger),  # null where the server wrote it: a pause, a draw by length
    Column("act", String(10), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

attempts = Table(  # the first game of a person at a solitaire's deal; the primary key decides which it is
    "attempts",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("deal", String(32), primary_key=True),
    Column("game_id", ForeignKey("games.id"), nullable=False),
)

days = Table(  # the secret of which a day's deals are made
    "days",
    metadata,
    Column("date", String(10), primary_key=True),
    Column("secret", LargeBinary(32), nullable=False),
)

# What follows from the games that have ended, written in the transaction that ends them. All of it can be
# made again from the logs: `python -m app recount`.

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

standings = Table(  # one line a person and board; the least of `lead` ... `at` is the best: see app.standings
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

streaks = Table(  # consecutive wins at general deals: of any kind, and of clean ones only
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

# What processes on one PostgreSQL tell each other. Rows of a process count while `seen` is fresh; nothing
# here has to survive a crash.

presence = Table(
    "presence",
    metadata,
    Column("process", String(16), primary_key=True),
    Column("game_id", String(16), primary_key=True),
    Column("players", Text, nullable=False),  # ids of who is connected, with spaces between
    Column("watchers", Integer, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("ix_presence_game_id", "game_id"),
)

places = Table(  # how many sockets stand, by player or address
    "places",
    metadata,
    Column("key", String(80), primary_key=True),
    Column("process", String(16), primary_key=True),
    Column("taken", Integer, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

buckets = Table(  # tokens that were left at a time: see app.limits
    "buckets",
    metadata,
    Column("key", String(80), primary_key=True),
    Column("tokens", Float, nullable=False),
    Column("at", BigInteger, nullable=False),
)
