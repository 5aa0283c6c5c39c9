"""Rematches: offered after the end, withdrawn, declined or accepted."""

from __future__ import annotations

from typing import Any

import httpx
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.app.http_players import Board, Json, Person, Socket, guest, moves, new_board

MOVES = moves()


async def ended_board(http: httpx.AsyncClient, **asked: Any) -> tuple[Board, int]:
    """Return a game that seat 1 has resigned, and the length of its log."""
    board = await new_board(http, *MOVES[:2], **asked)
    state = (await board.people[1].post(f"/api/games/{board.id}/resign")).json()
    return board, state["ply"]


async def rematch(person: Person, board: Board, act: str, ply: int, **more: object) -> httpx.Response:
    body = {"ply": ply, "what": "rematch", **more}
    return await person.post(f"/api/games/{board.id}/{act}", body)


def offers(state: Json) -> list[tuple[str, int, int]]:
    return [(offer["what"], offer["seat"], offer["ply"]) for offer in state["offers"]]


async def frame_with(socket: Socket, key: str) -> Json:
    """Return the next state in which this field is not null."""
    while not (state := await socket.expect("state"))[key]:
        pass
    return state


async def test_an_accepted_rematch_takes_both_to_one_game_with_the_seats_swapped(
    http: httpx.AsyncClient,
) -> None:
    clock = {"base": 300, "increment": 3}
    board, ply = await ended_board(http, clock=clock, public=False)
    first, second = board.people
    async with first.game_socket(board.id) as one, second.game_socket(board.id) as other:
        assert "offer:rematch" in (await one.state())["acts"]
        await one.send("offer", ply=ply, what="rematch")
        asked = await frame_with(other, "offers")
        assert offers(asked) == [("rematch", 0, ply)]
        assert asked["acts"] == ["answer:rematch"]
        assert (await frame_with(one, "offers"))["acts"] == ["withdraw:rematch"]
        await other.send("answer", ply=ply, what="rematch", yes=True)
        told = [await frame_with(socket, "next") for socket in (one, other)]
        assert told[0]["next"] == told[1]["next"]
        assert [(state["acts"], state["offers"]) for state in told] == [([], []), ([], [])]
    following = await first.state(told[0]["next"])
    assert [player["id"] for player in following["players"]] == [second.id, first.id]
    assert (following["status"], following["ply"], following["control"]) == ("live", 0, clock)
    assert (following["public"], following["rated"]) == (False, False)
    assert following["rules"] == told[0]["rules"]
    again = await rematch(second, board, "answer", ply, yes=True)
    assert again.json()["next"] == told[0]["next"], "sent again after a lost answer"


async def a_minute_later(engine: AsyncEngine, board: Board) -> None:
    """Let the last offer of seat 0 have been made a minute earlier."""
    async with engine.begin() as connection:
        earlier = text("update rematches set offered_0 = offered_0 - 60000 where game_id = :id")
        await connection.execute(earlier, {"id": board.id})


async def test_an_offer_is_withdrawn_or_declined_and_a_declined_one_is_not_repeated(
    http: httpx.AsyncClient, stored: AsyncEngine
) -> None:
    board, ply = await ended_board(http)
    first, second = board.people
    assert offers((await rematch(first, board, "offer", ply)).json()) == [("rematch", 0, ply)]
    assert (await rematch(first, board, "offer", ply)).status_code == 200, "sent again after a lost answer"
    assert (await rematch(first, board, "withdraw", ply)).json()["offers"] == []
    assert (await rematch(second, board, "answer", ply, yes=True)).json()["error"]["detail"][
        "rule"
    ] == "no_offer"
    refused = await rematch(first, board, "offer", ply)
    assert (refused.status_code, refused.json()["error"]["detail"]["rule"]) == (429, "rematch_offered")
    assert 50 < int(refused.headers["retry-after"]) <= 60
    await a_minute_later(stored, board)
    assert offers((await rematch(first, board, "offer", ply)).json()) == [("rematch", 0, ply)]
    declined = (await rematch(second, board, "answer", ply, yes=False)).json()
    assert (declined["offers"], declined["acts"]) == ([], ["offer:rematch"])
    assert (await first.state(board.id))["acts"] == []
    refused = await rematch(first, board, "offer", ply)
    assert (refused.status_code, refused.json()["error"]["detail"]["rule"]) == (422, "offered_before")
    await rematch(second, board, "offer", ply)
    assert (await rematch(first, board, "answer", ply, yes=True)).json()["next"]


async def test_a_rematch_needs_an_ended_game_of_two(http: httpx.AsyncClient) -> None:
    board = await new_board(http, *MOVES[:2])
    early = await rematch(board.people[0], board, "offer", 2)
    assert early.json()["error"]["detail"]["rule"] == "too_early"
    ended, ply = await ended_board(http)
    assert (await rematch(ended.people[0], ended, "offer", ply - 1)).json()["error"]["code"] == "stale"
    stranger = await guest(http)
    assert (await rematch(stranger, ended, "offer", ply)).json()["error"]["code"] == "not_seated"
    alone = await guest(http)
    made = await alone.create_game(seat="both")
    both = Board(made["id"], (alone, alone))
    await alone.post(f"/api/games/{both.id}/resign")
    assert (await rematch(alone, both, "offer", 1)).json()["error"]["detail"]["rule"] == "not_here"
    assert (await alone.state(both.id))["acts"] == []


async def test_a_blocked_player_gets_no_rematch(http: httpx.AsyncClient) -> None:
    board, ply = await ended_board(http)
    first, second = board.people
    answer = await http.put(f"/api/me/blocks/{second.name}", headers=first.headers)
    assert answer.status_code < 300, answer.text
    for person in board.people:
        refused = await rematch(person, board, "offer", ply)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "blocked")
    answer = await second.post(f"/api/games/{board.id}/chat", {"text": "why?"})
    assert answer.json()["error"]["detail"]["rule"] == "hidden"
