"""Position values and refused searches over HTTP, by searches with known answers."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx

from engine import GAMES
from tests.app.http_players import PAIR, Person, code, guest, metric, moves, new_board
from tests.app.in_process import LocalServer, serving_here
from tests.app.solitaire_games import resign_over_http
from tests.app.two_processes import eventually
from tests.serving import PATIENCE, UNLIMITED

SEARCHES = 'richelieu_searches_total{how="done",search="evaluate"}'
SOLITAIRE = next(game for game in GAMES.values() if len(game.seats) == 1 and not game.hides)


async def test_an_ended_game_is_analysed(client: httpx.AsyncClient) -> None:
    played = moves()
    board = await new_board(client, *played)
    path, last = f"/api/games/{board.id}/analysis", min(19, len(played))
    answer = await board.people[0].get(path, params={"from": 0, "to": last})
    assert answer.status_code == 200, answer.text
    items = answer.json()["items"]
    assert [item["n"] for item in items] == [*range(last + 1)]
    state = PAIR.start(0)
    assert items[0]["value"] == {"exact": True, "winner": 0, "plies": len(PAIR.legal(state))}
    assert items[0]["best"] == [[PAIR.legal(state)[0], PAIR.tell(state, PAIR.legal(state)[0], 0)]]
    assert items[0]["line"] == items[0]["best"]  # the searches of tests look one move ahead
    (end,) = (await board.people[0].get(path, params={"from": len(played)})).json()["items"]
    assert (end["value"]["exact"], end["value"]["plies"]) == (True, 0)


async def test_a_proof_without_a_distance_is_stored_until_tables_are_built(
    searching: LocalServer, client: httpx.AsyncClient
) -> None:
    board = await new_board(client, *moves())
    folder = searching.settings.data

    async def analyse() -> tuple[Any, float]:
        """Return the value of the start position, and how many searches there have been by then."""
        answer = await board.people[0].get(f"/api/games/{board.id}/analysis", params={"to": 0})
        return answer.json()["items"][0]["value"], await metric(client, SEARCHES)

    (folder / "no_plies").touch()
    value, searches = await analyse()
    assert value == {"exact": True, "winner": 0}
    assert await analyse() == (value, searches)
    (folder / "no_plies").unlink()
    assert await analyse() == (value, searches)
    (folder / "tables" / "family").mkdir(parents=True)
    (folder / "tables" / "family" / "built").touch()
    proved = value | {"plies": len(PAIR.legal(PAIR.start(0)))}
    assert await analyse() == (proved, searches + 1)
    assert await analyse() == (proved, searches + 1)


async def test_running_games_between_people_and_solitaires_are_not_analysed(
    client: httpx.AsyncClient,
) -> None:
    board = await new_board(client, *moves()[:2])
    person = await guest(client)
    alone = await person.create_game(rules=SOLITAIRE.id)
    for asker, game in ((board.people[0], board.id), (person, board.id), (person, alone["id"])):
        answer = await asker.get(f"/api/games/{game}/analysis")
        assert (answer.status_code, code(answer)) == (403, "in_play")
        assert "Analysis opens when it ends" in answer.json()["error"]["detail"]["message"]
    both = await person.create_game(seat="both")
    assert (await person.get(f"/api/games/{both['id']}/analysis")).status_code == 200


async def test_the_position_of_a_running_game_is_refused_to_its_players_only(
    client: httpx.AsyncClient,
) -> None:
    played, stranger = moves()[:8], await guest(client)
    board = await new_board(client, *played[:1])
    player = board.people[1]

    async def refused(person: Person) -> list[bool]:
        """Return, for each way to ask, whether it is refused."""
        state = await person.state(board.id)
        position = state["view"]["position"]
        answers = [
            await person.post("/api/analysis", {"rules": PAIR.id, "position": position}),
            await person.post("/api/lines", {"rules": PAIR.id, "position": position}),
            await person.post("/api/lines", {"rules": PAIR.id, "moves": state["told"]}),
            await person.post("/api/games", {"rules": PAIR.id, "position": position, "bot": {"level": 1}}),
        ]
        assert all(answer.status_code in (200, 201, 403) for answer in answers)
        errors = [answer.json()["error"] for answer in answers if answer.status_code == 403]
        assert all(error["code"] == "in_play" for error in errors)
        return [answer.status_code == 403 for answer in answers]

    assert await refused(player) == [True] * 4, "only one has moved"
    await board.play(*played[1:])
    assert await refused(player) == [True, False, True, True], "the rules of where they are stay open"
    assert await refused(stranger) == [False] * 4
    assert (await board.people[0].post(f"/api/games/{board.id}/resign")).status_code == 200
    assert await refused(player) == [False] * 4


async def test_a_player_of_a_game_gets_no_analysis_of_its_family(client: httpx.AsyncClient) -> None:
    """Not by a detour either: over the positions that a move would lead to, or an ended game beside it."""
    line = moves()
    ended = await new_board(client, *line[:6])
    assert (await ended.people[0].post(f"/api/games/{ended.id}/resign")).status_code == 200
    board = await new_board(client, *line[:1])
    player, early = board.people[1], PAIR.show(PAIR.start(0))
    body = {"rules": PAIR.id, "position": early}
    assert (await player.post("/api/analysis", body)).status_code == 200, "only one has moved"
    await board.play(line[1])
    state = await player.state(board.id)
    here = PAIR.position(state["view"]["position"])
    after = [PAIR.show(PAIR.apply(here, move)) for move in PAIR.legal(here)[:3]]
    for position in (early, *after):
        for path, more in (("analysis", {}), ("games", {"bot": {"level": 1}})):
            answer = await player.post(f"/api/{path}", {"rules": PAIR.id, "position": position, **more})
            assert code(answer) == "in_play", (path, position)
            assert answer.json()["error"]["detail"]["game"] == board.id
    for tried, allowed in (([], True), (line[2:3], True), (line[2:4], False)):
        asked = {"rules": PAIR.id, "position": state["view"]["position"], "moves": list(tried)}
        assert ((await player.post("/api/lines", asked)).status_code == 200) is allowed
    assert code(await player.post("/api/lines", {"rules": PAIR.id, "position": after[0]})) == "in_play"
    for n, allowed in ((0, True), (1, False), (2, False), (3, False), (6, True)):
        answer = await player.get(f"/api/games/{ended.id}/analysis?from={n}&to={n}")
        assert (answer.status_code == 200) is allowed, n
    started = await player.post("/api/games", {"rules": PAIR.id, "bot": {"level": 1}})
    assert started.status_code == 201, "a bot from the start stays open"
    stranger = await guest(client)
    assert (await stranger.post("/api/analysis", {"rules": PAIR.id, "position": after[0]})).status_code == 200


async def test_positions_of_ones_own_choice_beside_a_running_game_have_no_values(
    client: httpx.AsyncClient,
) -> None:
    """A game with both seats reaches any position; so does one that begins at a position."""
    line = moves()
    board = await new_board(client, *line[:1])
    player, stranger = board.people[1], await guest(client)
    position = PAIR.show(PAIR.start(0))
    beside = [(await player.create_game(seat="both"))["id"] for _ in range(2)]
    for ply, move in enumerate(line[:8]):
        body = {"ply": ply, "move": move}
        assert (await player.post(f"/api/games/{beside[0]}/moves", body)).status_code == 200
    at_position = await player.post(
        "/api/games", {"rules": PAIR.id, "position": position, "bot": {"level": 1}}
    )
    assert at_position.status_code == 201
    await board.play(line[1])
    for game in (*beside, at_position.json()["id"]):
        answer = await player.get(f"/api/games/{game}/analysis?from=0&to=0")
        assert (code(answer), answer.json()["error"]["detail"]["game"]) == ("in_play", board.id), game
    own = (await stranger.create_game(seat="both"))["id"]
    assert (await stranger.get(f"/api/games/{own}/analysis?from=0&to=0")).status_code == 200


def position_with_one_move() -> str:
    states = list[Any]()
    for seed in range(1, 40):
        states.append(PAIR.start(0))
        for move in moves(seed):
            states.append(PAIR.apply(states[-1], move))
    return PAIR.show(next(state for state in states if len(PAIR.legal(state)) == 1))


async def test_a_position_is_evaluated_with_its_moves_and_one_that_cannot_arise_refused_in_words(
    client: httpx.AsyncClient,
) -> None:
    person, state = await guest(client), PAIR.start(0)
    found = (await person.post("/api/analysis", {"rules": PAIR.id, "position": PAIR.show(state)})).json()
    move = PAIR.legal(state)[0]
    told = PAIR.tell(state, move, 0)
    assert found["moves"] == [[move, told, found["value"]]]
    assert found["best"] == found["line"] == [[move, told]]
    for rules, position, why in (
        (PAIR.id, position_with_one_move(), "cannot arise"),
        (PAIR.id, "nonsense", ""),
        ("no_game", "x", ""),
    ):
        answer = await person.post("/api/analysis", {"rules": rules, "position": position})
        assert code(answer) == "bad_message"
        assert why in answer.json()["error"]["detail"]["message"]


async def test_the_turning_point_of_a_deal_of_today_is_for_those_who_have_played_it(
    client: httpx.AsyncClient,
) -> None:
    person = await guest(client)
    deal: object = "daily"
    for _ in range(2):  # the second time by its number
        game = (await person.create_game(rules=SOLITAIRE.id, deal=deal))["id"]
        await resign_over_http(person, game)
        path = f"/api/games/{game}/turning"
        assert (await person.get(path)).status_code == 200
        answer = await Person(client).get(path)
        assert (answer.status_code, code(answer)) == (403, "hidden"), deal
        deal = (await person.state(game))["deal"]


async def test_a_client_that_closes_ends_its_search_within_a_second(
    searching: LocalServer, client: httpx.AsyncClient
) -> None:
    wait, person = searching.settings.data / "wait", await guest(client)
    running, ended = [(await person.create_game(rules=SOLITAIRE.id, deal=9))["id"] for _ in range(2)]
    await resign_over_http(person, ended)

    async def is_searching() -> bool:
        return await metric(client, "richelieu_searches_running") == 1

    async def is_idle() -> bool:
        return not await is_searching()

    wait.touch()
    try:
        for method, path, body in (
            ("POST", "/api/analysis", {"rules": PAIR.id, "position": PAIR.show(PAIR.start(0))}),
            ("POST", "/api/games", {"rules": SOLITAIRE.id, "deal": "winnable", "difficulty": "hard"}),
            ("POST", f"/api/games/{running}/hint", {"ply": 0}),
            ("GET", f"/api/games/{ended}/par", None),
            ("GET", f"/api/games/{ended}/turning", None),
        ):
            asking = asyncio.create_task(person.send(method, path, body))
            await eventually(is_searching)
            asking.cancel()
            closed = time.monotonic()
            await eventually(is_idle)
            assert time.monotonic() - closed < 3, path
    finally:
        wait.unlink()
    assert 'how="cancelled",search="deal"' in (await client.get("/metrics")).text


async def test_searches_beyond_the_limit_of_one_person_are_refused_and_those_of_others_answered(
    database_url: str, tmp_path: Path
) -> None:
    state = PAIR.start(0)
    for move in moves()[:-1]:
        state = PAIR.apply(state, move)
    body = {"rules": PAIR.id, "position": PAIR.show(state)}
    settings = {**UNLIMITED, "limit_searches": 2, "data": tmp_path}
    async with (
        serving_here(database_url, **settings) as url,
        httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http,
    ):
        person, other = await guest(http), await guest(http)
        answers = [await person.post("/api/analysis", body) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
        assert {code(answer) for answer in answers[2:]} == {"too_many"}
        assert all("retry-after" in answer.headers for answer in answers[2:])
        assert code(await person.post("/api/games", {"rules": PAIR.id, "bot": {"level": 1}})) == "too_many"
        assert (await other.post("/api/analysis", body)).status_code == 200
