"""Seating of players and withdrawal of open games, within the caller's transaction.

Lock order, to avoid deadlocks: players by id, then games.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, func, insert, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.db.engine import dialect_insert
from app.db.key_values import refuse_during_maintenance
from app.db.revisions import RAISED
from app.db.schema import games, rematches, results, seats
from app.games.entry_store import write_entry
from app.games.new_entry import NewEntry
from app.games.rows import HAS_STATUS, RULES_FOR_MANY, has_rules, load_infos, row_of
from app.model.game_info import GameInfo, Player
from app.people.block_store import is_blocked
from app.people.locks import lock_players
from app.people.names import DELETED_PREFIX
from app.results.conduct import MAX_RATED_GAMES, RATED_GAMES_WINDOW_MS
from engine import Entry, Seat

MAX_OPEN_GAMES = 20  # per player
MAX_CHALLENGES = 3  # open challenges between two players
REFUSING_WORDS = ("no", "later")  # of a decline; the others ask for a different challenge
CHALLENGE_COOLDOWN_MS = 60_000  # from a declined challenge to the next one to the same player


async def check_open_games(connection: AsyncConnection, info: GameInfo) -> None:
    """Raise Refusal `too_many_games` if the creator of this open game has MAX_OPEN_GAMES others; for a
    challenge see also `_check_challenges`. Games are counted under the player's lock, so that none can be
    created meanwhile."""
    await lock_players(connection, {info.creator, *([info.to.id] if info.to else [])})
    if info.to:
        await _check_challenges(connection, info, info.to.id)
    others = select(games.c.id).where(
        HAS_STATUS["open"],
        games.c.creator == info.creator,
        games.c.id != info.id,  # on a retry it may be written already
    )
    if len((await connection.scalars(others.limit(MAX_OPEN_GAMES))).all()) == MAX_OPEN_GAMES:
        raise Refusal("too_many_games", limit=MAX_OPEN_GAMES)


async def _check_challenges(connection: AsyncConnection, info: GameInfo, to: str) -> None:
    """Raise Refusal `too_many_games` if MAX_CHALLENGES others are open between the two players, `too_many` if
    a challenge by this player was declined within CHALLENGE_COOLDOWN_MS."""
    between = games.c.to_id.in_([info.creator, to]) & games.c.creator.in_([info.creator, to])
    others = select(games.c.id).where(HAS_STATUS["open"], between, games.c.id != info.id)
    if len((await connection.scalars(others.limit(MAX_CHALLENGES))).all()) == MAX_CHALLENGES:
        message = f"there are already {MAX_CHALLENGES} open challenges between you"
        raise Refusal("too_many_games", limit=MAX_CHALLENGES, rule="challenges", message=message)
    declined = select(games.c.ended).where(
        games.c.to_id == to,
        games.c.creator == info.creator,
        games.c.declined.in_(REFUSING_WORDS),
        games.c.ended > info.created - CHALLENGE_COOLDOWN_MS,
    )
    last = await connection.scalar(declined.order_by(games.c.ended.desc()).limit(1))
    if last is not None:
        wait = (last + CHALLENGE_COOLDOWN_MS - info.created) / 1000
        message = "your last challenge was just declined"
        raise Refusal("too_many", retry=wait, rule="declined", message=message)


async def lock_present_players(connection: AsyncConnection, ids: set[str]) -> None:
    """Lock players until commit, so that nobody closes or deletes them. The lock is not shared: two
    transactions could hold it and then deadlock on upgrading. Refusal `closed`: a player is closed or
    deleted."""
    if not await _lock_all_present(connection, ids):
        raise Refusal("closed", message="one of the players has left this site")


async def _lock_all_present(connection: AsyncConnection, ids: set[str]) -> bool:
    """Lock players; return whether none of them is closed or deleted."""
    rows = await lock_players(connection, ids)
    present = [row for row in rows if row.closed is None and not row.name.startswith(DELETED_PREFIX)]
    return len(present) == len(ids)


async def insert_game(connection: AsyncConnection, info: GameInfo) -> None:
    """Write a new game with its players. Refusal: `maintenance`; `closed`: a player has left."""
    await refuse_during_maintenance(connection)
    await lock_present_players(connection, {player.id for player in (*info.players, info.to) if player})
    await connection.execute(insert(games).values(row_of(info)))
    seated = [
        {"game_id": info.id, "seat": seat, "player_id": player.id}
        for seat, player in enumerate(info.players)
        if player
    ]
    await connection.execute(insert(seats), seated)


async def lock_open_game(connection: AsyncConnection, id: str, player: Player) -> GameInfo | None:
    """Return an unfinished game; lock it, its creator and `player` until commit. None: there is none, it has
    ended, or one of the two has left."""
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
    """Raise Refusal `not_seated` for a challenge to somebody else, `no_account` for a rated game without an
    account, `blocked` if one of the two blocks the other."""
    if info.to is not None and info.to.id != player.id:
        raise Refusal("not_seated", message="this game is a challenge to somebody else")
    if info.rated and not player.account:
        raise Refusal("no_account", message="rated games are between people with accounts")
    if await is_blocked(connection, info.creator, player.id):
        raise Refusal("blocked", message="one of you blocks the other")


async def seat_player(
    connection: AsyncConnection, info: GameInfo, player: str, seat: Seat | None, now: int
) -> Row[Any] | None:
    """Seat a player in a locked game (`seat` None: any) and return its new row; None: the seat is taken. A
    rated game becomes casual if the pair has reached the limit of rated games. IntegrityError: the seat was
    taken by a process that does not lock."""
    free = [number for number, other in enumerate(info.players) if other is None]
    if not free or seat not in (None, *free):
        return None
    taken = free[0] if seat is None else seat
    await connection.execute(insert(seats).values(game_id=info.id, seat=taken, player_id=player))
    changes: dict[str, Any] = dict(RAISED)
    if len(free) == 1:
        await refuse_during_maintenance(connection)
        changes |= {"started": now, "turn": info.match().turn}
        if info.rated and await is_next_casual(connection, info.creator, player, now):
            changes["rated"] = False
    query = update(games).where(games.c.id == info.id).values(changes).returning(*games.c)
    return (await connection.execute(query)).one()


async def withdraw_seeks(
    connection: AsyncConnection, bus: Bus, players: Collection[str], now: int, following: str | None = None
) -> list[str]:
    """Abort the seeks of these locked players; return their ids. `following`: their new game, to which the
    pages of the seeks redirect."""
    own = games.c.creator.in_(sorted(players))
    withdrawn = await end_open_games(connection, bus, (own, games.c.pair), now)
    if withdrawn and following:
        rows = [{"game_id": game, "next": following} for game in withdrawn]
        await connection.execute(dialect_insert(connection, rematches).on_conflict_do_nothing(), rows)
        await bus.publish_facts(connection, withdrawn)
    return withdrawn


async def end_open_games(
    connection: AsyncConnection, bus: Bus, conditions: Sequence[ColumnElement[bool]], now: int
) -> list[str]:
    """Abort the open games that satisfy these conditions, as the server; return their ids."""
    found = select(games.c.id).where(HAS_STATUS["open"], *conditions).order_by(games.c.id)
    rows = []
    for game in (await connection.scalars(found)).all():  # locked one by one: they may be on several nodes
        one = select(games).where(games.c.id == game, HAS_STATUS["open"], *conditions).with_for_update()
        rows += [row for row in await connection.execute(one) if has_rules(row)]
    ended = []
    for row, info in zip(rows, await load_infos(connection, rows), strict=True):
        if row.ply == 0:  # an open game has no entries
            ended.append(NewEntry.of(info, info.match().then(Entry(0, None, "abort", "", now))))
    for new in ended:
        await write_entry(connection, bus, new)
    return [new.game for new in ended]


# Limit of rated games per pair of players: after MAX_RATED_GAMES within RATED_GAMES_WINDOW_MS further ones
# are casual.


async def is_next_casual(connection: AsyncConnection, one: str, other: str, now: int) -> bool:
    """Return whether the next rated game of two players must be casual. Aborted games do not count."""
    since = now - RATED_GAMES_WINDOW_MS
    mine, theirs = seats.alias(), seats.alias()
    begun = games.c.rated, games.c.started > since, theirs.c.player_id == other
    running = (
        select(games.c.id)
        .join(mine, mine.c.game_id == games.c.id)
        .join(theirs, theirs.c.game_id == games.c.id)
        .where(mine.c.player_id == one, ~mine.c.ended, games.c.ended.is_(None), *begun)
    )
    ended = (
        select(games.c.id)
        .join(results, results.c.game_id == games.c.id)
        .join(theirs, theirs.c.game_id == games.c.id)
        .where(results.c.player_id == one, results.c.rules.in_(RULES_FOR_MANY), results.c.ended > since)
        .where(*begun)
    )
    found = union_all(running, ended).limit(MAX_RATED_GAMES).subquery()
    return await connection.scalar(select(func.count()).select_from(found)) == MAX_RATED_GAMES


async def is_rematch_casual(connection: AsyncConnection, game: str, now: int) -> bool:
    """Return whether the rematch of a rated game must be casual; False for a casual game."""
    query = (
        select(seats.c.player_id)
        .join(games, games.c.id == seats.c.game_id)
        .where(seats.c.game_id == game, games.c.rated)
    )
    players = (await connection.scalars(query)).all()
    return len(players) == 2 and await is_next_casual(connection, players[0], players[1], now)
