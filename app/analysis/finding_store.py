"""Store of what searches have found: hint lines, values, missed wins and turning points of games, best scores
of deals.

All are rows of one table, their values JSON. Each kind is declared beside the search that finds it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import dialect_insert, read_connection, transact
from app.db.schema import findings, games

T = TypeVar("T")

Name = Literal["hint", "value", "missed", "turning", "best"]


class Kind(Generic[T]):
    """A kind of findings.

    - `name`: in the database. `value`: type of the found values.
    - `of_game`: its keys are games; nothing is stored about a game that was swept during the search.
    - `replaced`: a later finding replaces an earlier one; otherwise the first one stays, also when two
      processes search at the same time.
    """

    def __init__(self, name: Name, value: type[T], *, of_game: bool = True, replaced: bool = False) -> None:
        self.name, self.of_game, self.replaced = name, of_game, replaced
        self.decode = msgspec.json.Decoder(value).decode


class HintLine(NamedTuple):
    """A line that the hints of a solitaire follow: one that wins, or a move."""

    start: str  # position
    moves: tuple[str, ...]


HINT_LINES = Kind("hint", HintLine, replaced=True)


class Dated(NamedTuple, Generic[T]):
    """A finding. `at`: time of the search."""

    value: T
    at: int


class FindingStore:
    """Store of findings by kind, key and number. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def get(self, kind: Kind[T], key: str) -> T | None:
        """Return the finding of a kind about a key; None: there is none yet."""
        return (await self.get_all(kind, [key])).get(key)

    async def get_all(self, kind: Kind[T], keys: Collection[str]) -> dict[str, T]:
        rows = await self._read(kind, findings.c.key.in_(keys))
        return {row.key: kind.decode(row.value) for row in rows}

    async def get_range(self, kind: Kind[T], key: str, first: int, last: int) -> dict[int, Dated[T]]:
        """Return the findings of a kind about a key with numbers from `first` to `last`."""
        rows = await self._read(kind, findings.c.key == key, findings.c.n.between(first, last))
        return {row.n: Dated(kind.decode(row.value), row.at) for row in rows}

    async def put(self, kind: Kind[T], key: str, value: T, at: int) -> None:
        await self.put_range(kind, key, {0: value}, at)

    async def put_range(
        self, kind: Kind[T], key: str, values: Mapping[int, T], at: int, since: int = 0
    ) -> None:
        """Store findings about a key by number. Existing ones found before `since` are replaced."""

        async def write(connection: AsyncConnection) -> None:
            if not kind.of_game or await _lock_game(connection, key):
                await write_findings(connection, kind, key, values, at, since)

        if values:
            await transact(self._engine, write)

    async def _read(self, kind: Kind[T], *where: ColumnElement[bool]) -> list[Any]:
        query = select(findings).where(findings.c.kind == kind.name, *where)
        async with read_connection(self._engine) as connection:
            return list(await connection.execute(query))


async def write_findings(
    connection: AsyncConnection, kind: Kind[T], key: str, values: Mapping[int, T], at: int, since: int = 0
) -> None:
    """Store findings about a key by number, within a transaction that holds the game, if it is one."""
    insert = dialect_insert(connection, findings)
    statement = insert.on_conflict_do_update(
        index_elements=findings.primary_key.columns,
        set_={"value": insert.excluded.value, "at": insert.excluded.at},
        where=None if kind.replaced else findings.c.at < since,
    )
    rows = [
        {"key": key, "kind": kind.name, "n": n, "value": msgspec.json.encode(value).decode(), "at": at}
        for n, value in sorted(values.items())
    ]
    await connection.execute(statement, rows)


async def _lock_game(connection: AsyncConnection, game: str) -> bool:
    """Keep a game from being swept until the end of the transaction; return whether it exists."""
    query = select(games.c.id).where(games.c.id == game).with_for_update(read=True)
    return await connection.scalar(query) is not None
