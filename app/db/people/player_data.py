"""What belongs to a player: taken along when a guest signs in to an account, anonymised when an account is
deleted, and written out when its owner asks for it.

KEPT names every column that refers to a player and whose rows stay when the player goes, under a fresh id;
the rows of all other columns are deleted. A test compares KEPT and DELETED with the tables.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from sqlalchemy import Column, LargeBinary, delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import read_connection, retry_until_known, write_transaction
from app.db.notices import Bus
from app.db.people.accounts import games_of
from app.db.people.sign_ins import PLAYER, end_credentials, player_of, revoke
from app.db.results.recording import take_over_results
from app.db.schema import attempts, games, metadata, players, puzzle_results, rematches, results, seats
from app.domain import names
from app.domain.game_info import Player

KEPT = {  # they hold no name: games, and what is counted of them for their opponents and for days
    *("games.creator", "seats.player_id", "results.player_id", "attempts.player_id", "streaks.player_id"),
    *("games.to_id", "ratings.player_id", "rating_changes.player_id"),
}
DELETED = {
    *("tokens.player_id", "logins.player_id", "sessions.player_id", "standings.player_id"),
    *("reports.reporter_id", "reports.player_id", "chat.player_id", "chat_hidden.player_id"),
    *("blocks.player_id", "blocks.blocked_id", "former_names.player_id", "early_ends.player_id"),
    "puzzle_results.player_id",
}
# of a guest who signs in, besides games and what counts of them
MOVED = ("chat.player_id", "early_ends.player_id", "games.to_id")
CHUNK = 500  # attempts that are moved at once
OF_OTHERS = {"reports.player_id", "blocks.blocked_id"}  # not exported: it is somebody else's who is named
SECRET = {"logins.password", "attempts.deal"}  # not exported either, nor hashes of tokens and codes


def references() -> Iterator[Column[Any]]:
    """The columns that refer to a player."""
    for table in metadata.sorted_tables:
        yield from (column for column in table.columns if column.references(players.c.id))


class PlayerData:
    """What belongs to players, in the database behind `engine`; changes of games are published on `bus`.
    Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine, bus: Bus) -> None:
        self._engine, self._bus = engine, bus

    async def merge(self, guest: str, account: str, now: int) -> list[str]:
        """Gives an account the games, results, attempts and answers to puzzles of a guest, but for games in
        which both have a seat. An attempt at a deal that the account has tried too counts no longer as a
        first one, and of two answers to a puzzle the account's stays. All sessions and tokens of the guest
        end. Returns the games."""

        async def write(_: bool) -> list[str]:
            async with write_transaction(self._engine) as connection:
                lock = select(players.c.id).where(players.c.id.in_([guest, account])).order_by(players.c.id)
                await connection.execute(lock.with_for_update(key_share=True))
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
        """Begin to delete a player: from now on nobody signs in as them or is seated with them, and they have
        no name. Their sessions and tokens end, and their offers of a rematch. Return what has been revoked.

        `anonymise` does the rest when their games have ended; `closing` finds who waits for it."""

        async def write(_: bool) -> list[str]:
            async with write_transaction(self._engine) as connection:
                former = names.deleted_player_name(player)
                changes = {"closed": now, "name": former, "folded": former}
                await connection.execute(update(players).where(players.c.id == player).values(changes))
                keys = await end_credentials(connection, player, now, named=True)
                await revoke(connection, [f"person {player}"], now)
                await self._bus.publish(connection, "facts", await _withdraw_rematches(connection, player))
                return [*keys, f"person {player}"]

        return await retry_until_known(write)

    async def closing(self, before: int) -> list[Player]:
        """Return the players whose deletion began before a time and has not ended."""
        query = select(*PLAYER).where(
            players.c.closed < before, players.c.name.startswith(names.DELETED_PREFIX)
        )
        async with read_connection(self._engine) as connection:
            return [player_of(row) for row in await connection.execute(query)]

    async def anonymise(self, player: str, now: int) -> list[str]:
        """Delete a player. What is KEPT goes to a fresh player without a name, who is made only if there is
        any of it. Return the games."""
        former = names.new_id(10)

        async def write(_: bool) -> list[str]:
            async with write_transaction(self._engine) as connection:
                lock = select(players.c.id).where(players.c.id == player).with_for_update()
                if await connection.scalar(lock) is None:
                    return []
                found = await games_of(connection, player, unfinished=False)
                await end_credentials(connection, player, now, named=True)
                await _hand_on(connection, player, former, now)
                await connection.execute(delete(players).where(players.c.id == player))
                await revoke(connection, [f"person {player}"], now)
                await self._bus.publish(connection, "facts", found)
                return found

        return await retry_until_known(write)

    async def export(self, player: str) -> AsyncIterator[tuple[str, list[dict[str, Any]]]]:
        """All rows that belong to a player, by table, without hashes; and the rows of their games."""
        async with read_connection(self._engine) as connection:
            row = await connection.execute(select(players).where(players.c.id == player))
            yield "players", [_exported(players.name, row) for row in row]
            for column in references():
                if column.table is games or f"{column.table.name}.{column.name}" in OF_OTHERS:
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
    """The guest's attempts at deals that the account has tried too are no first ones."""
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
    """Moves seats, games and attempts, but of games in which the account has a seat; returns these games."""
    other = seats.alias()
    clash = exists().where(other.c.game_id == seats.c.game_id, other.c.player_id == account)
    query = update(seats).where(seats.c.player_id == guest, ~clash).values(player_id=account)
    moved = sorted(set(await connection.scalars(query.returning(seats.c.game_id))))
    seated = exists().where(seats.c.game_id == games.c.id, seats.c.player_id == account)
    await connection.execute(update(games).where(games.c.creator == guest, seated).values(creator=account))
    await _move_attempts(connection, guest, account)
    columns = {f"{column.table.name}.{column.name}": column for column in references()}
    for column in (columns[name] for name in MOVED):
        values = {column.name: account}
        await connection.execute(update(column.table).where(column == guest).values(values))
    return moved


async def _move_puzzle_results(connection: AsyncConnection, guest: str, account: str) -> None:
    """Move the guest's answers to puzzles that the account has not answered, and delete the others."""
    other, own = puzzle_results.alias(), puzzle_results.c.player_id == guest
    both = exists().where(
        other.c.player_id == account,
        other.c.puzzle == puzzle_results.c.puzzle,
        other.c.day == puzzle_results.c.day,
    )
    await connection.execute(delete(puzzle_results).where(own, both))
    await connection.execute(update(puzzle_results).where(own).values(player_id=account))


async def _move_attempts(connection: AsyncConnection, guest: str, account: str) -> None:
    """Moves the attempts whose game is the account's now, or was swept."""
    own = attempts.c.player_id == guest
    tried = (await connection.scalars(select(attempts.c.game_id).where(own))).all()
    for start in range(0, len(tried), CHUNK):
        some = tried[start : start + CHUNK]
        kept = set(await connection.scalars(select(games.c.id).where(games.c.id.in_(some))))
        query = select(seats.c.game_id).where(seats.c.game_id.in_(some), seats.c.player_id == account)
        seated = set(await connection.scalars(query))
        moved = [game for game in some if game in seated or game not in kept]
        mine = update(attempts).where(own, attempts.c.game_id.in_(moved))
        await connection.execute(mine.values(player_id=account))


async def _withdraw_rematches(connection: AsyncConnection, player: str) -> list[str]:
    """Withdraw the rematches that a player offers; return their games."""
    own = exists().where(
        seats.c.game_id == rematches.c.game_id,
        seats.c.seat == rematches.c.seat,
        seats.c.player_id == player,
    )
    query = update(rematches).where(own, rematches.c.next.is_(None)).values(seat=None)
    return sorted(await connection.scalars(query.returning(rematches.c.game_id)))


async def _hand_on(connection: AsyncConnection, player: str, former: str, now: int) -> None:
    """Gives what is KEPT to `former`, and deletes the rest."""
    columns = {f"{column.table.name}.{column.name}": column for column in references()}
    for name in sorted(DELETED):
        column = columns[name]
        await connection.execute(delete(column.table).where(column == player))
    left = [columns[name] for name in sorted(KEPT)]
    if not any([await connection.scalar(select(column).where(column == player).limit(1)) for column in left]):
        return
    row = {"id": former, "name": names.deleted_player_name(former), "created": now, "listed": False}
    await connection.execute(insert(players).values(row))
    for column in left:
        values = {column.name: former}
        await connection.execute(update(column.table).where(column == player).values(values))


def _exported(table: str, row: Any) -> dict[str, Any]:
    """A row as JSON, without secrets."""
    columns = metadata.tables[table].columns
    return {
        name: value
        for name, value in row._mapping.items()
        if not isinstance(columns[name].type, LargeBinary) and f"{table}.{name}" not in SECRET
    }


def _exported_game(row: Any) -> dict[str, Any]:
    """The row of a game; the deal of a running one may be a secret."""
    found = _exported(games.name, row)
    return found if row.ended is not None or row.chosen else found | {"deal": None}
