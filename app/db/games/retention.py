"""Retention sweep: delete expired rows (`app/domain/retention.py`) in batches of short transactions.

Each transaction takes an advisory lock, or raises SweepInProgress, so that processes never sweep
concurrently. Rows referenced by tables unknown here are kept: a new table never loses rows by oversight. With
`dry`, rows are counted instead of deleted.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import date
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import read_connection, write_transaction
from app.db.games.rows import FOR_MANY, KNOWN_ID
from app.db.key_values import read_value, write_value
from app.db.people.locks import lock_free_players
from app.db.people.sign_ins import revoke
from app.db.placement import TABLES_BY_GAME
from app.db.schema import (
    SWEPT_DAY_KEY,
    SWEPT_KEY,
    attempts,
    chat,
    early_ends,
    evaluations,
    former_names,
    games,
    metadata,
    players,
    seats,
    standings,
)
from app.domain.conduct import EARLY_END_MAX_AGE_MS
from app.domain.retention import (
    CHAT_RETENTION_MS,
    EVALUATION_RETENTION_MS,
    HELD_NAME_MS,
    RETENTION_MS,
    TOP_RANKS,
)
from engine.clock import DAY_MS

ROWS_PER_BATCH = 500
STANDINGS_PER_PAGE = 10_000
ADVISORY_LOCK = 1_937_204_592
GUEST_TABLES = {"tokens", "sessions", "puzzle_results"}  # rows deleted with their guest
# rows deleted with their game
GAME_TABLES = {"seats", "hint_lines", "evaluations", "missed_wins", "turning_points"}
_ORDER = [standings.c[name] for name in ("lead", "second", "moves", "ms", "at")]


Key = tuple[str, str]  # of a standing: leaderboard, player


class SweepInProgress(Exception):
    """Another process is sweeping."""


class RetentionStore:
    """Store of the retention sweep. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def claim(self, now: int) -> bool:
        """Claim the sweep of the day; return False if there was one within a day."""
        async with self._transaction() as connection:
            last = await read_value(connection, SWEPT_KEY)
            if last is not None and int(last) > now - DAY_MS:
                return False
            await write_value(connection, SWEPT_KEY, str(now))
            return True

    async def note_ended(self) -> int:
        """Mark the seats of restored games as ended. Return the number of games."""
        noted, after = 0, ""
        while True:
            query = (
                select(seats.c.game_id)
                .join(games, games.c.id == seats.c.game_id)
                .where(~seats.c.ended, games.c.ended.is_not(None), seats.c.game_id > after)
                .order_by(seats.c.game_id)
                .distinct()
                .limit(ROWS_PER_BATCH)
            )
            async with write_transaction(self._engine) as connection:
                found = (await connection.scalars(query)).all()
                if found:
                    await connection.execute(
                        update(seats).where(seats.c.game_id.in_(found)).values(ended=True)
                    )
            noted += len(found)
            if len(found) < ROWS_PER_BATCH:
                return noted
            after = found[-1]

    async def note_guests(self, now: int) -> int:
        """Set `seen` for a batch of players created since the last sweep. Return the number."""
        async with self._transaction() as connection:
            query = select(players.c.id).where(players.c.seen.is_(None)).limit(ROWS_PER_BATCH)
            found = (await connection.scalars(query)).all()
            await connection.execute(update(players).where(players.c.id.in_(found)).values(seen=now))
            return len(found)

    async def guests(self, now: int, after: str, *, dry: bool) -> tuple[int, str | None]:
        """Delete guests without data, of the next ROWS_PER_BATCH after an id that were not seen for
        RETENTION_MS. Return the number, and the id to continue from; None: done."""
        since = now - RETENTION_MS
        unseen = and_(
            *(players.c.seen <= since, players.c.created <= since, players.c.account.is_(None)),
            *(players.c.bot.is_(None), *_unused(since)),
        )
        page = (
            select(players.c.id)
            .where(unseen, players.c.id > after)
            .order_by(players.c.id)
            .limit(ROWS_PER_BATCH)
        )
        async with self._transaction(dry=dry) as connection:
            looked = (await connection.scalars(page)).all()
            following = looked[-1] if len(looked) == ROWS_PER_BATCH else None
            found = await _without_rows(connection, players, looked)
            if not found or dry:
                return len(found), following
            locked = await lock_free_players(connection, found)
            # recheck: a game may have started before the lock
            still = select(players.c.id).where(players.c.id.in_(locked), unseen)
            found = await _without_rows(connection, players, (await connection.scalars(still)).all())
            for table in _tables(GUEST_TABLES):
                await connection.execute(delete(table).where(table.c.player_id.in_(found)))
            await connection.execute(delete(players).where(players.c.id.in_(found)))
            await revoke(connection, [f"person {player}" for player in found], now)
            return len(found), following

    async def unplayed(self, now: int, loaded: Collection[str] = (), *, dry: bool) -> int:
        """Delete a batch of solitaires without an entry, RETENTION_MS after their start, except those
        `loaded` here. The attempt stays: the player has seen the deal."""
        unplayed = and_(
            KNOWN_ID,
            ~FOR_MANY,
            games.c.ended.is_(None),
            games.c.ply == 0,
            games.c.created <= now - RETENTION_MS,
            *_without_own_rows(),
        )
        if dry:
            return await self._count(select(games.c.id).where(unplayed))
        async with self._transaction() as connection:
            query = select(games.c.id).where(unplayed).limit(ROWS_PER_BATCH)
            free = [game for game in await connection.scalars(query) if game not in loaded]
            # a no-op update locks games of several nodes; an entry may arrive before it
            lock = update(games).where(games.c.id.in_(free), unplayed).values(ply=0).returning(games.c.id)
            found = await _without_rows(connection, games, (await connection.scalars(lock)).all())
            await _keep_deals(connection, found)
            for table in _tables(GAME_TABLES):
                await connection.execute(delete(table).where(table.c.game_id.in_(found)))
            await connection.execute(delete(games).where(games.c.id.in_(found)))
            return len(found)

    async def trimmed_until(self) -> date | None:
        """Return the day up to which leaderboards of days, weeks and months are trimmed; None: never."""
        async with read_connection(self._engine) as connection:
            known = await read_value(connection, SWEPT_DAY_KEY)
            return date.fromisoformat(known) if known else None

    async def first_game(self) -> int | None:
        """Return when the oldest game was created; None: there is none."""
        async with read_connection(self._engine) as connection:
            query = select(games.c.created).order_by(games.c.created, games.c.id).limit(1)
            first: int | None = await connection.scalar(query)
            return first

    async def set_trimmed(self, day: date | None) -> None:
        """Store the day for `trimmed_until`. None: standings were rebuilt, so that all must be trimmed."""
        async with write_transaction(self._engine) as connection:
            await write_value(connection, SWEPT_DAY_KEY, day.isoformat() if day else "")

    async def crowded(self, boards: Collection[str]) -> list[str]:
        """Return the leaderboards with more than TOP_RANKS standings."""
        query = select(standings.c.board).where(standings.c.board.in_(boards)).group_by(standings.c.board)
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query.having(func.count() > TOP_RANKS)))

    async def trim(self, board: str, *, dry: bool) -> int:
        """Delete a batch of the standings of a leaderboard beyond rank TOP_RANKS. Equal ones share a rank."""
        last = (
            select(*_ORDER).where(standings.c.board == board).order_by(*_ORDER).offset(TOP_RANKS - 1).limit(1)
        )
        async with self._transaction(dry=dry) as connection:
            row = (await connection.execute(last)).one_or_none()
            if row is None:
                return 0
            beyond = and_(standings.c.board == board, tuple_(*_ORDER) > tuple_(*row))
            if dry:
                return await _count(connection, select(standings.c.player_id).where(beyond))
            query = select(standings.c.player_id).where(beyond).limit(ROWS_PER_BATCH)
            found = (await connection.scalars(query)).all()
            mine = and_(standings.c.board == board, standings.c.player_id.in_(found))
            await connection.execute(delete(standings).where(mine))
            return len(found)

    async def lonely(
        self, now: int, after: tuple[str, str], *, dry: bool
    ) -> tuple[int, tuple[str, str] | None]:
        """Delete standings of deals that are alone on their leaderboard, RETENTION_MS after they were
        reached, among the STANDINGS_PER_PAGE after a key. Return the number, and the key to continue from;
        None: done."""
        keys = standings.c.board, standings.c.player_id
        page = (
            select(*keys, standings.c.at)
            .where(tuple_(*keys) > tuple_(*after))
            .order_by(*keys)
            .limit(STANDINGS_PER_PAGE)
        )
        looked = page.subquery()
        other = standings.alias("other")
        lonely = and_(
            looked.c.board.like("% deal %"),
            looked.c.at <= now - RETENTION_MS,
            ~exists().where(other.c.board == looked.c.board, other.c.player_id != looked.c.player_id),
        )
        async with self._transaction(dry=dry) as connection:
            backwards = looked.c.board.desc(), looked.c.player_id.desc()
            ends = select(looked.c.board, looked.c.player_id).order_by(*backwards).limit(1)
            last = (await connection.execute(ends)).one_or_none()
            if last is None:
                return 0, None
            found = (await connection.execute(select(looked.c.board, looked.c.player_id).where(lonely))).all()
            if not dry:
                for start in range(0, len(found), ROWS_PER_BATCH):
                    some = [tuple(row) for row in found[start : start + ROWS_PER_BATCH]]
                    await connection.execute(delete(standings).where(tuple_(*keys).in_(some)))
            return len(found), (last[0], last[1])

    async def chat(self, now: int, *, dry: bool) -> int:
        """Delete a batch of chat lines older than CHAT_RETENTION_MS."""
        old = select(chat.c.id).where(chat.c.at < now - CHAT_RETENTION_MS)
        if dry:
            return await self._count(old)
        async with self._transaction() as connection:
            found = (await connection.scalars(old.limit(ROWS_PER_BATCH))).all()
            await connection.execute(delete(chat).where(chat.c.id.in_(found)))
            return len(found)

    async def evaluations(self, now: int, *, dry: bool) -> int:
        """Delete a batch of evaluations older than EVALUATION_RETENTION_MS."""
        key = evaluations.c.game_id, evaluations.c.n
        old = select(*key).where(evaluations.c.at < now - EVALUATION_RETENTION_MS)
        if dry:
            return await self._count(old)
        async with self._transaction() as connection:
            found = [tuple(row) for row in await connection.execute(old.limit(ROWS_PER_BATCH))]
            await connection.execute(delete(evaluations).where(tuple_(*key).in_(found)))
            return len(found)

    async def former_names(self, now: int, *, dry: bool) -> int:
        """Delete a batch of names given up HELD_NAME_MS ago."""
        return await self._expired(former_names.c.given_up, now - HELD_NAME_MS, dry=dry)

    async def early_ends(self, now: int, *, dry: bool) -> int:
        """Delete a batch of early ends older than EARLY_END_MAX_AGE_MS."""
        return await self._expired(early_ends.c.at, now - EARLY_END_MAX_AGE_MS, dry=dry)

    async def _expired(self, time: Column[int], until: int, *, dry: bool) -> int:
        """Delete a batch of rows whose time is at most `until`; with `dry`, count all of them."""
        key = time.table.primary_key.columns
        old = select(*key).where(time <= until)
        if dry:
            return await self._count(old)
        async with self._transaction() as connection:
            found = [tuple(row) for row in await connection.execute(old.limit(ROWS_PER_BATCH))]
            await connection.execute(delete(time.table).where(tuple_(*key).in_(found)))
            return len(found)

    async def _count(self, query: Select[Any]) -> int:
        async with read_connection(self._engine) as connection:
            return await _count(connection, query)

    @asynccontextmanager
    async def _transaction(self, *, dry: bool = False) -> AsyncIterator[AsyncConnection]:
        """Open a write transaction with the advisory lock, or a read connection if `dry`. SweepInProgress:
        another process has the lock."""
        if dry:
            async with read_connection(self._engine) as connection:
                yield connection
            return
        async with write_transaction(self._engine) as connection:
            if connection.dialect.name == "postgresql":
                lock = text("select pg_try_advisory_xact_lock(:id)")
                if not await connection.scalar(lock, {"id": ADVISORY_LOCK}):
                    raise SweepInProgress
            yield connection


async def _without_rows(connection: AsyncConnection, table: Table, ids: Sequence[str]) -> list[str]:
    """Return the rows without references from other tables, except references deleted with them. Each table
    is queried separately: they may be on different nodes."""
    left = set(ids)
    for key in _references(table, GUEST_TABLES if table is players else GAME_TABLES):
        if left:
            left -= set(await connection.scalars(select(key).where(key.in_(sorted(left))).distinct()))
    return sorted(left)


def _without_own_rows() -> list[ColumnElement[bool]]:
    """Return the conditions that no table refers to a game, except rows deleted with it. Tables that may be
    on another node are skipped: a game without entries usually has no rows there."""
    return [~exists().where(key == games.c.id) for key in _references(games, GAME_TABLES) if _is_own(key)]


def _references(table: Table, along: set[str]) -> list[Column[Any]]:
    """Return the columns that refer to a table, except those of tables deleted `along`."""
    return [
        key.parent
        for other in metadata.sorted_tables
        if other.name not in along
        for key in sorted(other.foreign_keys, key=str)
        if key.column.table is table
    ]


def _is_own(key: Column[Any]) -> bool:
    """Return whether a column is the game that its row belongs to."""
    return key.table in TABLES_BY_GAME and key.name == "game_id"


def _unused(since: int) -> list[ColumnElement[bool]]:
    """Return the conditions that GUEST_TABLES have no activity of a player after `since`."""
    return [
        ~exists().where(
            table.c.player_id == players.c.id,
            or_(*(table.c[name] > since for name in ("created", "seen", "used", "at") if name in table.c)),
        )
        for table in _tables(GUEST_TABLES)
    ]


async def _keep_deals(connection: AsyncConnection, found: Sequence[str]) -> None:
    """Store the start of games that count in a streak in their attempts."""
    query = select(
        games.c.id,
        games.c.creator,
        games.c.rules.label("of_rules"),
        games.c.deal.label("of_deal"),
        games.c.created,
    ).where(games.c.id.in_(found), games.c.public, games.c.first, ~games.c.chosen)
    counting = [dict(row._mapping) for row in await connection.execute(query)]
    if counting:
        await connection.execute(_KEEP_DEAL, counting)


_KEEP_DEAL = (
    update(attempts)
    .where(attempts.c.player_id == bindparam("creator"), attempts.c.rules == bindparam("of_rules"))
    .where(attempts.c.deal == bindparam("of_deal"), attempts.c.game_id == bindparam("id"))
    .values(dealt=bindparam("created"))
)


def _tables(names: set[str]) -> list[Table]:
    return [table for table in metadata.sorted_tables if table.name in names]


async def _count(connection: AsyncConnection, query: Select[Any]) -> int:
    return await connection.scalar(select(func.count()).select_from(query.subquery())) or 0
