"""Store of pairing and challenges: a player joins or opens a game, each in one transaction.

`app/lobby/pairing.py` chooses the game with an in-memory index. The transaction locks the two players and
the game, and fails if one of them was taken meanwhile.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, TypeVar

from sqlalchemy import Row, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal, TryAgain
from app.db.engine import after_commit, read_connection, retry_conflicts, retry_until_known, write_transaction
from app.db.schema import games, ratings, seats
from app.games.rows import FOR_TWO, HAS_STATUS, UNEVEN, control_of, has_rules, load_infos
from app.games.seating import (
    check_open_games,
    end_open_games,
    insert_game,
    is_next_casual,
    lock_open_game,
    seat_player,
    withdraw_seeks,
)
from app.lobby.pools import DEFAULT_RATING, Seek
from app.model.game_info import GameInfo, Player
from app.people.block_store import add_block, is_blocked
from app.people.locks import lock_players
from app.people.player_store import PlayerStore
from app.results.early_ends import check_pairing, pairing_pause_of

T = TypeVar("T")

MAX_SEEKS = 5000  # per query
MAX_TRIES = 5  # of a transaction after concurrent seatings

Failure = Literal["gone", "unfit"]  # a game is no longer open; these two must not be paired


@dataclass(frozen=True, slots=True)
class Paired:
    """The player's game after pairing. `opened`: it is new; `joined`: it was another player's; otherwise it
    is their own existing seek."""

    info: GameInfo
    opened: bool = False
    joined: bool = False

    @property
    def game(self) -> str:
        return self.info.id


class PairingStore:
    """Store of pairing; changes are published on `bus`."""

    def __init__(self, engine: AsyncEngine, bus: Bus, players: PlayerStore) -> None:
        self._engine, self._bus, self._players = engine, bus, players

    async def open_seeks(self, ids: Collection[str] | None = None) -> list[Seek]:
        """Return the newest MAX_SEEKS open games that pairing may join, of these `ids` or all."""
        query = _SEEKS if ids is None else _SEEKS.where(games.c.id.in_(sorted(ids)))
        async with read_connection(self._engine) as connection:
            rows: Sequence[Any] = (await connection.execute(query)).all()
            rated = await _ratings(connection, rows) if rows else {}
        return [_seek(row, rated) for row in rows if has_rules(row)]

    async def join(self, host: Seek, mover: Seek, now: int, *, moved: bool) -> Paired | Failure:
        """Seat the owner of `mover` in the open game `host`, and withdraw the other seeks of the two.
        `moved`: `mover` is an open game, not a new request. Refusal: `paused_pairing`; TryAgain: not
        applied."""

        async def write(connection: AsyncConnection, again: bool) -> Paired | Failure:
            if again and (known := await _joined_before(connection, host, mover)):
                self._reread(connection, [host.id])
                return known
            await check_pairing(connection, mover.owner, now)
            info = await lock_open_game(connection, host.id, Player(mover.owner, ""))
            if info is None or info.full:
                return "gone"
            still_open = select(games.c.id).where(HAS_STATUS["open"], games.c.id == mover.id)
            if moved and not await connection.scalar(still_open):
                return "gone"
            if await self._are_apart(connection, info, mover.owner, now):
                return "unfit"
            row = await seat_player(connection, info, mover.owner, mover.asked, now)
            if row is None:
                return "gone"
            if not info.pair:
                await connection.execute(update(games).where(games.c.id == info.id).values(pair=True))
            both = {mover.owner, info.creator}
            withdrawn = await withdraw_seeks(connection, self._bus, both, now, info.id)
            await self._bus.publish(connection, "facts", [info.id])
            self._reread(connection, [*withdrawn, info.id])
            (joined,) = await load_infos(connection, [row])
            return Paired(replace(joined, pair=True), joined=True)

        return await self._transact(write)

    async def _are_apart(self, connection: AsyncConnection, info: GameInfo, guest: str, now: int) -> bool:
        """Return whether these two must not be paired: one blocks the other, their rated game would become
        casual, or pairing is closed to the owner of the seek."""
        if await is_blocked(connection, info.creator, guest):
            return True
        if info.rated and await is_next_casual(connection, info.creator, guest, now):
            return True
        return info.pair and await pairing_pause_of(connection, info.creator, now) is not None

    async def open(self, wish: GameInfo, player: Player, seek: Seek) -> Paired:
        """Open `wish` unless the player has such a seek already; withdraw their other seeks. `seek`: the wish
        as pairing sees it. Refusal: `too_many_games`, `paused_pairing`; TryAgain: not applied."""

        async def write(connection: AsyncConnection, again: bool) -> Paired:
            if again and await connection.scalar(select(games.c.id).where(games.c.id == wish.id)):
                self._reread(connection, [wish.id])
                return Paired(wish, opened=True)
            await check_pairing(connection, player.id, wish.created)
            await lock_players(connection, {player.id})
            withdrawn = list[str]()
            query = select(games).where(HAS_STATUS["open"], games.c.creator == player.id)
            if rows := (await connection.execute(query)).all():
                if known := await _own_seek(connection, rows, wish, player, seek):
                    return Paired(known)
                withdrawn = await withdraw_seeks(connection, self._bus, {player.id}, wish.created)
                await check_open_games(connection, wish)
            await insert_game(connection, wish)
            if seek.asked is not None or seek.any_clock:
                values = {"asked_seat": seek.asked, "any_clock": seek.any_clock}
                await connection.execute(update(games).where(games.c.id == wish.id).values(values))
            await self._bus.publish(connection, "facts", [wish.id])
            await self._bus.publish(connection, "seeks", [wish.id])
            self._reread(connection, [*withdrawn, wish.id])
            return Paired(wish, opened=True)

        return await self._transact(write)

    async def challenged(self, player: Player, name: str) -> Player:
        """Return the player of this name, to be challenged. Refusal: `not_found`, `blocked`; `bad_message`:
        it is the challenger."""
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
        """Decline a challenge with a word, which ends it. Refusal: `not_found`, `game_over`; `not_seated`:
        not the challenged player."""

        async def write(connection: AsyncConnection, again: bool) -> None:
            info = await lock_open_game(connection, game, player)
            if info is None:
                row = (await connection.execute(select(games).where(games.c.id == game))).one_or_none()
                if row is None:
                    raise Refusal("not_found", game=game[:40])
                if row.to_id == player.id and (again or row.declined):
                    return
            if info is None or info.full:
                raise Refusal("game_over", message="this challenge is no longer open")
            if info.to is None or info.to.id != player.id:
                raise Refusal("not_seated", message="you are not the challenged player")
            await self._decline(connection, [game], word, now)

        await self._transact(write)

    async def block(self, player: str, blocked: str, now: int) -> None:
        """Block a player, and decline all open challenges between the two with `no`. Refusal:
        `too_many_blocks`."""
        both = [player, blocked]
        between = games.c.to_id.in_(both) & games.c.creator.in_(both)

        async def write(connection: AsyncConnection, _: bool) -> None:
            await lock_players(connection, both)
            await add_block(connection, player, blocked, now)
            challenges = await connection.scalars(select(games.c.id).where(HAS_STATUS["open"], between))
            await self._decline(connection, challenges.all(), "no", now)

        await self._transact(write)

    async def _decline(self, connection: AsyncConnection, ids: Sequence[str], word: str, now: int) -> None:
        if not ids:
            return
        await connection.execute(update(games).where(games.c.id.in_(ids)).values(declined=word))
        await end_open_games(connection, self._bus, (games.c.id.in_(ids),), now)
        await self._bus.publish_facts(connection, ids)
        self._reread(connection, ids)

    def _reread(self, connection: AsyncConnection, ids: Iterable[str]) -> None:
        after_commit(connection, partial(self._bus.reread, ids))

    async def _transact(self, write: Callable[[AsyncConnection, bool], Awaitable[T]]) -> T:
        """Return the result of `write` in a transaction; repeat it until its outcome is known, and after
        deadlocks and concurrent seatings. Its second argument: it may find its own earlier write."""

        async def attempt(again: bool) -> T:
            async with write_transaction(self._engine) as connection:
                return await write(connection, again)

        for left in reversed(range(MAX_TRIES)):
            try:
                return await retry_conflicts(lambda: retry_until_known(attempt))
            except IntegrityError as error:
                if not left:
                    raise TryAgain("too much contention, try again") from error
        raise AssertionError("unreachable")


async def _own_seek(
    connection: AsyncConnection, rows: Sequence[Any], wish: GameInfo, player: Player, seek: Seek
) -> GameInfo | None:
    """Return the player's open game that is such a wish already; `rows`: their open games."""
    own = [row for row in rows if row.pair and has_rules(row)]
    any_clock = {row.id: bool(row.any_clock) for row in own}
    for info in await load_infos(connection, own):
        alike = (info.game.id, info.control, info.rated) == (wish.game.id, wish.control, wish.rated)
        if alike and any_clock[info.id] == seek.any_clock and seek.asked in (None, *info.seats(player)):
            return info
    return None


_SEEKS = (
    select(
        *(games.c[name] for name in ("id", "rules", "version", "rated", "creator", "created", "pair")),
        *(games.c[name] for name in ("asked_seat", "any_clock", "base", "increment", "days")),
        seats.c.seat,
    )
    .join(seats, seats.c.game_id == games.c.id)
    .where(
        games.c.public,
        HAS_STATUS["open"],
        FOR_TWO,
        games.c.chosen.is_(False),
        games.c.position.is_(None),
        games.c.to_id.is_(None),
    )
    .order_by(games.c.created.desc(), games.c.id)
    .limit(MAX_SEEKS)
)


async def _ratings(connection: AsyncConnection, rows: Sequence[Any]) -> dict[tuple[str, str, int], float]:
    """Return the ratings of the owners of seeks, by player, rules and seat."""
    query = select(ratings.c.player_id, ratings.c.rules, ratings.c.seat, ratings.c.rating).where(
        ratings.c.player_id.in_({row.creator for row in rows}),
        ratings.c.rules.in_({row.rules for row in rows}),
        ratings.c.games > 0,
    )
    return {(row.player_id, row.rules, row.seat): row.rating for row in await connection.execute(query)}


def _seek(row: Row[Any], rated: Mapping[tuple[str, str, int], float]) -> Seek:
    seat = row.seat if row.rules in UNEVEN else 0
    return Seek(
        row.id,
        (row.rules, row.version, row.rated),
        row.creator,
        row.created,
        control_of(row),
        1 - row.seat,
        round(rated.get((row.creator, row.rules, seat), DEFAULT_RATING)),
        row.pair,
        row.asked_seat,
        bool(row.any_clock),
    )


async def _joined_before(connection: AsyncConnection, host: Seek, mover: Seek) -> Paired | None:
    """Return the result of an earlier committed try of the same pairing; None: there is none."""
    own = seats.c.game_id == host.id, seats.c.player_id == mover.owner
    query = select(games).join(seats, seats.c.game_id == games.c.id).where(*own)
    infos = await load_infos(connection, (await connection.execute(query)).all())
    return Paired(infos[0], joined=True) if infos else None
