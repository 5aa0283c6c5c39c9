"""Tables of the database.

`entries` is append-only; its primary key resolves concurrent writes: a game has one entry per ply. The
columns of `games` from `ended` to `turn` are derived from the log; `verify` compares them with it. All times
are milliseconds since the epoch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any

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

ROOT_REVISION = "0027"  # databases of unreleased versions have earlier ones
REVISION = "0027"  # newest file of migrations/versions; a change of the schema adds one
# Keys of `key_values`:
SIGNING_KEY = "secret"  # signs cookies; with a suffix those of restored databases, which only verify them
COMPATIBLE_KEY = "compatible_since"  # oldest revision whose processes may serve the database
SWEPT_KEY = "swept"  # time of the last sweep, in milliseconds since the epoch
SWEPT_DAY_KEY = "swept_day"  # last day whose leaderboards were trimmed
ALIVE_KEY = "alive"  # last time that a process was up, in milliseconds since the epoch
REDIS_KEY = "redis"  # id of the Redis that the serving processes share: app/bus/process_lock.py
DEMO_KEY = "demo"  # progress of the demonstration that fills this database
KEYS_NOT_BACKED_UP = (COMPATIBLE_KEY, SWEPT_KEY, SWEPT_DAY_KEY, REDIS_KEY, DEMO_KEY)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


NOT_EXPORTED = "not_exported"  # in the `info` of secret columns; those of bytes are not exported either


@dataclass(frozen=True, slots=True)
class PlayerRows:
    """What becomes of the rows that refer to a player by a column.

    - `anonymised`: they stay when the account is deleted, under a fresh player without a name; others are
      deleted with it.
    - `with_guest`: they do not keep a guest who never played, and are deleted with the guest. Their columns
      `created`, `seen`, `used` and `at` say when the guest was last active (app/ops/retention.py).
    - `merged`: they are moved to the account that a guest is merged into, except those whose primary key a
      row of the account has; some tables have statements of their own for that (app/people/player_data.py).
    - `exported`: they are part of the player's data; not so what others have written about the player."""

    _: KW_ONLY
    with_guest: bool
    exported: bool
    anonymised: bool = False
    merged: bool = False


DELETED = PlayerRows(with_guest=False, exported=True)
ANONYMISED = PlayerRows(with_guest=False, exported=True, anonymised=True)
MERGED = PlayerRows(with_guest=False, exported=True, merged=True)
OF_VISITS = PlayerRows(with_guest=True, exported=True)
BY_OTHERS = PlayerRows(with_guest=True, exported=False)  # what others have written about the player


def _player(name: str, rows: PlayerRows, **options: Any) -> Column[Any]:
    return Column(name, ForeignKey("players.id"), info={"player": rows}, **options)


def _about(privacy: str | None, *, saved: bool = True) -> dict[str, Any]:
    """Return the `info` of a table. `privacy`: words of docs/privacy.md that tell people of it, None if it
    has nothing about people; `saved`: backups contain it, since nothing else could restore it."""
    return {"privacy": privacy, "saved": saved}


def player_columns() -> Iterator[tuple[Column[Any], PlayerRows]]:
    """Yield the columns that refer to a player, with what becomes of their rows."""
    for table in metadata.sorted_tables:
        for column in table.columns:
            if column.references(players.c.id):
                if "player" not in column.info:
                    raise ValueError(f"{column}: make it with _player(...): what becomes of its rows")
                yield column, column.info["player"]


def game_columns() -> Iterator[Column[Any]]:
    for table in metadata.sorted_tables:
        for column in table.columns:
            if column.references(games.c.id):
                yield column


def saved_tables() -> tuple[Table, ...]:
    """Return the tables in backups, each after the tables that it refers to."""
    return tuple(table for table in metadata.sorted_tables if table.info["saved"])


def _partial(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    return Index(name, *columns, unique=unique, sqlite_where=text(where), postgresql_where=text(where))


key_values = Table(  # shared state: cookie secret, progress of `sweep`, last time alive ...
    "key_values",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
    info=_about(None),
)

players = Table(
    "players",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    # on leaderboards, by the player's choice
    Column("listed", Boolean, nullable=False, server_default=true()),
    Column("hidden", BigInteger),  # by the operator, since when
    Column("folded", String(80)),  # key of the name (app/people/names.py); null: a deleted account
    Column("account", BigInteger),  # when the account was created; null: a guest
    Column("moderator", Boolean, nullable=False, server_default=false()),
    Column("muted_until", BigInteger),
    Column("closed", BigInteger),  # by a moderator, since when
    Column("bot", SmallInteger),  # level of a bot; null: a person
    Column("renamed", BigInteger),  # last change of name; 0: only one so far; null: never
    Index("ix_players_folded", "folded", unique=True),
    _partial("ix_players_bot", "bot", where="bot is not null", unique=True),
    info=_about("Your name and when you took it"),
)

former_names = Table(  # names that accounts gave up: app/people/former_names.py
    "former_names",
    metadata,
    _player("player_id", DELETED, primary_key=True),
    Column("folded", String(80), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("given_up", BigInteger, nullable=False),
    Column("withdrawn", Boolean, nullable=False),  # a moderator took the name from the player
    Index("ix_former_names_folded", "folded"),
    info=_about("A name that you gave up"),
)

tokens = Table(  # only the SHA-256 of a token is stored; a guest's own token has no name
    "tokens",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    _player("player_id", OF_VISITS, nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("id", String(16)),  # public id, to revoke it
    Column("name", String(60)),
    Column("scopes", String(40)),  # separated by spaces; null: all
    Column("used", BigInteger),  # rounded to the hour
    info=_about("Names, scopes and hashes of your programs' tokens"),
)

logins = Table(  # credentials of accounts
    "logins",
    metadata,
    _player("player_id", DELETED, primary_key=True),
    Column("password", Text, nullable=False, info={NOT_EXPORTED: True}),  # argon2id, with parameters and salt
    Column("recovery", LargeBinary(32), nullable=False),  # SHA-256 of the recovery code
    Column("changed", BigInteger, nullable=False),
    Column("reset", LargeBinary(32)),  # SHA-256 of a recovery code issued by the operator
    Column("reset_at", BigInteger),  # when that code takes effect
    info=_about("Hashes of password and recovery codes"),
)

sign_ins = Table(  # signed-in browsers; only the SHA-256 of a cookie's token is stored
    "sign_ins",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("id", String(16), nullable=False, unique=True),  # public id, to revoke it
    _player("player_id", OF_VISITS, nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # rounded to the hour
    Column("agent", String(200), nullable=False),  # user agent
    info=_about("Where you are signed in"),
)

revocations = Table(  # cache invalidations for every process, kept for an hour: app/people/sign_in_store.py
    "revocations",
    metadata,
    Column("n", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("key", String(80), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    sqlite_autoincrement=True,  # numbers are never reused
    info=_about("for an hour the servers remember your id", saved=False),
)

reports = Table(  # by players, for moderators
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    _player("reporter_id", DELETED, nullable=False, index=True),
    _player("player_id", PlayerRows(with_guest=False, exported=False), index=True),
    Column("game_id", String(16)),
    Column("line", BigInteger),  # id of a chat line
    Column("quote", Text),  # its text at the time of the report
    Column("text", Text, nullable=False),
    Column("closed", BigInteger),
    Index("ix_reports_order", "closed", "id"),
    info=_about("your reports, and those about you"),
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
    info=_about("What moderators did about you"),
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
    _player("creator", ANONYMISED, nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),  # when every seat was taken
    Column("ended", BigInteger),
    Column("winner", SmallInteger),
    Column("reason", String(40)),
    Column("score", Text),  # integers separated by spaces
    Column("moves", Integer),  # in effect at the end
    Column("duration", BigInteger),  # playing time in milliseconds
    Column("ply", Integer, nullable=False),
    Column("revision", BigInteger, nullable=False, server_default="0"),  # app/db/revisions.py
    Column("turn", SmallInteger),  # null unless live
    Column("first", Boolean, nullable=False, server_default=true()),  # the player's first attempt at the deal
    Column("daily", String(10)),  # UTC day whose deal it is, 2026-11-21
    # ends when its owner is paired elsewhere
    Column("pair", Boolean, nullable=False, server_default=false()),
    Column("asked_seat", SmallInteger),  # seat that the owner of a seek asked for; null: any
    Column("any_clock", Boolean),  # the owner of a seek without a clock also joins games with one; null: no
    _player("to_id", replace(ANONYMISED, merged=True)),  # challenged player
    Column("declined", String(10)),  # the word with which they declined
    _partial("ix_games_to_id", "to_id", "ended", where="to_id is not null"),
    _partial("ix_games_rated", "ended", where="rated and ended is not null"),
    # Time control: `base` and `increment` in seconds, or `days` per move; all null without a clock.
    Column("base", Integer),
    Column("increment", Integer),
    Column("days", Integer),
    Column("deadline", BigInteger),  # derived: when the running seat's time is up; null while no clock runs
    Column("rated", Boolean, nullable=False, server_default=false()),
    _partial("ix_games_deadline", "deadline", where="deadline is not null"),
    Column("bot", SmallInteger),  # seat of a bot; null: none
    Column("teach", Boolean, nullable=False, server_default=false()),  # the bot warns of costly moves
    Column("certified", Boolean, nullable=False, server_default=false()),  # the deal was proved winnable
    Column("difficulty", String(10)),  # by which that deal was chosen
    _partial("ix_games_bot", "bot", where="bot is not null and ended is null"),
    Index("ix_games_daily", "daily", "rules", "creator"),
    Index("ix_games_shown", "public", "started", "ended", "created"),
    Index("ix_games_created", "created", "id"),
    _partial("ix_games_unfinished", "rules", "created", where="ended is null"),
    _partial("ix_games_open", "creator", "created", where="started is null and ended is null"),
    info=_about("Your games, with every move"),
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    _player("player_id", ANONYMISED, nullable=False, index=True),
    # set with the game's end, or by the next sweep
    Column("ended", Boolean, nullable=False, server_default=false()),
    _partial("ix_seats_running", "player_id", where="not ended"),
    info=_about("Your games, with every move"),
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
    info=_about("Your games, with every move"),
)

warnings = Table(  # of teaching bots: app/games/warning_store.py
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
    info=_about("Hints and a teaching bot's warnings"),
)

findings = Table(  # what searches have found about games and deals: app/analysis/finding_store.py
    "findings",
    metadata,
    Column("key", String(100), primary_key=True),  # id of a game; of a best score: rules, version and deal
    Column("kind", String(10), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),  # of a value: entries before it; otherwise 0
    Column("value", Text, nullable=False),  # JSON
    Column("at", BigInteger, nullable=False),
    Index("ix_findings_expiry", "kind", "at"),
    info=_about("the missed win or losing move"),
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
    info=_about("Your games, with every move"),
)

chat = Table(  # chat lines of games
    "chat",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # time and a random suffix
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("room", String(10), nullable=False),  # players, watchers
    _player("player_id", MERGED, nullable=False, index=True),
    Column("seat", SmallInteger),  # of the writer; null: a spectator
    Column("text", String(140), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Index("ix_chat_game", "game_id", "id"),
    info=_about("What you write in the chat"),
)

chat_hidden = Table(  # players who have hidden the chat of a game
    "chat_hidden",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    _player("player_id", DELETED, primary_key=True, index=True),
    info=_about("Your games, with every move"),
)

attempts = Table(  # a player's first game at a solitaire's deal; the primary key resolves races
    "attempts",
    metadata,
    _player("player_id", ANONYMISED, primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("deal", String(32), primary_key=True, info={NOT_EXPORTED: True}),
    Column("game_id", String(16), nullable=False),  # it may have been swept
    Column("dealt", BigInteger),  # start of a swept game that counts in a streak
    info=_about("Results, ratings and streaks"),
)

puzzle_results = Table(  # players' first answers to puzzles
    "puzzle_results",
    metadata,
    _player("player_id", replace(OF_VISITS, merged=True), primary_key=True),
    Column("puzzle", String(80), primary_key=True),
    Column("day", String(10), primary_key=True),  # as puzzle of the day; '': none
    Column("rules", String(40), nullable=False),
    Column("solved", Boolean, nullable=False),  # without a wrong move
    Column("at", BigInteger, nullable=False),
    info=_about("Which puzzles you answered"),
)

days = Table(  # secrets from which daily deals are derived
    "days",
    metadata,
    Column("date", String(10), primary_key=True),
    Column("secret", LargeBinary(32), nullable=False),
    Column("choice", Text),  # JSON: chosen candidates and proofs: app/results/daily/days.py
    info=_about(None),
)

# Derived from ended games, and written in the transaction that ends them. `python -m app recount` rebuilds
# these tables from the logs.

results = Table(
    "results",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    _player("player_id", ANONYMISED, nullable=False),
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
    Index("ix_results_person", "player_id", "rules", "ended"),
    Index("ix_results_rules", "rules", "first", "ended"),
    Index("ix_results_daily", "daily", "rules"),
    info=_about("Results, ratings and streaks", saved=False),
)

standings = Table(  # one row per player and leaderboard, ordered by `lead` ... `at`: app/results/standings.py
    "standings",
    metadata,
    Column("board", String(100), primary_key=True),
    _player("player_id", DELETED, primary_key=True, index=True),
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
    info=_about("Places on leaderboards", saved=False),
)

streaks = Table(  # consecutive wins, by class of results
    "streaks",
    metadata,
    _player("player_id", ANONYMISED, primary_key=True),
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
    info=_about("Results, ratings and streaks", saved=False),
)

blocks = Table(  # players blocked by players
    "blocks",
    metadata,
    _player("player_id", OF_VISITS, primary_key=True),
    _player("blocked_id", BY_OTHERS, primary_key=True, index=True),
    Column("created", BigInteger, nullable=False),
    info=_about("whom you blocked"),
)

# Derived from ended rated games, in the order of `rating_changes.at`; rebuilt by `recount`.

ratings = Table(
    "ratings",
    metadata,
    _player("player_id", ANONYMISED, primary_key=True),
    Column("rules", String(40), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),  # 0 if both seats share a rating
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),  # as of `at`
    Column("volatility", Float, nullable=False),
    Column("at", BigInteger),  # that of the last change; null: none
    Column("games", Integer, nullable=False),
    Column("firm_until", BigInteger, nullable=False),  # when the rating becomes provisional; 0: it is
    Index("ix_ratings_order", "rules", "seat", "rating", "player_id"),
    info=_about("Results, ratings and streaks", saved=False),
)

rating_changes = Table(  # effects of each rated game on its players' ratings; saved for their order
    "rating_changes",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("refund", Boolean, primary_key=True),  # takes the other row's change back, by a moderator's undo
    Column("refunded", Boolean, nullable=False),  # there is such a row
    _player("player_id", ANONYMISED, nullable=False),
    Column("rules", String(40), nullable=False),
    Column("rated_seat", SmallInteger, nullable=False),  # as `seat` of `ratings`
    Column("ended", BigInteger, nullable=False),  # end of the game, or time of the undo
    Column("at", BigInteger, nullable=False),  # logical clock (app/results/ratings.py): unique per rating
    Column("score", Float, nullable=False),  # 1 for a win, 0.5 for a draw
    Column("old_rating", Float, nullable=False),
    Column("old_deviation", Float, nullable=False),
    Column("old_volatility", Float, nullable=False),
    Column("old_at", BigInteger),  # null at the first rated game
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    # not unique, as Citus would need the game in it; the locks of `ratings` make it so
    Index("ix_rating_changes_person", "player_id", "rules", "rated_seat", "at"),
    info=_about("Results, ratings and streaks"),
)

early_ends = Table(  # early ends of games, kept for some days: app/results/conduct.py
    "early_ends",
    metadata,
    _player("player_id", MERGED, primary_key=True),
    Column("game_id", ForeignKey("games.id"), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("kind", String(10), nullable=False),  # abort, first_move, abandoned, resigned
    info=_about("Which games you left early", saved=False),
)
