"""Ratings as a fold over rated games in the order of their ends.

Each rated game is a rating period of its own for both players. If the seats of a game are uneven, each has
separate ratings; otherwise all ratings are stored under seat 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.game_info import GameInfo, SeatRating
from app.domain.glicko import Rating, rate
from engine import Game, Match, Seat

MIN_MOVES_PER_SEAT = 2  # in effect; shorter games are not rated

INITIAL_RATING = Rating()


@dataclass(frozen=True, slots=True, order=True)
class RatingKey:
    """Key of a rating: player, game and seat."""

    player: str
    rules: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts for ratings. `keys`: by seat; `score`: of seat 0: 1, 0.5 or 0; `ended`: milliseconds
    since the epoch."""

    game: str
    ended: int
    keys: tuple[RatingKey, RatingKey]
    score: float

    @property
    def order(self) -> tuple[int, str]:
        """Sort key of rated games."""
        return self.ended, self.game


@dataclass(frozen=True, slots=True)
class RatingChange:
    """Effect of a rated game on one player's rating. `before`: None at their first rated game."""

    game: str
    seat: Seat
    key: RatingKey
    ended: int
    score: float
    before: Rating | None
    after: Rating


def seat_rating(change: RatingChange) -> SeatRating:
    """Return the displayed rating of a seat in an ended rated game: the rating before it, and the change."""
    before = change.before or INITIAL_RATING
    shown = round(before.rating)
    return SeatRating(shown, before.as_of(change.ended).provisional, round(change.after.rating) - shown)


def rating_seat(game: Game[Any], seat: Seat) -> Seat:
    """Return the seat under which a seat's rating is stored."""
    return seat if game.uneven else 0


def rated_game(info: GameInfo, match: Match) -> RatedGame | None:
    """Return an ended game as a rated game; None: it does not count for ratings."""
    outcome, last = match.outcome, match.last
    if not info.rated or outcome is None or last is None or outcome.reason == "aborted":
        return None
    first, second = info.players
    moves = [step.seat for step in match.steps()]
    if first is None or second is None or min(moves.count(0), moves.count(1)) < MIN_MOVES_PER_SEAT:
        return None
    score = 0.5 if outcome.winner is None else 1.0 - outcome.winner
    keys = [
        RatingKey(player.id, info.game.id, rating_seat(info.game, seat))
        for seat, player in enumerate((first, second))
    ]
    return RatedGame(info.id, last.at, (keys[0], keys[1]), score)


def apply(
    games: Iterable[RatedGame], ratings: MutableMapping[RatingKey, Rating]
) -> Iterator[tuple[RatingChange, RatingChange]]:
    """Rate games in the given order. `ratings` holds the ratings before and is updated."""
    for game in games:
        before = [ratings.get(key) for key in game.keys]
        changes = []
        for seat, key in enumerate(game.keys):
            own, other = before[seat] or INITIAL_RATING, before[1 - seat] or INITIAL_RATING
            score = game.score if seat == 0 else 1 - game.score
            after = rate(own, [(other, score)], game.ended)
            changes.append(RatingChange(game.game, seat, key, game.ended, score, before[seat], after))
        for change in changes:
            ratings[change.key] = change.after
        yield changes[0], changes[1]


def games_of(changes: Sequence[RatingChange]) -> list[RatedGame]:
    """Return the games of these changes, which come in pairs by seat."""
    return [
        RatedGame(first.game, first.ended, (first.key, second.key), first.score)
        for first, second in zip(changes[::2], changes[1::2], strict=True)
    ]
