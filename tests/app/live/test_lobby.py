"""The lobby socket: complete lists on connection and after every change, at most four times a second."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from time import monotonic

import httpx

from engine import GAMES
from tests.app.http_players import PAIR, Json, Person, Socket, guest, moves, new_board


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
            assert set(frame) == {"t", "open", "live", "mine"}
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
        "ply": 0,
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
        await first.post(f"/api/games/{game}/moves", {"ply": 0, "move": moves()[0]})
        await wait_for_lobby(
            mine, lambda frame: any(i["id"] == game and i["ply"] == 1 for i in frame["live"])
        )
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


async def test_mine_lists_every_unfinished_game_of_the_player(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    made = {(await person.create_game(rules=game.id))["id"] for game in GAMES.values()}
    async with lobby(person) as socket:
        assert set(ids(await socket.next(), "mine")) == made


async def test_a_list_has_the_fifty_newest_games(http: httpx.AsyncClient) -> None:
    async with AsyncExitStack() as stack:
        made = list[str]()
        for _ in range(18):
            person = await guest(http)
            await stack.enter_async_context(lobby(person))
            made += [(await person.create_game())["id"] for _ in range(3)]
        own = [(await person.create_game(seat="both"))["id"] for _ in range(53)]
        socket = await stack.enter_async_context(lobby(person))
        frame = await socket.next()
    assert ids(frame, "open") == made[:-51:-1]
    assert ids(frame, "mine") == own[:-51:-1]


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
