"""Lists of games: by status, rules or player, and the open games of the lobby."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
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
    false,
    func,
    literal,
    or_,
    select,
    tuple_,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.core.wire import Count
from app.db.engine import read_connection
from app.db.schema import entries, games, rematches, seats
from app.games.deadlines import FIRST_MOVES_TIMEOUT_MS, JOIN_TIMEOUT_MS
from app.games.rows import (
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
from app.http.pagination import Id
from app.model.game_info import GameInfo, Rematch, Status
from app.results.results import parse_score
from engine import Match, Outcome, Seat
from engine.checks import ABANDONED_AFTER_MS

GameCursor = tuple[Count, Id]  # created and id of the last game of a page
MAX_LISTED_PER_PLAYER = 3  # open games in the lobby
MAX_STREAMED = 500  # games at the start of a stream
IDS_PER_PAGE = 1000


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in a list, without its log. `score`: of an ended solitaire; else empty."""

    info: GameInfo
    ply: int
    status: Status
    outcome: Outcome | None
    turn: Seat | None
    ended: int | None = None  # milliseconds since the epoch
    score: tuple[int, ...] = ()

    @classmethod
    def of(cls, info: GameInfo, match: Match) -> GameSummary:
        over, last = match.outcome, match.last
        status: Status = "ended" if over else "open" if info.started is None else "live"
        score = match.game.score(match.state) if over else ()
        return cls(info, match.ply, status, over, match.turn, last.at if over and last else None, score)

    @property
    def in_progress(self) -> bool:
        """Whether it is unfinished, and not a solitaire without a move."""
        return self.status != "ended" and (len(self.info.game.seats) > 1 or self.ply > 0)


class GameLists:
    """Queries for lists of games, newest first."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

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
    ) -> list[GameSummary]:
        """Return a page of games.

        - `before`: cursor of the previous page.
        - `player`, `opponent`: ids.
        - `public`: only public games; `watched`: only games of two players.
        - `moved_since`: exclude games against bots without a move since (milliseconds since the epoch).
        - `result`: won, lost or drawn by `player`."""
        conditions: list[ColumnElement[bool]] = []
        if status is not None:
            conditions.append(HAS_STATUS.get(status, false()))
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
            conditions.append(or_(games.c.bot.is_(None), moved > moved_since))
        if before is not None:
            conditions.append(tuple_(games.c.created, games.c.id) < tuple_(*before))
        query = select(games).where(*conditions)
        return await self._summaries(query, most)

    async def open_games(self, owners: Collection[str], most: int = 50) -> list[GameSummary]:
        """Return the public open games of the lobby, at most the MAX_LISTED_PER_PLAYER newest of a player.
        `owners`: only games with such a creator or id."""
        ids = _newest_open_ids(self._engine.dialect.name, owners)
        return await self._summaries(select(games).where(games.c.id.in_(ids)), most)

    async def is_host(self, player: str) -> bool:
        """Return whether this player has a public open game or an open challenge to them."""
        wanted = or_(and_(games.c.creator == player, games.c.public), games.c.to_id == player)
        async with read_connection(self._engine) as connection:
            query = select(games.c.id).where(HAS_STATUS["open"], wanted).limit(1)
            return (await connection.execute(query)).first() is not None

    async def unfinished(self, player: str, most: int = 50) -> list[GameSummary]:
        """Return a player's unfinished games and the challenges to them, except solitaires without a move.
        Games in which an opponent waits for their move or answer come first, then the newest."""
        to_move = exists().where(
            seats.c.game_id == games.c.id, seats.c.seat == games.c.turn, seats.c.player_id == player
        )
        playing = and_(FOR_TWO, games.c.started.is_not(None), to_move)
        challenged = and_(games.c.started.is_(None), games.c.to_id.is_not(None), games.c.to_id == player)
        waits = or_(playing, challenged).label("waits")
        query = (
            select(games)
            .where(_is_unfinished(player), KNOWN_ID, or_(FOR_MANY, games.c.ply > 0))
            .order_by(waits.desc(), games.c.created.desc(), games.c.id.desc())
            .limit(most)
        )
        return await self._read(query)

    async def running_for_two(self, player: str) -> list[GameSummary]:
        """Return a player's unfinished games for two and the open challenges to them, newest first, at most
        MAX_STREAMED."""
        return await self._read(_newest(select(games).where(_is_unfinished(player), FOR_TWO), MAX_STREAMED))

    async def ended_for_two(self, player: str, since: int) -> list[GameSummary]:
        """Return a player's games for two and challenges to them that ended at `since` (milliseconds since
        the epoch) or later, at most MAX_STREAMED."""
        own = select(seats.c.game_id).where(seats.c.player_id == player)
        mine = or_(games.c.id.in_(own), and_(games.c.to_id.is_not(None), games.c.to_id == player))
        return await self._read(
            _newest(select(games).where(mine, games.c.ended >= since, FOR_TWO), MAX_STREAMED)
        )

    async def last_entry_times(self, plies: Mapping[str, int]) -> dict[str, int]:
        """Return the time of the last entry of each game. `plies`: number of entries by game."""
        wanted = [(game, ply - 1) for game, ply in plies.items() if ply]
        if not wanted:
            return {}
        query = select(entries.c.game_id, entries.c.at).where(
            tuple_(entries.c.game_id, entries.c.ply).in_(wanted)
        )
        async with read_connection(self._engine) as connection:
            return {row.game_id: row.at for row in await connection.execute(query)}

    async def exported(self, player: str, since: int, most: int, *, public: bool) -> list[str]:
        """Return the first games of a player that ended at `since` or later, in the order of their ends.
        `public`: only public games."""
        own = select(seats.c.game_id).where(seats.c.player_id == player)
        query = select(games.c.id).where(games.c.id.in_(own), games.c.ended >= since)
        if public:
            query = query.where(games.c.public)
        async with read_connection(self._engine) as connection:
            found = await connection.scalars(query.order_by(games.c.ended, games.c.id).limit(most))
            return list(found)

    async def running_between_people(self, player: str, rules: Sequence[str]) -> list[str]:
        """Return the ids of a player's running games between people, by these rules, that have an entry."""
        query = (
            select(games.c.id)
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.player_id == player, ~seats.c.ended, games.c.ended.is_(None), games.c.ply > 0)
            .where(games.c.rules.in_(rules), games.c.bot.is_(None), games.c.free.is_(False))
            .order_by(games.c.id)
        )
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query))

    async def summaries(self, ids: Collection[str]) -> list[GameSummary]:
        """Return these games in any order, except those with unknown rules."""
        wanted = _text_rows(self._engine.dialect.name, sorted(ids))
        return await self._read(select(games).where(games.c.id.in_(wanted)))

    async def rematches(self, ids: Collection[str]) -> dict[str, Rematch]:
        wanted = _text_rows(self._engine.dialect.name, sorted(ids))
        async with read_connection(self._engine) as connection:
            rows = await connection.execute(select(rematches).where(rematches.c.game_id.in_(wanted)))
            return {row.game_id: rematch_of(row) for row in rows}

    async def ids(self) -> AsyncIterator[str]:
        """Yield the id of every game, in order."""
        last = ""
        while True:
            query = select(games.c.id).where(games.c.id > last).order_by(games.c.id).limit(IDS_PER_PAGE)
            async with read_connection(self._engine) as connection:
                page = (await connection.scalars(query)).all()
            for last in page:
                yield last
            if not page:
                return

    async def count(self) -> int:
        async with read_connection(self._engine) as connection:
            return await connection.scalar(select(func.count()).select_from(games)) or 0

    async def overdue(self, now: int) -> list[str]:
        """Return the ids of the games that the server must end at `now` (milliseconds since the epoch), in
        order.

        Subqueries read the last entry of each unfinished two-player game, and whether each seat has moved;
        for a join PostgreSQL may read all entries."""
        idle_since = func.coalesce(_last_entry_at(), games.c.started)
        both_moved = and_(_has_moved(0), _has_moved(1))
        query = select(games.c.id).where(
            FOR_TWO,
            games.c.ended.is_(None),
            games.c.created <= now - min(JOIN_TIMEOUT_MS, FIRST_MOVES_TIMEOUT_MS),
            or_(
                and_(games.c.started.is_(None), games.c.created <= now - JOIN_TIMEOUT_MS),
                and_(idle_since <= now - FIRST_MOVES_TIMEOUT_MS, ~both_moved),
                idle_since <= now - ABANDONED_AFTER_MS,
            ),
        )
        async with read_connection(self._engine) as connection:
            return sorted(await connection.scalars(query))

    async def _read(self, query: Select[Any]) -> list[GameSummary]:
        async with read_connection(self._engine) as connection:
            return await summaries_of(connection, (await connection.execute(query)).all())

    async def _summaries(self, query: Select[Any], most: int) -> list[GameSummary]:
        """Return the `most` newest games of a query. Games of unknown versions are skipped, and more are read
        instead, so that pages stay full."""
        query = _newest(query.where(KNOWN_ID), most)
        rows: list[Row[Any]] = []
        following = query
        async with read_connection(self._engine) as connection:
            while True:
                page = (await connection.execute(following)).all()
                rows += filter(has_rules, page)
                if len(page) < most or len(rows) >= most:
                    return await summaries_of(connection, rows[:most])
                last = page[-1].created, page[-1].id
                following = query.where(tuple_(games.c.created, games.c.id) < last)


async def summaries_of(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> list[GameSummary]:
    """Return the games of these rows, except those of unknown versions or with invalid values."""
    return [
        GameSummary(info, row.ply, status_of(row), outcome_of(row), row.turn, row.ended, _score_of(row))
        for row, info in await load_readable(connection, rows)
    ]


def _score_of(row: Row[Any]) -> tuple[int, ...]:
    """Return the stored score; () before the end, and for an invalid one, which the game's check reports."""
    try:
        return parse_score(row.score or "")
    except ValueError:
        return ()


def _newest(query: Select[Any], most: int) -> Select[Any]:
    return query.order_by(games.c.created.desc(), games.c.id.desc()).limit(most)


def _is_unfinished(player: str) -> ColumnElement[bool]:
    """Return the condition that a game is unfinished, and the player's or a challenge to them."""
    seated = select(seats.c.game_id).where(seats.c.player_id == player, ~seats.c.ended)
    asked = select(games.c.id).where(games.c.to_id == player, games.c.ended.is_(None))
    return and_(games.c.id.in_(seated.union_all(asked)), games.c.ended.is_(None))


def _has_result(player: str | None, result: str) -> list[ColumnElement[bool]]:
    """Return the conditions that a player has won, lost or drawn a game; aborted games match none."""
    won = exists().where(
        seats.c.game_id == games.c.id, seats.c.player_id == player, seats.c.seat == games.c.winner
    )
    counts = [games.c.ended.is_not(None), games.c.free.is_(False), games.c.reason != "aborted"]
    if player is None:
        return [false()]
    match result:
        case "won":
            return [*counts, won]
        case "lost":
            return [*counts, ~won, or_(games.c.winner.is_not(None), ~FOR_MANY)]
        case "drawn":
            return [*counts, games.c.winner.is_(None), FOR_MANY]
        case _:
            return [false()]


def _last_entry_at() -> ScalarSelect[Any]:
    last = select(entries.c.at).where(entries.c.game_id == games.c.id, entries.c.ply == games.c.ply - 1)
    return last.correlate(games).scalar_subquery()


def _has_moved(seat: int) -> ColumnElement[bool]:
    """Return the condition that a seat has moved. With `exists`, PostgreSQL may read all entries."""
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
    return select(numbered.c.id).where(numbered.c.number <= MAX_LISTED_PER_PLAYER)


def _text_rows(dialect: str, texts: list[str]) -> Select[Any]:
    """Return texts as rows, passed as a single parameter."""
    if dialect == "sqlite":
        rows = func.json_each(literal(texts, JSON)).table_valued("value")
    else:
        rows = func.jsonb_array_elements_text(literal(texts, JSONB)).table_valued("value")
    return select(rows.c.value)
