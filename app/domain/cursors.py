"""Pagination cursors: the sort key of a page's last item, after which the next page starts.

`app/api/pagination.py` encodes them as text. The bounds are those of the columns, so that forged cursors are
rejected before they reach the database.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Id = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z]{1,16}\Z")]  # of a game or player
Int32 = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]

GameCursor = tuple[Count, Id]  # created and id of the last game of a page

SortKey = tuple[Int32, Int32, Int32, Count, Count, Id]  # a leaderboard's order, then the player's id


class LeaderboardCursor(Struct, frozen=True):
    """The last standing of a page: its sort key, its rank, and the number of standings up to it."""

    key: SortKey = field(name="place")
    rank: Int32
    count: Int32


class RatingCursor(Struct, frozen=True):
    """The last rating of a page: its sort key, and the number of ratings up to it."""

    rating: float
    player: Id
    count: Int32
