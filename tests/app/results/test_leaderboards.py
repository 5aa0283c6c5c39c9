"""Leaderboards over HTTP, on both databases."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from sqlalchemy import text

from app.db.engine import create_engine
from app.settings import Settings
from engine import GAMES, Game
from tests.app.http_players import PAIR, Json, Person, guest, moves, new_board
from tests.app.solitaire_games import HIDING, OPEN, SOLITAIRES, resign_over_http
from tests.serving import Server


async def leaderboard(person: Person, rules: str = OPEN.id, **asked: object) -> Json:
    answer = await person.get(f"/api/leaderboards/{rules}", params={k: str(v) for k, v in asked.items()})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


async def own(person: Person, rules: str = OPEN.id, **asked: object) -> Json | None:
    found: Json | None = (await leaderboard(person, rules, **asked))["own"]
    return found


@pytest.mark.parametrize("game", SOLITAIRES, ids=lambda game: game.id)
async def test_an_ended_solitaire_is_on_the_leaderboards_of_its_periods(
    http: httpx.AsyncClient, game: Game[Any]
) -> None:
    person = await guest(http)
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


async def test_games_that_somebody_has_played_are_listed(
    http: httpx.AsyncClient,
) -> None:
    person = await guest(http)
    await resign_over_http(person, (await person.create_game(rules=OPEN.id))["id"])
    played = (await person.get("/api/leaderboards")).json()["items"]
    assert OPEN.id in played
    for rules in GAMES:
        counted = (await person.get(f"/api/statistics/{rules}")).json()["played"]
        assert rules in played or not counted, rules


async def test_a_game_with_undo_is_unaided_and_not_clean(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    await resign_over_http(person, (await person.create_game(rules=OPEN.id))["id"], undone=1)
    found = await own(person)
    assert found
    assert (found["moves"], found["undone"]) == (1, 1)
    assert await own(person, **{"class": "unaided"}) == found
    assert await own(person, **{"class": "clean"}) is None


async def test_a_chosen_deal_counts_on_its_own_leaderboard_only(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    for rehearsal in (False, True):
        made = await person.create_game(rules=OPEN.id, deal=20261121)
        await resign_over_http(person, made["id"], moves=2 - rehearsal)
        found = await own(person, deal=20261121)
        assert found
        assert (found["game"], found["first"]) == (made["id"], not rehearsal), "fewer moves rank higher"
    assert await own(person) is None
    assert await own(person, deal=20261122) is None


async def test_a_second_attempt_at_a_deal_does_not_count(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    made = await person.create_game(rules=OPEN.id)
    await resign_over_http(person, made["id"], moves=2, undone=2)
    deal = made["state"]["deal"]
    again = await person.create_game(rules=OPEN.id, deal=deal)
    await resign_over_http(person, again["id"], undone=1)
    general, its_own = await own(person), await own(person, deal=deal)
    assert general
    assert its_own
    assert (general["game"], its_own["game"]) == (made["id"], again["id"])


async def test_a_hidden_deal_has_a_leaderboard_once_it_is_known(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    ended = await resign_over_http(person, (await person.create_game(rules=HIDING.id))["id"])
    assert isinstance(ended["deal"], str)
    assert len((await leaderboard(person, HIDING.id, deal=ended["deal"].upper()))["items"]) == 1


@pytest.mark.parametrize(
    ("change", "differs_at"),
    [
        ("update entries set text = 'r1 r1' where ply = 0 and game_id = :game", 0),
        ("update games set score = '1 0' where id = :game", 2),
        ("update results set made = 0 where game_id = :game", 2),
    ],
)
async def test_a_forged_score_fails_the_check(
    http: httpx.AsyncClient, visitor: Person, server: Server, change: str, differs_at: int
) -> None:
    person = await guest(http)
    made = (await person.create_game(rules=OPEN.id))["id"]
    await resign_over_http(person, made)
    found = await own(person)
    assert found
    good = (await visitor.get(f"/api/games/{found['game']}/check")).json()
    assert (good["agrees"], good["score"], good["moves"]) == (True, found["score"], 1)
    await doctored(server, change, made)
    bad = (await visitor.get(f"/api/games/{found['game']}/check")).json()
    assert (bad["agrees"], bad["differs_at"]) == (False, differs_at)


async def doctored(server: Server, statement: str, game: str) -> None:
    """Change the database of a running server."""
    engine = create_engine(Settings(database_url=server.database_url).url)
    async with engine.begin() as connection:
        await connection.execute(text(statement), {"game": game})
    await engine.dispose()


@pytest.mark.parametrize("asked", [{"public": False}, {"position": True}], ids=str)
async def test_private_games_and_chosen_positions_count_nowhere(http: httpx.AsyncClient, asked: Json) -> None:
    person = await guest(http)
    if "position" in asked:
        asked = {"position": OPEN.show(OPEN.start(5))}
    ended = await resign_over_http(person, (await person.create_game(rules=OPEN.id, **asked))["id"])
    assert await own(person) is None
    if ended["deal"] is not None:
        assert await own(person, deal=ended["deal"]) is None


async def test_games_for_two_count_wins_and_games_by_seat(http: httpx.AsyncClient) -> None:
    board = await new_board(http, *moves())
    winner = (await board.people[0].state(board.id))["over"]["winner"]
    for seat, person in enumerate(board.people):
        for asked in ({}, {"seat": seat}, {"period": "day"}, {"period": "week", "seat": seat}):
            found = await own(person, PAIR.id, **asked)
            assert found
            assert (found["score"], found["game"]) == ([int(winner == seat), 1], board.id)
            assert (found["moves"], found["ms"], found["sittings"]) == (None, None, None)
        assert await own(person, PAIR.id, seat=1 - seat) is None


async def test_aborted_games_and_games_with_both_seats_count_nowhere(http: httpx.AsyncClient) -> None:
    board = await new_board(http)
    person = board.people[0]
    assert (await person.post(f"/api/games/{board.id}/abort")).status_code == 200
    both = (await person.create_game(seat="both"))["id"]
    assert (await person.post(f"/api/games/{both}/resign")).status_code == 200
    assert await own(person, PAIR.id) is None


async def test_a_filter_without_matches_gives_an_empty_leaderboard(visitor: Person) -> None:
    rows: list[Json] = [
        *({"period": "year"}, {"class": "dirty"}, {"kind": "luck"}, {"deal": "x"}, {"deal": "4294967296x"}),
        *({"date": "yesterday"}, {"date": "2026-02-30"}, {"seat": "1"}, {"date": "0001-01-01"}),
        *({"period": "\0"}, {"deal": "\0"}, {"date": "\0"}, {"deal": "9" * 10}),
    ]
    empty: Json = {"items": [], "own": None, "next": None}
    assert [row for row in rows if await leaderboard(visitor, **row) != empty] == []


@pytest.mark.parametrize("rules", ["poker", "%00", "x" * 500])
async def test_an_unknown_game_has_no_leaderboard(visitor: Person, rules: str) -> None:
    for path in ("leaderboards", "statistics"):
        answer = await visitor.get(f"/api/{path}/{rules}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


async def test_a_cursor_that_is_not_ours_is_a_bad_message(visitor: Person) -> None:
    for cursor in ("", "x", "bm90IGpzb24=", "W10=", "\u00e9", "eyJwbGFjZSI6WzFdfQ=="):
        answer = await visitor.get(f"/api/leaderboards/{OPEN.id}", params={"cursor": cursor})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_message"), cursor


async def test_an_unknown_token_reads_no_leaderboard(http: httpx.AsyncClient) -> None:
    stranger = Person(http, headers={"authorization": "Bearer nonsense"})
    for path in (f"leaderboards/{OPEN.id}", f"statistics/{OPEN.id}", "daily", "daily/calendar"):
        assert (await stranger.get(f"/api/{path}")).status_code == 401
