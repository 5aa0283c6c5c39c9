"""Store of players: guests, profiles, and listing on leaderboards."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.core import ids
from app.db.engine import read_connection, retry_until_known, write_transaction
from app.db.schema import logins, players, tokens
from app.model.game_info import Player
from app.people import names
from app.people.account_messages import Self
from app.people.former_names import NameTaken, former_owner, require_not_held
from app.people.sign_in_store import PLAYER_COLUMNS, NewSignIn, add_session, hash_of, player_of

MAX_NAME_ATTEMPTS = 12  # for a new guest
IS_LISTED = and_(  # with an account, and to be shown in lists of players
    players.c.listed, players.c.hidden.is_(None), players.c.account.is_not(None), players.c.closed.is_(None)
)
PROFILE_COLUMNS = (  # of `players`, joined with `logins`
    *PLAYER_COLUMNS,
    players.c.created,
    players.c.listed,
    players.c.hidden,
    logins.c.reset_at,
)


@dataclass(frozen=True, slots=True)
class PlayerProfile:
    """Profile of a player.

    - `listed`: by the player's choice, on leaderboards.
    - `hidden`: since when the operator has hidden them; `closed`: since when a moderator has closed the
      account.
    - `reset_at`: when a recovery code issued by the operator takes effect."""

    player: Player
    created: int
    listed: bool
    hidden: int | None
    closed: int | None
    reset_at: int | None

    def own_view(self) -> Self:
        player, listed = self.player, self.listed and self.hidden is None
        return Self(
            id=player.id,
            name=player.name,
            account=player.account,
            moderator=player.moderator,
            listed=listed,
            muted_until=player.muted_until,
            created=self.created,
        )


class PlayerStore:
    """Store of players."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def create_guest(self, now: int, sign_in: NewSignIn | None = None) -> tuple[Player, str]:
        """Create a guest with a free name. Return the player and their token, of which only the hash is
        stored. `sign_in`: session of their browser."""
        token = secrets.token_urlsafe(24)
        for attempt in range(MAX_NAME_ATTEMPTS):
            player = Player(ids.new_id(10), names.guest_name(attempt))
            try:
                await self._create_player(player, token, now, sign_in)
            except (IntegrityError, NameTaken):
                continue
            return player, token
        raise RuntimeError(f"no free name was found in {MAX_NAME_ATTEMPTS} attempts")

    async def _create_player(self, player: Player, token: str, now: int, sign_in: NewSignIn | None) -> None:
        """Write a new player. IntegrityError, NameTaken: the name is taken or reserved."""

        async def write(again: bool) -> None:
            try:
                async with write_transaction(self._engine) as connection:
                    row: dict[str, Any] = {"id": player.id, "name": player.name, "created": now}
                    row["folded"] = names.name_key(player.name)
                    await connection.execute(insert(players).values(row))
                    await require_not_held(connection, player.id, player.name, now)
                    row = {"hash": hash_of(token), "id": ids.new_id(10), "player_id": player.id}
                    row["created"] = now
                    await connection.execute(insert(tokens).values(row))
                    if sign_in:
                        await add_session(connection, player.id, sign_in, now)
            except IntegrityError:
                if not again or await self.player(player.id) is None:
                    raise

        await retry_until_known(write)

    async def player(self, id: str) -> Player | None:
        found = await self.profile_by_id(id)
        return found.player if found else None

    async def profile(self, name: str, *, closed: bool = False) -> PlayerProfile | None:
        """Return a person by current name, or one that looks alike; without deleted accounts and, unless
        `closed`, closed ones."""
        person = players.c.bot.is_(None)
        exact, alike = person & (players.c.name == name), person & (players.c.folded == names.name_key(name))
        found = await self._profile(exact) or await self._profile(alike)
        return found if found and found.player.name and (closed or not found.closed) else None

    async def name_now(self, former: str, now: int) -> str | None:
        """Return the current name of the account that recently gave up a name, unless it is closed."""
        async with read_connection(self._engine) as connection:
            owner = await former_owner(connection, former, now)
        found = await self.profile_by_id(owner) if owner else None
        return found.player.name or None if found and not found.closed else None

    async def profile_by_id(self, id: str) -> PlayerProfile | None:
        return await self._profile(players.c.id == id)

    async def _profile(self, condition: ColumnElement[bool]) -> PlayerProfile | None:
        query = select(*PROFILE_COLUMNS).outerjoin(logins, logins.c.player_id == players.c.id)
        async with read_connection(self._engine) as connection:
            row = (await connection.execute(query.where(condition))).one_or_none()
            return None if row is None else profile_of(row)

    async def listed(self, ids: Collection[str], most: int) -> list[Player]:
        """Return the first `most` of these players, by name, who have an account and are listed."""
        query = select(players.c.id, players.c.name).where(players.c.id.in_(sorted(ids)), IS_LISTED)
        async with read_connection(self._engine) as connection:
            rows = await connection.execute(query.order_by(players.c.name).limit(most))
            return [Player(row.id, row.name) for row in rows]

    async def unlisted(self, ids: Collection[str]) -> frozenset[str]:
        """Return those of these players who are unlisted by choice or hidden by a moderator."""
        unseen = or_(~players.c.listed, players.c.hidden.is_not(None))
        async with read_connection(self._engine) as connection:
            query = select(players.c.id).where(players.c.id.in_(sorted(ids)), unseen)
            return frozenset(await connection.scalars(query))

    async def ids(self) -> list[str]:
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(select(players.c.id).order_by(players.c.id)))


async def read_profile(connection: AsyncConnection, player: str) -> PlayerProfile:
    query = select(*PROFILE_COLUMNS).outerjoin(logins, logins.c.player_id == players.c.id)
    return profile_of((await connection.execute(query.where(players.c.id == player))).one())


def profile_of(row: Any) -> PlayerProfile:
    """Return the profile of a row with PROFILE_COLUMNS."""
    return PlayerProfile(player_of(row), row.created, row.listed, row.hidden, row.closed, row.reset_at)
