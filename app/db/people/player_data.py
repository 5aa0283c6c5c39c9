"""Store of a player's data: merge of a guest into an account, anonymisation of a deleted account, export.

ANONYMISED_COLUMNS are the references to players whose rows stay after a deletion, under a fresh id; the rows
of DELETED_COLUMNS are deleted. A test compares both with the tables.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from sqlalchemy import Column, LargeBinary, delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import read_connection, retry_until_known, write_transaction
from app.db.notices import Bus
from app.db.people.accounts import games_of
from app.db.people.locks import lock_players
from app.db.people.sign_ins import PLAYER_COLUMNS, end_credentials, player_of, revoke
from app.db.results.recording import take_over_results
from app.db.schema import attempts, games, metadata, players, puzzle_results, rematches, results, seats
from app.domain import names
from app.domain.game_info import Player

ANONYMISED_COLUMNS = {  # without names: games and data derived from them
    *("games.creator", "seats.player_id", "results.player_id", "attempts.player_id", "streaks.player_id"),
    *("games.to_id", "ratings.player_id", "rating_changes.player_id"),
}
DELETED_COLUMNS = {
    *("tokens.player_id", "logins.player_id", "sessions.player_id", "standings.player_id"),
    *("reports.reporter_id", "reports.player_id", "chat.player_id", "chat_hidden.player_id"),
    *("blocks.player_id", "blocks.blocked_id", "former_names.player_id", "early_ends.player_id"),
    "puzzle_results.player_id",
}
# moved by `merge` in addition to games and data derived from them
MERGED_COLUMNS = ("chat.player_id", "early_ends.player_id", "games.to_id")
ATTEMPTS_PER_QUERY = 500
COLUMNS_ABOUT_OTHERS = {"reports.player_id", "blocks.blocked_id"}  # not exported: rows of other players
SECRET_COLUMNS = {"logins.password", "attempts.deal"}  # not exported, nor are hashes of tokens and codes


def references() -> Iterator[Column[Any]]:
    """Yield the columns that refer to a player."""
    for table in metadata.sorted_tables:
        yield from (column for column in table.columns if column.references(players.c.id))


class PlayerData:
    """Store of players' data; changes of games are published on `bus`. Times are milliseconds since the
    epoch."""

    def __init__(self, engine: AsyncEngine, bus: Bus) -> None:
        self._engine, self._bus = engine, bus

    async def merge(self, guest: str, account: str, now: int) -> list[str]:
        """Merge a guest into an account: games (except those in which both have a seat), results, attempts
        and puzzle answers. Return the moved games.

        A guest's attempt at a deal that the account has tried too is no longer a first attempt; of two
        answers to a puzzle the account's stays. The guest's sessions and tokens end."""

        async def write(_: bool) -> list[str]:
            async with write_transaction(self._engine) as connection:
                await lock_players(connection, {guest, account})
                await _demote_attempts(connection, guest, account)
                moved = await _move_games(connection, guest, account)
                await take_over_results(connection, guest, account, moved)
                await _move_puzzle_results(connection, guest, account)
                await end_credentials(connection, guest, now, named=True)
                await revoke(connection, [f"person {guest}"], now)
                await self._bus.publish(connection, "facts", moved)
                return moved

        return await retry_until_known(write)

    async def close(self, player: str, now: int) -> list[str]:
        """Start the deletion of a player: they lose their name, cannot sign in, and nobody can be seated with
        them. Their sessions, tokens and rematch offers end. Return the revoked keys.

        `anonymise` completes the deletion when their games have ended; `closing` finds pending deletions."""

        async def write(_: bool) -> list[str]:
            async with write_transaction(self._engine) as connection:
                former = names.deleted_player_name(player)
                changes = {"closed": now, "name": former, "folded": former}
                await lock_players(connection, {player}, "update")
                await connection.execute(update(players).where(players.c.id == player).values(changes))
                keys = await end_credentials(connection, player, now, named=True)
                await revoke(connection, [f"person {player}"], now)
                await self._bus.publish(connection, "facts", await _withdraw_rematches(connection, player))
                return [*keys, f"person {player}"]

        return await retry_until_known(write)

    async def closing(self, before: int) -> list[Player]:
        """Return the players whose deletion was started before a time and is not completed."""
        query = select(*PLAYER_COLUMNS).where(
            players.c.closed < before, players.c.name.startswith(names.DELETED_PREFIX)
        )
        async with read_connection(self._engine) as connection:
            return [player_of(row) for row in await connection.execute(query)]

    async def anonymise(self, player: str, now: int) -> list[str]:
        """Delete a player. Rows of ANONYMISED_COLUMNS, if any, are reassigned to a fresh player without a
        name. Return the games."""
        former = names.new_id(10)

        async def write(_: bool) -> list[str]:
            async with write_transaction(self._engine) as connection:
                if not await lock_players(connection, {player}, "update"):
                    return []
                found = await games_of(connection, player, unfinished=False)
                await end_credentials(connection, player, now, named=True)
                await _reassign(connection, player, former, now)
                await connection.execute(delete(players).where(players.c.id == player))
                await revoke(connection, [f"person {player}"], now)
                await self._bus.publish(connection, "facts", found)
                return found

        return await retry_until_known(write)

    async def export(self, player: str) -> AsyncIterator[tuple[str, list[dict[str, Any]]]]:
        """Yield all rows that belong to a player, by table and column, without hashes; and the rows of their
        games."""
        async with read_connection(self._engine) as connection:
            row = await connection.execute(select(players).where(players.c.id == player))
            yield "players", [_exported(players.name, row) for row in row]
            for column in references():
                if column.table is games or f"{column.table.name}.{column.name}" in COLUMNS_ABOUT_OTHERS:
                    continue
                rows = await connection.execute(select(column.table).where(column == player))
                yield (
                    f"{column.table.name}.{column.name}",
                    [_exported(column.table.name, row) for row in rows],
                )
            own = exists().where(seats.c.game_id == games.c.id, seats.c.player_id == player)
            rows = await connection.execute(select(games).where(own).order_by(games.c.id))
            yield "games", [_exported_game(row) for row in rows]


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
    columns = {f"{column.table.name}.{column.name}": column for column in references()}
    for column in (columns[name] for name in MERGED_COLUMNS):
        values = {column.name: account}
        await connection.execute(update(column.table).where(column == guest).values(values))
    return moved


async def _move_puzzle_results(connection: AsyncConnection, guest: str, account: str) -> None:
    """Move the guest's answers to puzzles that the account has not answered; delete the others."""
    other, own = puzzle_results.alias(), puzzle_results.c.player_id == guest
    both = exists().where(
        other.c.player_id == account,
        other.c.puzzle == puzzle_results.c.puzzle,
        other.c.day == puzzle_results.c.day,
    )
    await connection.execute(delete(puzzle_results).where(own, both))
    await connection.execute(update(puzzle_results).where(own).values(player_id=account))


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
    """Delete rows of DELETED_COLUMNS and reassign those of ANONYMISED_COLUMNS to `former`."""
    columns = {f"{column.table.name}.{column.name}": column for column in references()}
    for name in sorted(DELETED_COLUMNS):
        column = columns[name]
        await connection.execute(delete(column.table).where(column == player))
    left = [columns[name] for name in sorted(ANONYMISED_COLUMNS)]
    if not any([await connection.scalar(select(column).where(column == player).limit(1)) for column in left]):
        return
    row = {"id": former, "name": names.deleted_player_name(former), "created": now, "listed": False}
    await connection.execute(insert(players).values(row))
    for column in left:
        values = {column.name: former}
        await connection.execute(update(column.table).where(column == player).values(values))


def _exported(table: str, row: Any) -> dict[str, Any]:
    """Return a row as JSON without secrets."""
    columns = metadata.tables[table].columns
    return {
        name: value
        for name, value in row._mapping.items()
        if not isinstance(columns[name].type, LargeBinary) and f"{table}.{name}" not in SECRET_COLUMNS
    }


def _exported_game(row: Any) -> dict[str, Any]:
    """Return the row of a game as JSON; the deal of a running game may be secret."""
    found = _exported(games.name, row)
    return found if row.ended is not None or row.chosen else found | {"deal": None}
