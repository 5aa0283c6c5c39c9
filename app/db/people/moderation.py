"""Acts of moderators on people and games, each in one transaction with its row of the audit log, and the
operator's notice. The database refuses to change or delete a row of that log."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import dialect_insert, read_connection, retry_until_known, write_transaction
from app.db.notices import Bus
from app.db.people.accounts import games_of
from app.db.people.former_names import NameTaken, replace_name
from app.db.people.sign_ins import end_credentials, revoke
from app.db.schema import audit, games, key_values, logins, players, seats
from app.domain import names
from app.domain.game_info import Player
from app.errors import Refusal

NOTICE = "notice"  # the key of the operator's notice


@dataclass(frozen=True, slots=True)
class Act:
    """What a moderator does: `moderator` and `player` by their ids; `detail` has no names."""

    moderator: str
    act: str
    player: str | None = None
    game: str | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """An entry of the audit log."""

    n: int
    at: int
    moderator: Player | None
    act: str
    player: Player | None
    game: str | None
    detail: dict[str, Any]


class ModerationStore:
    """Acts of moderators in the database behind `engine`. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine, bus: Bus) -> None:
        self._engine, self._bus = engine, bus

    async def change(self, act: Act, changes: Mapping[str, Any], now: int) -> None:
        """Changes the row of a player: mutes, opens again."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(update(players).where(players.c.id == act.player).values(dict(changes)))
            await revoke(connection, [f"person {act.player}", f"player {act.player}"], now)

        await self._act(act, now, write)

    async def close_account(self, act: Act, player: str, now: int) -> list[str]:
        """Closes an account: all its sessions and tokens end; returns what has been revoked."""
        keys = list[str]()

        async def write(connection: AsyncConnection) -> None:
            keys[:] = [*await end_credentials(connection, player, now, named=True), f"person {player}"]
            await connection.execute(update(players).where(players.c.id == player).values(closed=now))
            await revoke(connection, keys, now)

        await self._act(act, now, write)
        return keys

    async def rename(self, act: Act, player: str, name: str, now: int) -> None:
        """Refusal: `name_taken`."""

        async def write(connection: AsyncConnection) -> None:
            await replace_name(connection, player, name, now)
            await revoke(connection, [f"player {player}"], now)
            await self._bus.publish(connection, "facts", await games_of(connection, player, unfinished=True))

        try:
            await self._act(act, now, write)
        except IntegrityError:
            raise NameTaken from None

    async def reset(self, act: Act, player: str, recovery: bytes, now: int) -> None:
        """A new recovery code, by its hash. Refusal `no_account`: the player is a guest."""

        async def write(connection: AsyncConnection) -> None:
            changes = {"recovery": recovery, "changed": now}
            done = await connection.execute(
                update(logins).where(logins.c.player_id == player).values(changes)
            )
            if not done.rowcount:
                raise Refusal("no_account", message="a guest has no password")

        await self._act(act, now, write)

    async def unlist(self, act: Act, game: str, now: int) -> list[str]:
        """Takes a game off the lists; returns the ids of its players, whose results are to be rebuilt."""
        people = list[str]()

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(update(games).where(games.c.id == game).values(public=False))
            from_seats = select(players.c.id).where(players.c.id.in_(_seated(game))).order_by(players.c.id)
            people[:] = await connection.scalars(from_seats)
            await self._bus.publish(connection, "facts", [game])

        await self._act(act, now, write)
        return people

    async def record(self, act: Act, now: int) -> None:
        """Writes an act that was carried out elsewhere."""

        async def write(_: AsyncConnection) -> None:
            """Nothing else."""

        await self._act(act, now, write)

    async def _act(self, act: Act, now: int, write: Any) -> None:
        async def transaction(again: bool) -> None:
            async with write_transaction(self._engine) as connection:
                if not (again and await _is_recorded(connection, act, now)):
                    await record_act(connection, act, now)
                    await write(connection)

        await retry_until_known(transaction)

    async def audit(self, most: int, before: int | None) -> list[AuditEntry]:
        """The audit log, the newest first; `before`: the number of the last one."""
        query = select(audit).order_by(audit.c.n.desc()).limit(most)
        if before is not None:
            query = query.where(audit.c.n < before)
        async with read_connection(self._engine) as connection:
            rows = (await connection.execute(query)).all()
            people = await people_by_id(
                connection, [one for row in rows for one in (row.moderator, row.player)]
            )
        return [
            AuditEntry(
                *(row.n, row.at, people.get(row.moderator), row.act, people.get(row.player), row.game),
                json.loads(row.detail),
            )
            for row in rows
        ]

    # What the operator says

    async def notice(self, now: int) -> tuple[str, int | None] | None:
        """The operator's notice and when it ends; None: there is none."""
        query = select(key_values.c.value).where(key_values.c.key == NOTICE)
        async with read_connection(self._engine) as connection:
            found = await connection.scalar(query)
        if not found:
            return None
        stored = json.loads(found)
        ended = stored["until"] is not None and stored["until"] <= now
        return None if ended or not stored["text"] else (stored["text"], stored["until"])

    async def set_notice(self, text: str, until: int | None) -> None:
        """Shows a notice to everybody until a time; "": none."""
        row = {"key": NOTICE, "value": json.dumps({"text": text, "until": until})}
        async with write_transaction(self._engine) as connection:
            statement = dialect_insert(connection, key_values).values(row)
            excluded = {"value": statement.excluded.value}
            await connection.execute(
                statement.on_conflict_do_update(index_elements=[key_values.c.key], set_=excluded)
            )


async def record_act(connection: AsyncConnection, act: Act, now: int) -> None:
    """Writes an act to the audit log."""
    row = {"at": now, "moderator": act.moderator, "act": act.act, "player": act.player, "game": act.game}
    await connection.execute(insert(audit).values(row | {"detail": json.dumps(dict(act.detail))}))


async def _is_recorded(connection: AsyncConnection, act: Act, now: int) -> bool:
    same = audit.c.at == now, audit.c.act == act.act, audit.c.moderator == act.moderator
    return bool(await connection.scalar(select(exists().where(*same, audit.c.player == act.player))))


async def people_by_id(connection: AsyncConnection, ids: Sequence[str | None]) -> dict[str | None, Player]:
    """Return players by id, with the names that are shown."""
    query = select(players.c.id, players.c.name).where(players.c.id.in_({one for one in ids if one}))
    return {row.id: Player(row.id, names.shown_name(row.name)) for row in await connection.execute(query)}


def _seated(game: str) -> Any:
    return select(seats.c.player_id).where(seats.c.game_id == game)
