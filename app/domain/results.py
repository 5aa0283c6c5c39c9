"""What an ended game leaves on the boards: a result for each seat, from our own log and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from app.domain.game_info import Facts
from engine import Match, Outcome, Seat


@dataclass(frozen=True, slots=True)
class Result:
    """`score`: the engine's, () for two seats; `made` moves, `undone` of them taken back; `ms` of time
    played in `sittings`; `first`: the person's first attempt at the deal; `general`: it counts
    beyond its own deal; `daily`: the day whose deal it was, if it was a first attempt that ended
    within the day; `shown`: it may stand on boards."""

    game: str
    seat: Seat
    player: str
    rules: str
    ended: int
    won: bool
    drawn: bool
    reason: str
    score: tuple[int, ...]
    made: int
    undone: int
    hints: int
    ms: int
    sittings: int
    deal: str | None
    first: bool
    general: bool
    daily: str | None
    shown: bool

    @property
    def solitaire(self) -> bool:
        return bool(self.score)

    @property
    def clean(self) -> bool:
        """Nothing was taken back, and no hint was taken."""
        return not self.undone and not self.hints


def day(at: int) -> str:
    """The UTC day of a time in milliseconds since the epoch, as 2026-11-21."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def results(facts: Facts, match: Match) -> tuple[Result, ...]:
    """One result a seat; () while the game runs, and of a game that counts for nothing: aborted, from a
    position, or with one person on both seats."""
    outcome, last = match.outcome, match.last
    if outcome is None or last is None or outcome.reason == "aborted" or facts.position or facts.free:
        return ()
    return tuple(_results(facts, match, outcome, last.at))


def general(facts: Facts) -> bool:
    """Whether a game counts beyond its own deal: a first attempt, open to all eyes, at a solitaire's deal
    that the server dealt."""
    dealt = facts.deal is not None and not facts.chosen
    return dealt and facts.first and facts.public and len(facts.game.seats) == 1


def _results(facts: Facts, match: Match, outcome: Outcome, ended: int) -> Iterator[Result]:
    tally, in_time = match.tally, facts.daily is None or day(ended) == facts.daily
    for seat, player in enumerate(facts.players):
        if player is None:
            continue
        yield Result(
            game=facts.id,
            seat=seat,
            player=player.id,
            rules=facts.game.id,
            ended=ended,
            won=outcome.winner == seat,
            drawn=not match.solitaire and outcome.winner is None,
            reason=outcome.reason,
            score=match.game.score(match.state),
            made=tally.made,
            undone=tally.undone,
            hints=0,
            ms=tally.ms,
            sittings=tally.sittings,
            deal=facts.deal_text,
            first=facts.first,
            general=general(facts) and in_time,
            daily=facts.daily if facts.first and in_time else None,
            shown=facts.public and outcome.reason not in facts.game.uncounted,
        )
