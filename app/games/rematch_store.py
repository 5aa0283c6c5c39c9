"""Store of rematch offers of ended games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.db.clock import now
from app.db.engine import dialect_insert, transact
from app.db.schema import rematches
from app.games.rated_limit import is_rematch_casual
from app.games.rows import load_rematch
from app.games.seating import insert_game, lock_present_players
from app.model.game_info import GameInfo, Rematch
from app.people.block_store import is_blocked
from engine import Seat

MIN_OFFER_INTERVAL_MS = 60_000  # between two offers by a seat of a game

Change = Callable[[Rematch], Rematch]


class RematchStore:
    """Store of rematches; changes are published on `bus`."""

    def __init__(self, engine: AsyncEngine, bus: Bus) -> None:
        self._engine, self._bus = engine, bus

    async def offer(self, game: str, seat: Seat, following: GameInfo) -> Rematch:
        """Offer a rematch, or accept the offer of the other seat; the first acceptance creates `following`.

        Refusal: `illegal_move` (the offer was declined before), `blocked`; `too_many`: this seat made an
        offer within MIN_OFFER_INTERVAL_MS."""

        def change(known: Rematch) -> Rematch:
            if known.offered_by == 1 - seat:
                return Rematch(None, known.declined, following.id)
            if seat in known.declined:
                raise Refusal("illegal_move", rule="offered_before", message="the rematch was declined")
            return Rematch(seat, known.declined)

        return await self._change(game, change, following)

    async def withdraw(self, game: str, seat: Seat) -> Rematch:
        """Withdraw the pending offer of a seat, if any."""

        def change(known: Rematch) -> Rematch:
            return Rematch(None, known.declined) if known.offered_by == seat else known

        return await self._change(game, change)

    async def accept(self, game: str, seat: Seat, following: GameInfo) -> Rematch:
        """Accept the offer of the other seat. Refusal: `illegal_move` (there is none), `blocked`."""

        def change(known: Rematch) -> Rematch:
            if known.offered_by != 1 - seat:
                raise Refusal("illegal_move", rule="no_offer", message="no rematch is on offer")
            return Rematch(None, known.declined, following.id)

        return await self._change(game, change, following)

    async def decline(self, game: str, seat: Seat) -> Rematch:
        """Decline the pending offer of the other seat, if any."""

        def change(known: Rematch) -> Rematch:
            if known.offered_by != 1 - seat:
                return known
            return Rematch(None, known.declined | {1 - seat})

        return await self._change(game, change)

    async def _change(self, game: str, change: Change, following: GameInfo | None = None) -> Rematch:
        async def write(connection: AsyncConnection) -> Rematch:
            return await self._apply(connection, game, change, following)

        return await transact(self._engine, write)

    async def _apply(
        self, connection: AsyncConnection, game: str, change: Change, following: GameInfo | None
    ) -> Rematch:
        """Apply a change under a lock on the game's row, unless the rematch exists already. In any case the
        game's revision is raised. The rematch of a rated game is casual if the pair has reached the limit of
        rated games. Refusal `closed`: a player has left."""
        if following:  # players are locked before games
            await lock_present_players(connection, {player.id for player in following.players if player})
        await self._bus.publish_facts(connection, [game])  # locks it
        known = await load_rematch(connection, game) or Rematch()
        if known.next:
            return known
        changed = change(known)
        casual = False
        if following or changed.offered_by is not None:
            casual = await is_rematch_casual(connection, game, now())
        if changed == known:
            return replace(known, casual=casual)
        values = _values(changed)
        if following:
            await _check_blocks(connection, following)
            if changed.offered_by is not None:
                values |= await _offered_now(connection, game, changed.offered_by, following.created)
        if changed.next and following:
            await insert_game(connection, replace(following, rated=following.rated and not casual))
            await self._bus.publish(connection, "facts", [following.id])
        row = dialect_insert(connection, rematches).values(game_id=game, **values)
        await connection.execute(row.on_conflict_do_update(index_elements=[rematches.c.game_id], set_=values))
        return replace(changed, casual=casual and changed.offered_by is not None)


async def _check_blocks(connection: AsyncConnection, following: GameInfo) -> None:
    """Raise Refusal `blocked` if one of the players blocks the other."""
    one, other = (player.id for player in following.players if player)
    if await is_blocked(connection, one, other):
        raise Refusal("blocked", message="one of the players blocks the other")


async def _offered_now(connection: AsyncConnection, game: str, seat: Seat, now: int) -> dict[str, Any]:
    """Return the column update for an offer by a seat. Refusal `too_many`: its last offer is too recent."""
    column = rematches.c[f"offered_{seat}"]
    last = await connection.scalar(select(column).where(rematches.c.game_id == game))
    if last is not None and now - last < MIN_OFFER_INTERVAL_MS:
        wait, message = (last + MIN_OFFER_INTERVAL_MS - now) / 1000, "a rematch can be offered once a minute"
        raise Refusal("too_many", retry=wait, rule="rematch_offered", message=message)
    return {column.name: now}


def _values(rematch: Rematch) -> dict[str, Any]:
    return {
        "seat": rematch.offered_by,
        "declined": sum(1 << seat for seat in rematch.declined),
        "next": rematch.next,
    }
