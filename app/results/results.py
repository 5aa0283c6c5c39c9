"""Results of ended games, one per seat, derived from the log only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from app.db.clock import utc_day
from app.model.game_info import GameInfo
from engine import Match, Outcome, Seat

# Nested classes of results: all; without help (hints, winnability checks); and also without undo.
Class = Literal["open", "unaided", "clean"]
CLASSES: tuple[Class, ...] = get_args(Class)
MIN_RANKED_MOVES = 10  # for a lost solitaire to count on leaderboards


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a seat.

    - `score`: the engine's; () for two seats.
    - `made`, `undone`, `hints`, `ms`, `sittings`: as in `Tally`.
    - `first`: the player's first attempt at the deal.
    - `general`: counts beyond its own deal.
    - `daily`: the day whose deal it was, if a first attempt ended within the day.
    - `shown`: may be on leaderboards."""

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
    def classes(self) -> tuple[Class, ...]:
        """Leaderboard classes of the result, widest first."""
        if self.hints:
            return CLASSES[:1]
        return CLASSES[:2] if self.undone else CLASSES


def score_text(score: tuple[int, ...]) -> str:
    """Return a score as stored: integers separated by spaces; empty for two seats."""
    return " ".join(map(str, score))


def parse_score(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split())


def results_of_match(info: GameInfo, match: Match) -> tuple[Result, ...]:
    """Return one result per seat; () for a running game and games that do not count: aborted, from a
    position, with one player in both seats, against a bot, or a solitaire given up before its first move."""
    outcome, last = match.outcome, match.last
    if outcome is None or last is None or outcome.reason == "aborted" or info.position or info.free:
        return ()
    if info.bot_seat is not None or (match.solitaire and not match.tally.made):
        return ()
    return tuple(_results(info, match, outcome, last.at))


def general(info: GameInfo) -> bool:
    """Return whether a game counts beyond its own deal: a public first attempt at a solitaire deal drawn by
    the server."""
    dealt = info.deal is not None and not info.chosen
    return dealt and info.first and info.public and len(info.game.seats) == 1


def _is_ranked_attempt(match: Match) -> bool:
    """Return whether a game may be ranked: a lost solitaire needs MIN_RANKED_MOVES moves or a gained
    point."""
    if not match.solitaire or match.outcome is None or match.outcome.winner is not None:
        return True
    start = match.game.score(match.game.start(match.deal))
    return match.tally.made >= MIN_RANKED_MOVES or match.game.score(match.state) > start


def _results(info: GameInfo, match: Match, outcome: Outcome, ended: int) -> Iterator[Result]:
    tally, in_time = match.tally, info.daily is None or utc_day(ended) == info.daily
    for seat, player in enumerate(info.players):
        if player is None:
            continue
        yield Result(
            game=info.id,
            seat=seat,
            player=player.id,
            rules=info.game.id,
            ended=ended,
            won=outcome.winner == seat,
            drawn=not match.solitaire and outcome.winner is None,
            reason=outcome.reason,
            score=match.game.score(match.state),
            made=tally.made,
            undone=tally.undone,
            hints=tally.hints,
            ms=tally.ms,
            sittings=tally.sittings,
            deal=info.deal_text,
            first=info.first,
            general=general(info) and in_time,
            daily=info.daily if info.first and in_time else None,
            shown=info.public and outcome.reason not in info.game.uncounted and _is_ranked_attempt(match),
        )
