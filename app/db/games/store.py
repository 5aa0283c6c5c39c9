"""Store of games: create, join and read them. Lists are in `app/db/games/lists.py`, writes of entries in
`app/db/writer.py`.

Arguments and results are values of `engine` and `app/domain`, never rows. Each method is one transaction; no
other layer commits.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from sqlalchemy import and_, insert, or_, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.clock import now
from app.db.engine import (
    error_code,
    read_connection,
    refused_writes,
    retry_until_known,
    write_transaction,
)
from app.db.games.comparison import Found, Known, find_changed
from app.db.games.rated_limit import is_next_casual, is_rematch_casual
from app.db.games.rematches import RematchStore
from app.db.games.rows import (
    entry_of,
    fold_of,
    has_rules,
    load_entries,
    load_infos,
    load_readable,
    load_rematch,
    with_novices,
)
from app.db.games.seating import (
    check_guest,
    check_open_games,
    insert_game,
    lock_open_game,
    seat_player,
    withdraw_seeks,
)
from app.db.games.warnings import WarningStore, load_warnings
from app.db.key_values import read_value, write_value
from app.db.notices import Bus
from app.db.people.locks import lock_players
from app.db.reads import Reads
from app.db.results.early_ends import check_pairing
from app.db.results.ratings import rated_game_of
from app.db.results.recording import (
    record_attempt,
    record_deal,
    replace_results,
    results_of,
    swept_deals,
)
from app.db.schema import COMPATIBLE_KEY, attempts, entries, games, key_values, seats
from app.domain.check import StoredGame
from app.domain.derive import Deal, Games
from app.domain.game_info import GameInfo, Player
from app.domain.results import Result
from app.domain.streaks import Streak
from app.errors import Refusal, TryAgain
from engine import Entry, Seat

MAX_AWAY_SECONDS = 15.0  # without notices of other processes; then a process is not ready
SETTLED_MS = 600_000  # after their end games are loaded from the replica
MAX_REFUSED_WRITES = 3  # consecutive; then a process is not ready until a write succeeds
MAX_TRIES = 3  # of a transaction that conflicts with another process

Streaks = Mapping[str, Streak]  # by rules


class _AttemptExists(Exception):
    """The player has started the same deal in a concurrent transaction."""


class GameStore:
    """Store of games; changes are published on `bus`."""

    def __init__(self, engine: AsyncEngine, bus: Bus | None = None, reads: Reads | None = None) -> None:
        self.engine = engine
        self._reads = reads or Reads(engine)
        self._bus = bus or Bus()
        self.rematches = RematchStore(engine, self._bus)
        self.warnings = WarningStore(engine, self._bus)

    async def revision(self) -> str | None:
        """Return the database's migration revision; None: never migrated. DBAPIError, OSError: unreadable."""
        async with self.engine.connect() as connection:
            try:
                found = await connection.scalar(text("select version_num from alembic_version"))
            except DBAPIError as error:
                if error_code(error) in ("42P01", "SQLITE_ERROR"):  # no such table
                    return None
                raise
            return cast(str | None, found)

    async def compatible_since(self) -> str | None:
        """Return the oldest revision whose processes may serve this database; None: unknown."""
        async with self.engine.connect() as connection:
            return await read_value(connection, COMPATIBLE_KEY)

    async def ping(self) -> None:
        """Check readiness. TryAgain: the database does not answer; it refused MAX_REFUSED_WRITES writes and
        another probe; or notices of existing other processes have been missing for MAX_AWAY_SECONDS."""
        if refused_writes.count >= MAX_REFUSED_WRITES:
            await self._write_probe()
        async with read_connection(self.engine) as connection:
            await connection.scalar(select(key_values.c.key).limit(1))  # reads a table, not only the server
            if self._bus.away() > MAX_AWAY_SECONDS and await self._bus.has_others(connection):
                raise TryAgain("no notices of the other processes are received")

    async def _write_probe(self) -> None:
        async with write_transaction(self.engine) as connection:
            await write_value(connection, "write probe", "")

    async def secret(self) -> str:
        """Return the secret that signs cookies; create it if missing."""

        async def write(_: bool) -> str:
            async with write_transaction(self.engine) as connection:
                value = await read_value(connection, "secret")
                if value is None:
                    value = secrets.token_hex(32)
                    await connection.execute(insert(key_values).values(key="secret", value=value))
                return value

        for attempt in range(MAX_TRIES):
            try:
                return await retry_until_known(write)
            except IntegrityError as error:  # another process was first
                if attempt == MAX_TRIES - 1:
                    raise TryAgain from error
        raise AssertionError("unreachable")

    # Creating and joining

    async def create_game(self, info: GameInfo) -> str:
        """Write a new game and return its id. If the player's first attempt at the daily deal is running,
        return its id instead and write nothing. Refusal: `too_many_games`."""

        async def write(again: bool) -> str:
            try:
                return await self._create_game(info)
            except IntegrityError:
                if again and await self.info(info.id):
                    return info.id  # the first try was committed
                raise

        for _ in range(MAX_TRIES):
            try:
                return await retry_until_known(write)
            except _AttemptExists:
                continue
        raise TryAgain("too much contention, try again")

    async def _create_game(self, info: GameInfo) -> str:
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

    # Reading

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
            return await _read(connection, id, since)

    async def load(self, id: str) -> tuple[GameInfo | None, list[Entry]]:
        """Like `read`, but from the replica if the game ended more than SETTLED_MS ago: mutable parts may be
        a few seconds old."""

        async def read_settled(connection: AsyncConnection) -> tuple[GameInfo | None, list[Entry]] | None:
            ended = await connection.scalar(select(games.c.ended).where(games.c.id == id))
            return await _read(connection, id) if ended and ended < now() - SETTLED_MS else None

        return await self._reads.try_replica(read_settled) or await self.read(id)

    async def is_next_casual(self, one: str, other: str, now: int) -> bool:
        """Return whether the next rated game of two players must be casual."""
        async with read_connection(self.engine) as connection:
            return await is_next_casual(connection, one, other, now)

    async def log(self, id: str, since: int = 0) -> list[Entry]:
        """Return the entries of a game from ply `since`."""
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

    async def behind(self, known: Mapping[str, Known]) -> dict[str, Found]:
        """Return the games (PostgreSQL only, any number) with more entries, or different facts, than
        known."""
        async with read_connection(self.engine) as connection:
            return await find_changed(connection, known)

    async def stored_game(self, id: str) -> StoredGame:
        """Return an existing game with the data derived from its log. Every entry changes the game's row, so
        this reads until the row is the same before and after.

        LookupError, ValueError: the row has an invalid value."""
        query = select(games).where(games.c.id == id)
        async with read_connection(self.engine) as connection:
            row = (await connection.execute(query)).one()
            while True:
                (info,), log = await load_infos(connection, [row]), await load_entries(connection, id)
                results = await results_of(connection, id)
                rated = None if row.rating_undone else await rated_game_of(connection, id)
                before, row = row, (await connection.execute(query)).one()
                if row == before:
                    undone = row.rating_undone is not None
                    return StoredGame(info, log, fold_of(row), results, rated, undone)

    async def rebuild_results(
        self, player: str, derive: Callable[[str, Games, Sequence[Deal]], tuple[Sequence[Result], Streaks]]
    ) -> int:
        """Replace the results and streaks of a player by those that `derive` returns for the logs of their
        games. Return the number of results. The player is locked: no game of theirs starts or ends
        meanwhile."""
        own = select(seats.c.game_id).where(seats.c.player_id == player)
        async with write_transaction(self.engine) as connection:
            await lock_players(connection, {player})
            rows = [*filter(has_rules, await connection.execute(select(games).where(games.c.id.in_(own))))]
            played = [
                (info, await load_entries(connection, info.id)) for info in await load_infos(connection, rows)
            ]
            ended, streaks = derive(player, played, await swept_deals(connection, player))
            await replace_results(connection, player, ended, streaks)
            return len(ended)


async def _read(connection: AsyncConnection, id: str, since: int = 0) -> tuple[GameInfo | None, list[Entry]]:
    for _ in range(MAX_TRIES):
        found = await _load_game(connection, id)
        if found is None:
            return None, []
        ply, info = found
        log = await load_entries(connection, id, since)
        if since + len(log) <= max(ply, since):  # no entry was written in between
            break
    return info, log


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
        raise TryAgain("this game cannot be read at present")
    loaded = found[0][1]
    if loaded.teach:
        loaded = replace(loaded, warnings=await load_warnings(connection, id))
    if row.ended is None or not loaded.of_two:
        return row.ply, await with_novices(connection, loaded) if row.ply < 2 else loaded
    rematch = await load_rematch(connection, id)
    if rematch and rematch.offered_by is not None:
        rematch = replace(rematch, casual=await is_rematch_casual(connection, id, now()))
    return row.ply, replace(loaded, rematch=rematch)


async def _first_attempt(connection: AsyncConnection, info: GameInfo) -> str | None:
    """Return the player's first game at this deal, if any; it may have been deleted by a sweep."""
    query = select(attempts.c.game_id).where(
        attempts.c.player_id == info.creator,
        attempts.c.rules == info.game.id,
        attempts.c.deal == info.deal_text,
    )
    return cast(str | None, await connection.scalar(query))


async def _is_running_daily(connection: AsyncConnection, game: str, day: str) -> bool:
    """Return whether a game is an unfinished attempt at the deal of a day."""
    running = games.c.id == game, games.c.daily == day, games.c.ended.is_(None)
    return await connection.scalar(select(games.c.id).where(*running)) is not None
