"""Players: guests, their tokens, and whether they are listed on leaderboards."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, Select, insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import read_connection, retry_until_known, write_transaction
from app.db.results import update_player
from app.db.schema import attempts, games, players, results, seats, streaks, tokens
from app.domain import names
from app.domain.game_info import Player

NAME_ATTEMPTS = 12  # names that are drawn for a new guest


@dataclass(frozen=True, slots=True)
class PlayerProfile:
    """A player: when they were created, whether they wish to be listed on leaderboards, and since when the
    operator has hidden them (None: not hidden)."""

    player: Player
    created: int
    listed: bool
    hidden: int | None


class PlayerStore:
    """The players in the database behind `engine`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def create_guest(self, now: int) -> tuple[Player, str]:
        """A new player with an unused name, and their token, of which only the hash is stored."""
        token = secrets.token_urlsafe(24)
        for attempt in range(NAME_ATTEMPTS):
            player = Player(names.new_id(10), names.guest(attempt))
            try:
                await self._create_player(player, token, now)
            except IntegrityError:
                continue
            return player, token
        raise RuntimeError(f"no free name was found in {NAME_ATTEMPTS} attempts")

    async def _create_player(self, player: Player, token: str, now: int) -> None:
        """IntegrityError: the name is taken."""

        async def write(again: bool) -> None:
            try:
                async with write_transaction(self._engine) as connection:
                    row: dict[str, Any] = {"id": player.id, "name": player.name, "created": now}
                    await connection.execute(insert(players).values(row))
                    row = {"hash": _hash(token), "player_id": player.id, "created": now}
                    await connection.execute(insert(tokens).values(row))
            except IntegrityError:
                if not again or await self.player(player.id) is None:
                    raise

        await retry_until_known(write)

    async def player(self, id: str) -> Player | None:
        return await self._player(players.c.id == id)

    async def player_by_token(self, token: str) -> Player | None:
        return await self._player(
            players.c.id == select(tokens.c.player_id).where(tokens.c.hash == _hash(token)).scalar_subquery()
        )

    async def profile(self, name: str) -> PlayerProfile | None:
        """A player by their current name."""
        query = select(players).where(players.c.name == name)
        async with read_connection(self._engine) as connection:
            row = (await connection.execute(query)).one_or_none()
            if row is None:
                return None
            return PlayerProfile(Player(row.id, row.name), row.created, row.listed, row.hidden)

    async def set_listed(self, player: str, *, listed: bool) -> None:
        """Whether a player wishes to be listed on leaderboards."""
        await self._update(player, {"listed": listed})

    async def set_hidden(self, player: str, since: int | None) -> None:
        """Hides a player from the leaderboards, as the operator's decision; None: shows them again."""
        await self._update(player, {"hidden": since})

    async def _update(self, player: str, changes: dict[str, Any]) -> None:
        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                await update_player(connection, player, changes)

        await retry_until_known(write)

    async def ids(self, *, missing: bool = False) -> list[str]:
        """The ids of all players, or (`missing`) of those with an ended game that counts but has no result,
        or a dealt solitaire without a streak."""
        query = select(players.c.id).order_by(players.c.id)
        if missing:
            counts = games.c.ended.is_not(None) & games.c.position.is_(None) & games.c.free.is_(False)
            ended = seats.join(games, games.c.id == seats.c.game_id).outerjoin(
                results, (results.c.game_id == seats.c.game_id) & (results.c.seat == seats.c.seat)
            )
            without = select(seats.c.player_id).select_from(ended)
            without = without.where(counts, games.c.reason != "aborted", results.c.game_id.is_(None))
            query = query.where(or_(players.c.id.in_(without), players.c.id.in_(_without_streak())))
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query))

    async def _player(self, condition: ColumnElement[bool]) -> Player | None:
        async with read_connection(self._engine) as connection:
            row = (
                await connection.execute(select(players.c.id, players.c.name).where(condition))
            ).one_or_none()
            return Player(row.id, row.name) if row else None


def _without_streak() -> Select[Any]:
    """Players who were dealt a solitaire that counts and have no streak for it."""
    dealt = attempts.join(games, games.c.id == attempts.c.game_id).outerjoin(
        streaks, (streaks.c.player_id == attempts.c.player_id) & (streaks.c.rules == attempts.c.rules)
    )
    general = games.c.public & games.c.chosen.is_(False)
    return select(attempts.c.player_id).select_from(dealt).where(general, streaks.c.rules.is_(None))


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()
