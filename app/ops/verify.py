"""Comparison of a player's results, streaks and standings with what `recount` would write, for `verify`.

`app/games/check.py` compares the results with the logs; what is compared here is derived from the results.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from sqlalchemy import Row, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import read_connection
from app.db.key_values import read_value
from app.db.schema import SWEPT_DAY_KEY, players, results, standings
from app.results.recording import derive_streaks, read_streaks, result_of, result_row, standing_row
from app.results.standings import (
    STANDING_RETENTION_MS,
    TOP_RANKS,
    Standing,
    best,
    day_of,
    past_scopes,
    streak_standings,
    wins,
)
from engine.clock import DAY_MS

LONGEST_SCOPE = timedelta(days=31)


async def derived_differences(engine: AsyncEngine, player: str, now: int) -> list[str]:
    """Return in words what differs in the rows derived from a player's results.

    A game may end between two statements; what differs in two readings does not come from that."""
    found = await _differences(engine, player, now)
    return sorted(found & await _differences(engine, player, now)) if found else []


async def _differences(engine: AsyncEngine, player: str, now: int) -> set[str]:
    async with read_connection(engine) as connection:
        rows = (await connection.execute(select(results).where(results.c.player_id == player))).all()
        try:
            ended = [result_of(row) for row in rows]
        except ValueError as error:
            return {f"a result contains an impossible value: {error}"}
        found = {
            f"the result of game {row.game_id} has {row.points} points, but the score {row.score!r}"
            for row, result in zip(rows, ended, strict=True)
            if row.points != result_row(result)["points"]
        }
        derived, stored = await derive_streaks(connection, player), await read_streaks(connection, player)
        found |= {
            f"the streak at {rules} is {stored.get(rules)}, not {derived.get(rules)}"
            for rules in derived.keys() | stored.keys()
            if derived.get(rules) != stored.get(rules)
        }
        streaks = [one for rules, runs in derived.items() for one in streak_standings(player, rules, runs)]
        expected = {one.board: one for one in (*best(ended), *wins(ended), *streaks)}
        return found | await _wrong_standings(connection, player, expected, now)


async def _wrong_standings(
    connection: AsyncConnection, player: str, expected: dict[str, Standing], now: int
) -> set[str]:
    listed = select(players.c.id).where(players.c.id == player, players.c.listed, players.c.hidden.is_(None))
    if await connection.scalar(listed) is None:
        expected = {}
    query = select(standings).where(standings.c.player_id == player)
    stored: dict[str, Row[Any]] = {row.board: row for row in await connection.execute(query)}
    trimmed = await read_value(connection, SWEPT_DAY_KEY)
    until = date.fromisoformat(trimmed) if trimmed else None
    found = {f"the standing on {board!r} belongs to no result" for board in stored.keys() - expected.keys()}
    for board, right in expected.items():
        row = stored.get(board)
        if row is None:
            if not await _may_be_swept(connection, right, until, now):
                found.add(f"the standing on {board!r} is missing")
        elif dict(row._mapping) != standing_row(right):
            found.add(f"the standing on {board!r} is of game {row.game_id} at {row.at}, not {right}")
    return found


async def _may_be_swept(connection: AsyncConnection, missing: Standing, until: date | None, now: int) -> bool:
    """Return whether a sweep may have deleted a standing (`app/ops/retention.py`): on the board of a
    deal, once it was old; of a period, if enough games ended about that time to fill its board.

    Whoever else was on the board when it was swept may have left it since."""
    if " deal " in missing.board:
        return missing.at <= now - STANDING_RETENTION_MS
    day = day_of(missing.at)
    if until is None or not any(
        missing.board.endswith(f" {scope}") for scope in past_scopes(day, min(until, day + LONGEST_SCOPE))
    ):
        return False
    margin = LONGEST_SCOPE.days * DAY_MS
    query = select(func.count()).where(
        results.c.rules == missing.board.partition(" ")[0],
        results.c.ended.between(missing.at - margin, missing.at + margin),
    )
    return (await connection.scalar(query) or 0) > TOP_RANKS
