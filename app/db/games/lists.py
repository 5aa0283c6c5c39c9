"""Lists of games: by status, rules or player, and the open games of the lobby."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Row,
    ScalarSelect,
    Select,
    and_,
    exists,
    func,
    literal,
    or_,
    select,
    text,
    tuple_,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import read_connection
from app.db.games.rows import (
    FOR_MANY,
    FOR_TWO,
    HAS_STATUS,
    KNOWN_ID,
    has_rules,
    load_readable,
    outcome_of,
    rematch_of,
    status_of,
)
from app.db.reads import Reads
from app.db.schema import entries, games, rematches, seats
from app.domain.cursors import GameCursor
from app.domain.game_info import GameInfo, Player, Rematch, Status
from app.domain.timeouts import FIRST_MOVES_TIMEOUT_MS, JOIN_TIMEOUT_MS
from engine import Match, Outcome, Seat
from engine.checks import ABANDONED_AFTER_MS

LISTED = 3  # open games of one player in the lobby
IDS = 1000  # read by one query


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in a list, without its log."""

    info: GameInfo
    ply: int
    status: Status
    outcome: Outcome | None
    turn: Seat | None
    ended: int | None = None  # milliseconds since the epoch

    @classmethod
    def of(cls, info: GameInfo, match: Match) -> GameSummary:
        """Return the summary of a loaded game."""
        over, last = match.outcome, match.last
        status: Status = "ended" if over else "open" if info.started is None else "live"
        return cls(info, match.ply, status, over, match.turn, last.at if over and last else None)

    @property
    def in_progress(self) -> bool:
        """Whether it is unfinished, and not a solitaire that was left before its first move."""
        return self.status != "ended" and (len(self.info.game.seats) > 1 or self.ply > 0)

    def waits_for(self, player: Player) -> bool:
        """Whether an opponent waits for this player's move, or for the answer to a challenge."""
        if self.status == "open":
            return self.info.to is not None and self.info.to.id == player.id
        return (
            self.status == "live"
            and not self.info.free
            and len(self.info.players) > 1
            and (self.turn in self.info.seats(player))
        )


class GameLists:
    """Queries that return many games, the newest first."""

    def __init__(self, engine: AsyncEngine, reads: Reads | None = None) -> None:
        self._engine, self._reads = engine, reads or Reads(engine)

    async def list_games(
        self,
        *,
        status: str | None = None,
        rules: str | None = None,
        player: str | None = None,
        public: bool = True,
        watched: bool = False,
        moved_since: int | None = None,
        opponent: str | None = None,
        result: str | None = None,
        rated: bool | None = None,
        before: GameCursor | None = None,
        most: int = 50,
        lagging: bool = False,
    ) -> list[GameSummary]:
        """`before`: the cursor of the page before; `player`, `opponent`: ids; `public`: public games only;
        `watched`: only games of two players; `moved_since`: those against machines only if they have moved
        since then (milliseconds since the epoch); `result`: won, lost or drawn by `player`; `lagging`: the
        list may be a few seconds old."""
        conditions: list[ColumnElement[bool]] = []
        if status is not None:
            conditions.append(HAS_STATUS.get(status, text("1 = 0")))  # type: ignore[arg-type]
        if rules is not None:
            conditions.append(games.c.rules == rules)
        if player is not None:
            own = select(seats.c.game_id).where(seats.c.player_id == player)
            if status in ("open", "live"):
                own = own.where(~seats.c.ended)
            conditions.append(games.c.id.in_(own))
            conditions.append(or_(games.c.ended.is_not(None), FOR_MANY, games.c.ply > 0))
        if opponent is not None:
            others = select(seats.c.game_id).where(seats.c.player_id == opponent)
            conditions += [games.c.id.in_(others), FOR_TWO, literal(opponent != player)]
        if result is not None:
            conditions += _has_result(player, result)
        if rated is not None:
            conditions.append(games.c.rated.is_(rated))
        if public:
            conditions.append(games.c.public)
        if watched:
            conditions.append(FOR_TWO)
        if moved_since is not None:
            moved = func.coalesce(_last_entry_at(), games.c.started)
            conditions.append(or_(games.c.machine.is_(None), moved > moved_since))
        if before is not None:
            conditions.append(tuple_(games.c.created, games.c.id) < tuple_(*before))
        query = select(games).where(*conditions)
        return await self._summaries(query, most, self._reads if lagging else None)

    async def open_games(self, owners: Collection[str], most: int = 50) -> list[GameSummary]:
        """The public open games that the lobby lists, at most the LISTED newest of one player. `owners`: only
        games with this creator or this id."""
        ids = _newest_open_ids(self._engine.dialect.name, owners)
        return await self._summaries(select(games).where(games.c.id.in_(ids)), most)

    async def is_host(self, player: str) -> bool:
        """Return whether this player has a public open game, or is challenged to one."""
        wanted = or_(and_(games.c.creator == player, games.c.public), games.c.to_id == player)
        async with read_connection(self._engine) as connection:
            query = select(games.c.id).where(HAS_STATUS["open"], wanted).limit(1)
            return (await connection.execute(query)).first() is not None

    async def unfinished(self, player: str, most: int = 50) -> list[GameSummary]:
        """The games that this player has not finished and the challenges to them; those in which an opponent
        waits for their move or answer come first, then the newest. Solitaires that were left before the first
        move are not among them."""
        seated = select(seats.c.game_id).where(seats.c.player_id == player, ~seats.c.ended)
        asked = select(games.c.id).where(games.c.to_id == player, games.c.ended.is_(None))
        own = seated.union_all(asked)
        to_move = exists().where(
            seats.c.game_id == games.c.id, seats.c.seat == games.c.turn, seats.c.player_id == player
        )
        playing = and_(FOR_TWO, games.c.started.is_not(None), to_move)
        challenged = and_(games.c.started.is_(None), games.c.to_id.is_not(None), games.c.to_id == player)
        waits = or_(playing, challenged).label("waits")
        query = (
            select(games)
            .where(games.c.id.in_(own), games.c.ended.is_(None), KNOWN_ID, or_(FOR_MANY, games.c.ply > 0))
            .order_by(waits.desc(), games.c.created.desc(), games.c.id.desc())
            .limit(most)
        )
        async with read_connection(self._engine) as connection:
            rows = (await connection.execute(query)).all()
            return await summaries_of(connection, rows)

    async def summaries(self, ids: Collection[str]) -> list[GameSummary]:
        """These games, in any order; those whose rules are not known are left out."""
        wanted = _text_rows(self._engine.dialect.name, sorted(ids))
        async with read_connection(self._engine) as connection:
            rows = (await connection.execute(select(games).where(games.c.id.in_(wanted)))).all()
            return await summaries_of(connection, rows)

    async def rematches(self, ids: Collection[str]) -> dict[str, Rematch]:
        """What the players of these games say of another one, where they have said anything."""
        wanted = _text_rows(self._engine.dialect.name, sorted(ids))
        async with read_connection(self._engine) as connection:
            rows = await connection.execute(select(rematches).where(rematches.c.game_id.in_(wanted)))
            return {row.game_id: rematch_of(row) for row in rows}

    async def ids(self) -> AsyncIterator[str]:
        """The id of every game, in order."""
        last = ""
        while True:
            query = select(games.c.id).where(games.c.id > last).order_by(games.c.id).limit(IDS)
            async with read_connection(self._engine) as connection:
                page = (await connection.scalars(query)).all()
            for last in page:
                yield last
            if not page:
                return

    async def count(self) -> int:
        """Return the number of all games."""
        async with read_connection(self._engine) as connection:
            return await connection.scalar(select(func.count()).select_from(games)) or 0

    async def overdue(self, now: int) -> list[str]:
        """The ids of the games that the server has to end at `now` (milliseconds since the epoch), in order.
        Of each unfinished game for two the last entry is read, and whether each seat has moved: by
        subqueries, since for a join PostgreSQL may read all entries."""
        idle_since = func.coalesce(_last_entry_at(), games.c.started)
        begun = and_(_has_moved(0), _has_moved(1))
        query = select(games.c.id).where(
            FOR_TWO,
            games.c.ended.is_(None),
            games.c.created <= now - min(JOIN_TIMEOUT_MS, FIRST_MOVES_TIMEOUT_MS),
            or_(
                and_(games.c.started.is_(None), games.c.created <= now - JOIN_TIMEOUT_MS),
                and_(idle_since <= now - FIRST_MOVES_TIMEOUT_MS, ~begun),
                idle_since <= now - ABANDONED_AFTER_MS,
            ),
        )
        async with read_connection(self._engine) as connection:
            return sorted(await connection.scalars(query))

    async def _summaries(
        self, query: Select[Any], most: int, reads: Reads | None = None
    ) -> list[GameSummary]:
        """The first `most` games of a query, the newest first. Those of an unknown version are left out, and
        more are read in their place, so that they shorten no page."""
        query = query.where(KNOWN_ID).order_by(games.c.created.desc(), games.c.id.desc()).limit(most)

        async def read(connection: AsyncConnection) -> list[GameSummary]:
            rows: list[Row[Any]] = []
            following = query
            while True:
                page = (await connection.execute(following)).all()
                rows += filter(has_rules, page)
                if len(page) < most or len(rows) >= most:
                    return await summaries_of(connection, rows[:most])
                last = page[-1].created, page[-1].id
                following = query.where(tuple_(games.c.created, games.c.id) < last)

        return await (reads or Reads(self._engine)).run(read)


async def summaries_of(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> list[GameSummary]:
    """The games of these rows; those of an unknown version, or with impossible values, are left out."""
    return [
        GameSummary(info, row.ply, status_of(row), outcome_of(row), row.turn, row.ended)
        for row, info in await load_readable(connection, rows)
    ]


def _has_result(player: str | None, result: str) -> list[ColumnElement[bool]]:
    """The conditions that a player has won, lost or drawn a game; aborted games are none of these."""
    won = exists().where(
        seats.c.game_id == games.c.id, seats.c.player_id == player, seats.c.seat == games.c.winner
    )
    counts = [games.c.ended.is_not(None), games.c.free.is_(False), games.c.reason != "aborted"]
    if player is None:
        return [text("1 = 0")]  # type: ignore[list-item]
    match result:
        case "won":
            return [*counts, won]
        case "lost":
            return [*counts, ~won, or_(games.c.winner.is_not(None), ~FOR_MANY)]
        case "drawn":
            return [*counts, games.c.winner.is_(None), FOR_MANY]
        case _:
            return [text("1 = 0")]  # type: ignore[list-item]


def _last_entry_at() -> ScalarSelect[Any]:
    last = select(entries.c.at).where(entries.c.game_id == games.c.id, entries.c.ply == games.c.ply - 1)
    return last.correlate(games).scalar_subquery()


def _has_moved(seat: int) -> ColumnElement[bool]:
    """No `exists`, for which PostgreSQL may read all entries."""
    move = select(entries.c.ply).where(
        entries.c.game_id == games.c.id, entries.c.act == "move", entries.c.seat == seat
    )
    return move.correlate(games).limit(1).scalar_subquery().is_not(None)


def _newest_open_ids(dialect: str, owners: Collection[str]) -> Select[Any]:
    newest = [games.c.created.desc(), games.c.id.desc()]
    number = func.row_number().over(partition_by=games.c.creator, order_by=newest).label("number")
    present = _text_rows(dialect, sorted(owners))
    owned = or_(games.c.creator.in_(present), games.c.id.in_(present))
    numbered = select(games.c.id, number).where(games.c.public, HAS_STATUS["open"], owned).subquery()
    return select(numbered.c.id).where(numbered.c.number <= LISTED)


def _text_rows(dialect: str, texts: list[str]) -> Select[Any]:
    """These texts as rows, passed as one parameter however many there are."""
    if dialect == "sqlite":
        rows = func.json_each(literal(texts, JSON)).table_valued("value")
    else:
        rows = func.jsonb_array_elements_text(literal(texts, JSONB)).table_valued("value")
    return select(rows.c.value)
