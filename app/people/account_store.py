"""Store of accounts: sign-up, passwords, recovery codes, names. The caller computes the hashes.

Changes to data that other processes cache are revoked in the same transaction (`sign_in_store.py`), and the
games that show the player's name are published.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.bus.notices import Bus
from app.core import ids
from app.core.errors import Refusal
from app.db.engine import read_connection, retry_conflicts, retry_until_known, transact, write_transaction
from app.db.revisions import raise_revisions_of
from app.db.schema import games, logins, players, seats
from app.model.credential import Credential
from app.people import names
from app.people.audit import AuditedAct, carry_out, record_act
from app.people.former_names import NameTaken, rename_player, require_not_held
from app.people.locks import lock_players
from app.people.player_store import PROFILE_COLUMNS, PlayerProfile, profile_of, read_profile
from app.people.sign_in_store import NewSignIn, add_session, end_credentials, replace_session, revoke

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Login:
    """An account and its credentials, as hashes. `reset`: recovery code issued by the operator, valid from
    `profile.reset_at`."""

    profile: PlayerProfile
    password: str
    recovery: bytes
    reset: bytes | None


@dataclass(frozen=True, slots=True)
class Secrets:
    """Hashes of a new password and a new recovery code."""

    password: str
    recovery: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountChange:
    """Changes of a player, None where nothing changes.

    - `renames_a_week`: as `a_week` of `rename_player`.
    - `password`: hash; `keep`: session that stays with a new password; `end_tokens`: named tokens end too."""

    name: str | None = None
    renames_a_week: int = 0
    password: str | None = None
    keep: str | None = None
    end_tokens: bool = True
    listed: bool | None = None


class Changed(NamedTuple):
    """The profile after a change, as its transaction reads it: a read after the commit could fail, and the
    change would be taken for not applied. `revoked`: keys; `games`: unfinished ones, which show the name."""

    profile: PlayerProfile
    revoked: list[str]
    games: list[str]


UpdatePlayer = Callable[[AsyncConnection, str, dict[str, Any]], Awaitable[None]]


class AccountStore:
    """Store of accounts. Times are milliseconds since the epoch. `change_listing`: changes columns of a
    player on which their standings depend, and with them the standings."""

    def __init__(self, engine: AsyncEngine, bus: Bus, change_listing: UpdatePlayer) -> None:
        self._engine, self._bus, self._change_listing = engine, bus, change_listing

    async def create(
        self, guest: Credential | None, name: str, secrets: Secrets, new: NewSignIn, now: int
    ) -> Changed:
        """Create an account for a guest or a new player, signed in by `new`. A guest's session keeps its id.
        Refusal: `name_taken`, `signed_in`."""
        player = guest.player.id if guest else ids.new_id(10)

        async def write(connection: AsyncConnection, again: bool) -> Changed:
            if again and await connection.scalar(select(logins.c.player_id).where(_of(player))):
                return await self._renamed(connection, player, now)
            changes = {"name": name, "folded": names.name_key(name), "account": now}
            if guest is None:
                await connection.execute(insert(players).values(id=player, created=now, **changes))
            else:
                await lock_players(connection, {player}, "update")
                own = players.c.id == player, players.c.account.is_(None)
                if not (await connection.execute(update(players).where(*own).values(changes))).rowcount:
                    raise Refusal("signed_in", message="you have an account already")
            await require_not_held(connection, player, name, now)
            row = {"player_id": player, "password": secrets.password, "recovery": secrets.recovery}
            await connection.execute(insert(logins).values(row | {"changed": now}))
            session = guest.session if guest else None
            if session is None or not await replace_session(connection, session, new, now):
                await add_session(connection, player, new, now)
            return await self._renamed(connection, player, now)

        return await self._with_free_name(write)

    async def login(self, name: str) -> Login | None:
        """Return the credentials of the account with this name or one that looks alike."""
        return await self._login(players.c.folded == names.name_key(name))

    async def login_by_id(self, player: str) -> Login | None:
        return await self._login(players.c.id == player)

    async def _login(self, condition: ColumnElement[bool]) -> Login | None:
        columns = logins.c.password, logins.c.recovery, logins.c.reset
        query = select(*PROFILE_COLUMNS, *columns).join(logins, logins.c.player_id == players.c.id)
        async with read_connection(self._engine) as connection:
            row = (await connection.execute(query.where(condition))).one_or_none()
            if row is None:
                return None
            return Login(profile_of(row), row.password, row.recovery, row.reset)

    async def recover(self, player: str, old: bytes, secrets: Secrets, new: NewSignIn, now: int) -> list[str]:
        """Set a new password with the recovery code of hash `old`, the player's own or one issued by the
        operator. Both codes end, and all sessions and tokens except the new session. Return the revoked keys.
        Refusal `bad_login`: the code was used or withdrawn meanwhile."""

        async def write(connection: AsyncConnection) -> list[str]:
            await lock_players(connection, {player})
            own = logins.c.recovery.in_([old, secrets.recovery])  # the new one: a repeated write
            code = own | (logins.c.reset == old) & (logins.c.reset_at <= now)
            changes = {"password": secrets.password, "recovery": secrets.recovery, "changed": now}
            cleared = {"reset": None, "reset_at": None}
            done = await connection.execute(update(logins).where(_of(player), code).values(changes | cleared))
            if not done.rowcount:
                raise Refusal("bad_login")
            keys = await end_credentials(connection, player, now, named=True)
            await add_session(connection, player, new, now)
            return keys

        return await transact(self._engine, write)

    async def issue_recovery_code(
        self, act: AuditedAct, player: str, recovery: bytes, at: int, now: int
    ) -> None:
        """Store the hash of a recovery code that takes effect at `at`, replacing one issued before. Refusal
        `no_account`: the player is a guest."""

        async def write(connection: AsyncConnection) -> None:
            pending = update(logins).where(_of(player)).values(reset=recovery, reset_at=at)
            if not (await connection.execute(pending)).rowcount:
                raise Refusal("no_account", message="a guest has no password")

        await carry_out(self._engine, act, now, write)

    async def cancel_recovery_code(self, player: str, now: int) -> None:
        """Withdraw the recovery code issued by the operator for an account, if any, and log it as an act of
        the player."""

        async def write(connection: AsyncConnection) -> None:
            issued = update(logins).where(_of(player), logins.c.reset.is_not(None))
            if (await connection.execute(issued.values(reset=None, reset_at=None))).rowcount:
                await record_act(connection, AuditedAct(player, "cancel_reset", player), now)

        await transact(self._engine, write)

    async def change(self, player: str, change: AccountChange, now: int) -> Changed:
        """Change a player at their request: all of it or nothing. A new password ends all sessions but one,
        and tokens. Refusal: `nobody`: deleted meanwhile; `name_taken`; `too_many`: as in `rename_player`."""

        async def write(connection: AsyncConnection, _: bool) -> Changed:
            if not await lock_players(connection, {player}, "update"):
                raise Refusal("nobody", message="This account was deleted meanwhile.")
            if change.name is not None:
                await rename_player(connection, player, change.name, now, a_week=change.renames_a_week)
            if change.listed is not None:
                await self._change_listing(connection, player, {"listed": change.listed})
            ended = list[str]()
            if change.password is not None:
                row = {"password": change.password, "changed": now}
                await connection.execute(update(logins).where(_of(player)).values(row))
                ended = await end_credentials(
                    connection, player, now, keep=change.keep, named=change.end_tokens
                )
            if change.name is None:
                return Changed(await read_profile(connection, player), ended, [])
            changed = await self._renamed(connection, player, now)
            return changed._replace(revoked=[*changed.revoked, *ended])

        return await self._with_free_name(write)

    async def _renamed(self, connection: AsyncConnection, player: str, now: int) -> Changed:
        """Revoke a player with a new name, and publish their games."""
        revoked, unfinished = [f"player {player}"], await games_with_seat(connection, player, unfinished=True)
        await revoke(connection, revoked, now)
        await raise_revisions_of(connection, player)
        await self._bus.publish(connection, "facts", unfinished)
        return Changed(await read_profile(connection, player), revoked, unfinished)

    async def _with_free_name(self, write: Callable[[AsyncConnection, bool], Awaitable[T]]) -> T:
        """Return the result of `write` in a transaction; its second argument is that of `retry_until_known`.
        Refusal `name_taken`: two names would look alike."""

        async def attempt(again: bool) -> T:
            async with write_transaction(self._engine) as connection:
                return await write(connection, again)

        try:
            return await retry_conflicts(lambda: retry_until_known(attempt))
        except IntegrityError:
            raise NameTaken from None


async def change_player(
    connection: AsyncConnection, player: str, changes: Mapping[str, Any], now: int
) -> None:
    """Change the row of a player, which other processes cache."""
    await connection.execute(update(players).where(players.c.id == player).values(dict(changes)))
    await revoke(connection, [f"person {player}", f"player {player}"], now)


async def games_with_seat(connection: AsyncConnection, player: str, *, unfinished: bool) -> list[str]:
    """Return the sorted ids of the games in which a player has a seat."""
    query = select(seats.c.game_id).where(seats.c.player_id == player).distinct().order_by(seats.c.game_id)
    if unfinished:
        query = query.join(games, games.c.id == seats.c.game_id).where(games.c.ended.is_(None))
    return list(await connection.scalars(query))


def _of(player: str) -> ColumnElement[bool]:
    return logins.c.player_id == player
