"""Pairing over HTTP: matching seeks, and games left by paired players."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio

from tests.app.http_players import FOR_TWO, PAIR, Json, Person, account, guest
from tests.lobby.test_challenges import code
from tests.lobby.test_lobby import ids, lobby

OTHER_GAME = next(game for game in FOR_TWO if game.id != PAIR.id)
FAST, SLOW = {"base": 60, "increment": 1}, {"base": 600, "increment": 5}


@pytest_asyncio.fixture
async def empty(http: httpx.AsyncClient) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server at which nobody waits: games that a test has left open are begun after it."""
    yield http
    latecomer = await guest(http)
    for game in (await http.get("/api/games?status=open")).json()["items"]:
        assert (await latecomer.post(f"/api/games/{game['id']}/join")).status_code == 200
    assert (await http.get("/api/games?status=open")).json()["items"] == []


async def pair(person: Person, **asked: object) -> tuple[int, Json]:
    """Ask to be paired; return status and state."""
    body = {"rules": PAIR.id, "pair": True, **asked}
    while (answer := await person.post("/api/games", body)).status_code == 503:  # noqa: ASYNC110
        await asyncio.sleep(0.2)  # too many at once for this machine: not applied, try again
    assert answer.status_code in (200, 201), answer.text
    state: Json = answer.json()["state"]
    assert answer.json()["url"] == f"/g/{state['game']}"
    return answer.status_code, state


async def test_the_second_of_two_joins_the_first(empty: httpx.AsyncClient) -> None:
    one, two, three = [await guest(empty) for _ in range(3)]
    status, waiting = await pair(one)
    assert (status, waiting["status"]) == (201, "open")
    assert await pair(one) == (200, await one.state(waiting["game"])), "who asks again gets the same one"
    status, state = await pair(two)
    assert (status, state["game"], state["status"]) == (200, waiting["game"], "live")
    assert {player["id"] for player in state["players"]} == {one.id, two.id}
    assert (await pair(three))[0] == 201, "who is paired is no more to be had"


async def test_whoever_wants_no_clock_meets_no_clock_only(empty: httpx.AsyncClient) -> None:
    fast, calm, other = [await guest(empty) for _ in range(3)]
    _, timed = await pair(fast, clock=FAST)
    status, waiting = await pair(calm, clock="none")
    assert (status, waiting["control"]) == (201, None), "not seated at a running clock"
    assert (await pair(calm, clock="none")) == (200, await calm.state(waiting["game"]))
    _, joined = await pair(other, clock="none")
    assert (joined["game"], joined["status"]) == (waiting["game"], "live")
    assert (await fast.state(timed["game"]))["status"] == "open"
    status, state = await pair(await guest(empty))
    assert (status, state["game"]) == (200, timed["game"]), "who takes any clock does"


async def test_only_games_that_fit_are_joined(empty: httpx.AsyncClient) -> None:
    one = await guest(empty)
    for asked in (
        {"public": False},
        {"position": PAIR.show(PAIR.start(0))},
        {"seat": "both"},
        {"rules": OTHER_GAME.id},
    ):
        await one.create_game(**asked)
    first = (await one.create_game(seat=0))["id"]
    status, state = await pair(await guest(empty), seat=0)
    assert (status, state["seat"]) == (201, 0), "that seat is taken"
    status, state = await pair(await guest(empty), seat=1)
    assert (status, state["seat"], state["game"]) == (200, 1, first), "the oldest one with this seat free"


async def test_what_is_no_usual_game_is_neither_paired_nor_rated(http: httpx.AsyncClient) -> None:
    person, member, other = await guest(http), await account(http), await account(http)
    usual: list[tuple[str, object]] = [
        ("public", False),
        ("seat", "both"),
        ("position", PAIR.show(PAIR.start(0))),
        ("to", "Brass Heron"),
    ]
    rows: list[tuple[Person, dict[str, object], tuple[int, str, str | None]]] = [
        *[(person, {"pair": True, name: value}, (422, "bad_message", name)) for name, value in usual],
        *[(member, {"rated": True, name: value}, (422, "bad_message", name)) for name, value in usual[1:3]],
        (person, {"rated": True}, (403, "no_account", None)),
        (person, {"rated": True, "pair": True}, (403, "no_account", None)),
    ]
    for who, asked, refused in rows:
        answer = await who.post("/api/games", {"rules": PAIR.id, **asked})
        error = answer.json()["error"]
        assert (answer.status_code, error["code"], error["detail"].get("field")) == refused
    game = await member.create_game(rated=True)
    assert game["state"]["rated"] is True
    assert code(await person.post(f"/api/games/{game['id']}/join")) == (403, "no_account")
    assert (await other.post(f"/api/games/{game['id']}/join")).status_code == 200


async def test_a_paired_or_joined_player_leaves_their_waiting_game(empty: httpx.AsyncClient) -> None:
    one, two, three = [await guest(empty) for _ in range(3)]
    before = (await pair(one, clock={"days": 2}))[1]["game"]
    status, state = await pair(one, clock=FAST)
    assert (status, state["control"]) == (201, FAST), "another wish takes the place of the one before"
    assert (await one.state(before))["over"] == {"winner": None, "reason": "aborted"}
    waiting = state["game"]
    async with one.game_socket(waiting) as socket:
        assert (await socket.state())["status"] == "open"
        other = (await two.create_game(clock=SLOW))["id"]
        assert (await pair(one, clock=SLOW))[1]["game"] == other
        ended = await socket.expect("state")
        while ended["over"] is None:
            ended = await socket.expect("state")
        assert ended["over"] == {"winner": None, "reason": "aborted"}
    again = (await pair(one))[1]["game"]
    created = (await one.create_game())["id"]
    assert (await one.post(f"/api/games/{(await three.create_game())['id']}/join")).status_code == 200
    assert (await one.state(again))["status"] == "ended"
    assert (await one.state(created))["status"] == "open", "what was opened without pairing stays"


async def test_nobody_joins_an_older_game_whose_owner_has_no_connection(
    empty: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, back = await guest(empty), await guest(empty)
    left = (await pair(gone, clock=FAST))[1]["game"]
    stays = (await pair(back, clock=SLOW))[1]["game"]
    async with back.socket("/ws/lobby"):
        monkeypatch.setattr("app.lobby.pairing.NEW_SEEK_MS", 0)
        assert (await pair(await guest(empty)))[1]["game"] == stays
        assert (await pair(await guest(empty)))[1]["game"] not in (left, stays)
        assert (await gone.post(f"/api/games/{left}/abort")).status_code == 200


async def test_a_player_who_has_closed_the_tab_is_not_paired(
    empty: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.lobby.pairing.ANSWER_TIMEOUT", 1.0)
    gone, there = await guest(empty), await guest(empty)
    left = (await pair(gone))[1]["game"]
    async with gone.game_socket(left) as socket:
        await socket.next()
    stays = (await there.create_game())["id"]
    async with there.game_socket(stays) as socket:
        await socket.state()
        assert (await pair(await guest(empty)))[1]["game"] == stays, "though the other has waited longer"
        assert (await pair(await guest(empty)))[0] == 201
    async with lobby(Person(empty)) as stranger:
        assert left in ids(await stranger.next(), "open"), "it stays listed for the rest of its time"
    async with gone.game_socket(left) as socket:
        await socket.state()
        assert (await pair(await guest(empty)))[1]["game"] == left, "who comes back is there"


async def test_somebody_on_the_way_from_the_lobby_to_their_game_is_waited_for(
    empty: httpx.AsyncClient,
) -> None:
    one, two = await guest(empty), await guest(empty)
    async with one.socket("/ws/lobby") as socket:
        await socket.next()
        game = (await pair(one))[1]["game"]
    asked = asyncio.create_task(pair(two))
    async with lobby(Person(empty)) as stranger:
        assert game in ids(await stranger.next(), "open")
        assert not asked.done()
    async with one.game_socket(game) as socket:
        await socket.state()
        assert (await asked)[1]["game"] == game


@pytest.mark.slow
async def test_nobody_is_paired_with_a_browser_that_has_stopped(
    empty: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its socket is open and answers no ping. Somebody with another one that answers is there."""
    monkeypatch.setattr("app.lobby.pairing.ANSWER_TIMEOUT", 1.0)
    one = await guest(empty)
    game = (await pair(one))[1]["game"]
    async with one.socket("/ws/lobby") as stopped:
        await stopped.next()
        stopped.connection.transport.pause_reading()
        assert (await pair(await guest(empty)))[0] == 201
        async with one.game_socket(game) as socket:
            await socket.state()
            assert (await pair(await guest(empty)))[1]["game"] == game
        stopped.connection.transport.resume_reading()


async def test_people_who_block_each_other_do_not_meet(empty: httpx.AsyncClient) -> None:
    one, two = await guest(empty), await guest(empty)
    assert (await one.send("PUT", f"/api/me/blocks/{two.name}")).status_code == 204
    assert (await pair(one))[0] == (await pair(two))[0] == 201
    blocks = (await one.get("/api/me/blocks")).json()["items"]
    assert [person["name"] for person in blocks] == [two.name]
    game = (await two.create_game())["id"]
    assert code(await one.post(f"/api/games/{game}/join")) == (403, "blocked")
    for name, refused in ((one.name, (422, "bad_message")), ("Nobody%20Here", (404, "not_found"))):
        assert code(await one.send("PUT", f"/api/me/blocks/{name}")) == refused
    assert (await one.send("DELETE", f"/api/me/blocks/{two.name}")).status_code == 204
    assert (await one.get("/api/me/blocks")).json() == {"items": []}
    assert (await pair(one))[0] == 200


async def test_rated_and_casual_wishes_do_not_meet(empty: httpx.AsyncClient) -> None:
    one, two = await account(empty), await account(empty)
    await pair(one, rated=True)
    assert (await pair(two))[0] == 201
    status, state = await pair(two, rated=True)
    assert (status, state["rated"]) == (200, True)
