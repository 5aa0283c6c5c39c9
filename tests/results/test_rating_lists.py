"""Rating lists: the players on them, their order, and the rank of one's own rating."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.schema import players, ratings
from app.model.game_info import Player
from app.results.glicko import Rating
from app.results.rating_store import MIN_PROVISIONAL_GAMES, RatingCursor, RatingList, RatingStore
from engine.clock import DAY_MS
from tests.app.stored_games import HOUR

FIRM, OPEN = RatingList("x", 0), RatingList("x", 0, provisional=True)


@pytest.fixture
def lists(engine: AsyncEngine) -> RatingStore:
    return RatingStore(engine)


def person(number: int) -> Player:
    return Player(f"p{number:05}", f"Player {number}")


async def rate(engine: AsyncEngine, values: list[tuple[float, float, int]]) -> None:
    """Rate new players with accounts, by number: rating, deviation and games of each."""
    people, rows = [], []
    for number, (rating, deviation, games) in enumerate(values):
        one, known = person(number), Rating(rating, deviation, 0.06, HOUR)
        people.append({"id": one.id, "name": one.name, "created": HOUR, "account": HOUR})
        row = {"player_id": one.id, "rules": "x", "seat": 0, "games": games, "firm_until": known.firm_until}
        rows.append(row | {"rating": rating, "deviation": deviation, "volatility": 0.06, "at": HOUR})
    async with engine.begin() as connection:
        await connection.execute(insert(players), people)
        await connection.execute(insert(ratings), rows)


async def rank(lists: RatingStore, of: RatingList, number: int) -> int | None:
    own = await lists.own(of, HOUR, person(number))
    return own and own[0]


async def names(lists: RatingStore, of: RatingList, now: int = HOUR) -> list[str]:
    return [one.player.name for one in await lists.page(of, now, 10)]


async def test_provisional_ratings_are_listed_from_five_games_on_where_they_are_asked_for(
    engine: AsyncEngine, lists: RatingStore
) -> None:
    await rate(
        engine,
        [
            (1500, 80, 20),
            (1700, 150, MIN_PROVISIONAL_GAMES),
            (1900, 200, MIN_PROVISIONAL_GAMES - 1),
            (1600, 90, 12),
        ],
    )
    assert await names(lists, FIRM) == ["Player 3", "Player 0"]
    assert await names(lists, OPEN) == ["Player 1", "Player 3", "Player 0"]
    later = HOUR + 700 * DAY_MS
    assert await names(lists, FIRM, later) == [], "after so long they are uncertain"
    assert await names(lists, OPEN, later) == ["Player 1", "Player 3", "Player 0"]
    page = await lists.page(OPEN, HOUR, 2)
    last = page[-1]
    after = RatingCursor(last.rating.rating, last.player.id, 2)
    assert [one.player.name for one in await lists.page(OPEN, HOUR, 2, after)] == ["Player 0"]
    ranks = [await lists.own(OPEN, HOUR, person(number)) for number in range(4)]
    assert [own and own[0] for own in ranks] == [3, 1, None, 2]
    assert await lists.own(RatingList("y", 0, provisional=True), HOUR, person(0)) is None


async def test_an_unlisted_player_has_no_rank_and_takes_none(engine: AsyncEngine, lists: RatingStore) -> None:
    changes: list[dict[str, object]] = [
        {"listed": False},
        {"hidden": HOUR},
        {"account": None},
        {"closed": HOUR},
    ]
    await rate(engine, [*[(1600, 80, 20)] * len(changes), (1500, 80, 20)])
    async with engine.begin() as connection:
        for number, change in enumerate(changes):
            unlisted = players.c.id == person(number).id
            await connection.execute(update(players).where(unlisted).values(**change))
    for of in (FIRM, OPEN):
        assert await names(lists, of) == ["Player 4"]
        assert [await rank(lists, of, number) for number in range(5)] == [*[None] * 4, 1]
