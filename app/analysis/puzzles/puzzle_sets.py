"""Puzzles of all games, cached."""

from __future__ import annotations

import asyncio
from typing import Any

from app.analysis.puzzles.puzzles import PuzzleSet
from app.analysis.puzzles.store import PuzzleStore
from app.analysis.searches import Searches
from app.core.errors import Refusal
from app.model.analysts import has
from engine import GAMES, Game
from engine.analysis import Puzzle


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
