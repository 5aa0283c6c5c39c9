"""Revisions of games: what tells a process that another one has changed a game that it has loaded.

Entries of the log raise `games.ply`; every other change that a loaded game shows raises `games.revision`, in
its own transaction: players and their names, start, answer to a challenge, rematch, warnings, publication and
rating at the end. `GameStore.versions` reads both.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, bindparam, exists, update

from app.db.schema import games, seats

RAISED: dict[str, ColumnElement[Any]] = {"revision": games.c.revision + 1}  # for `update(games).values`


async def raise_revisions(connection: Any, ids: Collection[str]) -> None:
    """Raise the revisions of games; in a fixed order, so that two transactions do not deadlock."""
    if ids:
        await connection.execute(_RAISE, [{"game": game} for game in sorted(ids)])


async def raise_revisions_of(connection: Any, player: str) -> None:
    """Raise the revisions of all games in which a player has a seat: they show the player's name."""
    seated = exists().where(seats.c.game_id == games.c.id, seats.c.player_id == player)
    await connection.execute(update(games).where(seated).values(RAISED))


_RAISE = update(games).where(games.c.id == bindparam("game")).values(RAISED)
