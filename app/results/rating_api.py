"""Endpoints for ratings: rating lists, and a player's rating over time."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query
from msgspec import UNSET

from app.core.errors import Refusal
from app.db.clock import now
from app.http import pagination
from app.http.pagination import PAGE_SIZE
from app.http.requests import CurrentPlayer
from app.http.routes import route
from app.model.messages import Person
from app.people.feature import PeopleFeature
from app.results.feature import ResultsFeature
from app.results.messages import RatingCurve, RatingEntry, Ratings
from app.results.rating_lists import ListedRating, RatingCursor, RatingList
from engine import GAMES

router = APIRouter(prefix="/api", tags=["boards"])

_cursor = msgspec.json.Decoder(RatingCursor)
SeatNumber = Annotated[int, Path(ge=0, le=1)]


@route(router, "GET", "/ratings/{rules}/{seat}", cost=2, errors=("nobody", "not_found", "bad_message"))
async def list_ratings(
    rules: str,
    seat: SeatNumber,
    results: ResultsFeature,
    current_player: CurrentPlayer,
    provisional: bool = False,
    cursor: pagination.Cursor = None,
) -> Ratings:
    """List the highest ratings in a game, of listed players. `seat` is 0 where both seats are rated together.
    `provisional`: include uncertain ratings, from 5 rated games on, and the current player's entry as `own`.
    """
    game = GAMES.get(rules)
    if game is None or len(game.seats) == 1 or (seat and not game.uneven):
        raise Refusal("not_found", rules=rules[:40])
    wanted, at = RatingList(rules, seat, provisional), now()
    before = pagination.decode_cursor(cursor, _cursor)
    found = await results.rating_lists.page(wanted, at, PAGE_SIZE + 1, before)
    shown, first = found[:PAGE_SIZE], (before.count if before else 0) + 1
    answer = Ratings([_entry(first + number, one) for number, one in enumerate(shown)], None)
    if len(found) > PAGE_SIZE:
        last = shown[-1]
        following = RatingCursor(last.rating.rating, last.player.id, first + PAGE_SIZE - 1)
        answer.next = pagination.encode_cursor(following)
    if provisional:
        own = await results.rating_lists.own(wanted, at, current_player) if current_player else None
        answer.own = _entry(*own) if own else None
    return answer


def _entry(rank: int, listed: ListedRating) -> RatingEntry:
    rating = listed.rating
    return RatingEntry(
        rank=rank,
        player=Person(listed.player.id, listed.player.name),
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        games=listed.games,
        provisional=rating.provisional or UNSET,
    )


@route(router, "GET", "/people/{name}/ratings", cost=2, errors=("not_found", "bad_message"))
async def rating_curve(
    name: str,
    rules: str,
    people: PeopleFeature,
    results: ResultsFeature,
    seat: Annotated[int, Query(ge=0, le=1)] = 0,
) -> RatingCurve:
    """Return a player's rating in a game after each rated game, oldest first."""
    found = await people.accounts.find(name)
    if rules not in GAMES:
        return RatingCurve([])
    points = await results.ratings.curve(found.player.id, rules, seat)
    return RatingCurve([(at, round(rating)) for at, rating in points])
