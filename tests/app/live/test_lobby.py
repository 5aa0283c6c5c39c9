"""The lobby socket: complete lists on connection and after every change, at most four times a second,
and what has moved in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import httpx

from engine import GAMES, OPENING
from tests.app.http_players import PAIR, Json, Person, Socket, guest, moves, new_board
from tests.app.solitaire_games import HIDING


@asynccontextmanager
async def lobby(person: Person) -> AsyncIterator[Socket]:
    async with person.socket("/ws/lobby") as socket:
        yield socket


async def wait_for_lobby(socket: Socket, seen: Callable[[Json], bool]) -> Json:
    """The first lobby frame for which `seen` is true."""
    while not seen(frame := await socket.expect("lobby")):
        pass
    return frame


def ids(frame: Json, name: str) -> list[str]:
    return [item["id"] for item in frame[name]]


async def test_the_whole_lobby_is_sent_on_connection(http: httpx.AsyncClient) -> None:
    person, other = await guest(http), await guest(http)
    waiting = await person.create_game(seat=1)
    live = await new_board(http)
    own = await person.create_game(seat="both")
    for viewer, mine in ((person, [own["id"], waiting["id"]]), (other, []), (Person(http), [])):
        async with lobby(viewer) as socket:
            frame = await socket.next()
            assert set(frame) == {"t", "open", "live", "mine", "online"}
            assert frame["online"] >= 1
            assert waiting["id"] in ids(frame, "open")
            assert live.id in ids(frame, "live")
            assert own["id"] not in ids(frame, "live"), "it has no opponent"
            assert ids(frame, "mine") == mine
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


async def test_a_game_moves_from_the_open_list_to_the_live_list(http: httpx.AsyncClient) -> None:
    first, second = await guest(http), await guest(http)
    async with lobby(first) as mine, lobby(Person(http)) as theirs:
        await mine.next()
        game = (await first.create_game(seat=0))["id"]
        for socket in (mine, theirs):
            await wait_for_lobby(socket, lambda frame: game in ids(frame, "open"))
        await second.post(f"/api/games/{game}/join")
        for socket in (mine, theirs):
            frame = await wait_for_lobby(socket, lambda frame: game in ids(frame, "live"))
            assert game not in ids(frame, "open")
        await first.post(f"/api/games/{game}/resign")
        frame = await wait_for_lobby(mine, lambda frame: game not in ids(frame, "live"))
        assert game not in ids(frame, "mine")


async def test_an_aborted_game_leaves_the_list(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    game = (await person.create_game())["id"]
    async with lobby(Person(http)) as socket, person.game_socket(game):
        await wait_for_lobby(socket, lambda frame: game in ids(frame, "open"))
        await person.post(f"/api/games/{game}/abort")
        await wait_for_lobby(socket, lambda frame: game not in ids(frame, "open"))


async def test_private_games_are_listed_for_their_players_only(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    game = (await person.create_game(public=False))["id"]
    async with lobby(person) as mine, lobby(Person(http)) as theirs:
        frame = await mine.next()
        assert ids(frame, "mine") == [game]
        assert game not in ids(frame, "open")
        assert game not in str(await theirs.next())


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


async def test_what_waits_for_the_player_comes_first_and_a_deal_of_today_is_not_shown(
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
            assert told == [board.id, state["ply"], state["turn"], seen]
    async with lobby(board.people[0]) as socket:
        assert (await socket.next())["mine"][0]["position"] == seen


async def test_the_lobby_is_broadcast_at_most_four_times_a_second(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    async with lobby(person) as socket:
        frame = await socket.next()
        start, frames, games = monotonic(), 0, list[str]()

        async def change() -> None:
            while monotonic() - start < 1.2:
                games.append((await person.create_game(seat="both"))["id"])

        changing = asyncio.create_task(change())
        while not changing.done() or ids(frame, "mine")[:1] != games[-1:]:
            frame = await socket.expect("lobby")
            frames += 1
        await changing
        assert frames <= 1 + 4 * (monotonic() - start)
        assert len(games) > frames, "otherwise nothing was throttled"


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
