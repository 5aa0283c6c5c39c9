"""The lobby socket: complete lists on connection and after every change, at most four times a second,
and the moved boards in between."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx

from app.db.clock import now
from engine import GAMES, OPENING
from tests.app.http_players import PAIR, Json, Person, Socket, guest, moves, new_board
from tests.app.solitaire_games import HIDING

MOVES = moves()


@asynccontextmanager
async def lobby(person: Person) -> AsyncIterator[Socket]:
    async with person.socket("/ws/lobby") as socket:
        yield socket


@asynccontextmanager
async def own_games(person: Person) -> AsyncIterator[Socket]:
    """Yield the lobby's socket as the pages beside the lobby open it."""
    async with person.socket("/ws/lobby?mine=1") as socket:
        yield socket


async def wait_for_lobby(socket: Socket, seen: Callable[[Json], bool]) -> Json:
    """Return the first lobby frame for which `seen` is true."""
    while not seen(frame := await socket.expect("lobby")):
        pass
    return frame


def ids(frame: Json, name: str) -> list[str]:
    return [item["id"] for item in frame[name]]


async def test_the_whole_lobby_but_no_private_game_is_sent_on_connection(
    http: httpx.AsyncClient,
) -> None:
    person, other = await guest(http), await guest(http)
    waiting = await person.create_game(seat=1)
    live = await new_board(http)
    own = await person.create_game(seat="both")
    private = (await person.create_game(public=False))["id"]
    for viewer, mine in ((person, [private, own["id"], waiting["id"]]), (other, []), (Person(http), [])):
        async with lobby(viewer) as socket:
            frame = await socket.next()
            assert set(frame) == {"t", "open", "live", "mine", "online"}
            assert frame["online"] >= 1
            assert waiting["id"] in ids(frame, "open")
            assert live.id in ids(frame, "live")
            assert own["id"] not in ids(frame, "live"), "it has no opponent"
            assert ids(frame, "mine") == mine
            assert private not in ids(frame, "open")
            assert (private in str(frame)) == (viewer is person)
    item = next(item for item in frame["open"] if item["id"] == waiting["id"])
    assert item.pop("created") > 1_600_000_000_000
    seated = {"id": person.id, "name": person.name, "rating": None}
    assert item == {
        "id": waiting["id"],
        "rules": PAIR.id,
        "players": [None, seated],
        "control": None,
        "rated": False,
        **dict.fromkeys(("ply", "turn", "moved", "position", "daily", "deal", "to")),
    }


async def test_mine_lists_the_unfinished_games_of_the_player_but_no_untouched_solitaires(
    http: httpx.AsyncClient,
) -> None:
    person = await guest(http)
    for_two, alone = set[str](), list[Json]()
    for game in GAMES.values():
        made = await person.create_game(rules=game.id)
        if len(game.seats) > 1:
            for_two.add(made["id"])
        else:
            alone.append(made["state"])
    async with lobby(person) as socket:
        assert set(ids(await socket.next(), "mine")) == for_two
        listed = (await person.get("/api/games", params={"player": person.id})).json()["items"]
        assert {item["id"] for item in listed} == for_two
        for state in alone:
            move = next(text for text, _ in state["legal"] if not text.endswith(OPENING))
            await person.post(f"/api/games/{state['game']}/moves", {"ply": 0, "move": move})
        touched = {state["game"] for state in alone}
        frame = await wait_for_lobby(socket, lambda frame: touched < set(ids(frame, "mine")))
    listed = (await person.get("/api/games", params={"player": person.id})).json()["items"]
    items = {item["id"]: item for item in frame["mine"]}
    assert set(items) == {item["id"] for item in listed} == for_two | touched
    for item in listed:
        assert {name: item[name] for name in items[item["id"]]} == items[item["id"]]
        state = await person.state(item["id"])
        assert (item["ply"], item["turn"]) == (state["ply"], state["turn"])
        assert item["position"] == (await Person(http).state(item["id"]))["view"]["position"]
        assert item["deal"] == state["deal"]


async def test_waiting_games_of_the_player_come_first_and_a_deal_of_today_is_hidden(
    http: httpx.AsyncClient,
) -> None:
    board = await new_board(http)
    person = board.people[0]
    daily = (await person.create_game(rules=HIDING.id, deal="daily"))["state"]
    later = (await person.create_game(seat="both"))["id"]
    move = next(text for text, _ in daily["legal"] if not text.endswith(OPENING))
    await person.post(f"/api/games/{daily['game']}/moves", {"ply": 0, "move": move})
    async with lobby(person) as socket:
        frame = await socket.next()
    assert ids(frame, "mine") == [board.id, daily["game"], later]
    items = {item["id"]: item for item in frame["mine"]}
    shown = items[daily["game"]]
    assert (shown["position"], shown["deal"], shown["ply"]) == (None, None, 1)
    assert shown["daily"] is not None


async def test_moves_are_told_in_boards_and_not_in_whole_frames(http: httpx.AsyncClient) -> None:
    board = await new_board(http)
    played = moves()[:2]
    async with lobby(board.people[0]) as mine, lobby(Person(http)) as theirs:
        assert board.id in ids(await mine.next(), "mine")
        assert ids(await theirs.next(), "live")[0] == board.id
        for socket, move in ((mine, played[0]), (theirs, played[1])):
            state = await board.play(move)
            told = list[Any]()
            while told[:2] != [board.id, state["ply"]]:
                items = (await socket.expect("boards"))["items"]
                told = next((item for item in items if item[0] == board.id), told)
            seen = (await Person(http).state(board.id))["view"]["position"]
            assert told == [board.id, state["ply"], state["turn"], seen, len(state["told"])]
    async with lobby(board.people[0]) as socket:
        assert (await socket.next())["mine"][0]["position"] == seen


async def test_the_lobby_answers_pings_and_refuses_acts(http: httpx.AsyncClient) -> None:
    for viewer in (await guest(http), Person(http)):
        async with lobby(viewer) as socket:
            assert (await socket.expect("lobby"))["t"] == "lobby"
            await socket.send("ping", n=3)
            assert (await socket.expect("pong"))["n"] == 3
            for text, name, why in (
                ('{"t":"move","ply":0,"move":"x"}', "move", "not_seated"),
                ('{"t":"resign"}', "resign", "not_seated"),
                ('{"t":"nonsense"}', None, "bad_message"),
                ("", None, "bad_message"),
            ):
                await socket.send_text(text)
                refused = await socket.expect("refused")
                assert (refused["re"], refused["why"], refused["ply"]) == (name, why, None)


async def test_a_running_clock_and_a_coming_claim_are_told_to_players_who_are_in_the_lobby(
    http: httpx.AsyncClient,
) -> None:
    board = await new_board(http, *MOVES[:2], clock={"base": 60, "increment": 0})
    first, second = board.people
    running = (await first.state(board.id))["clock"]["running"]

    def clock_of(frame: Json) -> Json:
        found: Json = next(item for item in frame["mine"] if item["id"] == board.id)["clock"]
        return found

    def claims_of(frame: Json) -> list[bool]:
        item = next(item for item in frame["mine"] if item["id"] == board.id)
        return ["away" in player for player in item["players"]]

    async with second.game_socket(board.id) as staying, own_games(first) as socket:
        await staying.state()
        frame = await socket.next()
        assert clock_of(frame)["running"] == running
        assert 0 < clock_of(frame)["left"][running] <= 60_000
        assert abs(clock_of(frame)["at"] - now()) < 20_000
        async with first.game_socket(board.id) as leaving:
            await leaving.state()
        while not any(claims_of(frame)):
            frame = await socket.expect("lobby")
        assert claims_of(frame) == [True, False]
        await first.post(f"/api/games/{board.id}/moves", {"ply": 2, "move": MOVES[2]})
        frame = await wait_for_lobby(socket, lambda frame: clock_of(frame)["running"] != running)
        await second.post(f"/api/games/{board.id}/resign")
        await wait_for_lobby(socket, lambda frame: board.id not in ids(frame, "mine"))


async def test_open_and_live_games_are_told_but_to_a_socket_for_own_games_nothing_of_others(
    http: httpx.AsyncClient,
) -> None:
    person = await guest(http)
    async with own_games(person) as socket, lobby(Person(http)) as whole:
        assert (await socket.next())["mine"] == []
        board = await new_board(http)
        await wait_for_lobby(whole, lambda frame: board.id in ids(frame, "live"))
        own = (await person.create_game())["id"]
        frame = await socket.next()
        assert (frame["open"], frame["live"], ids(frame, "mine")) == ([], [], [own])
        await wait_for_lobby(whole, lambda frame: own in ids(frame, "open"))
        await board.people[0].post(f"/api/games/{own}/join")
        frame = await wait_for_lobby(whole, lambda frame: own in ids(frame, "live"))
        assert own not in ids(frame, "open")
        await person.post(f"/api/games/{own}/resign")
        await wait_for_lobby(whole, lambda frame: own not in ids(frame, "live"))


async def test_a_socket_that_asks_for_differences_is_told_them_and_while_hidden_only_what_is_its_own(
    http: httpx.AsyncClient,
) -> None:
    challenger, person = await guest(http), await guest(http)
    async with person.socket("/ws/lobby?diff=1") as socket, lobby(challenger) as whole:
        frame = await socket.next()
        assert set(frame) == {"t", "open", "live", "mine", "online"}
        opened = (await challenger.create_game(seat=0))["id"]
        while opened not in (frame := await socket.expect("lobby_diff")).get("set", {}):
            pass
        listed = (await wait_for_lobby(whole, lambda frame: opened in ids(frame, "open")))["open"]
        told = frame["set"][opened] | {"id": opened}
        assert told == {key: value for key, value in listed[0].items() if value is not None}
        assert "mine" not in frame
        await socket.send("visible", yes=False)
        hidden = (await challenger.create_game(seat=0))["id"]
        await wait_for_lobby(whole, lambda frame: hidden in ids(frame, "open"))
        challenge = (await challenger.create_game(to=person.name))["id"]
        frame = await socket.expect("lobby_diff")
        assert not {"set", "gone"} & set(frame)
        assert [*frame["mine"]["set"]] == [challenge]
        await challenger.post(f"/api/games/{challenge}/abort")
        assert (await socket.expect("lobby_diff"))["mine"] == {"gone": [challenge]}
        challenge = (await challenger.create_game(to=person.name))["id"]
        assert [*(await socket.expect("lobby_diff"))["mine"]["set"]] == [challenge]
        await socket.send("visible", yes=True)
        frame = await socket.expect("lobby")
        assert {opened, hidden} <= set(ids(frame, "open"))
        assert ids(frame, "mine") == [challenge]
        await whole.send("visible", yes=False)
        assert (await whole.expect("refused"))["why"] == "bad_message"


async def test_a_challenger_is_told_whether_the_challenged_person_is_here(http: httpx.AsyncClient) -> None:
    challenger, person = await guest(http), await guest(http)
    game = (await challenger.create_game(to=person.name))["id"]
    async with own_games(challenger) as socket:
        assert [item["to_online"] for item in (await socket.next())["mine"]] == [False]
        assert (await challenger.get(f"/api/people/{person.name}")).json()["online"] is False
        async with own_games(person) as theirs:
            assert ids(await theirs.next(), "mine") == [game]
            assert (await challenger.get(f"/api/people/{person.name}")).json()["online"] is True
            await wait_for_lobby(socket, lambda frame: frame["mine"][0]["to_online"])
        await person.http.patch("/api/me", json={"listed": False}, headers=person.headers)
        frame = await wait_for_lobby(socket, lambda frame: not frame["mine"][0].get("to_online"))
        assert "to_online" not in frame["mine"][0]
        assert "online" not in (await challenger.get(f"/api/people/{person.name}")).json()


async def test_an_offered_rematch_is_told_to_a_player_who_is_not_at_the_table(
    http: httpx.AsyncClient,
) -> None:
    board = await new_board(http)
    asker, asked = board.people
    async with own_games(asked) as socket, own_games(asker) as own:
        await asker.post(f"/api/games/{board.id}/resign")
        await wait_for_lobby(socket, lambda frame: board.id not in ids(frame, "mine"))
        await asker.post(f"/api/games/{board.id}/offer", {"ply": 1, "what": "rematch"})
        frame = await wait_for_lobby(socket, lambda frame: "rematches" in frame)
        opponent = {"id": asker.id, "name": asker.name, "rating": None}
        assert frame["rematches"] == [{"game": board.id, "rules": PAIR.id, "opponent": opponent}]
        assert "rematches" not in await wait_for_lobby(own, lambda frame: board.id not in ids(frame, "mine"))
        async with own_games(asked) as later:
            assert "rematches" in await later.next()
        await asker.post(f"/api/games/{board.id}/withdraw", {"ply": 1, "what": "rematch"})
        await wait_for_lobby(socket, lambda frame: "rematches" not in frame)
