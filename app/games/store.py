"""Store of games: create, join and read them. Lists are in `app/games/lists.py`, writes of entries in
`app/games/writer.py`.

Arguments and results are values of `engine` and `app.model`, never rows. Each method is one transaction; no
other layer commits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from typing import NamedTuple, cast
from weakref import WeakValueDictionary

from sqlalchemy import and_, or_, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal, TryAgain, Unreadable
from app.db.clock import now
from app.db.engine import read_connection, retry_until_known, transact, write_transaction
from app.db.schema import attempts, entries, games, seats
from app.games.check import StoredGame
from app.games.rematch_store import RematchStore
from app.games.rows import (
    FOR_TWO,
    entry_of,
    fold_of,
    has_rules,
    is_novice,
    load_entries,
    load_infos,
    load_played,
    load_readable,
    load_rematch,
    with_novices,
)
from app.games.seating import (
    check_guest,
    check_open_games,
    end_open_games,
    insert_game,
    is_next_casual,
    is_rematch_casual,
    lock_open_game,
    seat_player,
    withdraw_seeks,
)
from app.games.warning_store import WarningStore, load_warnings
from app.model.game_info import GameInfo, Player
from app.people.locks import lock_players
from app.results.early_ends import check_pairing
from app.results.rating_store import rated_game_of
from app.results.recording import rebuild_results, record_attempt, record_deal, results_of
from engine import Entry, Match, Seat

MAX_TRIES = 3  # of a transaction that conflicts with another process
WriteMore = Callable[[AsyncConnection, GameInfo], Awaitable[None]]


class Version(NamedTuple):
    """What tells whether a game has changed: the length of its log, and the number of other changes."""

    ply: int
    revision: int


class _AttemptExists(Exception):
    """The player has started the same deal in a concurrent transaction."""


class GameStore:
    """Store of games; changes are published on `bus`."""

    def __init__(self, engine: AsyncEngine, bus: Bus | None = None) -> None:
        self.engine = engine
        self._bus = bus or Bus()
        self.rematches = RematchStore(engine, self._bus)
        self.warnings = WarningStore(engine, self._bus)
        self._turns = WeakValueDictionary[str, asyncio.Lock]()  # of creations, by player

    # Creating and joining

    async def create_game(self, info: GameInfo, write_more: WriteMore | None = None) -> str:
        """Write a new game and return its id. If the player's first attempt at the daily deal is running,
        return its id instead and write nothing. `write_more` belongs to the transaction. Refusal:
        `too_many_games`.

        A player's games are created one after another: who waits in the database, for the lock of the player,
        holds a connection meanwhile, and one person could hold them all."""

        async def write(again: bool) -> str:
            try:
                return await self._create_game(info, write_more)
            except IntegrityError:
                if again and await self.info(info.id):
                    return info.id  # the first try was committed
                raise

        async with self._turns.setdefault(info.creator, asyncio.Lock()):
            for _ in range(MAX_TRIES):
                try:
                    return await retry_until_known(write)
                except _AttemptExists:
                    continue
        raise TryAgain("too much contention, try again")

    async def _create_game(self, info: GameInfo, write_more: WriteMore | None) -> str:
        solitaire = len(info.game.seats) == 1 and info.deal is not None
        async with write_transaction(self.engine) as connection:
            earlier = await _first_attempt(connection, info) if solitaire else None
            if earlier:
                if info.daily is not None and await _is_running_daily(connection, earlier, info.daily):
                    return earlier
                info = replace(info, first=False)
            if not info.full:
                await check_open_games(connection, info)
            await insert_game(connection, info)
            if write_more:
                await write_more(connection, info)
            if solitaire and not earlier and not await record_attempt(connection, info):
                raise _AttemptExists
            await record_deal(connection, info)
            await self._bus.publish(connection, "facts", [info.id])
            if info.public and not info.full:
                await self._bus.publish(connection, "seeks", [info.id])
            return info.id

    async def join(self, id: str, player: Player, seat: Seat | None, now: int) -> GameInfo | None:
        """Take a free seat (None: any) of an unfinished game, withdraw the player's seeks, and return the new
        GameInfo.

        None: the seat is taken, or the game has ended; the primary key of `seats` resolves concurrent
        requests. Refusal: `not_seated`, `no_account`, `blocked`, `paused_pairing`."""

        async def write(again: bool) -> GameInfo | None:
            try:
                return await self._join(id, player, seat, now, again)
            except IntegrityError:
                return None

        return await retry_until_known(write)

    async def _join(
        self, id: str, player: Player, seat: Seat | None, now: int, again: bool
    ) -> GameInfo | None:
        async with write_transaction(self.engine) as connection:
            info = await lock_open_game(connection, id, player)
            if info and again and info.seat(player, None) is not None:
                return info
            if info is None or info.full:
                return None
            await check_guest(connection, info, player)
            if info.pair:
                await check_pairing(connection, player.id, now)
            row = await seat_player(connection, info, player.id, seat, now)
            if row is None:
                return None
            (info,) = await load_infos(connection, [row])
            info = await with_novices(connection, info)
            withdrawn = await withdraw_seeks(connection, self._bus, {player.id}, now, id)
            await self._bus.publish(connection, "facts", [id])
        self._bus.reread(withdrawn)
        return info

    async def end_challenges(self, player: str, now: int) -> None:
        """Abort the open challenges to a player who leaves the site."""

        async def write(connection: AsyncConnection) -> list[str]:
            await lock_players(connection, {player})
            return await end_open_games(connection, self._bus, (games.c.to_id == player,), now)

        self._bus.reread(await transact(self.engine, write))

    # Reading

    async def unfinished_for_two(self, player: str) -> list[str]:
        """Return the sorted ids of the unfinished games for two in which a player has a seat."""
        query = select(seats.c.game_id).join(games, games.c.id == seats.c.game_id)
        own = seats.c.player_id == player, games.c.ended.is_(None), FOR_TWO
        async with read_connection(self.engine) as connection:
            return list(await connection.scalars(query.where(*own).order_by(seats.c.game_id)))

    async def info(self, id: str) -> GameInfo | None:
        """Return a game; None: there is no such game. Refusal `not_found`: the engine lacks its rules."""
        async with read_connection(self.engine) as connection:
            found = await _load_game(connection, id)
            return found and found[1]

    async def read(self, id: str, since: int = 0) -> tuple[GameInfo | None, list[Entry]]:
        """Return a consistent snapshot of a game and its entries from ply `since`: an end comes with its
        ratings.

        None: there is no such game. Refusal `not_found`: the engine lacks its rules."""
        async with read_connection(self.engine) as connection:
            for _ in range(MAX_TRIES):
                found = await _load_game(connection, id)
                if found is None:
                    return None, []
                ply, info = found
                log = await load_entries(connection, id, since)
                if since + len(log) <= max(ply, since):  # no entry was written in between
                    break
        return info, log

    async def is_next_casual(self, one: str, other: str, now: int) -> bool:
        async with read_connection(self.engine) as connection:
            return await is_next_casual(connection, one, other, now)

    async def is_novice(self, player: Player, family: str) -> bool:
        """Return whether a player has moved in fewer than three games of the family."""
        async with read_connection(self.engine) as connection:
            return await is_novice(connection, player.id, family, moved=True)

    async def log(self, id: str, since: int = 0) -> list[Entry]:
        async with read_connection(self.engine) as connection:
            return await load_entries(connection, id, since)

    async def entries_since(self, plies: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Return the entries of several games, each from its ply; at most a few hundred games."""
        conditions = [and_(entries.c.game_id == game, entries.c.ply >= ply) for game, ply in plies.items()]
        query = select(entries).where(or_(*conditions)).order_by(entries.c.game_id, entries.c.ply)
        found: dict[str, list[Entry]] = {}
        async with read_connection(self.engine) as connection:
            for row in await connection.execute(query):
                found.setdefault(row.game_id, []).append(entry_of(row))
        return found

    async def versions(self, ids: Collection[str]) -> dict[str, Version]:
        """Return the versions of games (PostgreSQL only, any number)."""
        async with read_connection(self.engine) as connection:
            rows = await connection.execute(_VERSIONS, {"ids": list(ids)})
            return {row.id: Version(row.ply, row.revision) for row in rows}

    async def stored_game(self, id: str) -> StoredGame:
        """Return an existing game with the data derived from its log. Every entry changes the game's row, so
        this reads until the row is the same before and after.

        LookupError, ValueError: the row has an invalid value."""
        query = select(games).where(games.c.id == id)
        async with read_connection(self.engine) as connection:
            row = (await connection.execute(query)).one()
            while True:
                (info,), log = await load_infos(connection, [row]), await load_entries(connection, id)
                stored = await results_of(connection, id)
                rated = await rated_game_of(connection, id)
                before, row = row, (await connection.execute(query)).one()
                if row == before:
                    return StoredGame(info, log, fold_of(row), stored, rated)

    async def replayed(self, id: str) -> tuple[GameInfo, Match] | None:
        """Return a game and its match; None: there is none that can be read and replayed."""
        async with read_connection(self.engine) as connection:
            rows = (await connection.execute(select(games).where(games.c.id == id))).all()
            async for played in load_played(connection, rows):
                return played
        return None

    async def rebuild_results(self, player: str) -> int:
        """Derive the results and streaks of a player from the logs of their games again; return the number of
        results."""
        async with write_transaction(self.engine) as connection:
            return await rebuild_results(connection, player, load_played)


async def _load_game(connection: AsyncConnection, id: str) -> tuple[int, GameInfo] | None:
    """Return the ply in a game's row, and the game; None: there is no such game. Refusal `not_found`: the
    engine lacks its rules."""
    row = (await connection.execute(select(games).where(games.c.id == id))).one_or_none()
    if row is None:
        return None
    if not has_rules(row):
        what = f"this server does not have the rules of the game: {row.rules}, version {row.version}"
        raise Refusal("not_found", game=id, rules=row.rules, version=row.version, message=what)
    found = await load_readable(connection, [row])
    if not found:
        raise Unreadable
    loaded = found[0][1]
    if loaded.teach:
        loaded = replace(loaded, warnings=await load_warnings(connection, id))
    if row.ended is None or not loaded.of_two:
        return row.ply, await with_novices(connection, loaded) if row.ply < 2 else loaded
    rematch = await load_rematch(connection, id)
    if rematch and rematch.offered_by is not None:
        rematch = replace(rematch, casual=await is_rematch_casual(connection, id, now()))
    return row.ply, replace(loaded, rematch=rematch)


_VERSIONS = text("select id, ply, revision from games where id = any(cast(:ids as text[]))")


async def _first_attempt(connection: AsyncConnection, info: GameInfo) -> str | None:
    """Return the player's first game at this deal, if any; it may have been deleted by a sweep."""
    query = select(attempts.c.game_id).where(
        attempts.c.player_id == info.creator,
        attempts.c.rules == info.game.id,
        attempts.c.deal == info.deal_text,
    )
    return cast(str | None, await connection.scalar(query))


async def _is_running_daily(connection: AsyncConnection, game: str, day: str) -> bool:
    running = games.c.id == game, games.c.daily == day, games.c.ended.is_(None)
    return await connection.scalar(select(games.c.id).where(*running)) is not None
