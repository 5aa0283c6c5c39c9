"""Leaderboards over HTTP."""

from __future__ import annotations

from itertools import product

import httpx

from engine import GAMES
from tests.app.http_players import Json, Person, guest
from tests.app.solitaire_games import HIDING, OPEN, resign_over_http


async def leaderboard(person: Person, rules: str = OPEN.id, **asked: object) -> Json:
    answer = await person.get(f"/api/leaderboards/{rules}", params={k: str(v) for k, v in asked.items()})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


async def own(person: Person, rules: str = OPEN.id, **asked: object) -> Json | None:
    found: Json | None = (await leaderboard(person, rules, **asked))["own"]
    return found


async def test_an_ended_solitaire_is_on_the_leaderboards_of_its_periods(http: httpx.AsyncClient) -> None:
    person, game = await guest(http), OPEN
    made = await person.create_game(rules=game.id)
    assert await own(person, game.id) is None
    ended = await resign_over_http(person, made["id"])
    for period in ("day", "week", "month", "all"):
        for of in ("clean", "unaided", "open"):
            found = await own(person, game.id, period=period, **{"class": of})
            assert found, (period, of)
            assert found["game"] == made["id"]
            assert found["score"] == ended["score"]
            assert (found["moves"], found["undone"], found["hints"]) == (1, 0, 0)
            assert (found["ms"], found["sittings"]) == (ended["tally"]["ms"], 1)
            assert found["player"] == {"id": person.id, "name": person.name, "rating": None}
            assert found["first"] is True
            assert found["rank"] >= 1
    assert await own(person, game.id, kind="streak") is None, "a lost game is no streak"


async def test_games_that_somebody_has_played_are_listed(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    await resign_over_http(person, (await person.create_game(rules=OPEN.id))["id"])
    played = (await person.get("/api/leaderboards")).json()["items"]
    assert OPEN.id in played
    for rules in GAMES:
        counted = (await person.get(f"/api/statistics/{rules}")).json()["played"]
        assert rules in played or not counted, rules


async def test_a_deal_has_a_leaderboard_and_a_chosen_one_counts_nowhere_else(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    for rehearsal in (False, True):
        made = await person.create_game(rules=OPEN.id, deal=20261121)
        await resign_over_http(person, made["id"], moves=2 - rehearsal)
        found = await own(person, deal=20261121)
        assert found
        assert (found["game"], found["first"]) == (made["id"], not rehearsal), "fewer moves rank higher"
    assert await own(person) is None
    assert await own(person, deal=20261122) is None
    hidden = await resign_over_http(person, (await person.create_game(rules=HIDING.id))["id"])
    assert len((await leaderboard(person, HIDING.id, deal=hidden["deal"].upper()))["items"]) == 1


async def test_private_games_and_chosen_positions_count_nowhere(http: httpx.AsyncClient) -> None:
    wishes: tuple[Json, ...] = ({"public": False}, {"position": OPEN.show(OPEN.start(5))})
    for wish in wishes:
        person = await guest(http)
        ended = await resign_over_http(person, (await person.create_game(rules=OPEN.id, **wish))["id"])
        assert await own(person) is None
        if ended["deal"] is not None:
            assert await own(person, deal=ended["deal"]) is None


async def test_a_filter_without_matches_gives_an_empty_leaderboard(visitor: Person) -> None:
    rows: list[Json] = [
        *({"period": "year"}, {"class": "dirty"}, {"kind": "luck"}, {"deal": "x"}, {"deal": "4294967296x"}),
        *({"date": "yesterday"}, {"date": "2026-02-30"}, {"seat": "1"}, {"date": "0001-01-01"}),
        *({"period": "\0"}, {"deal": "\0"}, {"date": "\0"}, {"deal": "9" * 10}),
    ]
    empty: Json = {"items": [], "own": None, "next": None}
    assert [row for row in rows if await leaderboard(visitor, **row) != empty] == []


async def test_an_unknown_game_has_no_leaderboard(visitor: Person) -> None:
    for path, rules in product(("leaderboards", "statistics"), ("poker", "%00", "x" * 500)):
        answer = await visitor.get(f"/api/{path}/{rules}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
