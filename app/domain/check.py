"""The check of one game: replays its log and compares with it what the database derived from the log."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.game_info import GameInfo
from app.domain.ratings import RatedGame, rated_game
from app.domain.results import Result, results
from engine import Entry, IllegalMove, Match, Outcome, Seat


@dataclass(frozen=True, slots=True)
class Fold:
    """The columns of a game's row that are derived from its log: `turn` is None unless the game is live;
    `outcome`, `score`, `moves` in effect and `duration` in milliseconds played are None until it ends;
    `deadline`: when the running seat's time is over, None while none runs."""

    ply: int
    turn: Seat | None
    outcome: Outcome | None
    score: tuple[int, ...] | None
    moves: int | None
    duration: int | None
    deadline: int | None = None

    @classmethod
    def of(cls, info: GameInfo, match: Match) -> Fold:
        """The fold of a match's log."""
        if match.outcome is None:
            turn = match.turn if info.full else None
            return cls(match.ply, turn, None, None, None, None, match.deadline)
        moves = match.step.number if match.step else 0
        score = match.game.score(match.state)
        return cls(match.ply, None, match.outcome, score, moves, match.tally.ms)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as the database holds it at one moment: its log, and what was derived from the log. `rated`: as
    it was rated; `rating_undone`: by a moderator, so that it counts for no rating."""

    info: GameInfo
    log: list[Entry]
    fold: Fold
    results: list[Result]
    rated: RatedGame | None = None
    rating_undone: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """`match`: replayed as far as the log is valid; `differs_at`: the ply of the first difference, None if
    there is none; `what`: the difference in words."""

    match: Match
    differs_at: int | None
    what: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is told of a check: score, moves and outcome as far as the log is valid, and where it differs."""

    score: tuple[int, ...]
    moves: int
    outcome: Outcome | None
    differs_at: int | None


def judge(stored: StoredGame) -> Verdict:
    """Check a game; return what is told of it."""
    found = check(stored)
    match = found.match
    moves = match.step.number if match.step else 0
    return Verdict(match.game.score(match.state), moves, match.outcome, found.differs_at)


def check(stored: StoredGame) -> Finding:
    """Replays a log and compares it with the game's row and results."""
    info = stored.info
    match = info.match()
    for ply, entry in enumerate(stored.log):
        if entry.ply != ply:
            return Finding(match, ply, f"entry {ply} is missing")
        try:
            match = match.then_logged(entry)
        except IllegalMove as error:
            return Finding(match, ply, f"{entry.act} of seat {entry.seat}: {error}")
    expected = Fold.of(info, match)
    if expected != stored.fold:
        return Finding(match, match.ply, f"the row says {stored.fold}, the log {expected}")
    if stored.results != list(results(info, match)):
        return Finding(match, match.ply, "the results differ from the log; to rebuild them: recount")
    if not stored.rating_undone and stored.rated != rated_game(info, match):
        return Finding(match, match.ply, "the ratings differ from the log; to rebuild them: recount")
    return Finding(match, None, "")
