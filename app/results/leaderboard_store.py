"""Leaderboard queries: a page of standings, and a player's own standing with its rank.

Keyset pagination: a page starts after a standing, not at an offset, so that new results neither repeat nor
skip one; ranks continue from the cursor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct, field
from sqlalchemy import ColumnElement, Select, exists, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.core.wire import Count
from app.db.engine import read_connection
from app.db.schema import games, players, standings
from app.http.pagination import Id, Int32
from app.model.game_info import Player
from app.results.standings import ORDER_COLUMNS, Order, Standing

SortKey = tuple[Int32, Int32, Int32, Count, Count, Id]  # a leaderboard's order, then the player's id
_ORDER = [standings.c[name] for name in ORDER_COLUMNS]
_SORT_KEY = [*_ORDER, standings.c.player_id]


class LeaderboardCursor(Struct, frozen=True):
    """The last standing of a page: its sort key, its rank, and the number of standings up to it."""

    key: SortKey = field(name="place")
    rank: Int32
    count: Int32


@dataclass(frozen=True, slots=True)
class RankedStanding:
    """A standing with its rank and player. Equal standings share a rank. `certified`: the deal was proved
    winnable before it was dealt."""

    rank: int
    standing: Standing
    player: Player
    certified: bool = False


class LeaderboardStore:
    """Store of leaderboards. `accounts`: rank only players with an account; skipping guests makes a page more
    expensive."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def read(
        self,
        board: str,
        most: int,
        after: LeaderboardCursor | None,
        player: Player | None,
        *,
        accounts: bool = False,
    ) -> tuple[list[RankedStanding], RankedStanding | None]:
        async with read_connection(self._engine) as connection:
            page = await _page(connection, board, most, after, accounts=accounts)
            own = await _own_standing(connection, board, player, accounts=accounts) if player else None
        return page, own

    async def page(
        self, board: str, most: int, after: LeaderboardCursor | None = None
    ) -> list[RankedStanding]:
        """Return the standings of a leaderboard from its top, or after a cursor."""
        return (await self.read(board, most, after, None))[0]


async def _page(
    connection: AsyncConnection, board: str, most: int, after: LeaderboardCursor | None, *, accounts: bool
) -> list[RankedStanding]:
    query = _select_standings(board, accounts=accounts).order_by(*_SORT_KEY).limit(most)
    if after:
        query = query.where(tuple_(*_SORT_KEY) > tuple_(*after.key))
    count, rank = (after.count, after.rank) if after else (0, 0)
    order: Order | None = after.key[:5] if after else None
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


async def _own_standing(
    connection: AsyncConnection, board: str, player: Player, *, accounts: bool
) -> RankedStanding | None:
    query = _select_standings(board, accounts=accounts).where(standings.c.player_id == player.id)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    standing = _standing(row)
    better = select(standings.c.player_id).where(
        *_ranked(board, accounts=accounts), tuple_(*_ORDER) < tuple_(*standing.order)
    )
    count = await connection.scalar(select(func.count()).select_from(better.subquery()))
    certified = bool(await _certified(connection, [row.game_id]))
    return RankedStanding(1 + (count or 0), standing, Player(row.player_id, row.name), certified)


def _ranked(board: str, *, accounts: bool) -> list[ColumnElement[bool]]:
    """Return the conditions for ranked standings: of a leaderboard, of all players or those with an
    account."""
    of_board = standings.c.board == board
    if not accounts:
        return [of_board]
    owner = players.alias("owner")
    return [of_board, exists().where(owner.c.id == standings.c.player_id, owner.c.account.is_not(None))]


def cursor_after(page: Sequence[RankedStanding], before: LeaderboardCursor | None) -> LeaderboardCursor:
    """Return the cursor after a non-empty page. `before`: the cursor that the page was read with."""
    standing = page[-1].standing
    count = len(page) + (before.count if before else 0)
    return LeaderboardCursor((*standing.order, standing.player), page[-1].rank, count)


def _select_standings(board: str, *, accounts: bool) -> Select[Any]:
    join = standings.join(players, players.c.id == standings.c.player_id)
    return select(standings, players.c.name).select_from(join).where(*_ranked(board, accounts=accounts))


async def _certified(connection: AsyncConnection, ids: Sequence[str]) -> set[str]:
    if not ids:
        return set()
    query = select(games.c.id).where(games.c.id.in_(sorted(set(ids))), games.c.certified)
    return set(await connection.scalars(query))


def _standing(row: Any) -> Standing:
    given = {name: value for name, value in row._mapping.items() if name in Standing.__dataclass_fields__}
    return Standing(player=row.player_id, game=row.game_id, **given)
