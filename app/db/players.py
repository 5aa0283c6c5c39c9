"""Everybody whom the house knows: guests, their tokens, and whether they stand on boards."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, Select, insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import results as ledger
from app.db.engine import reading, retry_until_known, writing
from app.db.schema import attempts, games, players, results, seats, streaks, tokens
from app.domain import names
from app.domain.game_info import Player


@dataclass(frozen=True, slots=True)
class Profile:
    """A person: since when, whether he wishes to stand on boards, and since when the host has hidden him."""

    player: Player
    created: int
    listed: bool
    hidden: int | None


class PlayerStore:
    """The people in the database behind `engine`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def new_guest(self, now: int) -> tuple[Player, str]:
        """A new player with a name that nobody has, and his token, of which only the hash is kept."""
        token = secrets.token_urlsafe(24)
        for attempt in range(12):
            player = Player(names.new_id(10), names.guest(attempt))
            try:
                await self._new_player(player, token, now)
            except IntegrityError:
                continue
            return player, token
        raise RuntimeError("no free name was found in twelve attempts")

    async def _new_player(self, player: Player, token: str, now: int) -> None:
        """IntegrityError: the name is taken."""

        async def write(again: bool) -> None:
            try:
                async with writing(self._engine) as connection:
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

    async def profile(self, name: str) -> Profile | None:
        """A person by his name of today."""
        query = select(players).where(players.c.name == name)
        async with reading(self._engine) as connection:
            row = (await connection.execute(query)).one_or_none()
            return Profile(Player(row.id, row.name), row.created, row.listed, row.hidden) if row else None

    async def wish(self, player: str, *, listed: bool) -> None:
        """Whether a person wishes to stand on boards."""
        await self._change(player, {"listed": listed})

    async def hide(self, player: str, since: int | None) -> None:
        """Takes a person off the boards by the host's word; None: puts him there again."""
        await self._change(player, {"hidden": since})

    async def _change(self, player: str, changes: dict[str, Any]) -> None:
        async def write(_: bool) -> None:
            async with writing(self._engine) as connection:
                await ledger.change(connection, player, changes)

        await retry_until_known(write)

    async def ids(self, *, missing: bool = False) -> list[str]:
        """Everybody's id, or (`missing`) of those who have a game that counts and has left nothing."""
        query = select(players.c.id).order_by(players.c.id)
        if missing:
            counted = games.c.ended.is_not(None) & games.c.position.is_(None) & games.c.free.is_(False)
            ended = seats.join(games, games.c.id == seats.c.game_id).outerjoin(
                results, (results.c.game_id == seats.c.game_id) & (results.c.seat == seats.c.seat)
            )
            without = select(seats.c.player_id).select_from(ended)
            without = without.where(counted, games.c.reason != "aborted", results.c.game_id.is_(None))
            query = query.where(or_(players.c.id.in_(without), players.c.id.in_(_without_streak())))
        async with reading(self._engine) as connection:
            return list(await connection.scalars(query))

    async def _player(self, condition: ColumnElement[bool]) -> Player | None:
        async with reading(self._engine) as connection:
            row = (
                await connection.execute(select(players.c.id, players.c.name).where(condition))
            ).one_or_none()
            return Player(row.id, row.name) if row else None


def _without_streak() -> Select[Any]:
    """Those who were dealt a solitaire that no streak knows of."""
    dealt = attempts.join(games, games.c.id == attempts.c.game_id).outerjoin(
        streaks, (streaks.c.player_id == attempts.c.player_id) & (streaks.c.rules == attempts.c.rules)
    )
    general = games.c.public & games.c.chosen.is_(False)
    return select(attempts.c.player_id).select_from(dealt).where(general, streaks.c.rules.is_(None))


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()
