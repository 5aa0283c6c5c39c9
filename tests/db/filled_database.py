"""A PostgreSQL or SQLite database with many ended games, written by a few SQL statements: players, games
with their seats and logs, and results.

The games are of two players, three entries long and resigned; each of them agrees with its log.
"""

from __future__ import annotations

import re

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.core.ids import new_id
from tests.app.http_players import PAIR, moves
from tests.app.stored_games import HOUR

NUMBERS = {
    "postgresql": "select n::int from generate_series(0, {count} - 1) as numbers(n)",
    "sqlite": "with recursive rows(n) as (select 0 union all select n + 1 from rows where n < {count} - 1)"
    " select n from rows",
}


async def fill(engine: AsyncEngine, count: int) -> None:
    """Add `count` ended games, one a minute until HOUR, and as many players, one of whom created a tenth
    of the games."""
    first, second = moves()[:2]
    seat, other = PAIR.turn(PAIR.start(0)), 1 - PAIR.turn(PAIR.start(0))
    stem = new_id()[:2]
    given = {
        "stem": stem,
        "rules": PAIR.id,
        "version": PAIR.version,
        "hour": HOUR,
        "count": count,
        "seat": seat,
        "other": other,
        "first": first,
        "second": second,
    }
    async with engine.execution_options(writes=True).begin() as connection:
        await connection.execute(text("create temporary table numbers (n int)"))
        numbers = NUMBERS[engine.dialect.name].format(count=count)
        await connection.execute(text(f"insert into numbers {numbers}"))
        for statement in ROWS:
            await _execute(connection, statement, given)
        await connection.execute(text("drop table numbers"))
    await analyze(engine)


async def analyze(engine: AsyncEngine) -> None:
    """Update the statistics by which the database plans queries."""
    if engine.dialect.name == "postgresql":
        async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            await connection.execute(text("vacuum analyze"))
    else:
        async with engine.execution_options(writes=True).begin() as connection:
            await connection.execute(text("analyze"))


async def _execute(connection: AsyncConnection, statement: str, given: dict[str, object]) -> None:
    """Execute with quoted texts: asyncpg cannot infer the type of a parameter in a list of columns."""
    for name, value in given.items():
        statement = re.sub(rf":{name}\b", f"'{value}'" if isinstance(value, str) else str(value), statement)
    await connection.execute(text(statement))


GAME, CREATOR = ":stem || 'g' || n", ":stem || 'p' || (case when n % 10 = 0 then 0 else n end)"
JOINER = ":stem || 'p' || ((n + 7) % :count)"
ENDED = "(:hour - cast(60000 as bigint) * (:count - n))"
ENTRY = "insert into entries (game_id, ply, seat, act, text, at)"
RESULT = """insert into results (game_id, seat, player_id, rules, ended, won, drawn, reason, score, made,
 undone, hints, ms, sittings, first, general, shown)"""
COUNTED = "false, 'resigned', '', 2, 0, 0, 2000, 1, true, false, true"
ROWS = (
    "insert into players (id, name, created) select :stem || 'p' || n, :stem || ' ' || n, :hour from numbers",
    f"""insert into games (id, rules, version, chosen, free, public, creator, created, started, ended, winner,
 reason, score, moves, duration, ply, first)
 select {GAME}, :rules, :version, false, false, true, {CREATOR}, {ENDED} - 3000, {ENDED} - 3000, {ENDED},
 1 - :seat, 'resigned', '', 2, 2000, 3, true from numbers""",
    f"insert into seats (game_id, seat, player_id) select {GAME}, :seat, {CREATOR} from numbers",
    f"insert into seats (game_id, seat, player_id) select {GAME}, :other, {JOINER} from numbers",
    f"{ENTRY} select {GAME}, 0, :seat, 'move', :first, {ENDED} - 2000 from numbers",
    f"{ENTRY} select {GAME}, 1, :other, 'move', :second, {ENDED} - 1000 from numbers",
    f"{ENTRY} select {GAME}, 2, :seat, 'resign', '', {ENDED} from numbers",
    f"{RESULT} select {GAME}, :seat, {CREATOR}, :rules, {ENDED}, false, {COUNTED} from numbers",
    f"{RESULT} select {GAME}, :other, {JOINER}, :rules, {ENDED}, true, {COUNTED} from numbers",
)
