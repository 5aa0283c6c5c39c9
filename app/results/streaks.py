"""Streaks: consecutive wins at one solitaire, as a fold over deals and ends of games.

A game that is unfinished when the next one is dealt counts as lost, even if it is won later; without a move
it counts for nothing. Each class of results has its own run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from app.results.results import Class, Result


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive wins: the current count, and the best one, reached `at` with `game`."""

    current: int = 0
    best: int = 0
    at: int = 0
    game: str | None = None

    def after(self, won: bool, at: int, game: str) -> Run:
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
        return {"open": self.open, "unaided": self.unaided, "clean": self.clean}

    def after_deal(self, game: str, *, pending_moved: bool) -> Streak:
        """Return the streak after a deal. `pending_moved`: a move has been made in the pending game, which
        counts as lost then."""
        if not pending_moved:
            return replace(self, pending=game)
        return Streak(game, *(replace(run, current=0) for run in self.runs.values()))

    def after_end(self, game: str, *, won: bool, classes: Collection[Class], at: int) -> Streak:
        """Return the streak after the end of a game, which counts if it was dealt last. `classes`: of its
        result."""
        if game != self.pending:
            return self
        return Streak(None, *(run.after(won and of in classes, at, game) for of, run in self.runs.items()))


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that counts in a streak. `at`, `moved`: when it was dealt and first moved in, in milliseconds
    since the epoch; None: never."""

    game: str
    rules: str
    at: int
    moved: int | None = None


def streaks_of_player(deals: Iterable[Deal], results: Iterable[Result]) -> dict[str, Streak]:
    """Return a player's streaks by rules, from deals and ends in chronological order. Results of other games
    are left out."""
    dealt = {deal.game: deal for deal in deals}
    ended = {result.game: result for result in results if result.general and result.game in dealt}
    events = [(deal.at, deal.at, 0, game) for game, deal in dealt.items()]
    events += [(result.ended, dealt[game].at, 1, game) for game, result in ended.items()]
    streaks: dict[str, Streak] = {}
    for at, _, is_end, game in sorted(events):
        rules = dealt[game].rules
        streak = streaks.get(rules, Streak())
        if is_end:
            result = ended[game]
            streaks[rules] = streak.after_end(game, won=result.won, classes=result.classes, at=at)
        else:
            pending = dealt.get(streak.pending or "")
            moved = pending is not None and pending.moved is not None and pending.moved <= at
            streaks[rules] = streak.after_deal(game, pending_moved=moved)
    return streaks
