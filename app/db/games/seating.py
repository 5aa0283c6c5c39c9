"""The statements by which people sit down at games, and by which open games are withdrawn; each is a part of
a transaction of its caller.

Locks are taken in one order, so that nobody waits in a circle: the players by their ids, then the games.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.batch import NewEntry, statements, write_entries
from app.db.engine import dialect_insert
from app.db.games.rated_limit import is_next_casual
from app.db.games.rows import HAS_STATUS, has_rules, load_infos, row_of
from app.db.maintenance import refuse_during_maintenance
from app.db.notices import Bus
from app.db.people.blocks import is_blocked
from app.db.results.recording import lock_players
from app.db.schema import games, players, rematches, seats
from app.domain.game_info import GameInfo, Player
from app.domain.names import DELETED_PREFIX
from app.errors import Refusal
from engine import Entry, Seat

MOST_OPEN = 20  # open games of one player
MAX_CHALLENGES = 3  # open ones between two players
REFUSING = ("no", "later")  # words of a decline; the others ask for another challenge
DECLINE_INTERVAL = 60_000  # milliseconds from a declined challenge to the next one to the same player


async def check_open_games(connection: AsyncConnection, info: GameInfo) -> None:
    """Refusal `too_many_games`: the creator of this open game has MOST_OPEN others. They are counted under
    the player's lock, so that no other game of theirs can begin meanwhile. Of a challenge also: see
    `_check_challenges`."""
    await lock_players(connection, {info.creator, *([info.to.id] if info.to else [])})
    if info.to:
        await _check_challenges(connection, info, info.to.id)
    others = select(games.c.id).where(
        HAS_STATUS["open"],
        games.c.creator == info.creator,
        games.c.id != info.id,  # it may be written already, by the first of two tries
    )
    if len((await connection.scalars(others.limit(MOST_OPEN))).all()) == MOST_OPEN:
        raise Refusal("too_many_games", limit=MOST_OPEN)


async def _check_challenges(connection: AsyncConnection, info: GameInfo, to: str) -> None:
    """Refusal: `too_many_games`: between the two players MAX_CHALLENGES others are open; `too_many`: one of
    the same challenger was declined within DECLINE_INTERVAL."""
    between = games.c.to_id.in_([info.creator, to]) & games.c.creator.in_([info.creator, to])
    others = select(games.c.id).where(HAS_STATUS["open"], between, games.c.id != info.id)
    if len((await connection.scalars(others.limit(MAX_CHALLENGES))).all()) == MAX_CHALLENGES:
        message = f"there are {MAX_CHALLENGES} open challenges between you already"
        raise Refusal("too_many_games", limit=MAX_CHALLENGES, rule="challenges", message=message)
    declined = select(games.c.ended).where(
        games.c.to_id == to,
        games.c.creator == info.creator,
        games.c.declined.in_(REFUSING),
        games.c.ended > info.created - DECLINE_INTERVAL,
    )
    last = await connection.scalar(declined.order_by(games.c.ended.desc()).limit(1))
    if last is not None:
        wait, message = (
            (last + DECLINE_INTERVAL - info.created) / 1000,
            "your last challenge was just declined",
        )
        raise Refusal("too_many", retry=wait, rule="declined", message=message)


async def lock_present_players(connection: AsyncConnection, ids: set[str]) -> None:
    """Lock players until commit, as `lock_players` does: nobody closes or deletes them meanwhile. The lock is
    not FOR SHARE, since two transactions that both hold that cannot ask for more. Refusal `closed`: one of
    them is closed or deleted."""
    if not await _lock_all_present(connection, ids):
        raise Refusal("closed", message="one of the players has left this site")


async def _lock_all_present(connection: AsyncConnection, ids: set[str]) -> bool:
    """Lock players; return whether none of them is closed or deleted."""
    query = (
        select(players.c.closed, players.c.name)
        .where(players.c.id.in_(sorted(ids)))
        .order_by(players.c.id)
        .with_for_update(key_share=True)
    )
    rows = (await connection.execute(query)).all()
    present = [row for row in rows if row.closed is None and not row.name.startswith(DELETED_PREFIX)]
    return len(present) == len(ids)


async def insert_game(connection: AsyncConnection, info: GameInfo) -> None:
    """Write a new game with its players. Refusal: `closed`: one of them has left; `maintenance`."""
    await refuse_during_maintenance(connection)
    await lock_present_players(connection, {player.id for player in info.players if player})
    await connection.execute(insert(games).values(row_of(info)))
    seated = [
        {"game_id": info.id, "seat": seat, "player_id": player.id}
        for seat, player in enumerate(info.players)
        if player
    ]
    await connection.execute(insert(seats), seated)


async def lock_open_game(connection: AsyncConnection, id: str, player: Player) -> GameInfo | None:
    """Return a game that has not ended, locked with its creator and the player who asks until commit. None:
    there is none, it has ended, or one of the two has left."""
    creator = await connection.scalar(select(games.c.creator).where(games.c.id == id))
    if creator is None:
        return None
    if not await _lock_all_present(connection, {creator, player.id}):
        return None
    query = select(games).where(games.c.id == id).with_for_update()
    row = (await connection.execute(query)).one()
    if row.ended is not None or not has_rules(row):
        return None
    return (await load_infos(connection, [row]))[0]


async def check_guest(connection: AsyncConnection, info: GameInfo, player: Player) -> None:
    """Refusal: a challenge to somebody else (`not_seated`), a rated game and no account (`no_account`), or
    one of the two blocks the other (`blocked`)."""
    if info.to is not None and info.to.id != player.id:
        raise Refusal("not_seated", message="this game is a challenge to somebody else")
    if info.rated and not player.account:
        raise Refusal("no_account", message="rated games are between people with accounts")
    if await is_blocked(connection, info.creator, player.id):
        raise Refusal("blocked", message="one of you blocks the other")


async def seat_player(
    connection: AsyncConnection, info: GameInfo, player: Player, seat: Seat | None, now: int
) -> GameInfo | None:
    """Seats a player at a game that is locked, at any seat for None, and returns its new info; None: the seat
    is taken. A rated game becomes casual where the two have played enough of them. IntegrityError: the seat
    was taken by a process that does not lock."""
    free = [number for number, other in enumerate(info.players) if other is None]
    if not free or seat not in (None, *free):
        return None
    taken = free[0] if seat is None else seat
    await connection.execute(insert(seats).values(game_id=info.id, seat=taken, player_id=player.id))
    query: Any = select(games).where(games.c.id == info.id)
    if len(free) == 1:
        await refuse_during_maintenance(connection)
        changes: dict[str, Any] = {"started": now, "turn": info.match().turn}
        if info.rated and await is_next_casual(connection, info.creator, player.id, now):
            changes["rated"] = False
        query = update(games).where(games.c.id == info.id).values(changes).returning(*games.c)
    row = (await connection.execute(query)).one()
    return (await load_infos(connection, [row]))[0]


async def withdraw_seeks(
    connection: AsyncConnection, bus: Bus, players: Collection[str], now: int, following: str | None = None
) -> list[str]:
    """Abort the open games that these players, who are locked, have opened by `pair`; return their ids.
    `following`: the game in which they sit now, to which the pages of these games lead."""
    own = games.c.creator.in_(sorted(players))
    withdrawn = await end_open_games(connection, bus, (own, games.c.pair), now)
    if withdrawn and following:
        rows = [{"game_id": game, "next": following} for game in withdrawn]
        await connection.execute(dialect_insert(connection, rematches).on_conflict_do_nothing(), rows)
        await bus.publish(connection, "facts", withdrawn)
    return withdrawn


async def end_open_games(
    connection: AsyncConnection, bus: Bus, conditions: Sequence[ColumnElement[bool]], now: int
) -> list[str]:
    """Aborts the open games that satisfy these conditions, as the server; returns their ids."""
    found = select(games.c.id).where(HAS_STATUS["open"], *conditions).order_by(games.c.id)
    rows = []
    for game in (await connection.scalars(found)).all():  # locked one by one: they may be on several nodes
        one = select(games).where(games.c.id == game, HAS_STATUS["open"], *conditions).with_for_update()
        rows += [row for row in await connection.execute(one) if has_rules(row)]
    ended = []
    for row, info in zip(rows, await load_infos(connection, rows), strict=True):
        if row.ply == 0:  # an open game has no entries
            ended.append(NewEntry.of(info, info.match().then(Entry(0, None, "abort", "", now))))
    if ended:
        await write_entries(connection, statements(connection), bus, ended)
    return [new.game for new in ended]
