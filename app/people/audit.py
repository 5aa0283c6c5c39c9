"""Audit log: acts on players and games by moderators, by the operator, and by owners on their accounts. It is
append-only; an act and its row are written in one transaction."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import exists, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import retry_conflicts, retry_until_known, write_transaction
from app.db.schema import audit

OPERATOR = ""  # `AuditedAct.actor` of the command line


@dataclass(frozen=True, slots=True)
class AuditedAct:
    """An act for the audit log. `actor`: id of a moderator or of the account's owner, or OPERATOR;
    `player`: id of the player concerned; `detail` has no names."""

    actor: str
    act: str
    player: str | None = None
    game: str | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)


async def carry_out(
    engine: AsyncEngine, act: AuditedAct, now: int, write: Callable[[AsyncConnection], Awaitable[None]]
) -> None:
    """Carry out an act by `write` and record it, in one transaction, once."""

    async def transaction(again: bool) -> None:
        async with write_transaction(engine) as connection:
            if not (again and await _is_recorded(connection, act, now)):
                await write(connection)
                await record_act(connection, act, now)

    await retry_conflicts(lambda: retry_until_known(transaction))


async def record_act(connection: AsyncConnection, act: AuditedAct, now: int) -> None:
    row = {"at": now, "moderator": act.actor, "act": act.act, "player": act.player, "game": act.game}
    await connection.execute(insert(audit).values(row | {"detail": json.dumps(dict(act.detail))}))


async def _is_recorded(connection: AsyncConnection, act: AuditedAct, now: int) -> bool:
    same = audit.c.at == now, audit.c.act == act.act, audit.c.moderator == act.actor
    target = audit.c.player == act.player, audit.c.game == act.game
    return bool(await connection.scalar(select(exists().where(*same, *target))))
