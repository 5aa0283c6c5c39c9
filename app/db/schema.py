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
    false,
    text,
    true,
)

FIRST = "0011"  # the root revision; databases of unreleased versions stand at earlier ones
REVISION = "0026"  # the newest migration; a test compares it with migrations/versions
COMPATIBLE = "compatible_since"  # the key of the oldest revision whose processes may serve the database
SWEPT = "swept"  # the key of when the database was last swept, in milliseconds since the epoch
SWEPT_DAY = "swept_day"  # the key of the day whose periods were trimmed last
ALIVE = "alive"  # the key of when a process was up last, in milliseconds since the epoch
SPARE_OWNER = "spare_owner"  # the key of the id of the process that does the spare work
DEMONSTRATION = "demo"  # the key of how far the demonstration is that this database was made for
OWN_KEYS = (COMPATIBLE, SWEPT, SWEPT_DAY, SPARE_OWNER, DEMONSTRATION)  # a backup leaves them out

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _partial(name: str, *columns: str, where: str) -> Index:
    """An index of some rows only."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


key_values = Table(  # shared by all processes: what signs the cookies, what `sweep` has done, who was up last
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
    Column("folded", String(80)),  # the key of the name (app/domain/names.py); null: of a deleted account
    Column("account", BigInteger),  # since when they can sign in by name and password; null: a guest
    Column("moderator", Boolean, nullable=False, server_default=false()),
    Column("muted_until", BigInteger),
    Column("closed", BigInteger),  # by a moderator, since when
    Column("seen", BigInteger),  # when a sweep first found them; null: none has yet
    Column("bot", SmallInteger),  # the level of a machine's player; null: a person
    Column("renamed", BigInteger),  # when they last took a new name; 0: only once so far; null: never
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

tokens = Table(  # only the sha256 of a token is stored; without a name it is a guest's own
    "tokens",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("id", String(16)),  # by which its owner ends it
    Column("name", String(60)),
    Column("scopes", String(40)),  # words, with spaces between; null: all
    Column("used", BigInteger),  # to the hour
)

logins = Table(  # how an account signs in
    "logins",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("password", Text, nullable=False),  # argon2id, with parameters and salt
    Column("recovery", LargeBinary(32), nullable=False),  # the sha256 of the recovery code
    Column("changed", BigInteger, nullable=False),
    Column("reset", LargeBinary(32)),  # the sha256 of a recovery code that the operator has issued
    Column("reset_at", BigInteger),  # from when on that code can be used
)

sign_ins = (
    Table(  # the browsers in which players are signed in; only the sha256 of a cookie's token is stored
        "sessions",
        metadata,
        Column("hash", LargeBinary(32), primary_key=True),
        Column("id", String(16), nullable=False, unique=True),  # by which its owner names it
        Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
        Column("created", BigInteger, nullable=False),
        Column("seen", BigInteger, nullable=False),  # to the hour
        Column("agent", String(200), nullable=False),  # what the browser says of itself
    )
)

revocations = Table(  # what every process has to forget, for an hour: see app/db/people/sign_ins.py
    "revocations",
    metadata,
    Column("n", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("key", String(80), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    sqlite_autoincrement=True,  # numbers are not used again
)

reports = Table(  # by players, for moderators
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("player_id", ForeignKey("players.id"), index=True),
    Column("game_id", String(16)),
    Column("line", BigInteger),  # the id of a chat line
    Column("quote", Text),  # its text when it was reported
    Column("text", Text, nullable=False),
    Column("closed", BigInteger),
    Index("ix_reports_order", "closed", "id"),
)

audit = Table(  # what moderators did; triggers refuse to change or delete a row; no names, only ids
    "audit",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("moderator", String(16), nullable=False),  # "" for the operator's command line
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
    Column("deal", String(32)),  # decimal digits, or 32 hex digits; null where nothing is dealt
    Column("chosen", Boolean, nullable=False),  # by the player, so that the deal is no secret
    Column("position", Text),
    Column("free", Boolean, nullable=False),  # one player has both seats
    Column("public", Boolean, nullable=False),  # in lists
    Column("public_at_end", Boolean, nullable=False, server_default=false()),  # a private rated game
    Column("creator", ForeignKey("players.id"), nullable=False, index=True),
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
    Column(
        "pair", Boolean, nullable=False, server_default=false()
    ),  # ends when its owner is paired elsewhere
    Column("asked_seat", SmallInteger),  # that the owner of a seek asked for; null: any
    Column("to_id", ForeignKey("players.id")),  # whom it challenges
    Column("declined", String(10)),  # the word with which they declined
    Column("rating_undone", BigInteger),  # since when it does not count for ratings, by a moderator
    _partial("ix_games_to_id", "to_id", "ended", where="to_id is not null"),
    _partial("ix_games_rated", "ended", where="rated and ended is not null"),
    # The clock: seconds of `base` and `increment`, or `days` a move; without one all are null.
    Column("base", Integer),
    Column("increment", Integer),
    Column("days", Integer),
    Column("deadline", BigInteger),  # derived: when the running seat's time is over, null while none runs
    Column("rated", Boolean, nullable=False, server_default=false()),
    _partial("ix_games_deadline", "deadline", where="deadline is not null"),
    Column("machine", SmallInteger),  # the seat of a machine's player; null: there is none
    Column("teach", Boolean, nullable=False, server_default=false()),  # the machine warns of costly moves
    Column("certified", Boolean, nullable=False, server_default=false()),  # its deal was proved winnable
    Column("difficulty", String(10)),  # of that deal, where one was asked for
    Column("position_key", BigInteger),  # of a running game between people, see app/domain/fair_play.py
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
    Column("ended", Boolean, nullable=False, server_default=false()),  # the game, or not yet noted here
    _partial("ix_seats_running", "player_id", where="not ended"),
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
    Column("spent", BigInteger),  # milliseconds charged to a running clock; null: none, or charged by `at`
    sqlite_with_rowid=False,
)

hint_lines = Table(  # the winning line that the hints of a solitaire follow
    "hint_lines",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("position", Text, nullable=False),  # from which it leads
    Column("line", Text, nullable=False),  # JSON: a list of moves
)

warnings = Table(  # of machines that teach: app/db/games/warnings.py
    "warnings",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),  # entries before the machine's answer
    Column("position", Text, nullable=False),  # in which it is to move
    Column("reason", String(20), nullable=False),
    Column("line", Text, nullable=False),  # JSON: a list of moves
    Column("plies", Integer),
    Column("points", Integer),
    Column("proceeded", BigInteger),  # when the person let the machine answer
)

evaluations = Table(  # values of the positions of ended games, as long as they are not too old
    "evaluations",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),  # entries before the position
    Column("value", Text, nullable=False),  # JSON, as in the answer
    Column("at", BigInteger, nullable=False, index=True),
)

missed_wins = Table(  # what a search found in an ended game: a row too where it found nothing
    "missed_wins",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("ply", Integer),  # entries before the position in which a seat could have won; null: none could
    Column("seat", SmallInteger),  # that had the win
    Column("plies", Integer),  # of the win; null: not known
    Column("line", Text),  # JSON: a list of moves, the winning one first
)

turning_points = Table(  # what searches found of an ended solitaire that was not won: app/domain/turning.py
    "turning_points",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("moves", Integer, nullable=False),  # in effect at the end
    Column("verdicts", Text, nullable=False),  # JSON: an object, by the number of moves made
    Column("line", Text, nullable=False),  # JSON: a list of moves that win from the last winnable position
)

rematches = Table(  # what the players of an ended game say of another one; a row from the first offer on
    "rematches",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger),  # that offers one; null: nobody does
    Column("declined", SmallInteger, nullable=False, server_default="0"),  # 1: of seat 0, 2: of seat 1
    Column("next", ForeignKey("games.id"), index=True),  # the rematch
    Column("offered_0", BigInteger),  # when seat 0 last offered one
    Column("offered_1", BigInteger),
)

chat = Table(  # lines of the chats of games
    "chat",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # begins with the time, ends with chance
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("room", String(10), nullable=False),  # players, watchers
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("seat", SmallInteger),  # of the writer, null for a spectator
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

attempts = Table(  # the first game of a player at a solitaire's deal; the primary key decides which
    "attempts",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("deal", String(32), primary_key=True),
    Column("game_id", String(16), nullable=False),  # it may have been swept
    Column("dealt", BigInteger),  # when a game that was swept began, if it is part of a streak
)

puzzle_results = Table(  # the first answers of players to puzzles
    "puzzle_results",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("puzzle", String(80), primary_key=True),
    Column("day", String(10), primary_key=True),  # on which it was the puzzle of the day; '': on no day
    Column("rules", String(40), nullable=False),
    Column("solved", Boolean, nullable=False),  # the whole line, without a wrong move
    Column("at", BigInteger, nullable=False),
)

days = Table(  # the secret from which a day's deals are derived
    "days",
    metadata,
    Column("date", String(10), primary_key=True),
    Column("secret", LargeBinary(32), nullable=False),
    Column("choice", Text),  # JSON: the candidates that are dealt, and the proofs: app/domain/daily.py
)

best_scores = Table(  # the best score that a search found at the deal of a past day
    "best_scores",
    metadata,
    Column("date", String(10), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("score", Text, nullable=False),  # integers, with spaces between
)

best_known = Table(  # the best score that a search found at a deal: app/db/games/best_known.py
    "best_known",
    metadata,
    Column("rules", String(40), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("deal", String(32), primary_key=True),
    Column("score", Text, nullable=False),  # integers, with spaces between
    Column("at", BigInteger, nullable=False),
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
    Column("certified", Boolean, nullable=False, server_default=false()),  # the deal was proved winnable
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
        Column("game_id", ForeignKey("games.id"), nullable=False, index=True),
        Index("ix_standings_order", "board", "lead", "second", "moves", "ms", "at", "player_id"),
    )
)

streaks = Table(  # consecutive wins, of each class of results
    "streaks",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("pending", String(16)),  # the game that was dealt last, until it ends
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

blocks = Table(  # who wants nothing to do with whom
    "blocks",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("blocked_id", ForeignKey("players.id"), primary_key=True, index=True),
    Column("created", BigInteger, nullable=False),
)

# Derived from the rated games that have ended, in the order of their ends; rebuilt by `recount`.

ratings = Table(
    "ratings",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),  # 0 where both are rated together
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),  # as of `at`
    Column("volatility", Float, nullable=False),
    Column("at", BigInteger),  # of the last rated game, null before the first one
    Column("games", Integer, nullable=False),
    Column("firm_until", BigInteger, nullable=False),  # when the rating becomes provisional; 0: it is
    Index("ix_ratings_order", "rules", "seat", "rating", "player_id"),
)

rating_changes = Table(  # what each rated game made of the ratings of its players
    "rating_changes",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("rated_seat", SmallInteger, nullable=False),  # as `seat` of `ratings`
    Column("ended", BigInteger, nullable=False),
    Column("score", Float, nullable=False),  # 1 for a win, 0.5 for a draw
    Column("old_rating", Float),  # the rating before; null at the first rated game
    Column("old_deviation", Float),
    Column("old_volatility", Float),
    Column("old_at", BigInteger),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Index("ix_rating_changes_person", "player_id", "rules", "rated_seat", "ended"),
    Index("ix_rating_changes_rules", "rules", "ended"),
)

early_ends = Table(  # games that players left early: see app/domain/conduct.py; kept for some days
    "early_ends",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("game_id", ForeignKey("games.id"), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("kind", String(10), nullable=False),  # abort, first_move, abandoned
)

processes = Table(  # that serve a PostgreSQL: app/db/processes.py
    "processes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("seen", BigInteger, nullable=False),  # when it was renewed, by the clock of the database
    Column("heard", BigInteger),  # when it was subscribed to the notices of others, by the same clock
    Column("redis", String(32)),  # the fingerprint of the Redis that the process shares, null: none
)
