"""Leaderboard queries: a page of standings, and a player's own standing with its rank.

Keyset pagination: a page starts after a standing, not at an offset, so that new results neither repeat nor
skip one; ranks continue from the cursor. A rank beyond MAX_EXACT_RANK is computed from a cached sample of the
leaderboard (every SAMPLE_STEP-th sort key), which may be SAMPLE_TTL_SECONDS old.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, case, exists, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import read_connection
from app.db.reads import Reads
from app.db.refreshing_cache import RefreshingCache
from app.db.schema import games, players, standings
from app.domain.cursors import LeaderboardCursor, SortKey
from app.domain.game_info import Player
from app.domain.standings import Order, Standing, score_board

MAX_EXACT_RANK = 2000  # higher ranks use a sample
SAMPLE_STEP = 250  # standings between two keys of a sample
SAMPLE_TTL_SECONDS = 60.0
MAX_SAMPLES = 50  # in the cache

# a standing, its player, whether its deal is certified, number of better standings (None: MAX_EXACT_RANK or
# more)
Counted = tuple[Standing, Player, bool, int | None]

_ORDER = [standings.c[name] for name in ("lead", "second", "moves", "ms", "at")]
_SORT_KEY = [*_ORDER, standings.c.player_id]


@dataclass(frozen=True, slots=True)
class RankedStanding:
    """A standing with its rank and player. Equal standings share a rank. `certified`: the deal was proved
    winnable before it was dealt."""

    rank: int
    standing: Standing
    player: Player
    certified: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place among the `of` results of one class at a daily deal; `worse`: number of worse results.
    Equal results share a rank."""

    of_class: Literal["unaided", "open"]
    rank: int
    worse: int
    of: int


class LeaderboardStore:
    """Store of leaderboards. `accounts`: rank only players with an account; skipping guests makes a page more
    expensive."""

    def __init__(self, engine: AsyncEngine, reads: Reads | None = None) -> None:
        self._engine, self._reads = engine, reads or Reads(engine)
        self._samples: RefreshingCache[tuple[str, bool], list[SortKey]] = RefreshingCache(
            MAX_SAMPLES, SAMPLE_TTL_SECONDS
        )

    async def read(
        self,
        board: str,
        most: int,
        after: LeaderboardCursor | None,
        player: Player | None,
        *,
        accounts: bool = False,
    ) -> tuple[list[RankedStanding], RankedStanding | None]:
        """Return a page of a leaderboard, and the player's own standing on it."""
        if player is None:
            return await self._reads.run(partial(_page, board, most, after, accounts=accounts)), None
        async with read_connection(self._engine) as connection:
            page = await _page(board, most, after, connection, accounts=accounts)
            own = await self._count_better(connection, board, player, accounts=accounts)
        return page, await self._rank(own, accounts=accounts) if own else None

    async def page(
        self, board: str, most: int, after: LeaderboardCursor | None = None
    ) -> list[RankedStanding]:
        """Return the standings of a leaderboard from its top, or after a cursor."""
        return (await self.read(board, most, after, None))[0]

    async def standing_of(self, board: str, player: Player) -> RankedStanding | None:
        """Return a player's standing on a leaderboard."""
        async with read_connection(self._engine) as connection:
            own = await self._count_better(connection, board, player, accounts=False)
        return await self._rank(own, accounts=False) if own else None

    async def daily_places(self, rules: Collection[str], date: str, player: str) -> dict[str, Place]:
        """Return a player's places at daily deals, by rules, in the class `unaided` if the attempt belongs to
        it, else `open`. One statement reads all results of those deals from the index."""
        classes: tuple[Literal["open", "unaided"], ...] = ("open", "unaided")
        boards = {score_board(one, of, f"daily {date}"): (one, of) for one in rules for of in classes}
        own, others = standings.alias("own"), standings.alias("others")
        mine, theirs = (tuple_(*(table.c[column.name] for column in _ORDER)) for table in (own, others))
        query = (
            select(
                own.c.board,
                func.sum(case((theirs < mine, 1), else_=0)),
                func.sum(case((theirs > mine, 1), else_=0)),
                func.count(),
            )
            .join_from(own, others, own.c.board == others.c.board)
            .where(own.c.player_id == player, own.c.board.in_(sorted(boards)))
            .group_by(own.c.board)
            .order_by(own.c.board)  # "open" before "unaided", which replaces it
        )
        found: dict[str, Place] = {}
        async with read_connection(self._engine) as connection:
            for board, better, worse, count in await connection.execute(query):
                one, of = boards[board]
                found[one] = Place(of, 1 + int(better), int(worse), count)
        return found

    def close(self) -> None:
        """Cancel pending reads of samples."""
        self._samples.close()

    async def _count_better(
        self, connection: AsyncConnection, board: str, player: Player, *, accounts: bool
    ) -> Counted | None:
        """Return a player's standing. Count the better ones unless a sample is cached."""
        query = _select_standings(board, accounts=accounts).where(standings.c.player_id == player.id)
        row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        standing, better = _standing(row), None
        if (board, accounts) not in self._samples:
            count = await _count(connection, _better_than(standing, accounts=accounts).limit(MAX_EXACT_RANK))
            better = count if count < MAX_EXACT_RANK else None
        certified = bool(await _certified(connection, [row.game_id]))
        return standing, Player(row.player_id, row.name), certified, better

    async def _rank(self, counted: Counted, *, accounts: bool) -> RankedStanding:
        """Return a standing with its rank. The caller must not hold a connection: reading a sample takes one
        from the pool."""
        standing, player, certified, better = counted
        if better is None:
            key = standing.board, accounts
            sample = await self._samples.get(key, partial(self._read_sample, *key))
            async with read_connection(self._engine) as connection:
                better = await _count_from_sample(connection, sample, standing, accounts=accounts)
        return RankedStanding(1 + better, standing, player, certified)

    async def _read_sample(self, board: str, accounts: bool) -> list[SortKey]:
        number = func.row_number().over(order_by=_SORT_KEY).label("number")
        numbered = select(*_SORT_KEY, number).where(*_ranked(board, accounts=accounts)).subquery()
        query = select(numbered).where(numbered.c.number % SAMPLE_STEP == 0).order_by(numbered.c.number)

        async def read(connection: AsyncConnection) -> list[SortKey]:
            return [tuple(row[:6]) for row in await connection.execute(query)]

        return await self._reads.run(read)


async def _page(
    board: str, most: int, after: LeaderboardCursor | None, connection: AsyncConnection, *, accounts: bool
) -> list[RankedStanding]:
    query = _select_standings(board, accounts=accounts).order_by(*_SORT_KEY).limit(most)
    if after:
        query = query.where(tuple_(*_SORT_KEY) > tuple_(*after.key))
    count, rank = (after.count, after.rank) if after else (0, 0)
    order: Order | None = _order(after.key) if after else None
    page = list[RankedStanding]()
    rows = (await connection.execute(query)).all()
    certified = await _certified(connection, [row.game_id for row in rows])
    for row in rows:
        standing = _standing(row)
        count += 1
        if standing.order != order:
            order, rank = standing.order, count
        page.append(RankedStanding(rank, standing, Player(row.player_id, row.name), row.game_id in certified))
    return page


async def _count_from_sample(
    connection: AsyncConnection, sample: list[SortKey], standing: Standing, *, accounts: bool
) -> int:
    """Return the number of better standings, counted from the preceding key of the sample."""
    before = bisect_left(sample, (*standing.order, ""))
    if not before:
        return await _count(connection, _better_than(standing, accounts=accounts))
    # An index scan is bounded at one end only: read rows from the key on, then count.
    following = select(*_ORDER).where(
        *_ranked(standing.board, accounts=accounts), tuple_(*_SORT_KEY) > tuple_(*sample[before - 1])
    )
    near = following.order_by(*_SORT_KEY).limit(2 * SAMPLE_STEP).subquery()
    rest = select(near).where(tuple_(*(near.c[one.name] for one in _ORDER)) < tuple_(*standing.order))
    return before * SAMPLE_STEP + await _count(connection, rest)


def _ranked(board: str, *, accounts: bool) -> list[ColumnElement[bool]]:
    """Return the conditions for ranked standings: of a leaderboard, of all players or those with an
    account."""
    of_board = standings.c.board == board
    if not accounts:
        return [of_board]
    owner = players.alias("owner")
    return [of_board, exists().where(owner.c.id == standings.c.player_id, owner.c.account.is_not(None))]


def _better_than(standing: Standing, *, accounts: bool) -> Select[Any]:
    return select(standings.c.player_id).where(
        *_ranked(standing.board, accounts=accounts), tuple_(*_ORDER) < tuple_(*standing.order)
    )


async def _count(connection: AsyncConnection, query: Select[Any]) -> int:
    return await connection.scalar(select(func.count()).select_from(query.subquery())) or 0


def cursor_after(page: Sequence[RankedStanding], before: LeaderboardCursor | None) -> LeaderboardCursor:
    """Return the cursor after a non-empty page. `before`: the cursor that the page was read with."""
    standing = page[-1].standing
    count = len(page) + (before.count if before else 0)
    return LeaderboardCursor((*standing.order, standing.player), page[-1].rank, count)


def _select_standings(board: str, *, accounts: bool) -> Select[Any]:
    join = standings.join(players, players.c.id == standings.c.player_id)
    return select(standings, players.c.name).select_from(join).where(*_ranked(board, accounts=accounts))


async def _certified(connection: AsyncConnection, ids: Sequence[str]) -> set[str]:
    """Return the games whose deal is certified."""
    if not ids:
        return set()
    query = select(games.c.id).where(games.c.id.in_(sorted(set(ids))), games.c.certified)
    return set(await connection.scalars(query))


def _order(key: SortKey) -> Order:
    return key[0], key[1], key[2], key[3], key[4]


def _standing(row: Any) -> Standing:
    given = {name: value for name, value in row._mapping.items() if name in Standing.__dataclass_fields__}
    return Standing(player=row.player_id, game=row.game_id, **given)
