"""Renaming of players, and former names, which are reserved for their owners for a time.

All functions run in the caller's transaction. Each check follows the write of the new name: the unique index
waits for a concurrent transaction that gives the name up, whose reservation is visible then.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.core.errors import Refusal
from app.db.schema import former_names, players
from app.people import names
from app.people.locks import lock_players
from engine.clock import DAY_MS

WEEK_MS = 7 * DAY_MS

HELD_NAME_MS = 30 * DAY_MS  # former names are reserved for their owners


class NameTaken(Refusal):
    """Another player has, or recently gave up, the name or one that looks alike."""

    def __init__(self) -> None:
        super().__init__("name_taken", message="somebody has or had this name, or one that looks alike")


async def rename_player(
    connection: AsyncConnection, player: str, name: str, now: int, *, a_week: int = 0
) -> None:
    """Rename a player at their request.

    Refusal: `name_taken`; `too_many`: more than `a_week` new names (0: no limit). The first change, a return
    to a reserved name of their own and a new spelling do not count. IntegrityError: another player has the
    name."""
    row = await _locked(connection, player)
    if row is None:
        return
    mine = select(exists().where(*_held(name, now), former_names.c.player_id == player))
    returns = row.folded == names.name_key(name) or bool(await connection.scalar(mine))
    if not returns:
        _check_pause(row.renamed, now, a_week)
    counted = {} if returns else {"renamed": 0 if row.renamed is None else now}
    await _write_name(connection, player, name, counted)
    await require_not_held(connection, player, name, now)
    await _hold_former(connection, row, name, now, withdrawn=False)


async def replace_name(connection: AsyncConnection, player: str, name: str, now: int) -> None:
    """Rename a player as a moderator; they cannot return to the former name while it is reserved. Refusal:
    `name_taken`. IntegrityError: another player has the name."""
    row = await _locked(connection, player)
    if row is None:
        return
    await _write_name(connection, player, name, {})
    await _hold_former(connection, row, name, now, withdrawn=True)
    await require_not_held(connection, player, name, now)


async def require_not_held(connection: AsyncConnection, player: str, name: str, now: int) -> None:
    """Raise Refusal `name_taken` if the player's new name is reserved for another player, or was taken from
    them by a moderator."""
    mine = former_names.c.player_id == player
    held = select(exists().where(*_held(name, now), or_(~mine, former_names.c.withdrawn)))
    if await connection.scalar(held):
        raise NameTaken


async def former_owner(connection: AsyncConnection, name: str, now: int) -> str | None:
    """Return the id of the player for whom a name, or one that looks alike, is reserved."""
    query = select(former_names.c.player_id).where(*_held(name, now), ~former_names.c.withdrawn)
    found: str | None = await connection.scalar(query.order_by(former_names.c.given_up.desc()).limit(1))
    return found


async def _locked(connection: AsyncConnection, player: str) -> Any:
    """Lock and return the row of a player; None: the player is deleted."""
    rows = await lock_players(connection, {player}, "update")
    return rows[0] if rows and names.shown_name(rows[0].name) else None


def _check_pause(renamed: int | None, now: int, a_week: int) -> None:
    """Raise Refusal `too_many` if the last change of name is too recent."""
    if a_week and renamed and now < (possible := renamed + WEEK_MS // a_week):
        wait, message = (possible - now) / 1000, "you took a new name lately"
        raise Refusal("too_many", retry=wait, rule="renames", next=possible, message=message)


async def _write_name(connection: AsyncConnection, player: str, name: str, counted: dict[str, int]) -> None:
    changes = {"name": name, "folded": names.name_key(name), **counted}
    await connection.execute(update(players).where(players.c.id == player).values(changes))


async def _hold_former(
    connection: AsyncConnection, row: Any, name: str, now: int, *, withdrawn: bool
) -> None:
    """Reserve the former name of an account if it looks different from the new one, and release the new
    one."""
    key = names.name_key(name)
    if row.account is None or key == row.folded:
        return
    own = former_names.c.player_id == row.id, former_names.c.folded.in_([row.folded, key])
    await connection.execute(delete(former_names).where(*own))
    given_up = {"player_id": row.id, "folded": row.folded, "name": row.name, "given_up": now}
    await connection.execute(insert(former_names).values(given_up | {"withdrawn": withdrawn}))


def _held(name: str, now: int) -> tuple[Any, ...]:
    """Return the conditions that a row reserves a name or one that looks alike."""
    return former_names.c.folded == names.name_key(name), former_names.c.given_up > now - HELD_NAME_MS
