"""Store of what searches found: hint lines, evaluations, best scores of daily deals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import dialect_insert, read_connection, retry_until_known, write_transaction
from app.db.schema import best_scores, evaluations, games, hint_lines
from app.domain.results import parse_score, score_text

HintLine = tuple[str, tuple[str, ...]]  # start position and moves


class StoredValue(NamedTuple):
    """The evaluation of a position as JSON. `at`: time of the search."""

    text: str
    at: int


class SearchResultStore:
    """Store of search results. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def hint_line(self, game: str) -> HintLine | None:
        """Return the line that the hints of a game follow; None: none is stored."""
        query = select(hint_lines.c.position, hint_lines.c.line).where(hint_lines.c.game_id == game)
        async with read_connection(self._engine) as connection:
            row = (await connection.execute(query)).one_or_none()
            return None if row is None else (row.position, tuple(json.loads(row.line)))

    async def keep_line(self, game: str, line: HintLine) -> None:
        """Store the hint line of a game, replacing an earlier one."""
        values = {"position": line[0], "line": json.dumps(line[1])}

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                row = dialect_insert(connection, hint_lines).values(game_id=game, **values)
                await connection.execute(row.on_conflict_do_update(index_elements=["game_id"], set_=values))

        await retry_until_known(write)

    async def evaluations(self, game: str, first: int, last: int) -> dict[int, StoredValue]:
        """Return the stored evaluations of the positions after `first` to `last` entries of a game."""
        query = select(evaluations.c.n, evaluations.c.value, evaluations.c.at).where(
            evaluations.c.game_id == game, evaluations.c.n.between(first, last)
        )
        async with read_connection(self._engine) as connection:
            return {row.n: StoredValue(row.value, row.at) for row in await connection.execute(query)}

    async def store_evaluations(self, game: str, values: Mapping[int, str], at: int, since: int = 0) -> None:
        """Store evaluations of an ended game, searched at `at`. Existing ones are kept unless searched before
        `since`."""
        rows = [{"game_id": game, "n": n, "value": value, "at": at} for n, value in sorted(values.items())]

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                known = select(games.c.id).where(games.c.id == game).with_for_update(read=True)
                if await connection.scalar(known):  # it was not swept meanwhile
                    insert = dialect_insert(connection, evaluations)
                    replaced = insert.on_conflict_do_update(
                        index_elements=["game_id", "n"],
                        set_={"value": insert.excluded.value, "at": insert.excluded.at},
                        where=evaluations.c.at < since,
                    )
                    await connection.execute(replaced, rows)

        if rows:
            await retry_until_known(write)

    async def best_scores(self, date: str) -> dict[str, tuple[int, ...]]:
        """Return the best scores found at the deals of a past day, by game."""
        query = select(best_scores.c.rules, best_scores.c.score).where(best_scores.c.date == date)
        async with read_connection(self._engine) as connection:
            rows = await connection.execute(query.order_by(best_scores.c.rules))
            return {row.rules: parse_score(row.score) for row in rows}

    async def store_best_score(self, date: str, rules: str, score: tuple[int, ...]) -> None:
        """Store the best score at a daily deal, replacing an earlier one."""
        text = {"score": score_text(score)}

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                row = dialect_insert(connection, best_scores).values(date=date, rules=rules, **text)
                key = ["date", "rules"]
                await connection.execute(row.on_conflict_do_update(index_elements=key, set_=text))

        await retry_until_known(write)
