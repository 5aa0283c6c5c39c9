"""Integrity check of one game: replay the log and compare it with the derived columns and rows."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from app.model.game_info import GameInfo
from app.results.ratings import RatedGame, rated_game
from app.results.results import Result, results_of_match
from engine import Entry, IllegalMove, Match, Outcome, Seat


@dataclass(frozen=True, slots=True)
class Fold:
    """Columns of a game's row that are derived from its log.

    - `turn`: None unless the game is live.
    - `outcome`, `score`, `moves` in effect, `duration` (playing time in milliseconds), `ended` (when): None
      until the end.
    - `deadline`: when the running seat's time is up; None while no clock runs."""

    ply: int
    turn: Seat | None
    outcome: Outcome | None
    score: tuple[int, ...] | None
    moves: int | None
    duration: int | None
    deadline: int | None = None
    ended: int | None = None

    @classmethod
    def of(cls, info: GameInfo, match: Match) -> Fold:
        if match.outcome is None:
            turn = match.turn if info.full else None
            return cls(match.ply, turn, None, None, None, None, match.deadline)
        moves = match.step.number if match.step else 0
        score = match.game.score(match.state)
        ended = match.last.at if match.last else None
        return cls(match.ply, None, match.outcome, score, moves, match.tally.ms, ended=ended)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A snapshot of a game in the database: its log and the data derived from it. `rated`: how it was
    rated."""

    info: GameInfo
    log: list[Entry]
    fold: Fold
    results: list[Result]
    rated: RatedGame | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Result of a check. `match`: replayed as far as the log is valid; `differs_at`: ply of the first
    difference, if any; `what`: the difference in words."""

    match: Match
    differs_at: int | None
    what: str


def check(stored: StoredGame) -> Generator[None, None, Comparison]:
    """Replay a log, one entry per step, and compare it with the game's row, results and ratings."""
    info = stored.info
    match = info.match()
    for ply, entry in enumerate(stored.log):
        if entry.ply != ply:
            return Comparison(match, ply, f"entry {ply} is missing")
        try:
            match = match.then_logged(entry)
        except IllegalMove as error:
            return Comparison(match, ply, f"{entry.act} of seat {entry.seat}: {error}")
        yield
    expected = Fold.of(info, match)
    if expected != stored.fold:
        return Comparison(match, match.ply, f"the row says {stored.fold}, the log {expected}")
    if stored.results != list(results_of_match(info, match)):
        return Comparison(match, match.ply, "the results differ from the log; to rebuild them: recount")
    if stored.rated != rated_game(info, match):
        return Comparison(match, match.ply, "the ratings differ from the log; to rebuild them: recount")
    return Comparison(match, None, "")
