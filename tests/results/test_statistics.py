"""Statistics, profiles and hidden players over HTTP."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.clock import now
from app.ops.people import set_hidden
from app.results.statistics import StatisticsStore
from tests.app.http_players import PAIR, Json, Person, guest, moves, new_board
from tests.app.solitaire_games import DAY_MS, OPEN, resign_over_http


async def figures(person: Person, rules: str = OPEN.id, **asked: str) -> Json:
    answer = await person.get(f"/api/statistics/{rules}", params=asked)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


async def played_by_all(engine: AsyncEngine) -> int:
    """Return the number of games that the statistics of all count, read anew."""
    store = StatisticsStore(engine)
    try:
        found = await store.read(OPEN.id, None, None, own=False, now=now())
        return sum(played for played, _, _ in found.seats.values())
    finally:
        store.close()


async def own_line(person: Person) -> Any:
    return (await person.get(f"/api/leaderboards/{OPEN.id}")).json()["own"]


@pytest.mark.databases("sqlite", "postgres")
async def test_first_attempts_are_counted_apart_from_repeated_ones(http: httpx.AsyncClient) -> None:
    person, scores = await guest(http), []
    for _ in range(3):
        made = await person.create_game(rules=OPEN.id)
        scores.append((await resign_over_http(person, made["id"]))["score"])
    await resign_over_http(
        person, (await person.create_game(rules=OPEN.id, deal=made["state"]["deal"]))["id"]
    )
    found = await figures(person, player=person.id)
    points = [score[0] for score in scores]
    assert (found["played"], found["won"], found["rehearsed"]) == (3, 0, 1)
    assert found["best"] == max(scores)
    assert found["average"] == pytest.approx(sum(points) / 3)
    assert found["spread"] == sorted([value, points.count(value)] for value in set(points))
    assert [value for _, value in found["progress"]] == points
    assert found["streak"] == {"current": 0, "best": 0}


@pytest.mark.databases("sqlite", "postgres")
async def test_the_statistics_of_all_count_the_games_of_all(http: httpx.AsyncClient) -> None:
    day = (await (await guest(http)).get("/api/daily")).json()["today"]
    first, second = await guest(http), await guest(http)
    for person in (first, second):
        await resign_over_http(person, (await person.create_game(rules=OPEN.id, deal="daily"))["id"])
    found = await figures(first, date=day)
    assert found["played"] >= 2
    assert sum(count for _, count in found["spread"]) == found["played"]
    assert (await figures(first, date=day, player=first.id))["played"] == 1
    assert (await figures(first, date="1999-01-01"))["played"] == 0
    days = [at for at, _ in (await figures(first))["progress"]]
    assert days == sorted({at // DAY_MS * DAY_MS for at in days}), "one point a day"
    assert 1 <= len(days) <= 2, "a midnight may pass meanwhile"


@pytest.mark.databases("sqlite", "postgres")
async def test_games_for_two_are_counted_by_seat(http: httpx.AsyncClient) -> None:
    board = await new_board(http, *moves())
    winner = (await board.people[0].state(board.id))["over"]["winner"]
    for seat, person in enumerate(board.people):
        found = await figures(person, PAIR.id, player=person.id)
        assert (found["played"], found["won"]) == (1, int(winner == seat))
        assert found["seats"][seat] == {"played": 1, "won": int(winner == seat), "drawn": 0}
        assert found["seats"][1 - seat]["played"] == 0
        assert (found["best"], found["average"], found["spread"], found["streak"]) == (None, None, [], None)


async def test_an_unknown_name_is_not_found(visitor: Person) -> None:
    for name in ("Unknown Player", "%00", "x" * 3000, "%ED%A0%80", "%F0%9F%82%A1", "<b>"):
        answer = await visitor.get(f"/api/people/{name}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found"), name


async def test_a_hidden_player_is_neither_ranked_nor_counted_for_others(
    http: httpx.AsyncClient, stored: AsyncEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    person, other = await guest(http), await guest(http)
    await resign_over_http(person, (await person.create_game(rules=OPEN.id))["id"])
    before, counted = await own_line(person), await played_by_all(stored)
    assert await set_hidden(stored, person.name, hidden=True) == 0
    assert await played_by_all(stored) == counted - 1
    assert await own_line(person) is None
    assert (await figures(other, player=person.id))["played"] == 0
    assert (await figures(person, player=person.id))["played"] == 1
    assert await set_hidden(stored, person.id, hidden=False) == 0
    assert await own_line(person) == before
    assert await set_hidden(stored, "Unknown Player", hidden=True) == 1
    assert "Unknown Player" in capsys.readouterr().err
