"""Puzzles of all games, cached, and the store of players' first answers to them."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.analysis.puzzles.messages import PuzzleMine
from app.analysis.puzzles.puzzles import PuzzleSet
from app.analysis.searches import Searches
from app.core.errors import Refusal
from app.db.engine import dialect_insert, read_connection, transact
from app.db.schema import puzzle_results
from app.model.analysts import has
from app.people.locks import lock_players
from app.results.daily.days import days_in_a_row
from engine import GAMES, Game
from engine.analysis import Puzzle

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


class Puzzles:
    """Puzzles, and players' first answers to them in `results`."""

    def __init__(self, searches: Searches, results: PuzzleStore) -> None:
        self._searches, self.results = searches, results
        self._known: dict[tuple[str, int], tuple[Puzzle, ...]] = {}
        self._searching = asyncio.Lock()

    async def sets(self) -> list[PuzzleSet]:
        """Return the puzzles of all games that have any, the game with the most puzzles first."""
        games = [game for game in GAMES.values() if has(game, "puzzle")]
        sets = [PuzzleSet(game, await self._of(game)) for game in games]
        return sorted((one for one in sets if one.puzzles), key=lambda one: -len(one.puzzles))

    async def grades(self, rules: str | None) -> set[str]:
        """Return the grades of a game's puzzles, or of the first set's, as query texts; any digit while they
        cannot be read."""
        try:
            chosen = next(one for one in await self.sets() if rules in (None, one.game.id))
            return {str(puzzle.grade) for puzzle in chosen.puzzles}
        except (Refusal, StopIteration):
            return {str(number) for number in range(1, 10)}

    async def _of(self, game: Game[Any]) -> tuple[Puzzle, ...]:
        """Return all puzzles of a game. Charged to nobody."""
        key = game.id, game.version
        async with self._searching:
            if key not in self._known:
                self._known[key] = await self._searches.of("").puzzles(game)
        return self._known[key]
