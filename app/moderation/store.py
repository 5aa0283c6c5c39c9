"""Store of moderation: acts on players and games, each in one transaction with its row of the append-only
audit log."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.db.engine import read_connection
from app.db.revisions import raise_revisions_of
from app.db.schema import audit, games, players, seats
from app.games.entry_store import write_entry
from app.games.new_entry import NewEntry
from app.games.rows import load_played
from app.model.messages import Person
from app.moderation.messages import AuditEntry
from app.people import names
from app.people.account_store import change_player, games_with_seat
from app.people.audit import OPERATOR, AuditedAct, carry_out
from app.people.former_names import NameTaken, replace_name
from app.people.locks import lock_players
from app.people.sign_in_store import end_credentials, revoke
from app.results.rating_store import undo_rating
from app.results.recording import change_listing, rebuild_results


class _PlyTaken(Exception):
    """Another process has written an entry at this ply."""


class ModerationStore:
    """Store of moderation. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine, bus: Bus) -> None:
        self._engine, self._bus = engine, bus

    async def change(self, act: AuditedAct, player: str, changes: Mapping[str, Any], now: int) -> None:
        """Change the row of a player (mute, reopen)."""
        await self._act(act, now, lambda it: change_player(it, player, changes, now))

    async def set_hidden(self, act: AuditedAct, player: str, since: int | None, now: int) -> None:
        """Hide a player from the leaderboards since a time; None: show them again."""
        await self._act(act, now, lambda it: change_listing(it, player, {"hidden": since}))

    async def close_account(self, act: AuditedAct, player: str, now: int) -> list[str]:
        """Close an account and end its sessions and tokens. Return the revoked keys."""
        keys = list[str]()

        async def write(connection: AsyncConnection) -> None:
            await lock_players(connection, {player})
            keys[:] = [*await end_credentials(connection, player, now, named=True), f"person {player}"]
            await connection.execute(update(players).where(players.c.id == player).values(closed=now))
            await revoke(connection, keys, now)

        await self._act(act, now, write)
        return keys

    async def rename(self, act: AuditedAct, player: str, name: str, now: int) -> list[str]:
        """Rename a player; return their unfinished games, which show the name. Refusal: `name_taken`."""
        shown = list[str]()

        async def write(connection: AsyncConnection) -> None:
            await replace_name(connection, player, name, now)
            await revoke(connection, [f"player {player}"], now)
            shown[:] = await games_with_seat(connection, player, unfinished=True)
            await raise_revisions_of(connection, player)
            await self._bus.publish(connection, "facts", shown)

        try:
            await self._act(act, now, write)
        except IntegrityError:
            raise NameTaken from None
        return shown

    async def undo_rating(self, act: AuditedAct, game: str, now: int) -> None:
        """Undo the rating of a game. Refusal `not_found`: it was not rated, or is undone already."""

        async def write(connection: AsyncConnection) -> None:
            if not await undo_rating(connection, game, now):
                raise Refusal("not_found", game=game[:40])
            await self._bus.publish_facts(connection, [game])

        await self._act(act, now, write)

    async def close_game(self, act: AuditedAct, game: str, ended: NewEntry | None, now: int) -> bool:
        """Unlist a game, write the entry that ends it, if given, and rebuild the results of its players.
        Return False if the ply of the entry was taken: nothing is written."""

        async def write(connection: AsyncConnection) -> None:
            seated = select(seats.c.player_id).where(seats.c.game_id == game)
            persons = select(players.c.id).where(players.c.id.in_(seated), players.c.bot.is_(None))
            people = sorted(await connection.scalars(persons))
            await lock_players(connection, people)  # before the game
            if ended and await write_entry(connection, self._bus, ended) is None:
                raise _PlyTaken
            await connection.execute(update(games).where(games.c.id == game).values(public=False))
            for player in people:
                await rebuild_results(connection, player, load_played)
            await self._bus.publish_facts(connection, [game])

        try:
            await self._act(act, now, write)
        except _PlyTaken:
            return False
        return True

    async def _act(
        self, act: AuditedAct, now: int, write: Callable[[AsyncConnection], Awaitable[None]]
    ) -> None:
        """Carry out an act and record it, in one transaction. Refusal `moderator`: see `check_target`."""

        async def checked(connection: AsyncConnection) -> None:
            await check_target(connection, act)
            await write(connection)

        await carry_out(self._engine, act, now, checked)

    async def audit(self, most: int, before: int | None) -> list[AuditEntry]:
        """Return a page of the audit log, newest first. `before`: number of the previous page's last
        entry."""
        query = select(audit).order_by(audit.c.n.desc()).limit(most)
        if before is not None:
            query = query.where(audit.c.n < before)
        async with read_connection(self._engine) as connection:
            return await read_audit(connection, query)


async def read_audit(connection: AsyncConnection, query: Select[Any]) -> list[AuditEntry]:
    """Return the entries that a query of all columns of `audit` finds."""
    rows = (await connection.execute(query)).all()
    people = await people_by_id(connection, [one for row in rows for one in (row.moderator, row.player)])
    return [
        AuditEntry(
            n=row.n,
            at=row.at,
            moderator=people.get(row.moderator),
            act=row.act,
            player=people.get(row.player),
            game=row.game,
            detail=json.loads(row.detail),
        )
        for row in rows
    ]


async def check_target(connection: AsyncConnection, act: AuditedAct) -> None:
    """Raise Refusal `moderator` if a moderator acts on a moderator, or on a game of their own. The operator
    may do both."""
    if act.actor == OPERATOR:
        return
    moderators = select(players.c.id).where(players.c.id == act.player, players.c.moderator)
    own = select(seats.c.seat).where(seats.c.game_id == act.game, seats.c.player_id == act.actor)
    if act.player and await connection.scalar(moderators) is not None:
        message = "only the operator can act on a moderator, on the command line"
        raise Refusal("moderator", message=message)
    if act.game and await connection.scalar(own.limit(1)) is not None:
        raise Refusal("moderator", message="leave your own games to another moderator")


async def people_by_id(connection: AsyncConnection, ids: Sequence[str | None]) -> dict[str | None, Person]:
    query = select(players.c.id, players.c.name).where(players.c.id.in_({one for one in ids if one}))
    return {row.id: Person(row.id, names.shown_name(row.name)) for row in await connection.execute(query)}
