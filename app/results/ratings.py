"""Ratings in the order in which the ends of games are committed.

Each rated game is a rating period of its own for both players. If the seats of a game are uneven, each has
separate ratings; otherwise all ratings are stored under seat 0.

A hybrid logical clock orders the changes of a rating: `at` is the time of the end, or one millisecond after
the newest change of either player, if that is later. So `at` rises with each change of a player, ends may be
committed in any order, and no deviation is computed backwards.

A moderator's undo of a rating is a later change that takes back what the game changed. Games rated in between
keep their changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from app.model.game_info import GameInfo, SeatRating
from app.results.glicko import MAX_DEVIATION, Rating, rate
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
class StoredRating:
    """A player's rating, and the number of their rated games."""

    key: RatingKey
    rating: Rating = INITIAL_RATING
    games: int = 0


RatingsByKey = dict[RatingKey, StoredRating]


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts for ratings. `keys`: by seat; `score`: of seat 0: 1, 0.5 or 0; `ended`: milliseconds
    since the epoch."""

    game: str
    ended: int
    keys: tuple[RatingKey, RatingKey]
    score: float


@dataclass(frozen=True, slots=True)
class RatingChange:
    """Effect of a rated game, or of the refund of one, on one player's rating.

    `ended`: when the game ended, or its rating was undone; `at`: order of the player's changes; `refunded`: a
    later change takes this one back."""

    game: str
    seat: Seat
    key: RatingKey
    ended: int
    at: int
    score: float
    before: Rating
    after: Rating
    refund: bool = False
    refunded: bool = False


def seat_rating(change: RatingChange) -> SeatRating:
    """Return the displayed rating of a seat in an ended rated game: the rating before it, and the change."""
    shown = round(change.before.rating)
    provisional = change.before.as_of(change.at).provisional
    return SeatRating(shown, provisional, round(change.after.rating) - shown)


def rating_seat(game: Game[Any], seat: Seat) -> Seat:
    """Return the seat under which a seat's rating is stored."""
    return seat if game.uneven else 0


def has_rated_moves(match: Match) -> bool:
    moves = [step.seat for step in match.steps()]
    return min(moves.count(0), moves.count(1)) >= MIN_MOVES_PER_SEAT


def rated_game(info: GameInfo, match: Match) -> RatedGame | None:
    """Return an ended game as a rated game; None: it does not count for ratings."""
    outcome, last = match.outcome, match.last
    if not info.rated or outcome is None or last is None or outcome.reason == "aborted":
        return None
    first, second = info.players
    if first is None or second is None or not has_rated_moves(match):
        return None
    score = 0.5 if outcome.winner is None else 1.0 - outcome.winner
    keys = [
        RatingKey(player.id, info.game.id, rating_seat(info.game, seat))
        for seat, player in enumerate((first, second))
    ]
    return RatedGame(info.id, last.at, (keys[0], keys[1]), score)


def rate_game(ratings: RatingsByKey, game: RatedGame) -> list[RatingChange]:
    """Rate a game: update `ratings`, and return the changes by seat."""
    before = [ratings.get(key) or StoredRating(key) for key in game.keys]
    at = _next_time(game.ended, before)
    changes = []
    for seat, own in enumerate(before):
        score = game.score if seat == 0 else 1 - game.score
        after = rate(own.rating, [(before[1 - seat].rating, score)], at)
        ratings[own.key] = StoredRating(own.key, after, own.games + 1)
        changes.append(RatingChange(game.game, seat, own.key, game.ended, at, score, own.rating, after))
    return changes


def refund_game(ratings: RatingsByKey, changes: Sequence[RatingChange], now: int) -> list[RatingChange]:
    """Take back the changes of a game: update `ratings`, and return the refunds by seat."""
    before = [ratings[change.key] for change in changes]
    at = _next_time(now, before)
    refunds = []
    for change, own in zip(changes, before, strict=True):
        after = _refunded(own.rating, change, at)
        ratings[own.key] = StoredRating(own.key, after, own.games - 1)
        refunds.append(
            replace(change, ended=now, at=at, before=own.rating, after=after, refund=True, refunded=False)
        )
    return refunds


def _next_time(time: int, before: Iterable[StoredRating]) -> int:
    return max([time, *(own.rating.at + 1 for own in before if own.rating.at is not None)])


def _refunded(rating: Rating, change: RatingChange, at: int) -> Rating:
    """Return a rating without the points of a change, and without the certainty: the inverse of the squared
    deviation is the information of all games. If nothing came after the change, that is the rating before."""
    before, after = change.before.as_of(change.at), change.after
    gained = 1 / after.deviation**2 - 1 / before.deviation**2
    information = max(1 / rating.deviation**2 - gained, 1 / MAX_DEVIATION**2)
    points = rating.rating - (after.rating - before.rating)
    volatility = rating.volatility * before.volatility / after.volatility
    refunded = Rating(points, 1 / sqrt(information), volatility, rating.at)
    return replace(refunded.as_of(at), at=at)


def rated_games(changes: Iterable[RatingChange]) -> dict[str, RatedGame]:
    """Return the games with the changes of both seats, by id."""
    found: dict[str, dict[Seat, RatingChange]] = {}
    for change in changes:
        if not change.refund:
            found.setdefault(change.game, {})[change.seat] = change
    return {
        game: RatedGame(game, seats[0].ended, (seats[0].key, seats[1].key), seats[0].score)
        for game, seats in found.items()
        if len(seats) == 2
    }


def replay_ratings(
    stored: Iterable[RatingChange], games: Mapping[str, RatedGame]
) -> tuple[list[RatingChange], RatingsByKey]:
    """Rate games again in the order of their stored changes, with the stored refunds; return the changes and
    the resulting ratings. A game without changes comes where it ended."""
    rated_at = {game.game: game.ended for game in games.values()}
    undone: dict[str, RatingChange] = {}
    for change in stored:
        if change.refund:
            undone[change.game] = change
        else:
            rated_at[change.game] = change.at
    events = [(rated_at[game], game, False) for game in games]
    events += [(change.at, game, True) for game, change in undone.items()]
    ratings: RatingsByKey = {}
    made: dict[tuple[str, bool], list[RatingChange]] = {}
    for _, game, refund in sorted(events):
        if not refund:
            made[game, False] = rate_game(ratings, games[game])
        elif changes := made.get((game, False)):
            made[game, True] = refund_game(ratings, changes, undone[game].ended)
            made[game, False] = [replace(change, refunded=True) for change in changes]
    return [change for changes in made.values() for change in changes], ratings
