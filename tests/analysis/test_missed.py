"""Missed wins over HTTP: who is told of one, when, and how it is tried.

In the searches of the tests every move but the first legal one gives a win away.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import httpx

from app.analysis.missed import Searched, search_of
from app.model.game_info import Player
from tests.app.http_players import PAIR, Board, board_of, code, guest, metric, moves, new_board
from tests.app.stored_games import info

LOOKS = 'richelieu_searches_total{how="done",search="missed"}'


async def ended_board(client: httpx.AsyncClient, *played: str) -> Board:
    board = await new_board(client, *played)
    assert (await board.people[0].post(f"/api/games/{board.id}/resign")).status_code == 200
    return board


def last_miss(played: tuple[str, ...]) -> tuple[int, int, str, str]:
    """Return the number of the last move, from 0, that is not the first legal one, its seat, the position
    before it, and the move that would have won."""
    state, found = PAIR.start(0), None
    for number, move in enumerate(played):
        first = PAIR.legal(state)[0]
        if move != first:
            found = number, PAIR.turn(state), PAIR.show(state), first
        state = PAIR.apply(state, move)
    assert found
    return found


async def test_both_players_are_told_of_one_missed_win_which_is_searched_once(
    client: httpx.AsyncClient,
) -> None:
    played = moves()[:10]
    number, seat, position, _ = last_miss(played)
    board = await new_board(client, *played)
    path = f"/api/games/{board.id}/missed"
    running = await asyncio.gather(*(person.get(path) for person in board.people))
    assert [code(answer) for answer in running] == ["in_play"] * 2
    assert (await board.people[0].post(f"/api/games/{board.id}/resign")).status_code == 200
    before = await metric(client, LOOKS)
    answers = await asyncio.gather(*(person.get(path) for person in board.people))
    (missed,) = {answer.text for answer in answers}
    assert (await board.people[1].get(path)).text == missed
    assert await metric(client, LOOKS) == before + 1
    win = answers[0].json()["missed"]
    assert (win["ply"], win["number"], win["turn"], win["plies"]) == (number, number + 1, seat, 1)
    assert (win["rules"], win["position"], win["state"]["turn"]) == (PAIR.id, position, seat)
    assert code(await (await guest(client)).get(path)) == "not_seated"
    assert code(await client.get(path)) == "nobody"


async def test_a_search_that_has_ended_since_a_request_looked_is_not_repeated() -> None:
    found = Searched(None)
    findings, client = Mock(get=AsyncMock(side_effect=[None, found])), Mock()

    async def share(_: object, search: Any, **__: object) -> Searched:
        return cast(Searched, await search())

    client.share = share
    game = info(Player("one", "One"), Player("two", "Two"))
    assert await search_of(findings, client, game, game.match()) is found
    client.searches.look_for_missed_win.assert_not_called()


async def test_a_missed_win_is_tried_move_by_move(client: httpx.AsyncClient) -> None:
    played = moves()[:10]
    _, seat, position, best = last_miss(played)
    board = await ended_board(client, *played)
    person, path = board.people[1], f"/api/games/{board.id}/missed"
    assert code(await person.post(path, {"move": best})) == "not_found", "nobody has asked what was missed"
    assert (await person.get(path)).status_code == 200
    state = PAIR.position(position)
    told = PAIR.tell(state, best, seat)
    right = (await person.post(path, {"move": told})).json()
    assert (right["right"], right["value"]) == (True, {"exact": True, "winner": seat, "plies": 0})
    assert (right["move"], right["told"], right["line"]) == (best, told, [[best, told]])
    wrong = (await person.post(path, {"move": PAIR.legal(state)[1]})).json()
    assert (wrong["right"], wrong["move"]) == (False, best)
    assert code(await person.post(path, {"move": "nonsense"})) == "illegal_move"
    assert code(await (await guest(client)).post(path, {"move": best})) == "not_seated"


async def test_where_nothing_was_missed_that_is_kept_too(client: httpx.AsyncClient) -> None:
    state, played = PAIR.start(0), list[str]()
    for _ in range(4):
        played.append(PAIR.legal(state)[0])
        state = PAIR.apply(state, played[-1])
    board = await ended_board(client, *played)
    before = await metric(client, LOOKS)
    for _ in range(2):
        answer = await board.people[0].get(f"/api/games/{board.id}/missed")
        assert answer.json()["missed"] is None
    assert await metric(client, LOOKS) == before + 1
    person = await guest(client)
    alone = (await person.create_game(seat="both"))["id"]
    assert (await person.post(f"/api/games/{alone}/resign")).status_code == 200
    assert (await person.get(f"/api/games/{alone}/missed")).json() == {"missed": None}


async def test_each_player_is_told_for_how_many_of_their_moves_they_held_the_win_in_a_solved_game(
    client: httpx.AsyncClient,
) -> None:
    """In the searches of the tests the side to move wins: nobody holds the win after a move."""
    board = await ended_board(client, *moves()[:5])
    path = f"/api/games/{board.id}/missed"
    told = [(await person.get(path)).json()["held"] for person in board.people]
    assert told == [{"held": 0, "moves": 3}, {"held": 0, "moves": 2}]
    one, other = board.people
    await board_of(one, other, *moves()[:2])
    assert "held" not in (await one.get(path)).json(), "it is played now in the same positions"


async def test_a_missed_win_near_the_position_of_a_running_game_waits_for_its_end(
    client: httpx.AsyncClient,
) -> None:
    """A rematch that has come to the same position."""
    played = moves()[:6]
    number, _, _, best = last_miss(played)
    board = await ended_board(client, *played)
    one, other = board.people
    path = f"/api/games/{board.id}/missed"
    assert (await one.get(path)).json()["missed"]["ply"] == number
    again = await board_of(one, other, *played[:number])
    for person in (one, other):
        assert code(await person.get(path)) == "in_play"
        assert code(await person.post(path, {"move": best})) == "in_play"
    assert (await one.post(f"/api/games/{again.id}/resign")).status_code == 200
    assert (await one.get(path)).status_code == 200
