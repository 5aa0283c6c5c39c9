"""Tables of the database.

`entries` is append-only; its primary key resolves concurrent writes: a game has one entry per ply. The
columns of `games` from `ended` to `turn` are derived from the log; `verify` compares them with it. All times
are milliseconds since the epoch.
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
    false,
    text,
    true,
)

ROOT_REVISION = "0011"  # databases of unreleased versions have earlier ones
REVISION = "0026"  # newest migration; a test compares it with migrations/versions
# Keys of `key_values`:
COMPATIBLE_KEY = "compatible_since"  # oldest revision whose processes may serve the database
SWEPT_KEY = "swept"  # time of the last sweep, in milliseconds since the epoch
SWEPT_DAY_KEY = "swept_day"  # last day whose leaderboards were trimmed
ALIVE_KEY = "alive"  # last time that a process was up, in milliseconds since the epoch
SPARE_OWNER_KEY = "spare_owner"  # id of the process that does the spare work
DEMO_KEY = "demo"  # progress of the demonstration that fills this database
KEYS_NOT_BACKED_UP = (COMPATIBLE_KEY, SWEPT_KEY, SWEPT_DAY_KEY, SPARE_OWNER_KEY, DEMO_KEY)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _partial(name: str, *columns: str, where: str) -> Index:
    """Return a partial index."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


key_values = Table(  # shared state: cookie secret, progress of `sweep`, last time alive ...
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
    ),  # on leaderboards, by the player's choice
    Column("hidden", BigInteger),  # by the operator, since when
    Column("folded", String(80)),  # key of the name (app/domain/names.py); null: a deleted account
    Column("account", BigInteger),  # when the account was created; null: a guest
    Column("moderator", Boolean, nullable=False, server_default=false()),
    Column("muted_until", BigInteger),
    Column("closed", BigInteger),  # by a moderator, since when
    Column("seen", BigInteger),  # when a sweep first found them; null: not yet
    Column("bot", SmallInteger),  # level of a bot; null: a person
    Column("renamed", BigInteger),  # last change of name; 0: only one so far; null: never
    Index("ix_players_folded", "folded", unique=True),
    Index(
        "ix_players_bot",
        "bot",
        unique=True,
        sqlite_where=text("bot is not null"),
        postgresql_where=text("bot is not null"),
    ),
)

former_names = Table(  # names that accounts gave up: app/db/people/former_names.py
    "former_names",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("folded", String(80), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("given_up", BigInteger, nullable=False),
    Column("withdrawn", Boolean, nullable=False),  # a moderator took the name from the player
    Index("ix_former_names_folded", "folded"),
)

tokens = Table(  # only the SHA-256 of a token is stored; a guest's own token has no name
    "tokens",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("id", String(16)),  # public id, to revoke it
    Column("name", String(60)),
    Column("scopes", String(40)),  # separated by spaces; null: all
    Column("used", BigInteger),  # rounded to the hour
)

logins = Table(  # credentials of accounts
    "logins",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("password", Text, nullable=False),  # argon2id, with parameters and salt
    Column("recovery", LargeBinary(32), nullable=False),  # SHA-256 of the recovery code
    Column("changed", BigInteger, nullable=False),
    Column("reset", LargeBinary(32)),  # SHA-256 of a recovery code issued by the operator
    Column("reset_at", BigInteger),  # when that code takes effect
)

sign_ins = Table(  # signed-in browsers; only the SHA-256 of a cookie's token is stored
    "sessions",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("id", String(16), nullable=False, unique=True),  # public id, to revoke it
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # rounded to the hour
    Column("agent", String(200), nullable=False),  # user agent
)

revocations = Table(  # cache invalidations for every process, kept for an hour: app/db/people/sign_ins.py
    "revocations",
    metadata,
    Column("n", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("key", String(80), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    sqlite_autoincrement=True,  # numbers are never reused
)

reports = Table(  # by players, for moderators
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("player_id", ForeignKey("players.id"), index=True),
    Column("game_id", String(16)),
    Column("line", BigInteger),  # id of a chat line
    Column("quote", Text),  # its text at the time of the report
    Column("text", Text, nullable=False),
    Column("closed", BigInteger),
    Index("ix_reports_order", "closed", "id"),
)

audit = Table(  # audit log of moderation; triggers reject updates and deletes; ids only, no names
    "audit",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("moderator", String(16), nullable=False),  # "": the operator's command line
    Column("act", String(20), nullable=False),
    Column("player", String(16)),
    Column("game", String(16)),
    Column("detail", Text, nullable=False),  # JSON
)

games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("rules", String(40), nullable=False),
    Column("version", Integer, nullable=False),
    Column("deal", String(32)),  # decimal digits, or 32 hex digits; null if nothing is dealt
    Column("chosen", Boolean, nullable=False),  # by the player, so that the deal is not secret
    Column("position", Text),
    Column("free", Boolean, nullable=False),  # one player has both seats
    Column("public", Boolean, nullable=False),  # listed
    Column("public_at_end", Boolean, nullable=False, server_default=false()),  # rated, listed after its end
    Column("creator", ForeignKey("players.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),  # when every seat was taken
    Column("ended", BigInteger),
    Column("winner", SmallInteger),
    Column("reason", String(40)),
    Column("score", Text),  # integers separated by spaces
    Column("moves", Integer),  # in effect at the end
    Column("duration", BigInteger),  # playing time in milliseconds
    Column("ply", Integer, nullable=False),
    Column("turn", SmallInteger),  # null unless live
    Column("first", Boolean, nullable=False, server_default=true()),  # the player's first attempt at the deal
    Column("daily", String(10)),  # UTC day whose deal it is, 2026-11-21
    Column(
        "pair", Boolean, nullable=False, server_default=false()
    ),  # ends when its owner is paired elsewhere
    Column("asked_seat", SmallInteger),  # seat that the owner of a seek asked for; null: any
    Column("to_id", ForeignKey("players.id")),  # challenged player
    Column("declined", String(10)),  # the word with which they declined
    Column("rating_undone", BigInteger),  # when a moderator excluded it from ratings
    _partial("ix_games_to_id", "to_id", "ended", where="to_id is not null"),
    _partial("ix_games_rated", "ended", where="rated and ended is not null"),
    # Time control: `base` and `increment` in seconds, or `days` per move; all null without a clock.
    Column("base", Integer),
    Column("increment", Integer),
    Column("days", Integer),
    Column("deadline", BigInteger),  # derived: when the running seat's time is up; null while no clock runs
    Column("rated", Boolean, nullable=False, server_default=false()),
    _partial("ix_games_deadline", "deadline", where="deadline is not null"),
    Column("machine", SmallInteger),  # seat of a bot; null: none
    Column("teach", Boolean, nullable=False, server_default=false()),  # the bot warns of costly moves
    Column("certified", Boolean, nullable=False, server_default=false()),  # the deal was proved winnable
    Column("difficulty", String(10)),  # requested difficulty of that deal
    Column("position_key", BigInteger),  # of a running game between people: app/domain/fair_play.py
    _partial("ix_games_machine", "machine", where="machine is not null and ended is null"),
    Index("ix_games_daily", "daily", "rules", "creator"),
    Index("ix_games_shown", "public", "started", "ended", "created"),
    Index("ix_games_created", "created", "id"),
    _partial("ix_games_unfinished", "rules", "created", where="ended is null"),
    _partial("ix_games_open", "creator", "created", where="started is null and ended is null"),
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column(
        "ended", Boolean, nullable=False, server_default=false()
    ),  # set with the game's end, or by the next sweep
    _partial("ix_seats_running", "player_id", where="not ended"),
)

entries = Table(
    "entries",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger),  # null: written by the server (a pause, a draw by length)
    Column("act", String(10), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("spent", BigInteger),  # milliseconds charged to a running clock; null: none, or charged by `at`
    sqlite_with_rowid=False,
)

hint_lines = Table(  # winning line that the hints of a solitaire follow
    "hint_lines",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("position", Text, nullable=False),  # its start
    Column("line", Text, nullable=False),  # JSON: a list of moves
)

warnings = Table(  # of teaching bots: app/db/games/warnings.py
    "warnings",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),  # of the bot's reply
    Column("position", Text, nullable=False),  # before the bot's reply
    Column("reason", String(20), nullable=False),
    Column("line", Text, nullable=False),  # JSON: a list of moves
    Column("plies", Integer),
    Column("points", Integer),
    Column("proceeded", BigInteger),  # when the person let the bot reply
)

evaluations = Table(  # evaluations of positions of ended games, kept for some time
    "evaluations",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),  # entries before the position
    Column("value", Text, nullable=False),  # JSON, as in the response
    Column("at", BigInteger, nullable=False, index=True),
)

missed_wins = Table(  # search results of ended games; also a row if nothing was found
    "missed_wins",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("ply", Integer),  # of the position in which a seat could have won; null: there is none
    Column("seat", SmallInteger),  # that had the win
    Column("plies", Integer),  # length of the win; null: unknown
    Column("line", Text),  # JSON: a list of moves, the winning one first
)

turning_points = Table(  # bisection of lost solitaires: app/domain/turning.py
    "turning_points",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("moves", Integer, nullable=False),  # in effect at the end
    Column("verdicts", Text, nullable=False),  # JSON: an object by number of moves made
    Column("line", Text, nullable=False),  # JSON: a list of winning moves from the last winnable position
)

rematches = Table(  # rematch offers of ended games; a row from the first offer on
    "rematches",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger),  # with a pending offer; null: none
    Column("declined", SmallInteger, nullable=False, server_default="0"),  # bit mask of seats: 1, 2
    Column("next", ForeignKey("games.id"), index=True),  # the rematch
    Column("offered_0", BigInteger),  # last offer by seat 0
    Column("offered_1", BigInteger),
)

chat = Table(  # chat lines of games
    "chat",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # time and a random suffix
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("room", String(10), nullable=False),  # players, watchers
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("seat", SmallInteger),  # of the writer; null: a spectator
    Column("text", String(140), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Index("ix_chat_game", "game_id", "id"),
)

chat_hidden = Table(  # players who have hidden the chat of a game
    "chat_hidden",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True, index=True),
)

attempts = Table(  # a player's first game at a solitaire's deal; the primary key resolves races
    "attempts",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("deal", String(32), primary_key=True),
    Column("game_id", String(16), nullable=False),  # it may have been swept
    Column("dealt", BigInteger),  # start of a swept game that counts in a streak
)

puzzle_results = Table(  # players' first answers to puzzles
    "puzzle_results",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("puzzle", String(80), primary_key=True),
    Column("day", String(10), primary_key=True),  # as puzzle of the day; '': none
    Column("rules", String(40), nullable=False),
    Column("solved", Boolean, nullable=False),  # without a wrong move
    Column("at", BigInteger, nullable=False),
)

days = Table(  # secrets from which daily deals are derived
    "days",
    metadata,
    Column("date", String(10), primary_key=True),
    Column("secret", LargeBinary(32), nullable=False),
    Column("choice", Text),  # JSON: chosen candidates and proofs: app/domain/daily.py
)

best_scores = Table(  # best score found by search at the daily deals of past days
    "best_scores",
    metadata,
    Column("date", String(10), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("score", Text, nullable=False),  # integers, with spaces between
)

best_known = Table(  # best score found by search at a deal: app/db/games/best_known.py
    "best_known",
    metadata,
    Column("rules", String(40), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("deal", String(32), primary_key=True),
    Column("score", Text, nullable=False),  # integers, with spaces between
    Column("at", BigInteger, nullable=False),
)

# Derived from ended games, and written in the transaction that ends them. `python -m app recount` rebuilds
# these tables from the logs.

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
    Column("score", Text, nullable=False),  # integers separated by spaces; empty for two seats
    Column("points", Integer),  # the first integer
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
    Column("certified", Boolean, nullable=False, server_default=false()),  # the deal was proved winnable
    Index("ix_results_person", "player_id", "rules", "ended"),
    Index("ix_results_rules", "rules", "first", "ended"),
    Index("ix_results_daily", "daily", "rules"),
)

standings = Table(  # one row per player and leaderboard, ordered by `lead` ... `at`: app/domain/standings.py
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
    Column("game_id", ForeignKey("games.id"), nullable=False, index=True),
    Index("ix_standings_order", "board", "lead", "second", "moves", "ms", "at", "player_id"),
)

streaks = Table(  # consecutive wins, by class of results
    "streaks",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("pending", String(16)),  # the last dealt game, until it ends
    Column("open", Integer, nullable=False),
    Column("open_best", Integer, nullable=False),
    Column("open_at", BigInteger, nullable=False),  # when the best was reached
    Column("open_game", String(16)),
    Column("unaided", Integer, nullable=False, server_default="0"),
    Column("unaided_best", Integer, nullable=False, server_default="0"),
    Column("unaided_at", BigInteger, nullable=False, server_default="0"),
    Column("unaided_game", String(16)),
    Column("clean", Integer, nullable=False),
    Column("clean_best", Integer, nullable=False),
    Column("clean_at", BigInteger, nullable=False),
    Column("clean_game", String(16)),
    Index("ix_streaks_open", "rules", "open"),
    Index("ix_streaks_open_best", "rules", "open_best"),
)

blocks = Table(  # players blocked by players
    "blocks",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("blocked_id", ForeignKey("players.id"), primary_key=True, index=True),
    Column("created", BigInteger, nullable=False),
)

# Derived from ended rated games, in the order of their ends; rebuilt by `recount`.

ratings = Table(
    "ratings",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),  # 0 if both seats share a rating
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),  # as of `at`
    Column("volatility", Float, nullable=False),
    Column("at", BigInteger),  # end of the last rated game; null: none
    Column("games", Integer, nullable=False),
    Column("firm_until", BigInteger, nullable=False),  # when the rating becomes provisional; 0: it is
    Index("ix_ratings_order", "rules", "seat", "rating", "player_id"),
)

rating_changes = Table(  # effect of each rated game on its players' ratings
    "rating_changes",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("rated_seat", SmallInteger, nullable=False),  # as `seat` of `ratings`
    Column("ended", BigInteger, nullable=False),
    Column("score", Float, nullable=False),  # 1 for a win, 0.5 for a draw
    Column("old_rating", Float),  # null at the first rated game
    Column("old_deviation", Float),
    Column("old_volatility", Float),
    Column("old_at", BigInteger),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Index("ix_rating_changes_person", "player_id", "rules", "rated_seat", "ended"),
    Index("ix_rating_changes_rules", "rules", "ended"),
)

early_ends = Table(  # early ends of games, kept for some days: app/domain/conduct.py
    "early_ends",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("game_id", ForeignKey("games.id"), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("kind", String(10), nullable=False),  # abort, first_move, abandoned
)

processes = Table(  # heartbeats of serving processes: app/db/processes.py
    "processes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("seen", BigInteger, nullable=False),  # last renewal, by the database's clock
    Column("heard", BigInteger),  # last renewal while subscribed to notices of others
    Column("redis", String(32)),  # fingerprint of the process's Redis; null: none
)
