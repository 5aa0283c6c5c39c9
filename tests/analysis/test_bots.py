"""Games against a bot, hints and proved deals over HTTP, by searches with known answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from engine import GAMES
from tests.analysis.workers.analyst import LEVELS
from tests.app.http_players import PAIR, Person, code, guest
from tests.app.in_process import LocalServer
from tests.app.solitaire_games import resign_over_http
from tests.serving import PATIENCE

OPEN_TO_ALL = [game for game in GAMES.values() if len(game.seats) == 1 and not game.hides]
SOLITAIRE = OPEN_TO_ALL[0]


@pytest.fixture
def tell(searching: LocalServer) -> Iterator[Callable[[str], None]]:
    """Tell the searches of a test how to answer, by words of `workers.searches`."""
    folder, told = searching.settings.data, list[str]()

    def write(word: str) -> None:
        told.append(word)
        (folder / word).touch()

    yield write
    for word in told:
        (folder / word).unlink()


async def until_turn(person: Person, game: str, seat: int, after: int = -1) -> Any:
    """Return the state of a game when this seat is to move, or it is over."""
    async with asyncio.timeout(PATIENCE):
        while True:
            state = await person.state(game)
            if state["ply"] > after and (state["turn"] == seat or state["over"]):
                return state
            await asyncio.sleep(0.05)


async def test_the_rules_say_what_bots_do(client: httpx.AsyncClient) -> None:
    listed = {rules["id"]: rules["machine"] for rules in (await client.get("/api/rules")).json()}
    assert listed[PAIR.id] == {"levels": LEVELS, "abilities": ["evaluate", "puzzle"], "teaches": True}
    assert listed[SOLITAIRE.id]["levels"] == 0
    assert "teaches" not in listed[SOLITAIRE.id]


async def test_a_bot_moves_first_and_answers_and_the_game_counts_for_nothing(
    client: httpx.AsyncClient,
) -> None:
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
    assert (await person.post(f"/api/games/{made['id']}/resign")).status_code == 200
    statistics = (await person.get(f"/api/statistics/{PAIR.id}?player={person.id}")).json()
    assert not any(seat["played"] for seat in statistics["seats"]), statistics
    board = (await person.get(f"/api/leaderboards/{PAIR.id}?period=all&seat=0")).json()
    assert "Computer 1" not in str(board)
    listed = (await person.get(f"/api/games?player={person.id}")).json()["items"]
    assert [one["players"][0]["bot"] for one in listed] == [1]


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


UNFIT: list[dict[str, Any]] = [
    {"bot": {"level": 3}},
    {"rules": SOLITAIRE.id},
    {"clock": {"base": 60, "increment": 0}},
    {"bot": {"level": 1, "teach": True}, "clock": {"days": 3}},
    {"bot": {"level": 1, "teach": 1}},
    {"rated": True},
    {"pair": True},
    {"to": "somebody"},
    {"seat": "both"},
    {"position": "nonsense"},
]


async def test_a_bot_is_refused_with_what_does_not_go_with_it(client: httpx.AsyncClient) -> None:
    person, wrong = await guest(client), []
    for wish in UNFIT:
        answer = await person.post("/api/games", {"rules": PAIR.id, "bot": {"level": 1}, **wish})
        if (answer.status_code, code(answer)) != (422, "bad_message"):
            wrong.append((wish, answer.text))
    assert wrong == []


async def test_a_bot_accepts_takebacks_declines_draws_and_takes_a_rematch(
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


async def test_a_hint_in_two_steps_is_counted_and_its_line_kept(client: httpx.AsyncClient) -> None:
    person = await guest(client)
    made = await person.create_game(rules=SOLITAIRE.id, deal=7)
    path, move = f"/api/games/{made['id']}/hint", made["state"]["legal"][0][0]

    async def hint(ply: int, **more: Any) -> Any:
        answer = await person.post(path, {"ply": ply, **more})
        assert answer.status_code == 200, answer.text
        return answer.json()

    first = await hint(0)
    assert (first["step"], first["steps"], first["text"], first["move"]) == (1, 2, "new", None)
    second = await hint(1)
    assert (second["step"], second["text"], second["move"]) == (2, "move", move)
    assert await hint(1) == second  # sent again after a lost answer
    assert second["longer"] is True
    better = await hint(1, longer=True)  # takes the place of the move, and is not counted again
    assert (better["move"], "longer" in better) == (made["state"]["legal"][-1][0], False)
    state = await person.state(made["id"])
    tally = state["tally"]
    assert (state["ply"], tally["hints"], tally["made"]) == (2, 1, 0), "two steps of one hint count once"
    asked = await hint(2, ask="winnable")
    assert (asked["text"], asked["value"]["verdict"]) == ("winnable", "winnable")
    assert (await hint(3, ask="watch"))["value"]["verdict"] == "winnable"
    state = await person.state(made["id"])
    assert (state["ply"], state["tally"]["hints"]) == (3, 2)  # the question is another hint, counted before
    assert (await hint(3))["text"] == "kept"
    assert code(await person.post(path, {"ply": 1})) == "stale"
    assert code(await (await guest(client)).post(path, {"ply": 4})) == "not_seated"


async def test_a_certified_deal_says_so_at_the_table_and_on_leaderboards_and_has_its_line(
    client: httpx.AsyncClient,
) -> None:
    rules = next(game.id for game in OPEN_TO_ALL if not game.uncounted)
    person = await guest(client)
    made = await person.create_game(rules=rules, deal="winnable", difficulty="easy")
    assert (made["state"]["certified"], made["state"]["deal"]) == (True, 8)
    hint = (await person.post(f"/api/games/{made['id']}/hint", {"ply": 0})).json()
    assert hint["text"] == "kept"
    await resign_over_http(person, made["id"])
    board = (await person.get(f"/api/leaderboards/{rules}?period=all&class=open")).json()
    assert board["own"]["certified"] is True
    assert [one["certified"] for one in board["items"] if one["player"]["id"] == person.id] == [True]
    hard = await person.create_game(rules=rules, deal="winnable", difficulty="hard")
    for state in (hard["state"], await person.state(hard["id"])):
        assert (state["certified"], state["difficulty"], state["deal"]) == (True, "hard", 8)
    start = made["state"]["view"]["position"]
    for refused in (
        {"deal": 7, "difficulty": "hard"},
        {"rules": PAIR.id, "deal": "winnable"},
        {"position": start, "deal": "winnable"},
    ):
        assert code(await person.post("/api/games", {"rules": rules, **refused})) == "bad_message"


async def test_the_verdict_on_a_deal_is_told_to_its_player_and_is_no_hint(
    client: httpx.AsyncClient, tell: Callable[[str], None]
) -> None:
    tell("lost")
    person, other = await guest(client), await guest(client)
    made = await person.create_game(rules=SOLITAIRE.id, deal=7)
    path = f"/api/games/{made['id']}/lost-deal"
    assert (await person.get(path)).json() == {"lost": True}
    assert (await person.state(made["id"]))["tally"]["hints"] == 0
    assert code(await other.get(path)) == "not_seated"
    daily = await person.create_game(rules=SOLITAIRE.id, deal="daily")
    assert code(await person.get(f"/api/games/{daily['id']}/lost-deal")) == "hidden"
    start = made["state"]["view"]["position"]
    placed = await person.create_game(rules=SOLITAIRE.id, position=start)
    assert code(await person.get(f"/api/games/{placed['id']}/lost-deal")) == "bad_message"


async def test_par_and_the_best_known_score_are_told_to_the_player_after_the_end(
    client: httpx.AsyncClient,
) -> None:
    person, other = await guest(client), await guest(client)
    hidden = next(game for game in GAMES.values() if len(game.seats) == 1 and game.hides)
    listed = {rules["id"]: rules["machine"] for rules in (await client.get("/api/rules")).json()}
    for game, deal in ((SOLITAIRE, 7), (hidden, None)):
        made = await person.create_game(rules=game.id, deal=deal)
        path = f"/api/games/{made['id']}/par"
        assert listed[game.id]["par"] is True
        assert code(await person.get(path)) == "in_play"
        await resign_over_http(person, made["id"])
        assert code(await other.get(path)) == "not_seated"
        score = (await person.state(made["id"]))["score"]
        expected = {"par": None, "best": [number + 100 for number in GAMES[game.id].score(game.start(7))]}
        if game.hides:
            expected = {"par": [7 for _ in score], "best": None}
        for _ in range(2):  # the second one is from the table
            assert (await person.get(path)).json() == expected
