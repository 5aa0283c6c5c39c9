"""Challenges over HTTP and in the lobby: visibility, permission to join, declining."""

from __future__ import annotations

import httpx

from tests.app.http_players import PAIR, Json, Person, guest
from tests.lobby.test_lobby import ids, lobby, wait_for_lobby


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


async def challenge(person: Person, other: Person, **asked: object) -> Json:
    return await person.create_game(to=other.name, **asked)


async def test_only_the_challenged_player_may_join_or_decline(http: httpx.AsyncClient) -> None:
    one, two, three = [await guest(http) for _ in range(3)]
    made = await challenge(one, two, clock={"base": 60, "increment": 1})
    state, game = made["state"], f"/api/games/{made['id']}"
    assert (state["public"], state["to"]["name"], state["declined"]) == (False, two.name, None)
    assert code(await three.post(f"{game}/join")) == (403, "not_seated")
    for person, path, word, refused in (
        (three, game, "no", (403, "not_seated")),
        (two, f"/api/games/{(await one.create_game())['id']}", "no", (403, "not_seated")),
        (two, game, "never", (422, "bad_message")),
        (two, "/api/games/nothing", "no", (404, "not_found")),
    ):
        assert code(await person.post(f"{path}/decline", {"word": word})) == refused
    assert (await two.post(f"{game}/join")).status_code == 200
    assert (await one.state(made["id"]))["status"] == "live"
    assert code(await two.post(f"{game}/decline", {"word": "no"})) == (409, "game_over")


async def test_the_challenge_is_in_the_lobby_of_both_players_only(http: httpx.AsyncClient) -> None:
    one, two = await guest(http), await guest(http)
    async with lobby(one) as mine, lobby(two) as theirs, lobby(Person(http)) as stranger:
        await mine.next()
        await theirs.next()
        assert (await stranger.next())["mine"] == []
        running = await challenge(two, one)
        game = (await challenge(one, two))["id"]
        for socket in (mine, theirs):
            frame = await wait_for_lobby(socket, lambda frame: {game, running["id"]} == {*ids(frame, "mine")})
            item = next(item for item in frame["mine"] if item["id"] == game)
            assert item["to"] == {"id": two.id, "name": two.name, "rating": None}
            assert game not in ids(frame, "open")
        assert ids(frame, "mine") == [game, running["id"]], "what waits for an answer comes first"
        assert (await two.post(f"/api/games/{game}/decline", {"word": "later"})).status_code == 204
        for socket in (mine, theirs):
            await wait_for_lobby(socket, lambda frame: game not in ids(frame, "mine"))


async def test_a_declined_challenger_reads_the_reason_at_once(http: httpx.AsyncClient) -> None:
    one, two = await guest(http), await guest(http)
    game = (await challenge(one, two))["id"]
    async with one.game_socket(game) as socket:
        assert (await socket.state())["to"]["id"] == two.id
        assert (await two.post(f"/api/games/{game}/decline", {"word": "clock"})).status_code == 204
        while (state := await socket.expect("state"))["over"] is None:
            pass
    assert (state["over"], state["declined"]) == ({"winner": None, "reason": "aborted"}, "clock")
    assert (await two.post(f"/api/games/{game}/decline", {"word": "clock"})).status_code == 204, "a repeat"
    check = (await one.get(f"/api/games/{game}/check")).json()
    assert check["agrees"] is True


async def test_challenges_between_two_people_are_limited_and_wait_after_a_decline(
    http: httpx.AsyncClient,
) -> None:
    one, two, three = [await guest(http) for _ in range(3)]

    async def ask(person: Person, other: Person) -> tuple[int, str]:
        answer = await person.post("/api/games", {"rules": PAIR.id, "to": other.name})
        return answer.status_code, answer.json().get("error", {}).get("detail", {}).get("rule", "")

    first = (await challenge(one, two))["id"]
    assert [await ask(two, one), await ask(one, two)] == [(201, "")] * 2
    assert [await ask(one, two), await ask(two, one)] == [(409, "challenges")] * 2
    assert (await two.post(f"/api/games/{first}/decline", {"word": "clock"})).status_code == 204
    again = (await challenge(one, two))["id"]
    assert (await two.post(f"/api/games/{again}/decline", {"word": "later"})).status_code == 204
    assert await ask(one, two) == (429, "declined")
    assert [await ask(two, one), await ask(one, three)] == [(201, "")] * 2


async def test_a_challenge_needs_somebody_else(http: httpx.AsyncClient) -> None:
    one = await guest(http)
    for asked, expected in (
        ({"to": "Nobody Here"}, (404, "not_found")),
        ({"to": ""}, (404, "not_found")),
        ({"to": one.name}, (422, "bad_message")),
        ({"to": one.name, "seat": "both"}, (422, "bad_message")),
        ({"to": one.name, "public": True}, (422, "bad_message")),
    ):
        assert code(await one.post("/api/games", {"rules": PAIR.id, **asked})) == expected


async def test_a_block_declines_challenges_and_forbids_new_ones_both_ways(http: httpx.AsyncClient) -> None:
    one, two = await guest(http), await guest(http)
    game = (await challenge(one, two))["id"]
    assert (await two.send("PUT", f"/api/me/blocks/{one.name}")).status_code == 204
    state = await one.state(game)
    assert (state["status"], state["declined"]) == ("ended", "no")
    for person, other in ((one, two), (two, one)):
        answer = await person.post("/api/games", {"rules": PAIR.id, "to": other.name})
        assert code(answer) == (403, "blocked")
