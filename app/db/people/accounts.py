"""Store of accounts: sign-up, passwords, recovery codes, names. The caller computes the hashes.

Changes to data that other processes cache are revoked in the same transaction (`app/db/people/sign_ins.py`),
and the games that show the player's name are published.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import read_connection, retry_until_known, write_transaction
from app.db.notices import Bus
from app.db.people.former_names import NameTaken, rename_player, require_not_held
from app.db.people.locks import lock_players
from app.db.people.sign_ins import (
    PLAYER_COLUMNS,
    Credential,
    NewSignIn,
    add_session,
    end_credentials,
    player_of,
    replace_session,
    revoke,
)
from app.db.schema import games, logins, players, seats
from app.domain import names
from app.domain.game_info import Player
from app.errors import Refusal


@dataclass(frozen=True, slots=True)
class Login:
    """Credentials of an account, as hashes. `reset`: recovery code issued by the operator, valid from
    `reset_at`; `closed`: when a moderator closed the account."""

    player: Player
    password: str
    recovery: bytes
    reset: bytes | None
    reset_at: int | None
    closed: int | None


@dataclass(frozen=True, slots=True)
class Secrets:
    """Hashes of a new password and a new recovery code."""

    password: str
    recovery: bytes


class AccountStore:
    """Store of accounts. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine, bus: Bus) -> None:
        self._engine, self._bus = engine, bus

    async def create(
        self, guest: Credential | None, name: str, secrets: Secrets, new: NewSignIn, now: int
    ) -> Player:
        """Create an account for a guest or a new player, signed in by `new`. A guest's session keeps its id.
        Refusal: `name_taken`, `signed_in`."""
        player = Player(guest.player.id if guest else names.new_id(10), name, account=True)

        async def write(again: bool) -> None:
            async with write_transaction(self._engine) as connection:
                if again and await connection.scalar(select(logins.c.player_id).where(_of(player.id))):
                    return  # the first try was committed
                changes = {"name": name, "folded": names.name_key(name), "account": now}
                if guest is None:
                    await connection.execute(insert(players).values(id=player.id, created=now, **changes))
                else:
                    await lock_players(connection, {player.id}, "update")
                    own = players.c.id == player.id, players.c.account.is_(None)
                    done = await connection.execute(update(players).where(*own).values(changes))
                    if not done.rowcount:
                        raise Refusal("signed_in", message="you have an account already")
                await require_not_held(connection, player.id, name, now)
                row = {"player_id": player.id, "password": secrets.password, "recovery": secrets.recovery}
                await connection.execute(insert(logins).values(row | {"changed": now}))
                session = guest.session if guest else None
                if session is None or not await replace_session(connection, session, new, now):
                    await add_session(connection, player.id, new, now)
                await revoke(connection, [f"player {player.id}"], now)
                await self._publish(connection, player.id)

        await self._with_free_name(write)
        return player

    async def login(self, name: str) -> Login | None:
        """Return the credentials of the account with this name or one that looks alike."""
        return await self._login(players.c.folded == names.name_key(name))

    async def login_by_id(self, player: str) -> Login | None:
        return await self._login(players.c.id == player)

    async def _login(self, condition: ColumnElement[bool]) -> Login | None:
        columns = logins.c.password, logins.c.recovery, logins.c.reset, logins.c.reset_at
        query = select(*PLAYER_COLUMNS, *columns).join(logins, logins.c.player_id == players.c.id)
        async with read_connection(self._engine) as connection:
            row = (await connection.execute(query.where(condition))).one_or_none()
            if row is None:
                return None
            return Login(player_of(row), row.password, row.recovery, row.reset, row.reset_at, row.closed)

    async def recover(self, player: str, old: bytes, secrets: Secrets, new: NewSignIn, now: int) -> list[str]:
        """Set a new password with the recovery code of hash `old`, the player's own or one issued by the
        operator. Both codes end, and all sessions and tokens except the new session. Return the revoked keys.
        Refusal `bad_login`: the code was used or withdrawn meanwhile."""

        async def write(again: bool) -> list[str]:
            async with write_transaction(self._engine) as connection:
                own = logins.c.recovery.in_([old, secrets.recovery] if again else [old])
                code = own | (logins.c.reset == old) & (logins.c.reset_at <= now)
                changes = {"password": secrets.password, "recovery": secrets.recovery, "changed": now}
                changes |= {"reset": None, "reset_at": None}
                done = await connection.execute(update(logins).where(_of(player), code).values(changes))
                if not done.rowcount:
                    raise Refusal("bad_login")
                keys = await end_credentials(connection, player, now, named=True)
                await add_session(connection, player, new, now)
                return keys

        return await retry_until_known(write)

    async def change_password(
        self, player: str, password: str, keep: str | None, now: int, *, end_tokens: bool
    ) -> list[str]:
        """Set a new password. End all sessions except `keep`, unnamed tokens and, with `end_tokens`, named
        ones. Return the revoked keys."""

        async def write(_: bool) -> list[str]:
            async with write_transaction(self._engine) as connection:
                changes = {"password": password, "changed": now}
                await connection.execute(update(logins).where(_of(player)).values(changes))
                return await end_credentials(connection, player, now, keep=keep, named=end_tokens)

        return await retry_until_known(write)

    async def rename(self, player: str, name: str, now: int, *, a_week: int) -> None:
        """Rename an account at its owner's request. Refusal: `name_taken`, `too_many` (more than `a_week`, as
        in `rename_player`)."""

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                await rename_player(connection, player, name, now, a_week=a_week)
                await revoke(connection, [f"player {player}"], now)
                await self._publish(connection, player)

        await self._with_free_name(write)

    async def games(self, player: str, *, unfinished: bool = False) -> list[str]:
        """Return the ids of the games in which a player has a seat."""
        async with read_connection(self._engine) as connection:
            return await games_of(connection, player, unfinished=unfinished)

    async def _publish(self, connection: AsyncConnection, player: str) -> None:
        await self._bus.publish(connection, "facts", await games_of(connection, player, unfinished=True))

    async def _with_free_name(self, write: Any) -> None:
        """Write; raise Refusal `name_taken` if two names would look alike."""
        try:
            await retry_until_known(write)
        except IntegrityError:
            raise NameTaken from None


async def games_of(connection: AsyncConnection, player: str, *, unfinished: bool) -> list[str]:
    """Return the sorted ids of the games in which a player has a seat."""
    query = select(seats.c.game_id).where(seats.c.player_id == player).distinct().order_by(seats.c.game_id)
    if unfinished:
        query = query.join(games, games.c.id == seats.c.game_id).where(games.c.ended.is_(None))
    return list(await connection.scalars(query))


def _of(player: str) -> ColumnElement[bool]:
    return logins.c.player_id == player
