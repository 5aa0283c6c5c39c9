"""Store of players' first answers to puzzles."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.analysis.puzzles.messages import PuzzleMine
from app.db.engine import dialect_insert, read_connection, transact
from app.db.schema import puzzle_results
from app.people.locks import lock_players
from app.results.daily.days import days_in_a_row

NO_DAY = ""  # in the column `day`: not the puzzle of the day


class PuzzleStore:
    """Store of puzzle results. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def keep(
        self, player: str, puzzle: str, rules: str, day: str | None, at: int, *, solved: bool
    ) -> None:
        """Store an answer to a puzzle unless there is one, or the player was deleted meanwhile. `day`: on
        which it is the puzzle of the day."""
        values = {"player_id": player, "puzzle": puzzle, "rules": rules, "day": day or NO_DAY}

        async def write(connection: AsyncConnection) -> None:
            if await lock_players(connection, {player}):
                row = dialect_insert(connection, puzzle_results).values(values | {"solved": solved, "at": at})
                await connection.execute(row.on_conflict_do_nothing())

        await transact(self._engine, write)

    async def record(self, player: str, rules: str, today: str) -> PuzzleMine:
        """Return a player's puzzle record; its field `today` refers to the puzzle of `rules`."""
        own = puzzle_results.c.player_id == player
        solved = select(func.count(puzzle_results.c.puzzle.distinct())).where(own, puzzle_results.c.solved)
        days = select(puzzle_results.c.day, puzzle_results.c.rules, puzzle_results.c.solved).where(
            own, puzzle_results.c.day != NO_DAY
        )
        async with read_connection(self._engine) as connection:
            count = await connection.scalar(solved) or 0
            rows = (await connection.execute(days)).all()
        streak, best = days_in_a_row((row.day for row in rows if row.solved), today)
        of_today = next((row.solved for row in rows if (row.day, row.rules) == (today, rules)), None)
        return PuzzleMine(count, streak, best, of_today)

    async def results_in(self, player: str, month: str) -> dict[str, dict[str, bool]]:
        """Return whether a player solved the puzzles of the days of a month (2026-11), by day and rules."""
        query = select(puzzle_results.c.day, puzzle_results.c.rules, puzzle_results.c.solved).where(
            puzzle_results.c.player_id == player, puzzle_results.c.day.like(f"{month}-%")
        )
        found: dict[str, dict[str, bool]] = {}
        async with read_connection(self._engine) as connection:
            for row in await connection.execute(query.order_by(puzzle_results.c.day, puzzle_results.c.rules)):
                found.setdefault(row.day, {})[row.rules] = row.solved
        return found
