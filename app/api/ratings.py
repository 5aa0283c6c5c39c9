"""HTTP for ratings: the lists, and a person's curve."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query

from app.api import pagination
from app.api.routes import route
from app.clock import now
from app.domain.cursors import RatingCursor
from app.errors import Refusal
from app.http.requests import AppServices
from app.messages.games import Person
from app.messages.pairing import RatingCurve, RatingEntry, Ratings
from engine import GAMES

router = APIRouter(prefix="/api", tags=["boards"])

PAGE_SIZE = 50
_cursor = msgspec.json.Decoder(RatingCursor)
SeatNumber = Annotated[int, Path(ge=0, le=1)]


@route(router, "GET", "/ratings/{rules}/{seat}", cost=2, errors=("not_found", "bad_message"))
async def list_ratings(
    rules: str, seat: SeatNumber, services: AppServices, cursor: str | None = None
) -> Ratings:
    """The highest ratings in a game that are not provisional, of players who are listed; `seat` is 0 where
    both seats are rated together."""
    game = GAMES.get(rules)
    if game is None or len(game.seats) == 1 or (seat and not game.uneven):
        raise Refusal("not_found", rules=rules[:40])
    before = pagination.decode_cursor(cursor, _cursor)
    after = (before.rating, before.player) if before else None
    found = await services.ratings.ranking(rules, seat, now(), PAGE_SIZE + 1, after)
    shown, first = found[:PAGE_SIZE], (before.count if before else 0) + 1
    items = [
        RatingEntry(
            rank=first + number,
            player=Person(one.player.id, one.player.name),
            rating=round(one.rating.rating),
            deviation=round(one.rating.deviation),
            games=one.games,
        )
        for number, one in enumerate(shown)
    ]
    if len(found) <= PAGE_SIZE:
        return Ratings(items, None)
    last = shown[-1]
    following = RatingCursor(last.rating.rating, last.player.id, first + PAGE_SIZE - 1)
    return Ratings(items, pagination.encode_cursor(following))


@route(router, "GET", "/people/{name}/ratings", cost=2, errors=("not_found", "bad_message"))
async def rating_curve(
    name: str, rules: str, services: AppServices, seat: Annotated[int, Query(ge=0, le=1)] = 0
) -> RatingCurve:
    """A person's ratings in a game after each of their rated games, the oldest first."""
    found = await services.accounts.find(name)
    if rules not in GAMES:
        return RatingCurve([])
    points = await services.ratings.curve(found.player.id, rules, seat)
    return RatingCurve([(at, round(rating)) for at, rating in points])
