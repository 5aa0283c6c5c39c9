"""Pairing and challenges: a person joins the best fitting open game of somebody else, or opens one, in one
transaction.

All pairings at the same rules go one after the other, under a lock of the database: of two people who arrive
at once the second one finds what the first one has opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from sqlalchemy import and_, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import is_serialization_failure, read_connection, retry_until_known, write_transaction
from app.db.games.rated_limit import is_next_casual
from app.db.games.rows import HAS_STATUS, control_of, has_rules, load_infos
from app.db.games.seating import (
    check_open_games,
    end_open_games,
    insert_game,
    lock_open_game,
    seat_player,
    withdraw_seeks,
)
from app.db.notices import Bus
from app.db.people.blocks import blocked_among, is_blocked
from app.db.people.players import PlayerStore
from app.db.results.early_ends import check_pairing, pairing_pause_of
from app.db.results.recording import lock_players
from app.db.schema import games, seats
from app.domain.game_info import GameInfo, Player
from app.domain.pairing import Seek, candidates
from app.errors import Refusal, TryAgain
from engine import Seat

T = TypeVar("T")

PAGE = 500  # open games of some rules that are looked through, at most
TRIES = 5  # of a transaction that was the victim of a deadlock
QUEUE = 5.0  # seconds that a pairing waits for those before it, in this process

_LOCK = text("select pg_advisory_xact_lock(hashtext(:key))")


@dataclass(frozen=True, slots=True)
class Paired:
    """The game in which a person sits now; `opened`: it is new; `joined`: it was somebody else's; otherwise
    it is their own that waits already."""

    info: GameInfo
    opened: bool = False
    joined: bool = False


class PairingStore:
    """Pairs people in the database behind `engine`; changes are published on `bus`."""

    def __init__(self, engine: AsyncEngine, bus: Bus, players: PlayerStore) -> None:
        self._engine, self._bus, self._players = engine, bus, players
        self._queue = asyncio.Lock()  # so that those who wait hold no connection

    async def candidates(self, wish: GameInfo, seat: Seat | None) -> list[Seek]:
        """Return the open games that fit `wish`, the best first, whether their hosts are there or not.
        Refusal: `paused_pairing`."""
        async with read_connection(self._engine) as connection:
            await check_pairing(connection, wish.creator, wish.created)
            return candidates(await _open_seeks(connection, wish), wish, seat)

    async def pair(
        self, wish: GameInfo, player: Player, seat: Seat | None, is_there: Callable[[Seek], bool]
    ) -> Paired:
        """Join the best fitting open game, or open `wish`, which the player has created. `seat`: that they
        ask for, None: any; `is_there`: whether the host of an open game is. Refusal: `too_many_games`,
        `paused_pairing`; TryAgain: not applied."""
        withdrawn: list[str] = []

        async def write(again: bool) -> Paired:
            withdrawn.clear()
            async with write_transaction(self._engine) as connection:
                if self._bus.process:
                    await connection.execute(_LOCK, {"key": f"pair {wish.game.id}"})
                if again and (known := await _paired_before(connection, wish)):
                    return known
                await check_pairing(connection, player.id, wish.created)
                found = await self._join(connection, wish, player, seat, is_there, withdrawn)
                return found or await self._open(connection, wish, player, seat, withdrawn)

        try:
            async with asyncio.timeout(QUEUE):
                await self._queue.acquire()
        except TimeoutError:
            raise TryAgain("too many people are being paired, try again") from None
        try:
            paired = await self._retry(write)
        finally:
            self._queue.release()
        self._bus.reread([*withdrawn, paired.info.id])
        return paired

    async def _join(
        self,
        connection: AsyncConnection,
        wish: GameInfo,
        player: Player,
        seat: Seat | None,
        is_there: Callable[[Seek], bool],
        withdrawn: list[str],
    ) -> Paired | None:
        """Joins the best of the open games that fit. Passed over are a game that somebody else joins
        meanwhile, a seek of a player to whom pairing is closed, and a rated game that would become casual."""
        for seek in candidates(await _open_seeks(connection, wish), wish, seat):
            if not is_there(seek):
                continue
            info = await lock_open_game(connection, seek.id, player)
            if info is None or info.full:
                continue
            if info.rated and await is_next_casual(connection, info.creator, player.id, wish.created):
                continue
            if info.pair and await pairing_pause_of(connection, info.creator, wish.created):
                continue
            joined = await seat_player(connection, info, player, seat, wish.created)
            if joined is None:
                continue
            await connection.execute(update(games).where(games.c.id == joined.id).values(pair=True))
            both = {player.id, info.creator}
            withdrawn += await withdraw_seeks(connection, self._bus, both, wish.created)
            await self._bus.publish(connection, "facts", [joined.id])
            return Paired(replace(joined, pair=True), joined=True)
        return None

    async def _open(
        self,
        connection: AsyncConnection,
        wish: GameInfo,
        player: Player,
        seat: Seat | None,
        withdrawn: list[str],
    ) -> Paired:
        """Opens a game, unless the player has such a one already; their others that wait are withdrawn."""
        await lock_players(connection, {player.id})
        own = games.c.creator == player.id
        query = select(games).where(HAS_STATUS["open"], own, games.c.pair)
        rows = [row for row in await connection.execute(query) if has_rules(row)]
        for info in await load_infos(connection, rows):
            alike = (info.game.id, info.control, info.rated) == (wish.game.id, wish.control, wish.rated)
            if alike and seat in (None, *info.seats(player)):
                return Paired(info)
        withdrawn += await withdraw_seeks(connection, self._bus, {player.id}, wish.created)
        await check_open_games(connection, wish)
        await insert_game(connection, wish)
        await self._bus.publish(connection, "facts", [wish.id])
        return Paired(wish, opened=True)

    async def challenged(self, player: Player, name: str) -> Player:
        """The player of this name, whom another one may challenge. Refusal: `not_found`, `blocked`;
        `bad_message`: it is the player."""
        found = await self._players.profile(name)
        if found is None:
            raise Refusal("not_found", name=name[:40])
        if found.player.id == player.id:
            raise Refusal("bad_message", field="to", message="nobody can challenge themselves")
        async with read_connection(self._engine) as connection:
            if await is_blocked(connection, player.id, found.player.id):
                raise Refusal("blocked", message="one of you blocks the other")
        return found.player

    async def decline(self, game: str, player: Player, word: str, now: int) -> None:
        """Declines a challenge with a word, which ends it. Refusal: `not_found`; `not_seated`: it is not to
        this player; `game_over`."""

        async def write(again: bool) -> None:
            async with write_transaction(self._engine) as connection:
                info = await lock_open_game(connection, game, player)
                if info is None:
                    row = (await connection.execute(select(games).where(games.c.id == game))).one_or_none()
                    if row is None:
                        raise Refusal("not_found", game=game[:40])
                    if row.to_id == player.id and (again or row.declined):
                        return
                if info is None or info.full:
                    raise Refusal("game_over", message="this is no open challenge any more")
                if info.to is None or info.to.id != player.id:
                    raise Refusal("not_seated", message="this is no challenge to you")
                await self._decline(connection, [game], word, now)

        await self._retry(write)
        self._bus.reread([game])

    async def decline_between(self, one: str, other: str, now: int) -> None:
        """Declines all open challenges between two players with `no`."""
        between = games.c.to_id.in_([one, other]) & games.c.creator.in_([one, other])
        found: list[str] = []

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                await lock_players(connection, {one, other})
                query = select(games.c.id).where(HAS_STATUS["open"], between)
                found[:] = await connection.scalars(query)
                if found:
                    await self._decline(connection, found, "no", now)

        await self._retry(write)
        self._bus.reread(found)

    async def _decline(self, connection: AsyncConnection, ids: list[str], word: str, now: int) -> None:
        await connection.execute(update(games).where(games.c.id.in_(ids)).values(declined=word))
        await end_open_games(connection, self._bus, (games.c.id.in_(ids),), now)
        await self._bus.publish(connection, "facts", ids)

    async def _retry(self, write: Callable[[bool], Awaitable[T]]) -> T:
        """Writes until the outcome is known, again after a deadlock or where a seat was taken beside it."""
        for attempt in range(TRIES):
            try:
                return await retry_until_known(write)
            except TryAgain as error:
                cause = error.__cause__
                if attempt == TRIES - 1 or cause is None or not is_serialization_failure(cause):
                    raise
            except IntegrityError as error:
                if attempt == TRIES - 1:
                    raise TryAgain("too much contention, try again") from error
        raise AssertionError("unreachable")


async def _open_seeks(connection: AsyncConnection, wish: GameInfo) -> list[Seek]:
    """The open games that pairing may join at the rules of `wish`, the oldest first, without those of people
    whom its creator blocks or who block them."""
    query = (
        select(games, seats.c.seat)
        .join(seats, seats.c.game_id == games.c.id)
        .where(
            games.c.public,
            HAS_STATUS["open"],
            games.c.rules == wish.game.id,
            games.c.version == wish.game.version,
            games.c.rated == wish.rated,
            games.c.free.is_(False),
            games.c.chosen.is_(False),
            games.c.position.is_(None),
            games.c.to_id.is_(None),
            games.c.creator != wish.creator,
        )
        .order_by(games.c.created, games.c.id)
        .limit(PAGE)
    )
    rows = (await connection.execute(query)).all()
    blocked = await blocked_among(connection, wish.creator, {row.creator for row in rows}) if rows else set()
    return [
        Seek(row.id, row.creator, row.created, control_of(row), 1 - row.seat)
        for row in rows
        if row.creator not in blocked
    ]


async def _paired_before(connection: AsyncConnection, wish: GameInfo) -> Paired | None:
    """What an earlier try of the same pairing has committed, if it has."""
    query = (
        select(games)
        .join(seats, seats.c.game_id == games.c.id)
        .where(
            and_(seats.c.player_id == wish.creator, games.c.rules == wish.game.id),
            (games.c.id == wish.id) | (games.c.started == wish.created),
        )
    )
    row = (await connection.execute(query)).first()
    if row is None:
        return None
    info = (await load_infos(connection, [row]))[0]
    return Paired(info, opened=info.id == wish.id, joined=info.id != wish.id)
