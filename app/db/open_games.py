"""Games that wait for a second player: how many one person may have, and which of them the lobby lists."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import JSON, Select, func, literal, or_, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db import results as ledger
from app.db.rows import STATUS
from app.db.schema import games
from app.domain.game_info import GameInfo
from app.errors import Refusal

MOST = 20  # of one person
LISTED = 3  # of one person


async def check(connection: AsyncConnection, info: GameInfo) -> None:
    """Refusal `too_many_games`: the creator of this open game has MOST others already. They are counted while
    no other game of theirs can begin."""
    await ledger.hold(connection, info.creator)
    others = select(games.c.id).where(
        games.c.public.in_([True, False]),  # so that the index is of use
        STATUS["open"],
        games.c.creator == info.creator,
        games.c.id != info.id,  # it may be written already, by the first of two tries
    )
    if len((await connection.scalars(others.limit(MOST))).all()) == MOST:
        raise Refusal("too_many_games", limit=MOST)


def listed(dialect: str, owners: Collection[str]) -> Select[Any]:
    """The ids of public open games, at most the LISTED newest of one person. `owners`: only those with this
    creator or this id."""
    newest = [games.c.created.desc(), games.c.id.desc()]
    place = func.row_number().over(partition_by=games.c.creator, order_by=newest).label("place")
    present = _texts(dialect, sorted(owners))
    shown = or_(games.c.creator.in_(present), games.c.id.in_(present))
    numbered = select(games.c.id, place).where(games.c.public, STATUS["open"], shown).subquery()
    return select(numbered.c.id).where(numbered.c.place <= LISTED)


def _texts(dialect: str, texts: list[str]) -> Select[Any]:
    """These texts as rows, in one parameter however many there are."""
    if dialect == "sqlite":
        rows = func.json_each(literal(texts, JSON)).table_valued("value")
    else:
        rows = func.jsonb_array_elements_text(literal(texts, JSONB)).table_valued("value")
    return select(rows.c.value)
