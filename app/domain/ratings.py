"""Rated games, and the ratings that follow from them: a fold over the ends of games in their order.

Every rated game is a rating period of its own for both players. Where the seats of a game are unequal each of
them has ratings of its own, else there is one, that of seat 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.game_info import GameInfo, SeatRating
from app.domain.glicko import Rating, rate
from engine import Game, Match, Seat

LEAST_MOVES = 2  # in effect, of each seat, below which a game is not rated

NOT_RATED = Rating()


@dataclass(frozen=True, slots=True, order=True)
class RatingKey:
    """Whose rating it is, and in what."""

    player: str
    rules: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts for ratings: its players by seat, and the score of seat 0: 1, 0.5 or 0; `ended` in
    milliseconds since the epoch."""

    game: str
    ended: int
    keys: tuple[RatingKey, RatingKey]
    score: float

    @property
    def order(self) -> tuple[int, str]:
        """What rated games are ordered by."""
        return self.ended, self.game


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a rated game made of the rating of one seat's player. `before` is None at their first rated
    game."""

    game: str
    seat: Seat
    key: RatingKey
    ended: int
    score: float
    before: Rating | None
    after: Rating


def seat_rating(change: RatingChange) -> SeatRating:
    """Return the rating of a seat's player in an ended rated game: the one before it, and its change."""
    before = change.before or NOT_RATED
    shown = round(before.rating)
    return SeatRating(shown, before.as_of(change.ended).provisional, round(change.after.rating) - shown)


def rating_seat(game: Game[Any], seat: Seat) -> Seat:
    """The seat under which a seat's rating stands."""
    return seat if game.uneven else 0


def rated_game(info: GameInfo, match: Match) -> RatedGame | None:
    """An ended game as it counts for ratings; None: it does not."""
    outcome, last = match.outcome, match.last
    if not info.rated or outcome is None or last is None or outcome.reason == "aborted":
        return None
    first, second = info.players
    moves = [step.seat for step in match.steps()]
    if first is None or second is None or min(moves.count(0), moves.count(1)) < LEAST_MOVES:
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
    """Rates games in the order in which they come; `ratings` holds those before and takes those after."""
    for game in games:
        before = [ratings.get(key) for key in game.keys]
        changes = []
        for seat, key in enumerate(game.keys):
            own, other = before[seat] or NOT_RATED, before[1 - seat] or NOT_RATED
            score = game.score if seat == 0 else 1 - game.score
            after = rate(own, [(other, score)], game.ended)
            changes.append(RatingChange(game.game, seat, key, game.ended, score, before[seat], after))
        for change in changes:
            ratings[change.key] = change.after
        yield changes[0], changes[1]


def games_of(changes: Sequence[RatingChange]) -> list[RatedGame]:
    """The games that made these changes, of which there are two each, by seat."""
    return [
        RatedGame(first.game, first.ended, (first.key, second.key), first.score)
        for first, second in zip(changes[::2], changes[1::2], strict=True)
    ]
