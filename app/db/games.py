"""Every query but the writer's: in and out go engine values and facts, never rows. One method is one
transaction, and nobody else commits."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from sqlalchemy import ColumnElement, Row, Select, and_, insert, or_, select, text, tuple_, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db import open_games
from app.db import results as ledger
from app.db.engine import error_code, reading, retry_until_known, writing
from app.db.rows import STATUS, entries_of, load_infos, outcome_of, status_of
from app.db.schema import attempts, entries, games, house, seats
from app.domain.game_info import GameInfo, Player, Status
from app.domain.notices import Bus
from app.domain.results import Result
from app.domain.streaks import Streak
from app.errors import TryAgain
from engine import GAMES, Act, Entry, Outcome, Seat

Games = Sequence[tuple[GameInfo, list[Entry]]]  # with their logs
Results = Sequence[Result]
Streaks = Mapping[str, Streak]  # by rules


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in a list, without its log."""

    info: GameInfo
    ply: int
    status: Status
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Fold:
    """What the row of a game says of its log: compared with it by `verify`."""

    ply: int
    turn: Seat | None
    outcome: Outcome | None
    score: tuple[int, ...] | None
    moves: int | None
    duration: int | None


@dataclass(frozen=True, slots=True)
class Audit:
    """A game with its log, and what was made of the log: all as they stood at one moment."""

    info: GameInfo
    log: list[Entry]
    fold: Fold
    results: list[Result]


class _Faster(Exception):
    """The same person began at the same deal at the same time."""


class GameStore:
    """The database behind `engine`."""

    def __init__(self, engine: AsyncEngine, bus: Bus | None = None) -> None:
        self.engine = engine
        self._bus = bus or Bus()

    async def revision(self) -> str | None:
        """The migration that the database is at; None if it was never migrated. DBAPIError, OSError: it
        cannot be read."""
        async with self.engine.connect() as connection:
            try:
                found = await connection.scalar(text("select version_num from alembic_version"))
            except DBAPIError as error:
                if error_code(error) in ("42P01", "SQLITE_ERROR"):  # there is no such table
                    return None
                raise
            return cast(str | None, found)

    async def alive(self) -> None:
        """Raises what the driver raises when the database does not answer."""
        async with reading(self.engine) as connection:
            await connection.scalar(select(1))

    async def secret(self) -> str:
        """The house's secret, made by whoever asks first."""

        async def write(_: bool) -> str:
            async with writing(self.engine) as connection:
                found = select(house.c.value).where(house.c.key == "secret")
                value = await connection.scalar(found)
                if value is None:
                    value = secrets.token_hex(32)
                    await connection.execute(insert(house).values(key="secret", value=value))
                return cast(str, value)

        for attempt in range(3):
            try:
                return await retry_until_known(write)
            except IntegrityError as error:  # another process was first
                if attempt == 2:
                    raise TryAgain from error
        raise AssertionError("unreachable")

    # Games

    async def new_game(self, info: GameInfo) -> str:
        """Writes a new game and answers its id. Of a person's first attempt at a deal of the day there is
        one: while it runs, its id is answered and nothing written. Refusal: `too_many_games`."""

        async def write(again: bool) -> str:
            try:
                return await self._new_game(info)
            except IntegrityError:
                if again and await self.info(info.id):
                    return info.id  # it was written the first time
                raise

        for _ in range(3):
            try:
                return await retry_until_known(write)
            except _Faster:
                continue
        raise TryAgain("others were faster three times")

    async def _new_game(self, info: GameInfo) -> str:
        solitaire = len(info.game.seats) == 1 and info.deal is not None
        async with writing(self.engine) as connection:
            before = await _attempt(connection, info) if solitaire else None
            if before:
                if info.daily is not None and before.daily == info.daily and before.ended is None:
                    return cast(str, before.id)
                info = replace(info, first=False)
            if not info.full:
                await open_games.check(connection, info)
            await connection.execute(
                insert(games).values(
                    id=info.id,
                    rules=info.game.id,
                    version=info.game.version,
                    deal=info.deal_text,
                    chosen=info.chosen,
                    position=info.position,
                    free=info.free,
                    public=info.public,
                    creator=info.creator,
                    created=info.created,
                    started=info.started,
                    ply=0,
                    turn=info.match().turn if info.full else None,
                    first=info.first,
                    daily=info.daily,
                )
            )
            taken = [
                {"game_id": info.id, "seat": seat, "player_id": player.id}
                for seat, player in enumerate(info.players)
                if player
            ]
            await connection.execute(insert(seats), taken)
            if solitaire and not before and not await ledger.attempt(connection, info):
                raise _Faster
            await ledger.deal(connection, info)
            await self._bus.publish(connection, "facts", [info.id])
            return info.id

    async def join(self, id: str, player: Player, seat: Seat | None, now: int) -> GameInfo | None:
        """Takes a free seat (any, for None) of a game that has not ended; the facts with it. The primary key
        of `seats` decides between two who come at once; None: it was taken, or the game is over."""

        async def write(again: bool) -> GameInfo | None:
            try:
                return await self._join(id, player, seat, now, again)
            except IntegrityError:
                return None

        return await retry_until_known(write)

    async def _join(
        self, id: str, player: Player, seat: Seat | None, now: int, again: bool
    ) -> GameInfo | None:
        async with writing(self.engine) as connection:
            row = (
                await connection.execute(select(games).where(games.c.id == id).with_for_update())
            ).one_or_none()
            info = (await load_infos(connection, [row]))[0] if row else None
            if info and again and info.seat(player, None) is not None:
                return info
            if row is None or info is None or row.ended is not None:
                return None
            free = [place for place, other in enumerate(info.players) if other is None]
            if not free or seat not in (None, *free):
                return None
            place = free[0] if seat is None else seat
            await connection.execute(insert(seats).values(game_id=id, seat=place, player_id=player.id))
            people = tuple(player if n == place else other for n, other in enumerate(info.players))
            info = replace(info, players=people)
            if info.full:
                info = replace(info, started=now)
                changes = {"started": now, "turn": info.match().turn}
                await connection.execute(update(games).where(games.c.id == id).values(changes))
            await self._bus.publish(connection, "facts", [id])
            return info

    async def info(self, id: str) -> GameInfo | None:
        async with reading(self.engine) as connection:
            rows = (await connection.execute(select(games).where(games.c.id == id))).all()
            return next(iter(await load_infos(connection, rows)), None)

    async def log(self, id: str, since: int = 0) -> list[Entry]:
        """The lines of a game from ply `since` on."""
        async with reading(self.engine) as connection:
            return await entries_of(connection, id, since)

    async def news(self, plies: Mapping[str, int]) -> dict[str, list[Entry]]:
        """The lines of several games from a ply of each on; at most a few hundred games."""
        wanted = [and_(entries.c.game_id == game, entries.c.ply >= ply) for game, ply in plies.items()]
        query = select(entries).where(or_(*wanted)).order_by(entries.c.game_id, entries.c.ply)
        found: dict[str, list[Entry]] = {}
        async with reading(self.engine) as connection:
            for row in await connection.execute(query):
                line = Entry(row.ply, row.seat, cast(Act, row.act), row.text, row.at)
                found.setdefault(row.game_id, []).append(line)
        return found

    async def rewrite(self, player: str, fold: Callable[[str, Games], tuple[Results, Streaks]]) -> int:
        """Makes again what follows from the logs of a person's games; answers the number of results. No game
        of his begins or ends meanwhile."""
        mine = select(seats.c.game_id).where(seats.c.player_id == player)
        async with writing(self.engine) as connection:
            await ledger.hold(connection, player)
            rows = (await connection.execute(select(games).where(games.c.id.in_(mine)))).all()
            found = [
                (info, await entries_of(connection, info.id)) for info in await load_infos(connection, rows)
            ]
            ended, runs = fold(player, found)
            await ledger.rewrite(connection, player, ended, runs)
            return len(ended)

    # Lists

    async def listing(
        self,
        *,
        status: str | None = None,
        rules: str | None = None,
        player: str | None = None,
        public: bool = True,
        watched: bool = False,
        unfinished: bool = False,
        before: tuple[int, str] | None = None,
        most: int = 50,
    ) -> list[GameSummary]:
        """Games, the newest first. `before`: (created, id) of the last one of the page before; `player`:
        an id; `public`: only what may be shown to everybody; `watched`: only what two people play."""
        wanted: list[ColumnElement[bool]] = []
        if status is not None:
            wanted.append(STATUS.get(status, text("1 = 0")))  # type: ignore[arg-type]
        if rules is not None:
            wanted.append(games.c.rules == rules)
        if player is not None:
            wanted.append(games.c.id.in_(select(seats.c.game_id).where(seats.c.player_id == player)))
        if public:
            wanted.append(games.c.public)
        if watched:
            pairs = [game.id for game in GAMES.values() if len(game.seats) == 2]
            wanted += [games.c.rules.in_(pairs), games.c.free.is_(False)]
        if unfinished:
            wanted.append(games.c.ended.is_(None))
        if before is not None:
            wanted.append(tuple_(games.c.created, games.c.id) < tuple_(*before))
        query = select(games).where(*wanted)
        return await self._glances(query.order_by(games.c.created.desc(), games.c.id.desc()).limit(most))

    async def _glances(self, query: Select[Any]) -> list[GameSummary]:
        async with reading(self.engine) as connection:
            rows = (await connection.execute(query)).all()
            return [
                GameSummary(info, row.ply, status_of(row), outcome_of(row))
                for row, info in zip(rows, await load_infos(connection, rows), strict=True)
            ]

    async def waiting(self, owners: Collection[str], most: int = 50) -> list[GameSummary]:
        """The open games that the lobby lists, the newest first. `owners`: as in `open_games.listed`."""
        ids = open_games.listed(self.engine.dialect.name, owners)
        query = select(games).where(games.c.id.in_(ids))
        return await self._glances(query.order_by(games.c.created.desc(), games.c.id.desc()).limit(most))

    async def ids(self) -> AsyncIterator[str]:
        """Every game there is, by id."""
        last = ""
        while True:
            query = select(games.c.id).where(games.c.id > last).order_by(games.c.id).limit(1000)
            async with reading(self.engine) as connection:
                found = (await connection.scalars(query)).all()
            for last in found:
                yield last
            if not found:
                return

    async def audit(self, id: str) -> Audit:
        """A game that exists, with all that can be held against its log. Every line changes the game's row,
        so they are read until the row is after them what it was before.

        LookupError or ValueError: the row says what cannot be."""
        query = select(games).where(games.c.id == id)
        async with reading(self.engine) as connection:
            row = (await connection.execute(query)).one()
            while True:
                (info,), entries = await load_infos(connection, [row]), await entries_of(connection, id)
                left = await ledger.found(connection, id)
                before, row = row, (await connection.execute(query)).one()
                if row == before:
                    return Audit(info, entries, _fold(row), left)


def _fold(row: Row[Any]) -> Fold:
    score = None if row.score is None else tuple(int(part) for part in row.score.split())
    return Fold(row.ply, row.turn, outcome_of(row), score, row.moves, row.duration)


async def _attempt(connection: AsyncConnection, info: GameInfo) -> Any:
    """The first game of this person at this deal, if there was one."""
    query = (
        select(games.c.id, games.c.daily, games.c.ended)
        .join(attempts, attempts.c.game_id == games.c.id)
        .where(
            attempts.c.player_id == info.creator,
            attempts.c.rules == info.game.id,
            attempts.c.deal == info.deal_text,
        )
    )
    return (await connection.execute(query)).first()
