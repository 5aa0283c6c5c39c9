"""Puzzles over HTTP, by searches with known answers."""

from __future__ import annotations

import httpx

from tests.app.http_players import PAIR, code, guest
from tests.app.in_process import LocalServer


async def test_puzzles_follow_each_other_and_are_solved_by_one_move(client: httpx.AsyncClient) -> None:
    today = (await client.get("/api/puzzles")).json()
    assert (today["rules"], today["turn"], today["state"]["view"]["position"]) == (
        PAIR.id,
        0,
        today["position"],
    )
    assert (await client.get("/api/puzzles", params={"date": "2020-01-01"})).status_code == 200
    for date in ("2999-01-01", "nonsense", "2020-02-30"):
        assert (await client.get("/api/puzzles", params={"date": date})).status_code == 404
    seen, after = set[str](), ""
    for _ in range(3):
        after = (await client.get("/api/puzzles/next", params={"after": after})).json()["id"]
        seen.add(after)
    assert len(seen) == 3
    graded = (await client.get("/api/puzzles/next", params={"grade": 1})).json()
    assert graded["grade"] == 1
    assert (await client.get("/api/puzzles/next", params={"grade": 9})).status_code == 404
    legal = PAIR.legal(PAIR.start(0))
    right = (await client.post("/api/puzzles/p1", json={"move": legal[2]})).json()
    assert (right["right"], right["move"], right["value"]["exact"]) == (True, legal[2], True)
    assert (right["done"], right["slower"], right["reply"], right["refutation"]) == (True, False, None, [])
    wrong = (await client.post("/api/puzzles/p1", json={"move": legal[1]})).json()
    assert (wrong["right"], wrong["move"], wrong["value"]) == (False, legal[2], None)
    assert code(await client.post("/api/puzzles/p1", json={"move": "nonsense"})) == "illegal_move"
    assert (await client.post("/api/puzzles/none", json={"move": legal[0]})).status_code == 404


async def test_a_puzzle_of_several_moves_is_answered_move_by_move(client: httpx.AsyncClient) -> None:
    state = PAIR.start(0)
    first = PAIR.legal(state)[2]
    state = PAIR.apply(state, first)
    reply = PAIR.legal(state)[0]
    second, *others = PAIR.legal(PAIR.apply(state, reply))
    found = (await client.get("/api/puzzles/next", params={"rules": PAIR.id, "after": "p1"})).json()
    assert PAIR.id in found["games"]
    assert found["grades"] == [1, 2]
    assert "mine" not in found
    assert (await client.get("/api/puzzles", params={"rules": "no_game"})).status_code == 404

    async def answer(move: str, *line: str) -> httpx.Response:
        return await client.post("/api/puzzles/p3", json={"move": move, "line": line})

    begun = (await answer(first)).json()
    assert (begun["right"], begun["done"]) == (True, False)
    assert begun["reply"] == [reply, PAIR.tell(state, reply, 1)]
    ended = (await answer(second, first, reply)).json()
    assert (ended["right"], ended["done"], ended["reply"], ended["move"]) == (True, True, None, second)
    wrong = (await answer(others[0], first, reply)).json()
    assert (wrong["right"], wrong["done"], wrong["move"]) == (False, False, second)
    for line in ((first,), (reply, first), (first, reply, second, reply)):
        assert code(await answer(second, *line)) == "bad_message"


async def test_a_slower_win_solves_a_puzzle_and_tells_the_quicker_move(
    client: httpx.AsyncClient, searching: LocalServer
) -> None:
    person, start = await guest(client), PAIR.start(0)
    quicker = PAIR.legal(start)[2]
    others = [move for move in PAIR.legal(start) if move != quicker]
    move = next(one for one in others if len(PAIR.legal(PAIR.apply(start, one))) > 1)  # it is searched
    today = (await person.get("/api/puzzles")).json()
    (mark := searching.settings.data / "other_wins").touch()
    answer = (await person.post(f"/api/puzzles/{today['id']}", {"move": move})).json()
    mark.unlink()
    assert (answer["right"], answer["slower"], answer["done"]) == (True, True, True)
    assert (answer["move"], answer["reply"], answer["refutation"]) == (quicker, None, [])
    assert (await person.get("/api/puzzles")).json()["mine"]["today"] is True


async def test_the_first_answer_of_a_guest_to_a_puzzle_is_kept(client: httpx.AsyncClient) -> None:
    person, other = await guest(client), await guest(client)
    legal = PAIR.legal(PAIR.start(0))
    today = (await person.get("/api/puzzles")).json()
    assert today["mine"] == {"solved": 0, "streak": 0, "best": 0, "today": None}
    for one, move in ((person, legal[2]), (other, legal[1]), (other, legal[2])):
        answer = (await one.post(f"/api/puzzles/{today['id']}", {"move": move})).json()
        if answer["right"] and not answer["done"]:  # the puzzle of two moves
            line = [move, answer["reply"][0]]
            after = PAIR.apply(PAIR.apply(PAIR.start(0), line[0]), line[1])
            last = {"move": PAIR.legal(after)[0], "line": line}
            assert (await one.post(f"/api/puzzles/{today['id']}", last)).json()["done"]
    solved, failed = [(await one.get("/api/puzzles")).json()["mine"] for one in (person, other)]
    assert solved == {"solved": 1, "streak": 1, "best": 1, "today": True}
    assert failed == {"solved": 0, "streak": 0, "best": 0, "today": False}
    month = (await other.get("/api/puzzles/calendar")).json()
    assert month["results"] == {month["today"]: {PAIR.id: False}}
    assert (await client.get("/api/puzzles/calendar")).json()["results"] == {}
    assert (await client.get("/api/puzzles/calendar", params={"month": "2026-13"})).status_code == 404
