"""Player lookup for moderators: search by name, and the file of one player.

Opening a file is a moderation act (`look`), logged once a day per moderator and player.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.core.errors import Refusal
from app.db.engine import read_connection, retry_conflicts, transact
from app.db.schema import audit, early_ends, former_names, players, reports
from app.moderation.messages import EarlyEnd, FormerName, FoundPerson, PersonFile, SeenSession
from app.moderation.reports import reports_of
from app.moderation.store import check_target, read_audit
from app.people import names
from app.people.audit import AuditedAct, record_act
from app.people.former_names import HELD_NAME_MS
from app.people.locks import lock_players
from app.people.sign_in_store import PLAYER_COLUMNS, player_of, read_sessions
from app.results.early_ends import pairing_pause_of
from engine.clock import DAY_MS

LOOK_ACT = "look"  # opening a file
MAX_FOUND = 20  # players per search
MAX_ROWS = 50  # per list in a file: early ends, reports, acts


class PlayerLookup:
    """Store of player lookups. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def search(self, beginning: str) -> list[FoundPerson]:
        """Return at most MAX_FOUND players whose name or former name starts like this, matches of current
        names first."""
        keys = names.name_key_prefixes(beginning)
        if not keys:
            return []
        own = _begins(players.c.folded, keys)
        person = players.c.bot.is_(None), ~players.c.name.startswith(names.DELETED_PREFIX, autoescape=True)
        by_name = select(*PLAYER_COLUMNS).where(own, *person).order_by(players.c.folded).limit(MAX_FOUND)
        by_former = (
            select(*PLAYER_COLUMNS, former_names.c.name.label("former"))
            .join(players, players.c.id == former_names.c.player_id)
            .where(_begins(former_names.c.folded, keys), ~own, *person)
            .order_by(former_names.c.folded, former_names.c.given_up.desc())
            .limit(MAX_FOUND)
        )
        found: dict[str, FoundPerson] = {}
        async with read_connection(self._engine) as connection:
            for row in await connection.execute(by_name):
                found[row.id] = _found(row, None)
            for former in await connection.execute(by_former):
                found.setdefault(former.id, _found(former, former.former))
        return list(found.values())[:MAX_FOUND]

    async def look(self, moderator: str, player: str, now: int) -> PersonFile:
        """Return the file of a player, and log the look in the same transaction, once per UTC day. Refusal:
        `not_found`; `moderator`: it is a moderator's file."""
        act = AuditedAct(moderator, LOOK_ACT, player)

        async def write(connection: AsyncConnection) -> PersonFile:
            await lock_players(connection, {moderator, player})
            await check_target(connection, act)
            found = await _read_file(connection, player, now)
            same = audit.c.moderator == moderator, audit.c.act == LOOK_ACT, audit.c.player == player
            today = select(exists().where(*same, audit.c.at >= now - now % DAY_MS))
            if not await connection.scalar(today):
                await record_act(connection, act, now)
            return found

        return await retry_conflicts(lambda: transact(self._engine, write))


def _found(row: Any, former: str | None) -> FoundPerson:
    player = player_of(row)
    return FoundPerson(player.id, player.name, player.account, row.closed, former)


def _begins(column: ColumnElement[Any], keys: list[str]) -> ColumnElement[bool]:
    return or_(*(column.startswith(key, autoescape=True) for key in keys))


async def _read_file(connection: AsyncConnection, player: str, now: int) -> PersonFile:
    """Return the file of a player. Refusal: `not_found`."""
    columns = players.c.created, players.c.listed, players.c.hidden
    row = (
        await connection.execute(select(*PLAYER_COLUMNS, *columns).where(players.c.id == player))
    ).one_or_none()
    if row is None or not names.shown_name(row.name):
        raise Refusal("not_found", message="this player has left")
    about = select(reports).where(reports.c.player_id == player).order_by(reports.c.id.desc())
    done = select(audit).where(audit.c.player == player, audit.c.act != LOOK_ACT).order_by(audit.c.n.desc())
    player_now, pause = player_of(row), await pairing_pause_of(connection, player, now)
    return PersonFile(
        id=player_now.id,
        name=player_now.name,
        created=row.created,
        account=row.account,
        listed=row.listed,
        hidden=row.hidden,
        closed=row.closed,
        muted_until=player_now.muted_until,
        pairing_paused_until=pause.until if pause else None,
        sessions=[
            SeenSession(one.created, one.seen, one.agent)
            for one in await read_sessions(connection, player, now)
        ],
        early_ends=await _early_ends(connection, player),
        former_names=await _former_names(connection, player),
        reports=await reports_of(connection, (await connection.execute(about.limit(MAX_ROWS))).all()),
        acts=await read_audit(connection, done.limit(MAX_ROWS)),
    )


async def _early_ends(connection: AsyncConnection, player: str) -> list[EarlyEnd]:
    query = select(early_ends.c.game_id, early_ends.c.at, early_ends.c.kind)
    query = query.where(early_ends.c.player_id == player).order_by(early_ends.c.at.desc()).limit(MAX_ROWS)
    return [EarlyEnd(*row) for row in await connection.execute(query)]


async def _former_names(connection: AsyncConnection, player: str) -> list[FormerName]:
    query = select(former_names).where(former_names.c.player_id == player)
    rows = await connection.execute(query.order_by(former_names.c.given_up.desc()))
    return [FormerName(row.name, row.given_up + HELD_NAME_MS, row.withdrawn) for row in rows]
