"""Games over HTTP: creating, joining, reading, playing and listing, which is all that a bot needs."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from engine import GAMES, Game
from tests.app.http_players import PAIR, Person, ended_position, guest, moves, new_board
from tests.app.solitaire_games import OPEN
from tests.games.test_steps import OF_EACH_KIND

STATE = set(
    """t game rules version status ply seat turn legal view told last acts tally score over deal commit next
    start rated public control clock offers players watchers watching to
    declined""".split()  # noqa: SIM905 - words are read as words
)
MOVES = moves()
of_each_kind = pytest.mark.parametrize("game", OF_EACH_KIND, ids=lambda game: game.id)


async def test_the_rules_are_a_bare_list_of_every_game(visitor: Person) -> None:
    listed = (await visitor.get("/api/rules")).json()
    fields = ("id", "family", "title", "version", "dealt", "hides", "uneven", "draws")
    assert [tuple(item[field] for field in fields) for item in listed] == [
        tuple(getattr(game, field) for field in fields) for game in GAMES.values()
    ]
    assert [tuple(item["seats"]) for item in listed] == [game.seats for game in GAMES.values()]
    assert [item["options"] for item in listed] == [dict(game.options) for game in GAMES.values()]
    assert all(set(item) == {*fields, "seats", "options", "daily", "presets", "machine"} for item in listed)
    for item in listed:
        clocks = [(one["base"], one["increment"]) for one in item["presets"]]
        assert len(clocks) == (3 if len(item["seats"]) == 2 else 0)
        assert clocks == sorted(set(clocks))


@of_each_kind
async def test_a_new_game_has_this_state(http: httpx.AsyncClient, game: Game[Any]) -> None:
    person = await guest(http)
    answer = await person.post("/api/games", {"rules": game.id})
    assert answer.status_code == 201
    made = answer.json()
    state = made["state"]
    assert made["url"] == f"/g/{made['id']}"
    assert set(state) == STATE
    assert (state["game"], state["rules"], state["version"]) == (made["id"], game.id, game.version)
    alone = len(game.seats) == 1
    assert state["status"] == ("live" if alone else "open")
    assert state["players"][state["seat"]] == {
        "id": person.id,
        "name": person.name,
        "rating": None,
        "online": False,
    }
    assert alone or state["legal"] == []  # a solitaire has moves, but for one deal in a hundred
    assert (state["ply"], state["told"], state["last"], state["over"]) == (0, [], None, None)
    assert (state["tally"] is not None) == alone
    assert (state["deal"] is None) == (not game.dealt or game.hides)
    assert (state["commit"] is None) == (not game.hides)
    assert await person.state(made["id"]) == state


@of_each_kind
async def test_a_deal_can_be_chosen_where_something_is_dealt(
    http: httpx.AsyncClient, game: Game[Any]
) -> None:
    person = await guest(http)
    for deal in (0, 2**32 - 1, "0123456789abcdef" * 2):
        answer = await person.post("/api/games", {"rules": game.id, "deal": deal})
        if not game.dealt:
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_message")
            continue
        state = answer.json()["state"]
        assert (state["deal"], state["commit"]) == (deal, None)
        start = game.start(deal if isinstance(deal, int) else bytes.fromhex(deal))
        assert state["view"] == game.view(start, 0)


@pytest.mark.parametrize("seat", [0, 1])
async def test_the_creator_gets_the_requested_seat(http: httpx.AsyncClient, seat: int) -> None:
    first, second = await guest(http), await guest(http)
    made = await first.create_game(seat=seat)
    assert (made["state"]["seat"], made["state"]["acts"]) == (seat, ["abort"])
    joined = (await second.post(f"/api/games/{made['id']}/join")).json()
    assert set(joined) == {"seat", "state"}
    assert joined["seat"] == joined["state"]["seat"] == 1 - seat
    assert joined["state"]["status"] == "live"
    for person in (first, second):
        state = await person.state(made["id"])
        assert bool(state["legal"]) == (state["seat"] == state["turn"])
        assert set(state["acts"]) == {"resign", "abort"}


async def test_a_seat_drawn_at_random_is_either(http: httpx.AsyncClient) -> None:
    people = [await guest(http), await guest(http)]  # each may have twenty open games
    asked = [(person, seat) for person in people for seat in ["random", None] * 8]
    drawn = {(await person.create_game(seat=seat))["state"]["seat"] for person, seat in asked}
    assert drawn == {0, 1}


async def test_joining_again_answers_the_seat_one_has(http: httpx.AsyncClient) -> None:
    board = await new_board(http)
    for seat, person in enumerate(board.people):
        for asked in ({}, {"seat": None}, {"seat": seat}, {"seat": 1 - seat}):
            answer = await person.post(f"/api/games/{board.id}/join", asked)
            assert (answer.status_code, answer.json()["seat"]) == (200, seat)


async def test_the_creators_seat_cannot_be_taken_while_another_is_free(http: httpx.AsyncClient) -> None:
    first, second = await guest(http), await guest(http)
    made = await first.create_game(seat=1)
    answer = await second.post(f"/api/games/{made['id']}/join", {"seat": 1})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "seat_taken")
    assert (await second.post(f"/api/games/{made['id']}/join", {"seat": 0})).json()["seat"] == 0
    for _ in range(2):  # the second is a message sent again
        aborted = await first.post(f"/api/games/{made['id']}/abort")
        assert aborted.json()["over"] == {"winner": None, "reason": "aborted"}
    answer = await (await guest(http)).post(f"/api/games/{made['id']}/join")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "game_over")


async def test_a_game_may_start_from_a_position(http: httpx.AsyncClient) -> None:
    state = PAIR.start(0)
    for move in MOVES[:3]:
        state = PAIR.apply(state, move)
    person = await guest(http)
    made = (await person.create_game(seat="both", position=PAIR.show(state)))["state"]
    assert (made["start"], made["turn"]) == (PAIR.show(state), PAIR.turn(state))
    assert [pair[0] for pair in made["legal"]] == list(PAIR.legal(state))


@pytest.mark.parametrize("position", ["", "banana", ended_position() + " ", ended_position()])
async def test_a_bad_or_ended_position_is_refused(http: httpx.AsyncClient, position: str) -> None:
    answer = await (await guest(http)).post("/api/games", {"rules": PAIR.id, "position": position})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["detail"]["field"]) == (422, "bad_message", "position")
    assert error["detail"]["message"]


async def test_a_private_game_is_listed_for_its_player_only(http: httpx.AsyncClient, visitor: Person) -> None:
    person = await guest(http)
    game = (await person.create_game(public=False))["id"]
    other = await guest(http)
    query = {"player": person.id}
    assert [item["id"] for item in (await person.get("/api/games", params=query)).json()["items"]] == [game]
    for viewer in (visitor, other):
        assert (await viewer.get("/api/games", params=query)).json()["items"] == []
        assert (await viewer.state(game))["public"] is False, "every client with its URL can read it"


async def test_the_player_who_aborted_a_game_is_named_unless_it_was_the_server(
    http: httpx.AsyncClient,
) -> None:
    board = await new_board(http)
    assert "aborted_by" not in await board.people[0].state(board.id)
    await board.people[1].post(f"/api/games/{board.id}/abort")
    for person in (*board.people, Person(http)):
        state = await person.state(board.id)
        assert (state["over"], state["aborted_by"]) == ({"winner": None, "reason": "aborted"}, 1)


async def test_a_solitaire_of_the_streak_says_once_it_has_begun_that_leaving_it_ends_the_streak(
    http: httpx.AsyncClient,
) -> None:
    person = await guest(http)
    drawn = await person.create_game(rules=OPEN.id)
    chosen = await person.create_game(rules=OPEN.id, deal=f"{5:032x}")
    for game, told in ((drawn, True), (chosen, None)):
        state = await person.state(game["id"])
        assert "streak" not in state
        move = {"ply": 0, "move": state["legal"][0][0]}
        answer = await person.post(f"/api/games/{game['id']}/moves", move)
        assert answer.json().get("streak") is told
