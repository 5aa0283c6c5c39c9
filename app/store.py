"""Every query but the writer's: in and out go engine values and facts, never rows. One method is one
transaction, and nobody else commits."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

from sqlalchemy import ColumnElement, Row, and_, insert, or_, select, text, tuple_, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app import names
from app.bus import Bus
from app.database import reading, writing
from app.facts import Facts, Player, Status
from app.tables import entries, games, house, players, seats, tokens
from engine import GAMES, Act, Entry, Outcome, Seat, find


@dataclass(frozen=True, slots=True)
class Glance:
    """A game in a list, without its log."""

    facts: Facts
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


class Store:
    """The database behind `engine`."""

    def __init__(self, engine: AsyncEngine, bus: Bus | None = None) -> None:
        self.engine = engine
        self._bus = bus or Bus()

    async def revision(self) -> str | None:
        """The migration that the database is at; None if it was never migrated."""
        async with self.engine.connect() as connection:
            try:
                found = await connection.scalar(text("select version_num from alembic_version"))
            except DBAPIError:
                return None
            return cast(str | None, found)

    async def alive(self) -> None:
        """Raises what the driver raises when the database does not answer."""
        async with reading(self.engine) as connection:
            await connection.scalar(select(1))

    async def secret(self) -> str:
        """The house's secret, made by whoever asks first."""
        try:
            async with writing(self.engine) as connection:
                found = select(house.c.value).where(house.c.key == "secret")
                value = await connection.scalar(found)
                if value is None:
                    value = secrets.token_hex(32)
                    await connection.execute(insert(house).values(key="secret", value=value))
                return cast(str, value)
        except IntegrityError:
            return await self.secret()  # another process was first

    # Players

    async def new_guest(self, now: int) -> tuple[Player, str]:
        """A new player with a name that nobody has, and his token, of which only the hash is kept."""
        token = secrets.token_urlsafe(24)
        for attempt in range(12):
            player = Player(names.fresh_id(10), names.guest(attempt))
            try:
                async with writing(self.engine) as connection:
                    await connection.execute(
                        insert(players).values(id=player.id, name=player.name, created=now)
                    )
                    await connection.execute(
                        insert(tokens).values(hash=_hash(token), player_id=player.id, created=now)
                    )
            except IntegrityError:
                continue
            return player, token
        raise RuntimeError("no free name was found in twelve attempts")

    async def player(self, id: str) -> Player | None:
        return await self._player(players.c.id == id)

    async def player_by_token(self, token: str) -> Player | None:
        return await self._player(
            players.c.id == select(tokens.c.player_id).where(tokens.c.hash == _hash(token)).scalar_subquery()
        )

    async def _player(self, condition: ColumnElement[bool]) -> Player | None:
        async with reading(self.engine) as connection:
            row = (
                await connection.execute(select(players.c.id, players.c.name).where(condition))
            ).one_or_none()
            return Player(row.id, row.name) if row else None

    # Games

    async def new_game(self, facts: Facts) -> None:
        async with writing(self.engine) as connection:
            await connection.execute(
                insert(games).values(
                    id=facts.id,
                    rules=facts.game.id,
                    version=facts.game.version,
                    deal=facts.deal.hex() if isinstance(facts.deal, bytes) else _digits(facts.deal),
                    chosen=facts.chosen,
                    position=facts.position,
                    free=facts.free,
                    public=facts.public,
                    creator=facts.creator,
                    created=facts.created,
                    started=facts.started,
                    ply=0,
                    turn=facts.match().turn if facts.full else None,
                )
            )
            taken = [
                {"game_id": facts.id, "seat": seat, "player_id": player.id}
                for seat, player in enumerate(facts.players)
                if player
            ]
            await connection.execute(insert(seats), taken)
            await self._bus.announce(connection, "facts", [facts.id])

    async def join(self, id: str, player: Player, seat: Seat | None, now: int) -> bool:
        """Takes a free seat (any, for None) of a game that has not ended. The primary key of `seats` decides
        between two who come at once; False: it was taken, or the game is over."""
        try:
            async with writing(self.engine) as connection:
                row = (
                    await connection.execute(select(games).where(games.c.id == id).with_for_update())
                ).one_or_none()
                if row is None or row.ended is not None:
                    return False
                facts = (await _with_players(connection, [row]))[0]
                free = [place for place, other in enumerate(facts.players) if other is None]
                if not free or seat not in (None, *free):
                    return False
                place = free[0] if seat is None else seat
                await connection.execute(insert(seats).values(game_id=id, seat=place, player_id=player.id))
                if len(free) == 1:
                    changes = {"started": now, "turn": facts.match().turn}
                    await connection.execute(update(games).where(games.c.id == id).values(changes))
                await self._bus.announce(connection, "facts", [id])
                return True
        except IntegrityError:
            return False

    async def facts(self, id: str) -> Facts | None:
        async with reading(self.engine) as connection:
            rows = (await connection.execute(select(games).where(games.c.id == id))).all()
            return next(iter(await _with_players(connection, rows)), None)

    async def log(self, id: str, since: int = 0) -> list[Entry]:
        """The lines of a game from ply `since` on."""
        async with reading(self.engine) as connection:
            return await _log(connection, id, since)

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
    ) -> list[Glance]:
        """Games, the newest first. `before`: (created, id) of the last one of the page before; `player`:
        an id; `public`: only what may be shown to everybody; `watched`: only what two people play."""
        wanted: list[ColumnElement[bool]] = []
        if status is not None:
            wanted.append(_STATUS.get(status, text("1 = 0")))  # type: ignore[arg-type]
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
        query = select(games).where(*wanted).order_by(games.c.created.desc(), games.c.id.desc()).limit(most)
        async with reading(self.engine) as connection:
            rows = (await connection.execute(query)).all()
            return [
                Glance(facts, row.ply, _status(row), _outcome(row))
                for row, facts in zip(rows, await _with_players(connection, rows), strict=True)
            ]

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

    async def audit(self, id: str) -> tuple[Facts, list[Entry], Fold]:
        """A game that exists, with its log and what its row says of it, as they stood at one moment: every
        line changes the row, so they are read until the row is after them what it was before.

        LookupError or ValueError: the row says what cannot be."""
        query = select(games).where(games.c.id == id)
        async with reading(self.engine) as connection:
            row = (await connection.execute(query)).one()
            while True:
                (facts,), entries = await _with_players(connection, [row]), await _log(connection, id)
                before, row = row, (await connection.execute(query)).one()
                if row == before:
                    return facts, entries, _fold(row)


_STATUS: dict[str, ColumnElement[bool]] = {
    "open": and_(games.c.started.is_(None), games.c.ended.is_(None)),
    "live": and_(games.c.started.is_not(None), games.c.ended.is_(None)),
    "ended": or_(games.c.ended.is_not(None)),
}


def _status(row: Row[Any]) -> Status:
    if row.ended is not None:
        return "ended"
    return "open" if row.started is None else "live"


def _outcome(row: Row[Any]) -> Outcome | None:
    return None if row.ended is None else Outcome(row.winner, row.reason)


def _fold(row: Row[Any]) -> Fold:
    score = None if row.score is None else tuple(int(part) for part in row.score.split())
    return Fold(row.ply, row.turn, _outcome(row), score, row.moves, row.duration)


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _digits(deal: int | None) -> str | None:
    return None if deal is None else str(deal)


async def _log(connection: AsyncConnection, id: str, since: int = 0) -> list[Entry]:
    query = (
        select(entries.c.ply, entries.c.seat, entries.c.act, entries.c.text, entries.c.at)
        .where(entries.c.game_id == id, entries.c.ply >= since)
        .order_by(entries.c.ply)
    )
    rows = await connection.execute(query)
    return [Entry(row.ply, row.seat, cast(Act, row.act), row.text, row.at) for row in rows]


async def _with_players(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> list[Facts]:
    """The facts of some rows of `games`, with who sits where."""
    sitting: dict[tuple[str, int], Player] = {}
    if rows:
        query = (
            select(seats.c.game_id, seats.c.seat, players.c.id, players.c.name)
            .join(players, players.c.id == seats.c.player_id)
            .where(seats.c.game_id.in_([row.id for row in rows]))
        )
        for row in await connection.execute(query):
            sitting[row.game_id, row.seat] = Player(row.id, row.name)
    return [_facts(row, sitting) for row in rows]


def _facts(row: Row[Any], sitting: dict[tuple[str, int], Player]) -> Facts:
    game = find(row.rules, row.version)
    deal: int | bytes | None = row.deal
    if row.deal is not None:
        deal = bytes.fromhex(row.deal) if len(row.deal) == 32 else int(row.deal)
    return Facts(
        id=row.id,
        game=game,
        deal=deal,
        chosen=row.chosen,
        position=row.position,
        free=row.free,
        public=row.public,
        creator=row.creator,
        created=row.created,
        started=row.started,
        players=tuple(sitting.get((row.id, seat)) for seat in range(len(game.seats))),
    )
