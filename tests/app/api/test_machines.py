"""Games with a machine, hints, values and puzzles over HTTP, by searches whose answers are known."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from engine import GAMES
from tests.app import openapi_contract
from tests.app.http_players import PAIR, Person, guest, moves, new_board
from tests.app.workers.analyst import LEVELS, WITH_TEST_SEARCHES
from tests.databases import migrated
from tests.serving import PATIENCE, UNLIMITED, Server, serving

SOLITAIRE = next(game for game in GAMES.values() if len(game.seats) == 1 and not game.hides)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the searches of tests, on SQLite; its folder of tables is that of its output."""
    folder = tmp_path_factory.mktemp("machines")
    with (
        migrated("sqlite", folder) as make,
        make() as url,
        serving(url, folder, before=WITH_TEST_SEARCHES, data=folder, **UNLIMITED) as running,
    ):
        yield running


@pytest_asyncio.fixture
async def client(machines: Server) -> AsyncIterator[httpx.AsyncClient]:
    hooks = {"response": [openapi_contract.validate_response]}
    async with httpx.AsyncClient(base_url=machines.url, timeout=PATIENCE, event_hooks=hooks) as made:
        yield made


async def until_turn(person: Person, game: str, seat: int, after: int = -1) -> Any:
    """The state of a game when this seat is to move, or it is over."""
    async with asyncio.timeout(PATIENCE):
        while True:
            state = await person.state(game)
            if state["ply"] > after and (state["turn"] == seat or state["over"]):
                return state
            await asyncio.sleep(0.05)


async def until_told(client: httpx.AsyncClient, line: str) -> None:
    """Waits until the metrics have a line."""
    for _ in range(int(PATIENCE / 0.05)):
        if line in (await client.get("/metrics")).text:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"the metrics never had {line}")


def loaded_files(process: int) -> str:
    """The libraries that a process has loaded."""
    return Path(f"/proc/{process}/maps").read_text()


def code(answer: httpx.Response) -> str:
    found: str = answer.json()["error"]["code"]
    return found


async def test_the_rules_say_what_machines_do(client: httpx.AsyncClient) -> None:
    listed = {rules["id"]: rules["machine"] for rules in (await client.get("/api/rules")).json()}
    assert listed[PAIR.id] == {"levels": LEVELS, "abilities": ["evaluate", "puzzle"]}
    assert listed[SOLITAIRE.id]["levels"] == 0


async def test_a_machine_moves_first_and_answers(client: httpx.AsyncClient) -> None:
    person = await guest(client)
    made = await person.create_game(bot={"level": 1}, seat=1)
    state = await until_turn(person, made["id"], 1)
    assert state["players"][0]["bot"] == 1
    assert state["players"][0]["online"] is True
    assert "bot" not in state["players"][1]
    assert (state["ply"], state["remark"], state["rated"]) == (1, "first", False)
    answer = await person.post(f"/api/games/{made['id']}/moves", {"ply": 1, "move": state["legal"][0][0]})
    assert answer.json()["remark"] is None
    assert (await until_turn(person, made["id"], 1, 1))["ply"] == 3


async def test_each_level_has_one_player_whom_nobody_finds(client: httpx.AsyncClient) -> None:
    person = await guest(client)
    games = [await person.create_game(bot={"level": 2}, seat=0) for _ in range(2)]
    one, other = (game["state"]["players"][1] for game in games)
    assert one == other
    name = one["name"]
    assert name == "Computer 2"
    assert (await person.get(f"/api/people/{name}")).status_code == 404
    for method, path, body in (
        ("PUT", f"/api/me/blocks/{name}", None),
        ("POST", "/api/games", {"rules": PAIR.id, "to": name}),
        ("POST", "/api/reports", {"text": "it wins", "player": name}),
    ):
        assert (await person.send(method, path, body)).status_code == 404, path


@pytest.mark.parametrize(
    "wish",
    [
        {"bot": {"level": 3}},
        {"bot": {"level": 0}},
        {"bot": {}},
        {"bot": 1},
        {"rules": SOLITAIRE.id},
        {"clock": {"base": 60, "increment": 0}},
        {"rated": True},
        {"pair": True},
        {"to": "somebody"},
        {"seat": "both"},
        {"position": "nonsense"},
    ],
)
async def test_a_machine_is_refused_with_what_does_not_go_with_it(
    wish: dict[str, Any], client: httpx.AsyncClient
) -> None:
    person = await guest(client)
    answer = await person.post("/api/games", {"rules": PAIR.id, "bot": {"level": 1}, **wish})
    assert (answer.status_code, code(answer)) == (422, "bad_message")


async def test_a_machine_accepts_takebacks_declines_draws_and_takes_a_rematch(
    client: httpx.AsyncClient,
) -> None:
    person = await guest(client)
    rules = next(game.id for game in GAMES.values() if len(game.seats) == 2 and game.draws)
    game = (await person.create_game(rules=rules, bot={"level": 1}, seat=0))["id"]
    async with person.game_socket(game) as socket:
        state = await socket.state()
        await socket.send("move", ply=0, move=state["legal"][0][0])
        state = await socket.state(2)
        await socket.send("offer", ply=2, what="draw")
        state = await socket.state(4)
        assert state["offers"] == []
        assert "offer:draw" not in state["acts"]
        await socket.send("offer", ply=4, what="takeback")
        state = await socket.state(6)
        assert (state["told"], state["turn"]) == ([], 0)
        await socket.send("resign")
        state = await socket.state(7)
        await socket.send("offer", ply=7, what="rematch")
        while state["next"] is None:
            state = await socket.state()
    following = await until_turn(person, state["next"], 1)
    assert [player.get("bot") for player in following["players"]] == [1, None]


async def test_a_game_against_a_machine_counts_for_nothing(client: httpx.AsyncClient) -> None:
    person = await guest(client)
    game = (await person.create_game(bot={"level": 1}, seat=0))["id"]
    state = await person.state(game)
    await person.post(f"/api/games/{game}/moves", {"ply": 0, "move": state["legal"][0][0]})
    await until_turn(person, game, 0, 1)
    assert (await person.post(f"/api/games/{game}/resign")).status_code == 200
    told = (await person.get(f"/api/statistics/{PAIR.id}?player={person.id}")).json()
    assert not any(seat["played"] for seat in told["seats"]), told
    board = (await person.get(f"/api/leaderboards/{PAIR.id}?period=all&seat=1")).json()
    assert "Computer 1" not in str(board)
    listed = (await person.get(f"/api/games?player={person.id}")).json()["items"]
    assert [one["players"][1]["bot"] for one in listed] == [1]


async def test_a_hint_in_two_steps_is_counted_and_its_line_kept(client: httpx.AsyncClient) -> None:
    person = await guest(client)
    made = await person.create_game(rules=SOLITAIRE.id, deal=7)
    path, move = f"/api/games/{made['id']}/hint", made["state"]["legal"][0][0]

    async def hint(ply: int, **more: str) -> Any:
        answer = await person.post(path, {"ply": ply, **more})
        assert answer.status_code == 200, answer.text
        return answer.json()

    first = await hint(0)
    assert (first["step"], first["steps"], first["text"], first["move"]) == (1, 2, "new", None)
    second = await hint(1)
    assert (second["step"], second["text"], second["move"]) == (2, "move", move)
    assert await hint(1) == second  # sent again after a lost answer
    state = await person.state(made["id"])
    assert (state["ply"], state["tally"]["hints"], state["tally"]["made"]) == (2, 2, 0)
    asked = await hint(2, ask="winnable")
    assert (asked["text"], asked["value"]["verdict"]) == ("winnable", "winnable")
    assert (await hint(3))["text"] == "kept"
    assert code(await person.post(path, {"ply": 1})) == "stale"
    assert code(await (await guest(client)).post(path, {"ply": 4})) == "not_seated"


async def test_hints_are_for_solitaires(client: httpx.AsyncClient) -> None:
    board = await new_board(client)
    answer = await board.people[0].post(f"/api/games/{board.id}/hint", {"ply": 0})
    assert answer.json()["error"]["detail"]["rule"] == "not_here"


async def test_a_certified_deal_says_so_and_has_its_line(client: httpx.AsyncClient) -> None:
    person = await guest(client)
    made = await person.create_game(rules=SOLITAIRE.id, deal="winnable")
    assert (made["state"]["certified"], made["state"]["deal"]) == (True, 7)
    hint = (await person.post(f"/api/games/{made['id']}/hint", {"ply": 0})).json()
    assert hint["text"] == "kept"
    for refused in ({"rules": PAIR.id}, {"position": made["state"]["view"]["position"]}):
        answer = await person.post("/api/games", {"rules": SOLITAIRE.id, "deal": "winnable", **refused})
        assert code(answer) == "bad_message"


async def test_an_ended_game_is_analysed_and_the_values_are_stored(client: httpx.AsyncClient) -> None:
    played = moves()
    board = await new_board(client, *played)
    person = board.people[0]
    answer = await person.get(
        f"/api/games/{board.id}/analysis", params={"from": 0, "to": min(19, len(played))}
    )
    assert answer.status_code == 200, answer.text
    items = answer.json()["items"]
    assert [item["n"] for item in items] == [*range(min(19, len(played)) + 1)]
    state = PAIR.start(0)
    assert items[0]["value"] == {"exact": True, "winner": 0, "plies": len(PAIR.legal(state))}
    assert items[0]["best"] == [[PAIR.legal(state)[0], PAIR.tell(state, PAIR.legal(state)[0], 0)]]
    last = (await person.get(f"/api/games/{board.id}/analysis", params={"from": len(played)})).json()
    assert last["items"][0]["value"] == {
        "exact": True,
        "winner": last["items"][0]["value"]["winner"],
        "plies": 0,
    }
    again = await person.get(
        f"/api/games/{board.id}/analysis", params={"from": 0, "to": min(19, len(played))}
    )
    assert again.json()["items"] == items


async def test_running_games_between_people_and_solitaires_are_not_analysed(
    client: httpx.AsyncClient,
) -> None:
    board = await new_board(client, *moves()[:2])
    person = await guest(client)
    alone = await person.create_game(rules=SOLITAIRE.id)
    for asker, game in ((board.people[0], board.id), (person, board.id), (person, alone["id"])):
        answer = await asker.get(f"/api/games/{game}/analysis")
        assert (answer.status_code, code(answer)) == (403, "in_play")
    both = await person.create_game(seat="both")
    assert (await person.get(f"/api/games/{both['id']}/analysis")).status_code == 200


async def test_the_position_of_a_running_game_is_refused_to_its_players_and_later_to_all(
    client: httpx.AsyncClient,
) -> None:
    played, stranger = moves()[:8], await guest(client)
    board = await new_board(client, *played[:7])
    player = board.people[1]

    async def refused(person: Person) -> list[bool]:
        """Of each way to ask whether it is refused."""
        state = await person.state(board.id)
        position = state["view"]["position"]
        answers = [
            await person.post("/api/analysis", {"rules": PAIR.id, "position": position}),
            await person.post("/api/lines", {"rules": PAIR.id, "position": position}),
            await person.post("/api/lines", {"rules": PAIR.id, "moves": state["told"]}),
            await person.post("/api/games", {"rules": PAIR.id, "position": position, "bot": {"level": 1}}),
        ]
        assert all(answer.status_code in (200, 201, 403) for answer in answers)
        assert all(code(answer) == "in_play" for answer in answers if answer.status_code == 403)
        return [answer.status_code == 403 for answer in answers]

    assert await refused(player) == [True] * 4
    assert await refused(stranger) == [False] * 4
    await board.play(played[7])
    assert await refused(player) == [True] * 4
    assert await refused(stranger) == [True] * 4
    assert (await board.people[0].post(f"/api/games/{board.id}/resign")).status_code == 200
    assert await refused(player) == [False] * 4


async def test_a_position_that_cannot_arise_is_refused_in_words(client: httpx.AsyncClient) -> None:
    person, state = await guest(client), PAIR.start(0)
    seen = 0
    for seed in range(1, 40):
        state = PAIR.start(0)
        for move in moves(seed):
            state = PAIR.apply(state, move)
            if PAIR.outcome(state) is None and len(PAIR.legal(state)) == 1:
                body = {"rules": PAIR.id, "position": PAIR.show(state)}
                answer = await person.post("/api/analysis", body)
                assert answer.status_code == 422
                assert "cannot arise" in answer.json()["error"]["detail"]["message"]
                seen += 1
                break
        if seen:
            return
    raise AssertionError("no position with one move was found")


async def test_a_position_is_evaluated_with_its_moves(client: httpx.AsyncClient) -> None:
    state = PAIR.start(0)
    body = {"rules": PAIR.id, "position": PAIR.show(state)}
    found = (await (await guest(client)).post("/api/analysis", body)).json()
    move = PAIR.legal(state)[0]
    told = PAIR.tell(state, move, 0)
    assert found["moves"] == [[move, told, found["value"]]]
    assert found["best"] == found["line"] == [[move, told]]
    for bad in ({"rules": PAIR.id, "position": "nonsense"}, {"rules": "no_game", "position": "x"}):
        assert code(await (await guest(client)).post("/api/analysis", bad)) == "bad_message"


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
    right = (await client.post(f"/api/puzzles/{after}", json={"move": legal[2]})).json()
    assert (right["right"], right["move"], right["value"]["exact"]) == (True, legal[2], True)
    wrong = (await client.post(f"/api/puzzles/{after}", json={"move": legal[1]})).json()
    assert (wrong["right"], wrong["move"], wrong["value"]) == (False, legal[2], None)
    assert code(await client.post(f"/api/puzzles/{after}", json={"move": "nonsense"})) == "illegal_move"
    assert (await client.post("/api/puzzles/none", json={"move": legal[0]})).status_code == 404


async def test_the_server_has_no_numpy_and_a_request_given_up_ends_its_search(
    machines: Server, client: httpx.AsyncClient
) -> None:
    assert "numpy" not in loaded_files(machines.process.pid)
    wait = machines.output.parent / "wait"
    wait.touch()
    try:
        body = {"rules": PAIR.id, "position": PAIR.show(PAIR.start(0))}
        with pytest.raises(httpx.ReadTimeout):
            await client.post("/api/analysis", json=body, timeout=1)
        await until_told(client, "richelieu_searches_running 0.0")
    finally:
        wait.unlink()
    assert 'how="cancelled",search="evaluate"' in (await client.get("/metrics")).text


async def test_too_many_searches_are_refused_in_words(tmp_path: Path) -> None:
    limits = {**UNLIMITED, "limit_searches": 3}
    with (
        migrated("sqlite", tmp_path) as make,
        make() as url,
        serving(url, tmp_path, before=WITH_TEST_SEARCHES, data=tmp_path, **limits) as server,
    ):
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            person = await guest(http)
            body = {"rules": PAIR.id, "position": PAIR.show(PAIR.start(0))}
            answers = await asyncio.gather(*(person.post("/api/analysis", body) for _ in range(30)))
            refused = [answer for answer in answers if answer.status_code != 200]
            assert len(refused) >= 20
            assert {(answer.status_code, code(answer)) for answer in refused} == {(429, "too_many")}
            assert all("retry-after" in answer.headers for answer in refused)
