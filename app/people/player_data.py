"""Store of a player's data: merge of a guest into an account, anonymisation of a deleted account, export.

`PlayerRows` in app/db/schema.py says for each reference to a player what becomes of its rows.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy import Column, LargeBinary, Table, delete, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.bus.notices import Bus
from app.core import ids
from app.db.engine import read_connection, transact
from app.db.revisions import raise_revisions_of
from app.db.schema import NOT_EXPORTED, attempts, games, player_columns, players, rematches, results, seats
from app.model.game_info import Player
from app.people import names
from app.people.account_store import games_with_seat
from app.people.locks import lock_players
from app.people.sign_in_store import (
    PLAYER_COLUMNS,
    NewSignIn,
    add_session,
    end_credentials,
    player_of,
    revoke,
)

ATTEMPTS_PER_QUERY = 500


TakeOverResults = Callable[[AsyncConnection, str, str, Sequence[str]], Awaitable[None]]


class PlayerData:
    """Store of players' data; changes of games are published on `bus`. Times are milliseconds since the
    epoch. `take_over_results`: gives a guest's results in these games, and their standings, to an account."""

    def __init__(self, engine: AsyncEngine, bus: Bus, take_over_results: TakeOverResults) -> None:
        self._engine, self._bus, self._take_over_results = engine, bus, take_over_results

    async def merge(self, guest: str, account: str, now: int, new: NewSignIn | None = None) -> list[str]:
        """Merge a guest into an account: games (except those in which both have a seat), results, attempts
        and the rows that app/db/schema.py says. `new`: sign the account in. Return the moved games.

        A guest's attempt at a deal that the account has tried too is no longer a first attempt. The guest's
        sessions and tokens end."""

        async def write(connection: AsyncConnection) -> list[str]:
            await lock_players(connection, {guest, account})
            await _demote_attempts(connection, guest, account)
            moved = await _move_games(connection, guest, account)
            await self._take_over_results(connection, guest, account, moved)
            await end_credentials(connection, guest, now, named=True)
            await revoke(connection, [f"person {guest}"], now)
            if new:
                await add_session(connection, account, new, now)
            await self._bus.publish_facts(connection, moved)
            return moved

        return await transact(self._engine, write)

    async def close(self, player: str, now: int) -> list[str]:
        """Start the deletion of a player: they lose their name, cannot sign in, and nobody can be seated with
        them. Their sessions, tokens and rematch offers end. Return the revoked keys.

        `anonymise` completes the deletion when their games have ended; `closed` finds pending deletions."""

        async def write(connection: AsyncConnection) -> list[str]:
            former = names.deleted_player_name(player)
            changes = {"closed": now, "name": former, "folded": former}
            await lock_players(connection, {player}, "update")
            await connection.execute(update(players).where(players.c.id == player).values(changes))
            keys = await end_credentials(connection, player, now, named=True)
            await revoke(connection, [f"person {player}"], now)
            withdrawn = await _withdraw_rematches(connection, player)
            await raise_revisions_of(connection, player)
            await self._bus.publish(connection, "facts", withdrawn)
            return [*keys, f"person {player}"]

        return await transact(self._engine, write)

    async def closed(self, after: int, before: int) -> list[Player]:
        """Return the players whose deletion was started before a time and is not completed (their name is
        ""), and those whom a moderator closed between two times."""
        deleted = players.c.name.startswith(names.DELETED_PREFIX)
        query = select(*PLAYER_COLUMNS).where(
            players.c.closed < before, or_(deleted, players.c.closed > after)
        )
        async with read_connection(self._engine) as connection:
            return [player_of(row) for row in await connection.execute(query)]

    async def anonymise(self, player: str, now: int) -> list[str]:
        """Delete a player. Rows that stay, if any, are reassigned to a fresh player without a name. Return
        the games."""
        former = ids.new_id(10)

        async def write(connection: AsyncConnection) -> list[str]:
            if not await lock_players(connection, {player}, "update"):
                return []
            found = await games_with_seat(connection, player, unfinished=False)
            await end_credentials(connection, player, now, named=True)
            await _reassign(connection, player, former, now)
            await connection.execute(delete(players).where(players.c.id == player))
            await revoke(connection, [f"person {player}"], now)
            await self._bus.publish_facts(connection, found)
            return found

        return await transact(self._engine, write)

    async def export(self, player: str) -> AsyncIterator[tuple[str, list[dict[str, Any]]]]:
        """Yield all rows that belong to a player, by table and column, without hashes; and the rows of their
        games."""
        async with read_connection(self._engine) as connection:
            row = await connection.execute(select(players).where(players.c.id == player))
            yield "players", [_exported(players, row) for row in row]
            for column, of_player in player_columns():
                if column.table is games or not of_player.exported:
                    continue
                rows = await connection.execute(select(column.table).where(column == player))
                yield f"{column.table.name}.{column.name}", [_exported(column.table, row) for row in rows]
            own = exists().where(seats.c.game_id == games.c.id, seats.c.player_id == player)
            rows = await connection.execute(select(games).where(own).order_by(games.c.id))
            yield (
                "games",
                [
                    # the deal of a running game may be secret
                    _exported(games, row) | ({} if row.ended is not None or row.chosen else {"deal": None})
                    for row in rows
                ],
            )


async def _demote_attempts(connection: AsyncConnection, guest: str, account: str) -> None:
    """Demote the guest's attempts at deals that the account has tried too: they are not first attempts."""
    other = attempts.alias()
    both = exists().where(
        other.c.player_id == account, other.c.rules == attempts.c.rules, other.c.deal == attempts.c.deal
    )
    query = delete(attempts).where(attempts.c.player_id == guest, both).returning(attempts.c.game_id)
    if known := list(await connection.scalars(query)):
        await connection.execute(update(games).where(games.c.id.in_(known)).values(first=False))
        changes = {"first": False, "general": False, "daily": None}
        await connection.execute(update(results).where(results.c.game_id.in_(known)).values(changes))


async def _move_games(connection: AsyncConnection, guest: str, account: str) -> list[str]:
    """Move seats, games and attempts, except those of games in which the account has a seat. Return the moved
    games."""
    other = seats.alias()
    clash = exists().where(other.c.game_id == seats.c.game_id, other.c.player_id == account)
    query = update(seats).where(seats.c.player_id == guest, ~clash).values(player_id=account)
    moved = sorted(set(await connection.scalars(query.returning(seats.c.game_id))))
    seated = exists().where(seats.c.game_id == games.c.id, seats.c.player_id == account)
    await connection.execute(update(games).where(games.c.creator == guest, seated).values(creator=account))
    await _move_attempts(connection, guest, account)
    for column in (column for column, of_player in player_columns() if of_player.merged):
        if column.primary_key:
            await _delete_clashing(connection, column, guest, account)
        values = {column.name: account}
        await connection.execute(update(column.table).where(column == guest).values(values))
    return moved


async def _delete_clashing(
    connection: AsyncConnection, column: Column[Any], guest: str, account: str
) -> None:
    """Delete those of the guest's rows that would have the same primary key as one of the account's."""
    table = column.table
    other = table.alias()
    rest = (key for key in table.primary_key if key is not column)
    clash = exists().where(other.c[column.name] == account, *(other.c[key.name] == key for key in rest))
    await connection.execute(delete(table).where(column == guest, clash))


async def _move_attempts(connection: AsyncConnection, guest: str, account: str) -> None:
    """Move the attempts whose game is now the account's, or was deleted by a sweep."""
    own = attempts.c.player_id == guest
    tried = (await connection.scalars(select(attempts.c.game_id).where(own))).all()
    for start in range(0, len(tried), ATTEMPTS_PER_QUERY):
        some = tried[start : start + ATTEMPTS_PER_QUERY]
        kept = set(await connection.scalars(select(games.c.id).where(games.c.id.in_(some))))
        query = select(seats.c.game_id).where(seats.c.game_id.in_(some), seats.c.player_id == account)
        seated = set(await connection.scalars(query))
        moved = [game for game in some if game in seated or game not in kept]
        mine = update(attempts).where(own, attempts.c.game_id.in_(moved))
        await connection.execute(mine.values(player_id=account))


async def _withdraw_rematches(connection: AsyncConnection, player: str) -> list[str]:
    """Withdraw the pending rematch offers of a player; return their games."""
    own = exists().where(
        seats.c.game_id == rematches.c.game_id,
        seats.c.seat == rematches.c.seat,
        seats.c.player_id == player,
    )
    query = update(rematches).where(own, rematches.c.next.is_(None)).values(seat=None)
    return sorted(await connection.scalars(query.returning(rematches.c.game_id)))


async def _reassign(connection: AsyncConnection, player: str, former: str, now: int) -> None:
    """Delete the rows of a player that do not stay, and reassign the others to `former`."""
    left = list[Column[Any]]()
    for column, of_player in player_columns():
        if of_player.anonymised:
            left.append(column)
        else:
            await connection.execute(delete(column.table).where(column == player))
    if not any([await connection.scalar(select(column).where(column == player).limit(1)) for column in left]):
        return
    row = {"id": former, "name": names.deleted_player_name(former), "created": now, "listed": False}
    await connection.execute(insert(players).values(row))
    for column in left:
        values = {column.name: former}
        await connection.execute(update(column.table).where(column == player).values(values))


def _exported(table: Table, row: Any) -> dict[str, Any]:
    """Return a row as JSON without secrets and hashes."""
    return {
        column.name: row._mapping[column.name]
        for column in table.columns
        if not isinstance(column.type, LargeBinary) and NOT_EXPORTED not in column.info
    }
