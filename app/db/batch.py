"""Batch inserts of log entries: SQL statements, and the dedicated connection that writes one batch per
transaction.

The primary key (game, ply) decides which entries are inserted; then the columns of `games` that cache the log
are updated. Parameters are passed as columns (PostgreSQL) or JSON (SQLite), so that one statement serves any
batch size. Entries that end games are written through SQLAlchemy, with all their effects. All others, the
vast majority, use the driver directly: on PostgreSQL one statement that is its own transaction, in one round
trip; on SQLite `executemany`, with a third of SQLAlchemy's CPU. On a distributed PostgreSQL each game has its
own statements, so that each goes to one node; they are sent together.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import asyncpg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import (
    DRIVER_ERRORS,
    CommitUncertain,
    abandon,
    commit,
    is_connection_lost,
    is_distributed,
)
from app.db.notices import Bus
from app.db.results.early_ends import record_early_ends
from app.db.results.ratings import changes_of, record_ratings
from app.db.results.recording import note_ended, publish_games, record_results
from app.domain.check import Fold
from app.domain.conduct import EarlyEnd
from app.domain.fair_play import running_key
from app.domain.game_info import GameInfo, SeatRating
from app.domain.ratings import RatedGame, RatingChange, rated_game, seat_rating
from app.domain.results import Result, results, score_text
from engine import Entry, Match, Seat

Key = tuple[str, int]  # game, ply


@dataclass(frozen=True, slots=True)
class End:
    """Effects of the end of a game: the fold of its row, results, rating, early end, and publication."""

    fold: Fold
    results: tuple[Result, ...]
    rated: RatedGame | None = None
    early: EarlyEnd | None = None
    publishes: bool = False


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be written, with the columns of its game's row after it. `deadline`: when the running
    seat's time is up; `position`: position key of a game between people (`app/domain/fair_play.py`)."""

    game: str
    entry: Entry
    turn: Seat | None
    end: End | None
    deadline: int | None = None
    position: int | None = None

    @property
    def key(self) -> Key:
        return self.game, self.entry.ply

    @classmethod
    def of(cls, info: GameInfo, match: Match, early: EarlyEnd | None = None) -> NewEntry:
        """Return the last entry of a match, which must have one. `early`: the early end that it counts as."""
        if match.last is None:
            raise ValueError("a match without an entry has nothing to write")
        if match.outcome is None:
            position = running_key(info, match)
            return cls(info.id, match.last, match.turn, None, match.deadline, position)
        ended = info.at_end(match.outcome)
        publishes = ended.public and not info.public
        rated = rated_game(ended, match)
        end = End(Fold.of(ended, match), results(ended, match), rated, early, publishes)
        return cls(info.id, match.last, None, end)


END_COLUMNS = ("ended", "winner", "reason", "score", "moves", "duration")  # null before the end


@dataclass(frozen=True, slots=True)
class Committed:
    """Effects of a committed entry. `ratings`: by seat, with their changes, if it ended a rated game;
    `rerated`: other games whose rating changes differ now."""

    ratings: tuple[SeatRating, ...] = ()
    rerated: tuple[str, ...] = ()


NO_CHANGES = Committed()
Outcomes = dict[Key, Committed]  # of the inserted entries


_ENTRY_COLUMNS = ("game", "ply", "seat", "act", "text", "at", "spent")
_FOLD_COLUMNS = ("game", "ply", "turn", "deadline", "position", *END_COLUMNS)


class Statements:
    """Statements of a batch, with parameters as columns."""

    def __init__(self, entries: str, folds: str) -> None:
        self.entries = text(entries)
        self.folds = text(folds)
        self.entry = text(
            "select seat, act, text, at, spent from entries where game_id = :game and ply = :ply"
        )

    async def insert(self, connection: AsyncConnection, entries: Sequence[NewEntry]) -> set[Key]:
        """Insert entries and return the keys of those whose ply was free."""
        rows = await connection.execute(self.entries, self.columns(entries))
        return {(row[0], row[1]) for row in rows}

    def key(self, new: NewEntry) -> dict[str, Any]:
        return {"game": new.game, "ply": new.entry.ply}

    def rest(self, new: NewEntry) -> tuple[Any, ...]:
        """Return the columns of the log other than the key."""
        return _entry(new)[2:]

    def columns(self, entries: Sequence[NewEntry]) -> Any:
        rows = [_entry(new) for new in entries]
        return dict(zip(_ENTRY_COLUMNS, map(list, zip(*rows, strict=True)), strict=True))

    def fold_columns(self, entries: Sequence[NewEntry]) -> Any:
        rows = [_fold(new) for new in entries]
        return dict(zip(_FOLD_COLUMNS, map(list, zip(*rows, strict=True)), strict=True))

    def move_columns(self, entries: Sequence[NewEntry]) -> tuple[list[Any], ...]:
        """Return the parameters of WRITE_MOVES, for entries that end no game."""
        games = [new.game for new in entries]
        last = {game: number for number, game in enumerate(games)}
        logged = [new.entry for new in entries]
        return (
            games,
            [entry.ply for entry in logged],
            [entry.seat for entry in logged],
            [entry.act for entry in logged],
            [entry.text for entry in logged],
            [entry.at for entry in logged],
            [entry.spent for entry in logged],
            [new.turn for new in entries],
            [new.deadline for new in entries],
            [new.position for new in entries],
            [last[game] == number for number, game in enumerate(games)],
        )


class _GameStatements(Statements):
    """Statements for one game each."""

    async def insert(self, connection: AsyncConnection, entries: Sequence[NewEntry]) -> set[Key]:
        written: set[Key] = set()
        for row in self.columns(entries):  # SQLAlchemy returns rows of one statement only
            found = await connection.execute(self.entries, row)
            written |= {(one[0], one[1]) for one in found}
        return written

    def columns(self, entries: Sequence[NewEntry]) -> Any:
        return [dict(zip(_ENTRY_COLUMNS, _entry(new), strict=True)) for new in entries]

    def fold_columns(self, entries: Sequence[NewEntry]) -> Any:
        return [dict(zip(_FOLD_COLUMNS, _fold(new), strict=True)) for new in entries]


class _JsonStatements(Statements):
    """Statements with parameters as rows of JSON, for a database without arrays."""

    def columns(self, entries: Sequence[NewEntry]) -> Any:
        return {"rows": json.dumps([_entry(new) for new in entries])}

    def fold_columns(self, entries: Sequence[NewEntry]) -> Any:
        return {"rows": json.dumps([_fold(new) for new in entries])}

    def move_columns(self, entries: Sequence[NewEntry]) -> tuple[list[Any], ...]:
        """Return the rows for `entries` and for the cached columns of `games`."""
        last = {new.game: new for new in entries}.values()
        folds = [
            (ply := new.entry.ply + 1, new.turn, new.deadline, new.position, new.game, ply) for new in last
        ]
        return [_entry(new) for new in entries], folds


def _entry(new: NewEntry) -> tuple[Any, ...]:
    entry = new.entry
    return new.game, entry.ply, entry.seat, entry.act, entry.text, entry.at, entry.spent


def _fold(new: NewEntry) -> tuple[Any, ...]:
    fold, ply, at = new.end.fold if new.end else None, new.entry.ply + 1, new.entry.at
    if fold is None or fold.outcome is None:
        return new.game, ply, new.turn, new.deadline, new.position, *(None for _ in END_COLUMNS)
    score, outcome = score_text(fold.score or ()), fold.outcome
    end = (at, outcome.winner, outcome.reason, score, fold.moves, fold.duration)
    return new.game, ply, None, None, None, *end


_POSTGRES = Statements(
    """insert into entries (game_id, ply, seat, act, text, at, spent)
 select * from unnest(cast(:game as text[]), cast(:ply as int[]), cast(:seat as smallint[]),
 cast(:act as text[]), cast(:text as text[]), cast(:at as bigint[]), cast(:spent as bigint[]))
 on conflict do nothing returning game_id, ply""",
    """update games set ply = fold.ply, turn = fold.turn, deadline = fold.deadline,
 position_key = fold.position, ended = fold.ended, winner = fold.winner, reason = fold.reason,
 score = fold.score, moves = fold.moves, duration = fold.duration
 from unnest(cast(:game as text[]), cast(:ply as int[]), cast(:turn as smallint[]),
 cast(:deadline as bigint[]), cast(:position as bigint[]), cast(:ended as bigint[]),
 cast(:winner as smallint[]), cast(:reason as text[]), cast(:score as text[]), cast(:moves as int[]),
 cast(:duration as bigint[]))
 as fold(game, ply, turn, deadline, position, ended, winner, reason, score, moves, duration)
 where games.id = fold.game and games.ply < fold.ply""",
)

# Entries that end no game: log and cached columns in one statement, which is its own transaction. It returns
# the numbers, from 1, of the entries whose ply was taken.
WRITE_MOVES = """with new as materialized (
 select * from unnest($1::text[], $2::int[], $3::smallint[], $4::text[], $5::text[], $6::bigint[],
 $7::bigint[], $8::smallint[], $9::bigint[], $10::bigint[], $11::bool[])
 with ordinality as entry(game, ply, seat, act, text, at, spent, turn, deadline, position, last, number)),
 written as (insert into entries (game_id, ply, seat, act, text, at, spent)
 select game, ply, seat, act, text, at, spent from new order by game, ply
 on conflict do nothing returning game_id, ply),
 folded as (update games set ply = new.ply + 1, turn = new.turn, deadline = new.deadline,
 position_key = new.position
 from new join written on written.game_id = new.game and written.ply = new.ply
 where new.last and games.id = new.game and games.ply <= new.ply)
 select array(select number from new where not exists
 (select from written where written.game_id = new.game and written.ply = new.ply))"""

# The same for one game: each statement goes to one node.
INSERT_ONE = """insert into entries (game_id, ply, seat, act, text, at, spent)
 values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning game_id, ply"""
FOLD_ONE = """update games set ply = $2 + 1, turn = $3, deadline = $4, position_key = $5
 where id = $1 and ply <= $2"""

_DISTRIBUTED = _GameStatements(
    """insert into entries (game_id, ply, seat, act, text, at, spent)
 values (:game, :ply, :seat, :act, :text, :at, :spent) on conflict do nothing returning game_id, ply""",
    """update games set ply = :ply, turn = :turn, deadline = :deadline, position_key = :position,
 ended = :ended, winner = :winner, reason = :reason, score = :score, moves = :moves, duration = :duration
 where id = :game and ply < :ply""",
)

_SQLITE = _JsonStatements(
    """insert into entries (game_id, ply, seat, act, text, at, spent)
 select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6 from json_each(:rows)
 where true on conflict do nothing returning game_id, ply""",
    """update games set ply = fold.ply, turn = fold.turn, deadline = fold.deadline,
 position_key = fold.position, ended = fold.ended, winner = fold.winner, reason = fold.reason,
 score = fold.score, moves = fold.moves, duration = fold.duration
 from (select value->>0 as game, value->>1 as ply, value->>2 as turn, value->>3 as deadline,
 value->>4 as position, value->>5 as ended, value->>6 as winner, value->>7 as reason, value->>8 as score,
 value->>9 as moves, value->>10 as duration
 from json_each(:rows)) as fold where games.id = fold.game and games.ply < fold.ply""",
)


def statements(bind: AsyncEngine | AsyncConnection) -> Statements:
    """Return the statements for a database. Whether PostgreSQL is distributed is known after the first
    connection."""
    if bind.dialect.name == "sqlite":
        return _SQLITE
    return _DISTRIBUTED if is_distributed(bind) else _POSTGRES


async def write_entries(
    connection: AsyncConnection, sql: Statements, bus: Bus, entries: Sequence[NewEntry]
) -> Outcomes:
    """Write entries with all their effects in the caller's transaction; return the outcomes of those
    inserted."""
    written = await sql.insert(connection, entries)
    last = {new.game: new for new in entries if new.key in written}
    if last:
        await connection.execute(sql.folds, sql.fold_columns(list(last.values())))
        ends = [new.end for new in last.values() if new.end]
        await note_ended(connection, [game for game, new in last.items() if new.end])
        published = [game for game, new in last.items() if new.end and new.end.publishes]
        await publish_games(connection, published)
        await record_results(connection, [result for end in ends for result in end.results])
        changes = await record_ratings(connection, [end.rated for end in ends if end.rated])
        early = [
            (new.game, new.entry.at, new.end.early) for new in last.values() if new.end and new.end.early
        ]
        await record_early_ends(connection, early)
        facts = {*published, *(change.game for change in changes)}
        await bus.publish(connection, "log", [game for game in last if game not in facts])
        await bus.publish(connection, "facts", sorted(facts))
        return _outcomes(written, last, changes)
    return dict.fromkeys(written, NO_CHANGES)


def _outcomes(
    written: Collection[Key], last: Mapping[str, NewEntry], changes: Sequence[RatingChange]
) -> Outcomes:
    """Return the outcomes of the written entries. Rerated games are attached to one of the ends."""
    outcomes = dict.fromkeys(written, NO_CHANGES)
    by_game: dict[str, dict[Seat, SeatRating]] = {}
    for change in changes:
        by_game.setdefault(change.game, {})[change.seat] = seat_rating(change)
    rerated = tuple(sorted(by_game.keys() - last.keys()))
    for game, seats in by_game.items():
        if game in last:
            outcomes[last[game].key] = Committed((seats[0], seats[1]), rerated)
            rerated = ()
    return outcomes


class BatchConnection:
    """Writer of batches through one connection. CommitUncertain: the connection was lost during the
    commit."""

    def __init__(self, connection: AsyncConnection, sql: Statements, bus: Bus, driver: Any) -> None:
        self._connection, self._sql, self._bus, self._driver = connection, sql, bus, driver

    async def write(self, entries: Sequence[NewEntry]) -> Outcomes:
        """Write entries in one transaction; return the outcomes of those inserted."""
        ends = [new for new in entries if new.end]
        return await (self.write_with_effects(entries) if ends else self._write_moves(entries))

    async def _write_moves(self, entries: Sequence[NewEntry]) -> Outcomes:
        """Write entries that end no game."""
        raise NotImplementedError

    async def write_with_effects(self, entries: Sequence[NewEntry], *, uncertain: bool = False) -> Outcomes:
        """Write entries with all their effects. `uncertain`: they may have been written before; entries found
        in the log exactly as sent count as written."""
        writer = await self._connection.execution_options(writes=True)
        transaction = await writer.begin()
        try:
            written = await write_entries(writer, self._sql, self._bus, entries)
            if uncertain:
                written |= await self._find(writer, [new for new in entries if new.key not in written])
        except BaseException:
            await abandon(transaction.rollback())
            raise
        await commit(transaction)
        return written

    async def _find(self, connection: AsyncConnection, entries: Sequence[NewEntry]) -> Outcomes:
        """Return the outcomes of the entries that are in the log exactly as sent."""
        found: dict[str, NewEntry] = {}
        for new in entries:
            row = (await connection.execute(self._sql.entry, self._sql.key(new))).one_or_none()
            if row and tuple(row) == self._sql.rest(new):
                found[new.game] = new
        rated = [new.game for new in found.values() if new.end and new.end.rated]
        changes = await changes_of(connection, rated) if rated else []
        return _outcomes([new.key for new in found.values()], found, changes)

    async def close(self, *, broken: bool = False) -> None:
        """Return the connection to the pool; invalidate a broken one."""
        if broken:
            await abandon(self._connection.invalidate())
        await abandon(self._connection.close())


class PostgresBatchConnection(BatchConnection):
    """Batch connection to PostgreSQL."""

    _driver: asyncpg.Connection[Any]

    async def _write_moves(self, entries: Sequence[NewEntry]) -> Outcomes:
        columns = self._sql.move_columns(entries)
        if self._driver.is_closed():
            raise asyncpg.ConnectionDoesNotExistError("the connection was closed while it was idle")
        try:
            # asyncpg caches the prepared statement, unless a pooler is in between
            rejected: list[int] = await self._driver.fetchval(WRITE_MOVES, *columns)
        except (*DRIVER_ERRORS, OSError) as error:
            if is_connection_lost(error):
                raise CommitUncertain from error
            raise
        keys = [*zip(*columns[:2], strict=True)]
        written = set(keys) - {keys[number - 1] for number in rejected}
        self._bus.send("log", [game for game, _ in written])
        return dict.fromkeys(written, NO_CHANGES)


class DistributedBatchConnection(BatchConnection):
    """Batch connection to the coordinator of a distributed PostgreSQL."""

    _driver: asyncpg.Connection[Any]

    async def _write_moves(self, entries: Sequence[NewEntry]) -> Outcomes:
        """Write the entries of each game with its own statements, in one transaction. Any error of the commit
        leaves the outcome unknown: a node may have committed before it died."""
        transaction = self._driver.transaction()
        await transaction.start()
        try:
            rows = await self._driver.fetchmany(INSERT_ONE, [_entry(new) for new in entries])
            written = {(row[0], row[1]) for row in rows}
            last = {new.game: new for new in entries if new.key in written}.values()
            folds = [(new.game, new.entry.ply, new.turn, new.deadline, new.position) for new in last]
            await self._driver.executemany(FOLD_ONE, folds)
        except BaseException:
            await _roll_back(transaction)
            raise
        try:
            await transaction.commit()
        except (*DRIVER_ERRORS, OSError) as error:
            raise CommitUncertain from error
        self._bus.send("log", [game for game, _ in written])
        return dict.fromkeys(written, NO_CHANGES)


async def _roll_back(transaction: Any) -> None:
    """Roll back if the connection still allows it."""
    with suppress(*DRIVER_ERRORS, OSError):
        await transaction.rollback()


class SqliteBatchConnection(BatchConnection):
    """Batch connection to SQLite, in autocommit mode."""

    async def _write_moves(self, entries: Sequence[NewEntry]) -> Outcomes:
        """Insert entries; if the ply of one is taken, roll back and write them by `write_with_effects`."""
        rows, folds = self._sql.move_columns(entries)
        file = self._driver
        await file.execute("BEGIN IMMEDIATE")
        try:
            before = file.total_changes
            await file.executemany(SQLITE_INSERT, rows)
            all_new = file.total_changes - before == len(rows)
            if all_new:
                await file.executemany(SQLITE_FOLD, folds)
                await file.commit()
        finally:
            await file.rollback()  # does nothing after the commit
        if not all_new:
            return await self.write_with_effects(entries)
        return dict.fromkeys([new.key for new in entries], NO_CHANGES)


SQLITE_INSERT = """insert into entries (game_id, ply, seat, act, text, at, spent) values (?, ?, ?, ?, ?, ?, ?)
 on conflict do nothing"""
SQLITE_FOLD = "update games set ply = ?, turn = ?, deadline = ?, position_key = ? where id = ? and ply < ?"


async def open_batch_connection(engine: AsyncEngine, bus: Bus) -> BatchConnection:
    """Open a batch connection on a database connection of its own."""
    connection = await engine.connect()
    driver = (await connection.get_raw_connection()).driver_connection
    kind: type[BatchConnection] = PostgresBatchConnection
    if engine.dialect.name == "sqlite":
        kind = SqliteBatchConnection
    elif is_distributed(engine):
        kind = DistributedBatchConnection
    return kind(connection, statements(engine), bus, driver)
