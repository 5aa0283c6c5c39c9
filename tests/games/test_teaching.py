"""Teaching bots over HTTP and sockets, by known judgements: the last legal move is wrong."""

from __future__ import annotations

from typing import Any

import httpx

from tests.analysis.test_bots import until_turn
from tests.app.http_players import Person, code, guest


async def teaching_game(person: Person, **wish: Any) -> Any:
    return await person.create_game(bot={"level": 1, "teach": True}, **({"seat": 0} | wish))


async def move(person: Person, state: Any, which: int) -> Any:
    """Play a legal move, by its number, and return the state at once."""
    body = {"ply": state["ply"], "move": state["legal"][which][0]}
    answer = await person.post(f"/api/games/{state['game']}/moves", body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def warned(person: Person, state: Any) -> Any:
    """Return the state with the warning after the last legal move."""
    ply = (await move(person, state, -1))["ply"]
    async with person.game_socket(state["game"]) as socket:
        while (newest := await socket.state())["warning"] is None:
            assert newest["ply"] == ply
    return newest


async def act(person: Person, game: str, name: str, **body: Any) -> httpx.Response:
    return await person.post(f"/api/games/{game}/{name}", body)


async def take_back(person: Person, state: Any) -> Any:
    assert (await act(person, state["game"], "offer", ply=state["ply"], what="takeback")).status_code == 200
    return await until_turn(person, state["game"], 0, state["ply"])


async def test_a_costly_move_is_warned_of_before_the_bot_answers(client: httpx.AsyncClient) -> None:
    person = await guest(client)
    made = await teaching_game(person)
    assert made["state"]["warning"] is None
    state = await warned(person, made["state"])
    line = state["warning"]["line"]
    assert state["warning"] == {"ply": 1, "line": line, "left": 2, "reason": "changes_hands", "plies": 9}
    assert [len(pair) for pair in line] == [2, 2, 2]
    assert (state["turn"], state["acts"][0]) == (1, "proceed")
    assert "offer:takeback" in state["acts"]
    shown = await person.state(made["id"])
    assert all(shown[key] == state[key] for key in ("ply", "acts", "warning"))
    spectator = await (await guest(client)).state(made["id"])
    assert spectator["acts"] == []


async def test_a_move_that_costs_nothing_is_answered_at_once(client: httpx.AsyncClient) -> None:
    person = await guest(client)
    made = await teaching_game(person)
    await move(person, made["state"], 0)
    state = await until_turn(person, made["id"], 0, 1)
    assert (state["ply"], state["warning"]) == (2, None)
    assert "proceed" not in state["acts"]


async def test_without_a_teacher_nothing_is_warned_of(client: httpx.AsyncClient) -> None:
    person = await guest(client)
    made = await person.create_game(bot={"level": 1}, seat=0)
    assert "warning" not in made["state"]
    await move(person, made["state"], -1)
    await until_turn(person, made["id"], 0, 1)
    refused = await act(person, made["id"], "proceed", ply=2)
    assert (code(refused), refused.json()["error"]["detail"]["rule"]) == ("illegal_move", "not_here")


async def test_playing_on_is_answered_by_the_line_while_it_is_followed(
    client: httpx.AsyncClient,
) -> None:
    person = await guest(client)
    game = (made := await teaching_game(person))["id"]
    state = await warned(person, made["state"])
    line = [move for move, _ in state["warning"]["line"]]
    for _ in range(2):  # the second is the same message after a lost answer
        answer = await act(person, game, "proceed", ply=1)
        assert (answer.status_code, answer.json()["warning"]) == (200, None)
    state = await until_turn(person, game, 0, 1)
    assert (state["last"], state["ply"]) == (line[0], 2)
    assert (await act(person, game, "proceed", ply=1)).status_code == 200
    follow = next(number for number, (move, _) in enumerate(state["legal"]) if move == line[1])
    await move(person, state, follow)
    state = await until_turn(person, game, 0, 3)
    assert (state["last"], state["warning"]) == (line[2], None)


async def test_after_taking_back_the_same_move_is_not_warned_of_again(
    client: httpx.AsyncClient,
) -> None:
    person = await guest(client)
    game = (made := await teaching_game(person))["id"]
    state = await warned(person, made["state"])
    line = [move for move, _ in state["warning"]["line"]]
    state = await take_back(person, state)
    assert (state["ply"], state["told"], state["warning"]) == (3, [], None)
    await move(person, state, -1)
    state = await until_turn(person, game, 0, 4)
    assert (state["last"], state["warning"]) == (line[0], None)


async def test_there_are_three_warnings_in_a_game(client: httpx.AsyncClient) -> None:
    person = await guest(client)
    game = (made := await teaching_game(person))["id"]
    state, left = made["state"], []
    for _ in range(3):
        state = await warned(person, state)
        left.append(state["warning"]["left"])
        assert (await act(person, game, "proceed", ply=state["ply"])).status_code == 200
        state = await until_turn(person, game, 0, state["ply"])
        await move(person, state, 0)  # which leaves the line, or leads to its end
        state = await until_turn(person, game, 0, state["ply"] + 1)
    assert left == [2, 1, 0]
    await move(person, state, -1)
    after = await until_turn(person, game, 0, state["ply"] + 1)
    assert (after["ply"], after["warning"]) == (state["ply"] + 2, None)


async def test_letting_the_bot_answer_is_refused_where_it_waits_for_nothing(
    client: httpx.AsyncClient,
) -> None:
    person = await guest(client)
    game = (made := await teaching_game(person))["id"]
    idle = await act(person, game, "proceed", ply=0)
    assert (code(idle), idle.json()["error"]["detail"]["rule"]) == ("illegal_move", "no_warning")
    state = await warned(person, made["state"])
    for ply in (0, 2):
        assert code(await act(person, game, "proceed", ply=ply)) == "stale"
    assert code(await act(await guest(client), game, "proceed", ply=1)) == "not_seated"
    assert code(await act(person, game, "proceed")) == "bad_message"
    assert (await person.state(game))["warning"] == state["warning"]
    await act(person, game, "resign")
    ended = await person.state(game)
    assert (ended["status"], ended["warning"]) == ("ended", None)
    assert "proceed" not in ended["acts"]
    assert code(await act(person, game, "proceed", ply=1)) == "game_over"


async def test_a_rematch_keeps_the_teacher_and_has_warnings_of_its_own(client: httpx.AsyncClient) -> None:
    person = await guest(client)
    game = (await teaching_game(person, seat=1))["id"]
    await until_turn(person, game, 1)
    await act(person, game, "resign")
    state = await person.state(game)
    await act(person, game, "offer", ply=state["ply"], what="rematch")
    async with person.game_socket(game) as socket:
        while (state := await socket.state())["next"] is None:
            pass
    following = await person.state(state["next"])
    assert (following["seat"], following["warning"]) == (0, None)
    assert (await warned(person, following))["warning"]["left"] == 2
