"""Rating list queries: a page of the highest ratings in a game, and a player's own rating with its rank.

Keyset pagination: a page starts after a rating, not at an offset.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, Row, Select, and_, func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import read_connection
from app.db.schema import players, ratings
from app.http.pagination import Id, Int32
from app.model.game_info import Player
from app.people.player_store import IS_LISTED
from app.results.glicko import Rating

MIN_PROVISIONAL_GAMES = 5  # rated games for a provisional rating to be listed


_ORDER = (ratings.c.rating, ratings.c.player_id)
_HIGHEST_FIRST = [column.desc() for column in _ORDER]


class RatingCursor(Struct, frozen=True):
    """The last rating of a page: its sort key, and the number of ratings up to it."""

    rating: float
    player: Id
    count: Int32


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
        return and_(ratings.c.rules == self.rules, ratings.c.seat == self.seat, enough, IS_LISTED)


class RatingListStore:
    """Store of rating lists. `now`: milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def page(
        self, of: RatingList, now: int, most: int, after: RatingCursor | None = None
    ) -> list[ListedRating]:
        """Return the highest ratings of a list. `after`: the previous page's last rating."""
        query = _select(of, now).order_by(*_HIGHEST_FIRST).limit(most)
        if after is not None:
            query = query.where(tuple_(*_ORDER) < tuple_(after.rating, after.player))
        async with read_connection(self._engine) as connection:
            return [_listed(row, now) for row in await connection.execute(query)]

    async def own(self, of: RatingList, now: int, player: Player) -> tuple[int, ListedRating] | None:
        """Return a player's rank and rating; None: they are not on the list."""
        async with read_connection(self._engine) as connection:
            query = _select(of, now).where(ratings.c.player_id == player.id)
            row = (await connection.execute(query)).one_or_none()
            if row is None:
                return None
            better = _select(of, now).where(tuple_(*_ORDER) > tuple_(row.rating, player.id))
            count = await connection.scalar(select(func.count()).select_from(better.subquery()))
        return 1 + (count or 0), _listed(row, now)


def _select(of: RatingList, now: int) -> Select[Any]:
    join = ratings.join(players, players.c.id == ratings.c.player_id)
    return select(ratings, players.c.name).select_from(join).where(of.includes(now))


def _listed(row: Row[Any], now: int) -> ListedRating:
    rating = Rating(row.rating, row.deviation, row.volatility, row.at)
    return ListedRating(Player(row.player_id, row.name), rating.as_of(now), row.games)
