"""Rematches of ended games: offer, withdraw, decline, accept. They are not in the log."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.core.ids import new_id
from app.db.clock import now
from app.db.engine import dialect_insert, transact
from app.db.schema import rematches
from app.games import acts
from app.games.new_game import find_game, random_deal
from app.games.rows import load_rematch
from app.games.seating import insert_game, is_rematch_casual, lock_present_players
from app.model.game_info import GameInfo, Rematch
from app.people.block_store import is_blocked
from engine import Match, Seat

MIN_OFFER_INTERVAL_MS = 60_000  # between two offers by a seat of a game

RematchAct = acts.Offer | acts.Withdraw | acts.Answer
What = Literal["offer", "accept", "withdraw", "decline"]


async def change_rematch(
    store: RematchStore, info: GameInfo, match: Match, seat: Seat, message: RematchAct
) -> Rematch:
    """Carry out a message about the rematch of a game, by the player in `seat`. A repeated message changes
    nothing.

    Refusal `not_live` (a seat was free at the end), `stale`, `illegal_move` (rule `too_early`: the game goes
    on; `not_here`: not a game for two), and those of `RematchStore.change`.
    """
    if not info.of_two:
        raise Refusal("illegal_move", rule="not_here", message="Only games for two players have a rematch.")
    if not info.full:
        raise Refusal("not_live", message="A seat was still free when the game ended.")
    if match.outcome is None:
        raise Refusal("illegal_move", rule="too_early", message="The game is not over.")
    if message.ply != match.ply:
        raise Refusal("stale", message=f"ply {message.ply}, but the match ended at {match.ply}")
    match message:
        case acts.Offer():
            return await store.change(info.id, seat, "offer", following_game(info))
        case acts.Withdraw():
            return await store.change(info.id, seat, "withdraw")
        case acts.Answer(yes=True):
            return await store.change(info.id, seat, "accept", following_game(info))
        case acts.Answer():
            return await store.change(info.id, seat, "decline")


def following_game(info: GameInfo) -> GameInfo:
    """Return a new game like this one with seats swapped, under the current rules. Refusal: there are
    none."""
    game, created = find_game(info.game.id), now()
    dealt = game.dealt and info.position is None
    return replace(
        info,
        id=new_id(),
        game=game,
        deal=random_deal(game) if dealt else None,
        chosen=False,
        public=info.public and not info.public_at_end,
        created=created,
        started=created,
        players=info.players[::-1],
        pair=False,
        to=None,
        declined=None,
        ratings=info.ratings[::-1],
        warnings=(),
        rematch=None,
    )


class RematchStore:
    """Store of rematches; changes are published on `bus`."""

    def __init__(self, engine: AsyncEngine, bus: Bus) -> None:
        self._engine, self._bus = engine, bus

    async def change(self, game: str, seat: Seat, what: What, following: GameInfo | None = None) -> Rematch:
        """Change the rematch of a game as the player in `seat` wants. An offer accepts that of the other
        seat; the first acceptance creates `following`, given with both.

        Refusal: `illegal_move` (rule `no_offer`; `offered_before`: the offer was declined), `blocked`;
        `closed`: a player has left; `too_many`: this seat made an offer within MIN_OFFER_INTERVAL_MS."""

        async def write(connection: AsyncConnection) -> Rematch:
            return await self._change(connection, game, seat, what, following)

        return await transact(self._engine, write)

    async def _change(
        self, connection: AsyncConnection, game: str, seat: Seat, what: What, following: GameInfo | None
    ) -> Rematch:
        """Change the rematch under a lock on the game's row, unless the new game exists already. In any case
        the game's revision is raised. The rematch of a rated game is casual if the pair has reached the limit
        of rated games."""
        if following:  # players are locked before games
            await lock_present_players(connection, {player.id for player in following.players if player})
        await self._bus.publish_facts(connection, [game])  # locks it
        known = await load_rematch(connection, game) or Rematch()
        if known.next:
            return known
        changed = _changed(known, seat, what, following)
        casual = False
        if following or changed.offered_by is not None:
            casual = await is_rematch_casual(connection, game, now())
        if changed == known:
            return replace(known, casual=casual)
        values: dict[str, Any] = {
            "seat": changed.offered_by,
            "declined": sum(1 << seat for seat in changed.declined),
            "next": changed.next,
        }
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


def _changed(known: Rematch, seat: Seat, what: What, following: GameInfo | None) -> Rematch:
    """Return the rematch after an act of a seat; the same where a withdrawn or declined offer is gone."""
    mine, theirs = known.offered_by == seat, known.offered_by == 1 - seat
    if following and theirs:  # offered or accepted
        return Rematch(None, known.declined, following.id)
    if what == "accept":
        raise Refusal("illegal_move", rule="no_offer", message="no rematch is on offer")
    if what == "offer":
        if seat in known.declined:
            raise Refusal("illegal_move", rule="offered_before", message="the rematch was declined")
        return Rematch(seat, known.declined)
    if what == "withdraw" and mine:
        return Rematch(None, known.declined)
    if what == "decline" and theirs:
        return Rematch(None, known.declined | {1 - seat})
    return known


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
