"""Endpoints for ratings: rating lists, and a player's rating over time."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query
from msgspec import UNSET

from app.api import pagination
from app.api.routes import route
from app.clock import now
from app.db.results.rating_lists import ListedRating, RatingList
from app.domain.cursors import RatingCursor
from app.errors import Refusal
from app.http.requests import AppServices, CurrentPlayer
from app.messages.games import Person
from app.messages.pairing import RatingCurve, RatingEntry, Ratings
from engine import GAMES

router = APIRouter(prefix="/api", tags=["boards"])

PAGE_SIZE = 50
_cursor = msgspec.json.Decoder(RatingCursor)
SeatNumber = Annotated[int, Path(ge=0, le=1)]


@route(router, "GET", "/ratings/{rules}/{seat}", cost=2, errors=("nobody", "not_found", "bad_message"))
async def list_ratings(
    rules: str,
    seat: SeatNumber,
    services: AppServices,
    current_player: CurrentPlayer,
    provisional: bool = False,
    cursor: str | None = None,
) -> Ratings:
    """List the highest ratings in a game, of listed players. `seat` is 0 where both seats are rated together.
    `provisional`: include uncertain ratings, from 5 rated games on, and the current player's entry as `own`.
    """
    game = GAMES.get(rules)
    if game is None or len(game.seats) == 1 or (seat and not game.uneven):
        raise Refusal("not_found", rules=rules[:40])
    wanted, at = RatingList(rules, seat, provisional), now()
    before = pagination.decode_cursor(cursor, _cursor)
    after = (before.rating, before.player) if before else None
    found = await services.rating_lists.page(wanted, at, PAGE_SIZE + 1, after, lagging=current_player is None)
    shown, first = found[:PAGE_SIZE], (before.count if before else 0) + 1
    answer = Ratings([_entry(first + number, one) for number, one in enumerate(shown)], None)
    if len(found) > PAGE_SIZE:
        last = shown[-1]
        following = RatingCursor(last.rating.rating, last.player.id, first + PAGE_SIZE - 1)
        answer.next = pagination.encode_cursor(following)
    if provisional:
        own = await services.rating_lists.own(wanted, at, current_player) if current_player else None
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
    name: str, rules: str, services: AppServices, seat: Annotated[int, Query(ge=0, le=1)] = 0
) -> RatingCurve:
    """Return a player's rating in a game after each rated game, oldest first."""
    found = await services.accounts.find(name)
    if rules not in GAMES:
        return RatingCurve([])
    points = await services.ratings.curve(found.player.id, rules, seat)
    return RatingCurve([(at, round(rating)) for at, rating in points])
