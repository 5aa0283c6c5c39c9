"""Daily sweep: deletes rows at the end of their retention period; docs/privacy.md names the periods. Logs are
kept forever.

It runs in one of the processes, in batches of short transactions with pauses for serving. Each transaction
takes an advisory lock, or raises SweepInProgress, so that processes never sweep concurrently. Rows referenced
by tables unknown here are kept: a new table never loses rows by oversight. With `dry`, rows are counted
instead of deleted.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import date
from typing import Any, NamedTuple

import structlog
from sqlalchemy import (
    Column,
    ColumnElement,
    Select,
    and_,
    delete,
    exists,
    func,
    or_,
    select,
    text,
    true,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.analysis.finding_store import Name
from app.core import metrics
from app.db.engine import read_connection, write_transaction
from app.db.key_values import read_value, write_value
from app.db.placement import is_own_game
from app.db.schema import (
    SWEPT_DAY_KEY,
    SWEPT_KEY,
    attempts,
    chat,
    early_ends,
    findings,
    former_names,
    game_columns,
    games,
    player_columns,
    players,
    seats,
    standings,
)
from app.games.rows import FOR_MANY, KNOWN_ID
from app.people.former_names import HELD_NAME_MS
from app.people.locks import lock_free_players
from app.people.sign_in_store import revoke
from app.results.conduct import EARLY_END_MAX_AGE_MS
from app.results.standings import (
    ORDER_COLUMNS,
    STANDING_RETENTION_MS,
    TOP_RANKS,
    boards_of,
    day_of,
    past_scopes,
)
from engine import GAMES
from engine.clock import DAY_MS
from engine.commands.progress import SILENT, Progress

RETENTION_MS = 30 * DAY_MS  # guests without a game, since their last visit; solitaires without an entry
CHAT_RETENTION_MS = 90 * DAY_MS
VALUE_RETENTION_MS = 90 * DAY_MS
EXPIRING_FINDINGS: tuple[Name, ...] = ("value",)  # they can be searched again; backups leave them out
ROWS_PER_BATCH = 500
STANDINGS_PER_PAGE = 10_000
BATCH_PAUSE = 0.05  # seconds
ADVISORY_LOCK = 1_937_204_592


class Expiry(NamedTuple):
    """Rows that are deleted at an `age` in milliseconds since the `time` in a column."""

    time: Column[Any]
    age: int
    where: ColumnElement[bool] = true()


EXPIRING = {
    "lines of chats": Expiry(chat.c.at, CHAT_RETENTION_MS),
    "early ends": Expiry(early_ends.c.at, EARLY_END_MAX_AGE_MS),
    "values of positions": Expiry(findings.c.at, VALUE_RETENTION_MS, findings.c.kind.in_(EXPIRING_FINDINGS)),
    "former names": Expiry(former_names.c.given_up, HELD_NAME_MS),
}
WITH_GUEST = [column for column, of_player in player_columns() if of_player.with_guest]
KEEPING_GUESTS = [column for column, of_player in player_columns() if not of_player.with_guest]
WITH_GAME = (seats.c.game_id, findings.c.key)  # columns by which rows belong to a game
KEEPING_GAMES = [column for column in game_columns() if column.table is not seats]
_ORDER = [standings.c[name] for name in ORDER_COLUMNS]

log = structlog.get_logger(__name__)

Batches = AsyncIterator[int]  # numbers of rows


class SweepInProgress(Exception):
    """Another process is sweeping."""


class DailySweep:
    """Deletes expired rows. `loaded`: returns the games loaded in this process, which are skipped. Times are
    milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine, loaded: Callable[[], Collection[str]] = tuple) -> None:
        self._engine, self._loaded = engine, loaded

    async def sweep_if_due(self, now: int) -> None:
        """Sweep unless a process has done so within a day."""
        try:
            if await self.claim(now):
                log.info("rows_swept", **await self.sweep(now))
        except SweepInProgress:
            log.info("sweep_skipped")

    async def claim(self, now: int) -> bool:
        """Claim the sweep of the day; return False if there was one within a day."""
        async with self._transaction() as connection:
            last = await read_value(connection, SWEPT_KEY)
            if last is not None and int(last) > now - DAY_MS:
                return False
            await write_value(connection, SWEPT_KEY, str(now))
            return True

    async def sweep(self, now: int, *, dry: bool = False, progress: Progress = SILENT) -> dict[str, int]:
        """Delete expired rows and return their numbers by kind; with `dry` only count them. SweepInProgress;
        TryAgain: the database is unavailable, the rest is left to the next sweep."""
        kinds = {
            "solitaires": self._unplayed(now, dry=dry),
            **{
                kind: self._delete(time.table, where & (time <= now - age), dry=dry)
                for kind, (time, age, where) in EXPIRING.items()
            },
            "guests": self._guests(now, dry=dry),
            "standings of periods": self._beyond_top(now, dry=dry),
            "standings of deals": self._alone_on_deals(now, dry=dry),
        }
        swept = dict.fromkeys(kinds, 0)
        for kind, batches in kinds.items():
            progress.stage(kind)
            async for count in batches:
                swept[kind] += count
                progress.advance(count)
                await asyncio.sleep(BATCH_PAUSE)
            if not dry:
                metrics.SWEPT.labels(kind).inc(swept[kind])
        return swept

    async def _delete(self, table: Any, where: ColumnElement[bool], *, dry: bool) -> Batches:
        key = table.primary_key.columns
        query = select(*key).where(where)
        if dry:
            yield await self._count(query)
            return
        while True:
            async with self._transaction() as connection:
                found = [tuple(row) for row in await connection.execute(query.limit(ROWS_PER_BATCH))]
                await connection.execute(delete(table).where(tuple_(*key).in_(found)))
            yield len(found)
            if len(found) < ROWS_PER_BATCH:
                return

    async def _unplayed(self, now: int, *, dry: bool) -> Batches:
        """Delete solitaires without an entry, RETENTION_MS after their start. The attempt stays: the player
        has seen the deal."""
        # without tables that may be on another node: a game without an entry usually has no rows there
        own = [column for column in KEEPING_GAMES if is_own_game(column)]
        unplayed = and_(
            KNOWN_ID,
            ~FOR_MANY,
            games.c.ended.is_(None),
            games.c.ply == 0,
            games.c.created <= now - RETENTION_MS,
            *(~exists().where(column == games.c.id) for column in own),
        )
        query = select(games.c.id).where(unplayed)
        if dry:
            yield await self._count(query)
            return
        found = [""]
        while found:
            async with self._transaction() as connection:
                loaded = self._loaded()
                page = await connection.scalars(query.limit(ROWS_PER_BATCH))
                free = [game for game in page if game not in loaded]
                # a no-op update locks games of several nodes; an entry may arrive before it
                lock = update(games).where(games.c.id.in_(free), unplayed).values(ply=0)
                locked = await connection.scalars(lock.returning(games.c.id))
                found = await _without_rows(connection, locked.all(), KEEPING_GAMES)
                await _keep_deals(connection, found)
                for column in WITH_GAME:
                    await connection.execute(delete(column.table).where(column.in_(found)))
                await connection.execute(delete(games).where(games.c.id.in_(found)))
            yield len(found)

    async def _guests(self, now: int, *, dry: bool) -> Batches:
        """Delete guests without data who were not here for RETENTION_MS. Most of the old ones have played, so
        that this goes through the table by id."""
        since = now - RETENTION_MS
        unseen = and_(
            players.c.created <= since,
            players.c.account.is_(None),
            players.c.bot.is_(None),
            *_unused(since),
        )
        query, after = select(players.c.id).where(unseen).order_by(players.c.id).limit(ROWS_PER_BATCH), ""
        while True:
            async with self._transaction(dry=dry) as connection:
                page = (await connection.scalars(query.where(players.c.id > after))).all()
                found = await _without_rows(connection, page, KEEPING_GUESTS)
                if found and not dry:
                    locked = await lock_free_players(connection, found)
                    # recheck: a game may have started before the lock
                    still = await connection.scalars(query.where(players.c.id.in_(locked)))
                    found = await _without_rows(connection, still.all(), KEEPING_GUESTS)
                    for column in WITH_GUEST:
                        await connection.execute(delete(column.table).where(column.in_(found)))
                    await connection.execute(delete(players).where(players.c.id.in_(found)))
                    await revoke(connection, [f"person {player}" for player in found], now)
            yield len(found)
            if len(page) < ROWS_PER_BATCH:
                return
            after = page[-1]

    async def _beyond_top(self, now: int, *, dry: bool) -> Batches:
        """Delete standings beyond place TOP_RANKS of the leaderboards of days, weeks and months that have
        ended STANDING_RETENTION_MS ago, since the last sweep. Equal ones share a place."""
        until = day_of(now - STANDING_RETENTION_MS)
        since = await self._trimmed_until() or until
        for scope in past_scopes(since, until):
            boards = [board for game in GAMES.values() for board in boards_of(game, scope)]
            of_scope = select(standings.c.board).where(standings.c.board.in_(boards))
            crowded = of_scope.group_by(standings.c.board).having(func.count() > TOP_RANKS)
            async with read_connection(self._engine) as connection:
                found = (await connection.scalars(crowded)).all()
            for board in found:
                mine = standings.c.board == board
                last = select(*_ORDER).where(mine).order_by(*_ORDER).offset(TOP_RANKS - 1).limit(1)
                beyond = mine & (tuple_(*_ORDER) > last.scalar_subquery())
                async for count in self._delete(standings, beyond, dry=dry):
                    yield count
        if not dry:
            async with write_transaction(self._engine) as connection:
                await write_value(connection, SWEPT_DAY_KEY, max(since, until).isoformat())

    async def _trimmed_until(self) -> date | None:
        """Return the day up to which leaderboards of days, weeks and months are trimmed, at first that of the
        oldest game; None: there is no game."""
        oldest = select(games.c.created).order_by(games.c.created, games.c.id).limit(1)
        async with read_connection(self._engine) as connection:
            if known := await read_value(connection, SWEPT_DAY_KEY):
                return date.fromisoformat(known)
            first = await connection.scalar(oldest)
            return None if first is None else day_of(first)

    async def _alone_on_deals(self, now: int, *, dry: bool) -> Batches:
        """Delete standings of deals that are alone on their leaderboard, STANDING_RETENTION_MS after they
        were reached. No index finds them, so that this goes through the table by key."""
        keys, other = tuple(standings.primary_key.columns), standings.alias("other")
        after: tuple[Any, ...] = ("", "")
        while True:
            page = select(standings).where(tuple_(*keys) > after).order_by(*keys).limit(STANDINGS_PER_PAGE)
            looked = page.subquery()
            alone = select(looked.c.board, looked.c.player_id).where(
                looked.c.board.like("% deal %"),
                looked.c.at <= now - STANDING_RETENTION_MS,
                ~exists().where(other.c.board == looked.c.board, other.c.player_id != looked.c.player_id),
            )
            ends = select(looked.c.board, looked.c.player_id)
            ends = ends.order_by(looked.c.board.desc(), looked.c.player_id.desc()).limit(1)
            async with self._transaction(dry=dry) as connection:
                last = (await connection.execute(ends)).one_or_none()
                if last is None:
                    return
                found = [tuple(row) for row in await connection.execute(alone)]
                for start in range(0, 0 if dry else len(found), ROWS_PER_BATCH):
                    some = found[start : start + ROWS_PER_BATCH]
                    await connection.execute(delete(standings).where(tuple_(*keys).in_(some)))
            yield len(found)
            after = tuple(last)

    async def _count(self, query: Select[Any]) -> int:
        async with read_connection(self._engine) as connection:
            return await connection.scalar(select(func.count()).select_from(query.subquery())) or 0

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
                    raise SweepInProgress("another process sweeps this database now")
            yield connection


async def _without_rows(
    connection: AsyncConnection, ids: Sequence[str], keeping: Iterable[Column[Any]]
) -> list[str]:
    """Return the ids to which none of these columns refers. Each table is queried separately: they may be on
    different nodes."""
    left = set(ids)
    for key in keeping:
        if left:
            left -= set(await connection.scalars(select(key).where(key.in_(sorted(left))).distinct()))
    return sorted(left)


def _unused(since: int) -> list[ColumnElement[bool]]:
    """Return the conditions that the rows deleted with a guest show no activity of theirs after `since`."""
    times = ("created", "seen", "used", "at")
    return [
        ~exists().where(
            column == players.c.id,
            or_(*(column.table.c[name] > since for name in times if name in column.table.c)),
        )
        for column, of_player in player_columns()
        if of_player.with_guest and of_player.exported  # what others wrote about a guest is no visit
    ]


async def _keep_deals(connection: AsyncConnection, found: Sequence[str]) -> None:
    """Store the start of games that count in a streak in their attempts."""
    query = select(games).where(games.c.id.in_(found), games.c.public, games.c.first, ~games.c.chosen)
    for game in (await connection.execute(query)).all():
        attempt = and_(
            attempts.c.player_id == game.creator,
            attempts.c.rules == game.rules,
            attempts.c.deal == game.deal,
            attempts.c.game_id == game.id,
        )
        await connection.execute(update(attempts).where(attempt).values(dealt=game.created))
