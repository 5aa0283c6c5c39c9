"""Streaks: consecutive wins at one solitaire, as a fold over deals and ends of games.

A game that is unfinished when the next one is dealt counts as lost, even if it is won later. Each class of
results has its own run.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from app.domain.results import Class


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive wins: the current count, and the best one, reached `at` with `game`."""

    current: int = 0
    best: int = 0
    at: int = 0
    game: str | None = None

    def after(self, won: bool, at: int, game: str) -> Run:
        """Return the run after one more game."""
        current = self.current + 1 if won else 0
        return Run(current, current, at, game) if current > self.best else replace(self, current=current)


@dataclass(frozen=True, slots=True)
class Streak:
    """Runs of a player at one solitaire. `pending`: the last dealt game, until it ends."""

    pending: str | None = None
    open: Run = Run()
    unaided: Run = Run()
    clean: Run = Run()

    @property
    def runs(self) -> dict[Class, Run]:
        """Runs by class."""
        return {"open": self.open, "unaided": self.unaided, "clean": self.clean}

    def after_deal(self, game: str) -> Streak:
        """Return the streak after another deal."""
        if self.pending is None:
            return replace(self, pending=game)
        return Streak(game, *(replace(run, current=0) for run in self.runs.values()))

    def after_end(self, game: str, *, won: bool, classes: Collection[Class], at: int) -> Streak:
        """Return the streak after the end of a game, which counts if it was dealt last. `classes`: of its
        result."""
        if game != self.pending:
            return self
        return Streak(None, *(run.after(won and of in classes, at, game) for of, run in self.runs.items()))
