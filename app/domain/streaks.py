"""Streaks: consecutive wins at one solitaire, as a value that follows deals and ends of games.

A game that is unfinished when the next one is dealt counts as lost, even if it is won later. The clean run
continues with clean wins only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Class = Literal["open", "clean"]


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive wins: the current count, and the best, reached `at` with `game`."""

    current: int = 0
    best: int = 0
    at: int = 0
    game: str | None = None

    def after(self, won: bool, at: int, game: str) -> Run:
        """After one more game."""
        current = self.current + 1 if won else 0
        return Run(current, current, at, game) if current > self.best else replace(self, current=current)


@dataclass(frozen=True, slots=True)
class Streak:
    """`pending`: the game that was dealt last, until it ends."""

    pending: str | None = None
    open: Run = Run()
    clean: Run = Run()

    def after_deal(self, game: str) -> Streak:
        """After another deal."""
        if self.pending is None:
            return replace(self, pending=game)
        return Streak(game, replace(self.open, current=0), replace(self.clean, current=0))

    def after_end(self, game: str, *, won: bool, clean: bool, at: int) -> Streak:
        """After the end of a game, which counts if it was dealt last."""
        if game != self.pending:
            return self
        return Streak(None, self.open.after(won, at, game), self.clean.after(won and clean, at, game))
