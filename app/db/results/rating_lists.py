"""Rating list queries: a page of the highest ratings in a game, and a player's own rating with its rank.

Keyset pagination. A rank is counted from a cached sample of the list (every SAMPLE_STEP-th rating), which may
be SAMPLE_TTL_SECONDS old; a shorter list has an empty sample and is counted completely.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import read_connection
from app.db.reads import Reads
from app.db.refreshing_cache import RefreshingCache
from app.db.schema import players, ratings
from app.domain.game_info import Player
from app.domain.glicko import Rating

MIN_PROVISIONAL_GAMES = 5  # rated games for a provisional rating to be listed
SAMPLE_STEP = 250  # ratings between two keys of a sample
SAMPLE_TTL_SECONDS = 60.0
MAX_SAMPLES = 50  # in the cache

Place = tuple[float, str]  # sort key: rating and player id

_ORDER = (ratings.c.rating, ratings.c.player_id)
_HIGHEST_FIRST = [column.desc() for column in _ORDER]
_IS_LISTED = and_(
    players.c.listed, players.c.hidden.is_(None), players.c.account.is_not(None), players.c.closed.is_(None)
)


@dataclass(frozen=True, slots=True)
class ListedRating:
    """A rating in a list, with its exact value; the deviation is as of the read."""

    player: Player
    rating: Rating
    games: int


@dataclass(frozen=True, slots=True)
class RatingList:
    """A list: of a game and seat (0 if both share a rating), with or without provisional ratings."""

    rules: str
    seat: int
    provisional: bool = False

    def includes(self, now: int) -> ColumnElement[bool]:
        """Return the condition for rows of `ratings` and `players` to be on the list at `now`."""
        firm = ratings.c.firm_until >= now
        enough = or_(firm, ratings.c.games >= MIN_PROVISIONAL_GAMES) if self.provisional else firm
        return and_(ratings.c.rules == self.rules, ratings.c.seat == self.seat, enough, _IS_LISTED)


class RatingListStore:
    """Store of rating lists. `now`: milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine, reads: Reads | None = None) -> None:
        self._engine, self._reads = engine, reads or Reads(engine)
        self._samples: RefreshingCache[RatingList, list[Place]] = RefreshingCache(
            MAX_SAMPLES, SAMPLE_TTL_SECONDS
        )

    async def page(
        self, of: RatingList, now: int, most: int, after: Place | None = None, *, lagging: bool = False
    ) -> list[ListedRating]:
        """Return the highest ratings of a list. `after`: sort key of the previous page's last rating;
        `lagging`: the page may be a few seconds old."""
        query = _select(of, now).order_by(*_HIGHEST_FIRST).limit(most)
        if after is not None:
            query = query.where(tuple_(*_ORDER) < tuple_(*after))

        async def read(connection: AsyncConnection) -> list[ListedRating]:
            return [_listed(row, now) for row in await connection.execute(query)]

        return await (self._reads if lagging else Reads(self._engine)).run(read)

    async def own(self, of: RatingList, now: int, player: Player) -> tuple[int, ListedRating] | None:
        """Return a player's rank and rating; None: they are not on the list."""
        async with read_connection(self._engine) as connection:
            query = _select(of, now).where(ratings.c.player_id == player.id)
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        found = _listed(row, now)
        return 1 + await self._count_better(of, now, (found.rating.rating, player.id)), found

    def close(self) -> None:
        """Cancel pending reads of samples."""
        self._samples.close()

    async def _count_better(self, of: RatingList, now: int, place: Place) -> int:
        sample = await self._samples.get(of, partial(self._read_sample, of, now))
        least = bisect_right(sample, place[0], key=itemgetter(0))  # the index of the nearest higher rating
        better = _select(of, now).where(tuple_(*_ORDER) > tuple_(*place))
        if least < len(sample):
            better = better.where(tuple_(*_ORDER) < tuple_(*sample[least]))
        async with read_connection(self._engine) as connection:
            count = await connection.scalar(select(func.count()).select_from(better.subquery()))
        return (len(sample) - least) * SAMPLE_STEP + (count or 0)

    async def _read_sample(self, of: RatingList, now: int) -> list[Place]:
        """Return every SAMPLE_STEP-th sort key of a list, lowest first."""
        number = func.row_number().over(order_by=_HIGHEST_FIRST).label("number")
        numbered = _select(of, now).add_columns(number).subquery()
        kept = select(numbered.c.rating, numbered.c.player_id).where(numbered.c.number % SAMPLE_STEP == 0)

        async def read(connection: AsyncConnection) -> list[Place]:
            rows = await connection.execute(kept.order_by(numbered.c.number.desc()))
            return [(row.rating, row.player_id) for row in rows]

        return await self._reads.run(read)


def _select(of: RatingList, now: int) -> Select[Any]:
    join = ratings.join(players, players.c.id == ratings.c.player_id)
    return select(ratings, players.c.name).select_from(join).where(of.includes(now))


def _listed(row: Row[Any], now: int) -> ListedRating:
    rating = Rating(row.rating, row.deviation, row.volatility, row.at)
    return ListedRating(Player(row.player_id, row.name), rating.as_of(now), row.games)
