"""Store of moderation: acts on players and games, each in one transaction with its row of the append-only
audit log; and the operator's notice."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Select, exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.batch import NewEntry, statements, write_entries
from app.db.engine import (
    read_connection,
    retry_conflicts,
    retry_until_known,
    write_transaction,
)
from app.db.key_values import read_value, write_value
from app.db.notices import Bus
from app.db.people.accounts import games_of
from app.db.people.former_names import NameTaken, replace_name
from app.db.people.locks import lock_players
from app.db.people.sign_ins import end_credentials, revoke
from app.db.results.ratings import undo_rating
from app.db.results.recording import update_player
from app.db.schema import DEMO_KEY, audit, games, logins, players, seats
from app.domain import names
from app.domain.game_info import Player
from app.errors import Refusal

OPERATOR = ""  # `Act.moderator` of the command line
NOTICE_KEY = "notice"  # in `key_values`


@dataclass(frozen=True, slots=True)
class Act:
    """An act for the audit log. `moderator`: id of the actor (a moderator, OPERATOR, or the account's owner);
    `player`: id of the player concerned; `detail` has no names."""

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


class _PlyTaken(Exception):
    """Another process has written an entry at this ply."""


class ModerationStore:
    """Store of moderation. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine, bus: Bus) -> None:
        self._engine, self._bus = engine, bus

    async def change(self, act: Act, changes: Mapping[str, Any], now: int) -> None:
        """Change the row of a player (mute, reopen)."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(update(players).where(players.c.id == act.player).values(dict(changes)))
            await revoke(connection, [f"person {act.player}", f"player {act.player}"], now)

        await self._act(act, now, write)

    async def set_hidden(self, act: Act, player: str, since: int | None, now: int) -> None:
        """Hide a player from leaderboards since a time; None: show them again."""

        async def write(connection: AsyncConnection) -> None:
            await update_player(connection, player, {"hidden": since})

        await self._act(act, now, write)

    async def close_account(self, act: Act, player: str, now: int) -> list[str]:
        """Close an account and end its sessions and tokens. Return the revoked keys."""
        keys = list[str]()

        async def write(connection: AsyncConnection) -> None:
            await lock_players(connection, {player})
            keys[:] = [*await end_credentials(connection, player, now, named=True), f"person {player}"]
            await connection.execute(update(players).where(players.c.id == player).values(closed=now))
            await revoke(connection, keys, now)

        await self._act(act, now, write)
        return keys

    async def rename(self, act: Act, player: str, name: str, now: int) -> None:
        """Rename a player. Refusal: `name_taken`."""

        async def write(connection: AsyncConnection) -> None:
            await replace_name(connection, player, name, now)
            await revoke(connection, [f"player {player}"], now)
            await self._bus.publish(connection, "facts", await games_of(connection, player, unfinished=True))

        try:
            await self._act(act, now, write)
        except IntegrityError:
            raise NameTaken from None

    async def reset(self, act: Act, player: str, recovery: bytes, at: int, now: int) -> None:
        """Store the hash of a recovery code that takes effect at `at`, replacing one issued before. Refusal
        `no_account`: the player is a guest."""

        async def write(connection: AsyncConnection) -> None:
            pending = update(logins).where(logins.c.player_id == player)
            if not (await connection.execute(pending.values(reset=recovery, reset_at=at))).rowcount:
                raise Refusal("no_account", message="a guest has no password")

        await self._act(act, now, write)

    async def cancel_reset(self, player: str, now: int) -> None:
        """Withdraw the recovery code issued by the operator for an account, if any, and log it as an act of
        the player."""

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                issued = update(logins).where(logins.c.player_id == player, logins.c.reset.is_not(None))
                if (await connection.execute(issued.values(reset=None, reset_at=None))).rowcount:
                    await record_act(connection, Act(player, "cancel_reset", player), now)

        await retry_until_known(write)

    async def undo_rating(self, act: Act, game: str, now: int) -> list[str]:
        """Undo the rating of a game; return the games whose rating changes differ now. Refusal: `not_found`:
        it was not rated; `too_old`: too many games have been rated since."""
        changed = list[str]()

        async def write(connection: AsyncConnection) -> None:
            changed[:] = await undo_rating(connection, game, now)
            if not changed:
                raise Refusal("not_found", game=game[:40])

        await self._act(act, now, write)
        return changed

    async def close_game(self, act: Act, game: str, ended: NewEntry | None, now: int) -> list[str] | None:
        """Unlist a game, and write the entry that ends it, if given. Return the ids of its players, whose
        results must be rebuilt; None: the ply of the entry was taken, and nothing is written."""
        people = list[str]()

        async def write(connection: AsyncConnection) -> None:
            if ended:
                sql = statements(connection)
                if not await write_entries(connection, sql, self._bus, [ended]):
                    raise _PlyTaken
            await connection.execute(update(games).where(games.c.id == game).values(public=False))
            from_seats = select(players.c.id).where(players.c.id.in_(_seated(game))).order_by(players.c.id)
            people[:] = await connection.scalars(from_seats)
            await self._bus.publish(connection, "facts", [game])

        try:
            await self._act(act, now, write)
        except _PlyTaken:
            return None
        return people

    async def _act(self, act: Act, now: int, write: Callable[[AsyncConnection], Awaitable[None]]) -> None:
        """Carry out an act and record it, in one transaction. Refusal `moderator`: see `check_target`."""

        async def transaction(again: bool) -> None:
            async with write_transaction(self._engine) as connection:
                if again and await _is_recorded(connection, act, now):
                    return
                await check_target(connection, act)
                await record_act(connection, act, now)
                await write(connection)

        await retry_conflicts(lambda: retry_until_known(transaction))

    async def audit(self, most: int, before: int | None) -> list[AuditEntry]:
        """Return a page of the audit log, newest first. `before`: number of the previous page's last
        entry."""
        query = select(audit).order_by(audit.c.n.desc()).limit(most)
        if before is not None:
            query = query.where(audit.c.n < before)
        async with read_connection(self._engine) as connection:
            return await read_audit(connection, query)

    # Notice

    async def notice(self, now: int) -> tuple[str, int | None] | None:
        """Return the operator's notice and its end; None: there is none."""
        async with read_connection(self._engine) as connection:
            found = await read_value(connection, NOTICE_KEY)
        if not found:
            return None
        stored = json.loads(found)
        ended = stored["until"] is not None and stored["until"] <= now
        return None if ended or not stored["text"] else (stored["text"], stored["until"])

    async def is_demonstration(self) -> bool:
        """Return whether the database was filled with a demonstration."""
        async with read_connection(self._engine) as connection:
            return await read_value(connection, DEMO_KEY) is not None

    async def set_notice(self, text: str, until: int | None) -> None:
        """Set the notice for all visitors until a time; "": remove it."""
        async with write_transaction(self._engine) as connection:
            await write_value(connection, NOTICE_KEY, json.dumps({"text": text, "until": until}))


async def record_act(connection: AsyncConnection, act: Act, now: int) -> None:
    """Write an act to the audit log."""
    row = {"at": now, "moderator": act.moderator, "act": act.act, "player": act.player, "game": act.game}
    await connection.execute(insert(audit).values(row | {"detail": json.dumps(dict(act.detail))}))


async def read_audit(connection: AsyncConnection, query: Select[Any]) -> list[AuditEntry]:
    """Return the entries that a query of all columns of `audit` finds."""
    rows = (await connection.execute(query)).all()
    people = await people_by_id(connection, [one for row in rows for one in (row.moderator, row.player)])
    return [
        AuditEntry(
            *(row.n, row.at, people.get(row.moderator), row.act, people.get(row.player), row.game),
            json.loads(row.detail),
        )
        for row in rows
    ]


async def _is_recorded(connection: AsyncConnection, act: Act, now: int) -> bool:
    same = audit.c.at == now, audit.c.act == act.act, audit.c.moderator == act.moderator
    target = audit.c.player == act.player, audit.c.game == act.game
    return bool(await connection.scalar(select(exists().where(*same, *target))))


async def check_target(connection: AsyncConnection, act: Act) -> None:
    """Raise Refusal `moderator` if a moderator acts on a moderator, or on a game of their own. The operator
    may do both."""
    if act.moderator == OPERATOR:
        return
    moderators = select(players.c.id).where(players.c.id == act.player, players.c.moderator)
    own = select(seats.c.seat).where(seats.c.game_id == act.game, seats.c.player_id == act.moderator)
    if act.player and await connection.scalar(moderators) is not None:
        message = "only the operator can act on a moderator, on the command line"
        raise Refusal("moderator", message=message)
    if act.game and await connection.scalar(own.limit(1)) is not None:
        raise Refusal("moderator", message="leave your own games to another moderator")


async def people_by_id(connection: AsyncConnection, ids: Sequence[str | None]) -> dict[str | None, Player]:
    """Return players by id, with displayed names."""
    query = select(players.c.id, players.c.name).where(players.c.id.in_({one for one in ids if one}))
    return {row.id: Player(row.id, names.shown_name(row.name)) for row in await connection.execute(query)}


def _seated(game: str) -> Any:
    return select(seats.c.player_id).where(seats.c.game_id == game)
