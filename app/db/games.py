"""Games in the database: creating, joining and reading them. Lists of games are in `game_lists.py`, writing
entries in `writer.py`.

Arguments and results are values of `engine` and `app/domain`, never rows. One method is one transaction, and
no other layer commits.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from sqlalchemy import and_, insert, or_, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import error_code, read_connection, retry_until_known, write_transaction
from app.db.game_rows import (
    HAS_STATUS,
    entry_of,
    fold_of,
    has_rules,
    load_entries,
    load_infos,
    load_readable,
    row_of,
)
from app.db.results import lock_player, record_attempt, record_deal, replace_results, results_of
from app.db.schema import attempts, entries, games, key_values, seats
from app.domain.check import StoredGame
from app.domain.game_info import GameInfo, Player
from app.domain.notices import Bus
from app.domain.results import Result
from app.domain.streaks import Streak
from app.errors import Refusal, TryAgain
from engine import Entry, Seat

MOST_OPEN = 20  # open games of one player
TRIES = 3  # of a transaction that conflicts with another process's

Games = Sequence[tuple[GameInfo, list[Entry]]]  # with their logs
Streaks = Mapping[str, Streak]  # by rules


class _AttemptExists(Exception):
    """The same player has started the same deal in a concurrent transaction."""


class GameStore:
    """The games in the database behind `engine`; changes are published on `bus`."""

    def __init__(self, engine: AsyncEngine, bus: Bus | None = None) -> None:
        self.engine = engine
        self._bus = bus or Bus()

    async def revision(self) -> str | None:
        """The migration that the database is at; None if it was never migrated. DBAPIError, OSError: it
        cannot be read."""
        async with self.engine.connect() as connection:
            try:
                found = await connection.scalar(text("select version_num from alembic_version"))
            except DBAPIError as error:
                if error_code(error) in ("42P01", "SQLITE_ERROR"):  # there is no such table
                    return None
                raise
            return cast(str | None, found)

    async def ping(self) -> None:
        """TryAgain: the database does not answer."""
        async with read_connection(self.engine) as connection:
            await connection.scalar(select(1))

    async def secret(self) -> str:
        """The secret that signs cookies, made by the first process that asks for it."""

        async def write(_: bool) -> str:
            async with write_transaction(self.engine) as connection:
                query = select(key_values.c.value).where(key_values.c.key == "secret")
                value = await connection.scalar(query)
                if value is None:
                    value = secrets.token_hex(32)
                    await connection.execute(insert(key_values).values(key="secret", value=value))
                return cast(str, value)

        for attempt in range(TRIES):
            try:
                return await retry_until_known(write)
            except IntegrityError as error:  # another process was first
                if attempt == TRIES - 1:
                    raise TryAgain from error
        raise AssertionError("unreachable")

    # Creating and joining

    async def create_game(self, info: GameInfo) -> str:
        """Writes a new game and returns its id. A player has one first attempt at a daily deal: while that is
        running, its id is returned and nothing is written. Refusal: `too_many_games`."""

        async def write(again: bool) -> str:
            try:
                return await self._create_game(info)
            except IntegrityError:
                if again and await self.info(info.id):
                    return info.id  # the first try was committed
                raise

        for _ in range(TRIES):
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
                if info.daily is not None and earlier.daily == info.daily and earlier.ended is None:
                    return cast(str, earlier.id)
                info = replace(info, first=False)
            if not info.full:
                await _check_open_games(connection, info)
            await connection.execute(insert(games).values(row_of(info)))
            seated = [
                {"game_id": info.id, "seat": seat, "player_id": player.id}
                for seat, player in enumerate(info.players)
                if player
            ]
            await connection.execute(insert(seats), seated)
            if solitaire and not earlier and not await record_attempt(connection, info):
                raise _AttemptExists
            await record_deal(connection, info)
            await self._bus.publish(connection, "facts", [info.id])
            return info.id

    async def join(self, id: str, player: Player, seat: Seat | None, now: int) -> GameInfo | None:
        """Takes a free seat (any, for None) of a game that has not ended, and returns its new GameInfo. None:
        the seat is taken, or the game has ended; the primary key of `seats` decides between concurrent
        requests."""

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
            query = select(games).where(games.c.id == id).with_for_update()
            row = (await connection.execute(query)).one_or_none()
            info = (await load_infos(connection, [row]))[0] if row and has_rules(row) else None
            if info and again and info.seat(player, None) is not None:
                return info
            if row is None or info is None or row.ended is not None:
                return None
            free = [number for number, other in enumerate(info.players) if other is None]
            if not free or seat not in (None, *free):
                return None
            taken = free[0] if seat is None else seat
            await connection.execute(insert(seats).values(game_id=id, seat=taken, player_id=player.id))
            players = tuple(player if n == taken else other for n, other in enumerate(info.players))
            info = replace(info, players=players)
            if info.full:
                info = replace(info, started=now)
                changes = {"started": now, "turn": info.match().turn}
                await connection.execute(update(games).where(games.c.id == id).values(changes))
            await self._bus.publish(connection, "facts", [id])
            return info

    # Reading

    async def info(self, id: str) -> GameInfo | None:
        """None: there is no such game. Refusal `not_found`: the engine does not have its rules."""
        async with read_connection(self.engine) as connection:
            row = (await connection.execute(select(games).where(games.c.id == id))).one_or_none()
            if row is None:
                return None
            if not has_rules(row):
                what = f"this server does not have the rules of the game: {row.rules}, version {row.version}"
                raise Refusal("not_found", game=id, rules=row.rules, version=row.version, message=what)
            found = await load_readable(connection, [row])
            if not found:
                raise TryAgain("this game cannot be read at present")
            return found[0][1]

    async def log(self, id: str, since: int = 0) -> list[Entry]:
        """The entries of a game from ply `since` on."""
        async with read_connection(self.engine) as connection:
            return await load_entries(connection, id, since)

    async def entries_since(self, plies: Mapping[str, int]) -> dict[str, list[Entry]]:
        """The entries of several games, each from a ply on; at most a few hundred games."""
        conditions = [and_(entries.c.game_id == game, entries.c.ply >= ply) for game, ply in plies.items()]
        query = select(entries).where(or_(*conditions)).order_by(entries.c.game_id, entries.c.ply)
        found: dict[str, list[Entry]] = {}
        async with read_connection(self.engine) as connection:
            for row in await connection.execute(query):
                found.setdefault(row.game_id, []).append(entry_of(row))
        return found

    async def stored_game(self, id: str) -> StoredGame:
        """A game that exists, with what was derived from its log. Every entry changes the game's row, so they
        are read until the row is the same before and after.

        LookupError, ValueError: the row holds an impossible value."""
        query = select(games).where(games.c.id == id)
        async with read_connection(self.engine) as connection:
            row = (await connection.execute(query)).one()
            while True:
                (info,), log = await load_infos(connection, [row]), await load_entries(connection, id)
                results = await results_of(connection, id)
                before, row = row, (await connection.execute(query)).one()
                if row == before:
                    return StoredGame(info, log, fold_of(row), results)

    async def rebuild_results(
        self, player: str, derive: Callable[[str, Games], tuple[Sequence[Result], Streaks]]
    ) -> int:
        """Replaces the results and streaks of a player by what `derive` makes of the logs of their games;
        returns the number of results. The player is locked: no game of theirs begins or ends meanwhile."""
        own = select(seats.c.game_id).where(seats.c.player_id == player)
        async with write_transaction(self.engine) as connection:
            await lock_player(connection, player)
            rows = [*filter(has_rules, await connection.execute(select(games).where(games.c.id.in_(own))))]
            played = [
                (info, await load_entries(connection, info.id)) for info in await load_infos(connection, rows)
            ]
            ended, streaks = derive(player, played)
            await replace_results(connection, player, ended, streaks)
            return len(ended)


async def _first_attempt(connection: AsyncConnection, info: GameInfo) -> Any:
    """The first game of this player at this deal, if there is one."""
    query = (
        select(games.c.id, games.c.daily, games.c.ended)
        .join(attempts, attempts.c.game_id == games.c.id)
        .where(
            attempts.c.player_id == info.creator,
            attempts.c.rules == info.game.id,
            attempts.c.deal == info.deal_text,
        )
    )
    return (await connection.execute(query)).first()


async def _check_open_games(connection: AsyncConnection, info: GameInfo) -> None:
    """Refusal `too_many_games`: the creator of this open game has MOST_OPEN others. They are counted under
    the player's lock, so that no other game of theirs can begin meanwhile."""
    await lock_player(connection, info.creator)
    others = select(games.c.id).where(
        games.c.public.in_([True, False]),  # so that the index is of use
        HAS_STATUS["open"],
        games.c.creator == info.creator,
        games.c.id != info.id,  # it may be written already, by the first of two tries
    )
    if len((await connection.scalars(others.limit(MOST_OPEN))).all()) == MOST_OPEN:
        raise Refusal("too_many_games", limit=MOST_OPEN)
