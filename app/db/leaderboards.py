"""Reading the boards: a page from the index, a person's own line, and its rank.

Pages go on from a line, not from a number, so that results that arrive meanwhile neither double nor hide
one; the rank is counted on along the pages. An own rank beyond the first few thousand is counted from the
rungs of a ladder (every RUNG-th line of the board), which may be a minute old.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from sqlalchemy import Select, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.api.pagination import Id, Small
from app.db.engine import reading
from app.db.schema import players, standings
from app.domain.game_info import Player
from app.domain.standings import Order, Standing
from app.messages.games import Count

NEAR = 2000  # lines that are counted one by one
RUNG = 250  # lines between two rungs
AGE = 60.0  # seconds after which a ladder is made anew
LADDERS = 50  # that are kept

Place = tuple[Small, Small, Small, Count, Count, Id]  # an order, and the player's id

Near = tuple[Standing, Player, int | None]  # a line, whose, and how many are before it; None: too many

_ORDER = [standings.c[name] for name in ("lead", "second", "moves", "ms", "at")]
_PLACE = [*_ORDER, standings.c.player_id]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line with its rank, and its person."""

    rank: int
    line: Standing
    player: Player


@dataclass(frozen=True, slots=True)
class After:
    """The last line of a page: its place, its rank, and how many lines there were up to it."""

    place: Place
    rank: Small
    count: Small


class Boards:
    """The boards in the database behind `engine`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._ladders: OrderedDict[str, tuple[float, list[Place]]] = OrderedDict()
        self._climbing: dict[str, asyncio.Task[list[Place]]] = {}

    async def look(
        self, board: str, most: int, after: After | None, asker: Player | None
    ) -> tuple[list[Ranked], Ranked | None]:
        """A page of a board, and the asker's own line on it."""
        async with reading(self._engine) as connection:
            page = await _page(connection, board, most, after)
            near = await self._near(connection, board, asker) if asker else None
        return page, await self._ranked(near) if near else None

    async def page(self, board: str, most: int, after: After | None = None) -> list[Ranked]:
        """The lines of a board from its top, or after one of them. Equal lines share a rank."""
        return (await self.look(board, most, after, None))[0]

    async def own(self, board: str, player: Player) -> Ranked | None:
        """A person's line on a board."""
        async with reading(self._engine) as connection:
            near = await self._near(connection, board, player)
        return await self._ranked(near) if near else None

    def close(self) -> None:
        """Gives up what is being counted."""
        for task in self._climbing.values():
            task.cancel()

    async def _near(self, connection: AsyncConnection, board: str, player: Player) -> Near | None:
        """A person's line, and how many are better as far as they are counted one by one."""
        query = _lines(board).where(standings.c.player_id == player.id)
        row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        line, before = _standing(row), None
        if board not in self._ladders:
            count = await _count(connection, _better(line).limit(NEAR))
            before = count if count < NEAR else None
        return line, Player(row.player_id, row.name), before

    async def _ranked(self, near: Near) -> Ranked:
        """The line with its rank. No connection is held here: who makes the ladder needs one."""
        line, player, before = near
        if before is None:
            ladder = await self._ladder(line.board)
            async with reading(self._engine) as connection:
                before = await _far(connection, ladder, line)
        return Ranked(1 + before, line, player)

    async def _ladder(self, board: str) -> list[Place]:
        """The ladder of a board; one that is too old is answered once more, while a new one is made."""
        made, ladder = self._ladders.get(board, (None, []))
        if made is not None and monotonic() < made + AGE:
            return ladder
        if board not in self._climbing:
            task = self._climbing[board] = asyncio.create_task(self._climb(board))
            task.add_done_callback(lambda _: self._climbing.pop(board, None))
        return ladder if made is not None else await asyncio.shield(self._climbing[board])

    async def _climb(self, board: str) -> list[Place]:
        place = func.row_number().over(order_by=_PLACE).label("place")
        numbered = select(*_PLACE, place).where(standings.c.board == board).subquery()
        rungs = select(numbered).where(numbered.c.place % RUNG == 0).order_by(numbered.c.place)
        async with reading(self._engine) as connection:
            ladder: list[Place] = [tuple(row[:6]) for row in await connection.execute(rungs)]
        self._ladders[board] = monotonic(), ladder
        self._ladders.move_to_end(board)
        if len(self._ladders) > LADDERS:
            self._ladders.popitem(last=False)
        return ladder


async def _page(connection: AsyncConnection, board: str, most: int, after: After | None) -> list[Ranked]:
    query = _lines(board).order_by(*_PLACE).limit(most)
    if after:
        query = query.where(tuple_(*_PLACE) > tuple_(*after.place))
    count, rank = (after.count, after.rank) if after else (0, 0)
    order: Order | None = _order(after.place) if after else None
    found = list[Ranked]()
    for row in await connection.execute(query):
        line = _standing(row)
        count += 1
        if line.order != order:
            order, rank = line.order, count
        found.append(Ranked(rank, line, Player(row.player_id, row.name)))
    return found


async def _far(connection: AsyncConnection, ladder: list[Place], line: Standing) -> int:
    """How many lines are better than this one, counted from the rung before it."""
    below = bisect_left(ladder, (*line.order, ""))
    if not below:
        return await _count(connection, _better(line))
    # An index is entered at one bound only: so it is read on from the rung, and the rest is counted.
    onward = select(*_ORDER).where(
        standings.c.board == line.board, tuple_(*_PLACE) > tuple_(*ladder[below - 1])
    )
    near = onward.order_by(*_PLACE).limit(2 * RUNG).subquery()
    rest = select(near).where(tuple_(*(near.c[one.name] for one in _ORDER)) < tuple_(*line.order))
    return below * RUNG + await _count(connection, rest)


def _better(line: Standing) -> Select[Any]:
    """The lines of a board before this one."""
    return select(standings.c.player_id).where(
        standings.c.board == line.board, tuple_(*_ORDER) < tuple_(*line.order)
    )


async def _count(connection: AsyncConnection, query: Select[Any]) -> int:
    return await connection.scalar(select(func.count()).select_from(query.subquery())) or 0


def last(page: Sequence[Ranked], before: After | None) -> After:
    """Where a page, which is not empty, ended."""
    line = page[-1].line
    return After((*line.order, line.player), page[-1].rank, len(page) + (before.count if before else 0))


def _lines(board: str) -> Select[Any]:
    join = standings.join(players, players.c.id == standings.c.player_id)
    return select(standings, players.c.name).select_from(join).where(standings.c.board == board)


def _order(place: Place) -> Order:
    return place[0], place[1], place[2], place[3], place[4]


def _standing(row: Any) -> Standing:
    given = {name: value for name, value in row._mapping.items() if name in Standing.__dataclass_fields__}
    return Standing(player=row.player_id, game=row.game_id, **given)
