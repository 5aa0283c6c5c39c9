"""Open games: listed in the lobby while their owner is connected, limited per player."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

import httpx
import pytest
import pytest_asyncio

from engine import GAMES
from tests.app import openapi_contract
from tests.app.http_players import PAIR, Person, guest
from tests.app.short_grace import GRACE_SECONDS, short_grace
from tests.databases import Fresh
from tests.lobby.test_lobby import ids, lobby, wait_for_lobby
from tests.serving import PATIENCE, UNLIMITED, Server, serving

MAX_OPEN_GAMES = 20  # of one player
MAX_LISTED = 3
SOLITAIRE = next(game.id for game in GAMES.values() if len(game.seats) == 1)


@pytest.fixture(scope="module")
def short_grace_server(fresh: Fresh, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a short grace period after the owner's last socket."""
    folder: Path = tmp_path_factory.mktemp("short_grace")
    with fresh() as url, serving(url, folder, prepare=short_grace, **UNLIMITED) as running:
        yield running


@pytest_asyncio.fixture
async def http(short_grace_server: Server) -> AsyncIterator[httpx.AsyncClient]:
    hooks = {"response": [openapi_contract.validate_response]}
    async with httpx.AsyncClient(
        base_url=short_grace_server.url, timeout=PATIENCE, event_hooks=hooks
    ) as client:
        yield client


async def listed(http: httpx.AsyncClient) -> list[str]:
    """Return the open games in the first lobby frame of a new connection."""
    async with lobby(Person(http)) as socket:
        return ids(await socket.next(), "open")


async def test_a_game_whose_owner_never_had_a_socket_is_not_listed(http: httpx.AsyncClient) -> None:
    owner = await guest(http)
    game = (await owner.create_game())["id"]
    assert game not in await listed(http)
    items = (await http.get("/api/games?status=open")).json()["items"]
    assert game in [item["id"] for item in items], "the plain list has every open game"


@pytest.mark.slow
async def test_a_game_is_listed_from_the_owners_first_socket_until_the_grace_period_after_the_last(
    http: httpx.AsyncClient,
) -> None:
    """Of an owner in the game and of one in the lobby, at once."""
    await asyncio.gather(is_listed(http, "/ws/games/{game}"), is_listed(http, "/ws/lobby"))


async def is_listed(http: httpx.AsyncClient, where: str) -> None:
    owner = await guest(http)
    game = (await owner.create_game())["id"]
    path = where.format(game=game)
    async with lobby(Person(http)) as stranger:
        assert game not in ids(await stranger.next(), "open")
        for _ in range(2):  # a new socket lists it again
            async with owner.socket(path):
                async with owner.socket(path):
                    await wait_for_lobby(stranger, lambda frame: game in ids(frame, "open"))
                await asyncio.sleep(GRACE_SECONDS + 0.5)
                assert game in await listed(http), "one of two sockets is still there"
                closing = monotonic()
            await wait_for_lobby(stranger, lambda frame: game not in ids(frame, "open"))
            assert monotonic() - closing > GRACE_SECONDS
    async with owner.socket(path):
        assert game in await listed(http)


@pytest.mark.slow
async def test_reloading_the_page_does_not_remove_the_game_from_the_list(http: httpx.AsyncClient) -> None:
    owner = await guest(http)
    game = (await owner.create_game())["id"]
    async with AsyncExitStack() as stack:
        socket = await stack.enter_async_context(owner.game_socket(game))
        await socket.state()
        stranger = await stack.enter_async_context(lobby(Person(http)))
        for _ in range(4):
            await socket.connection.close()
            await asyncio.sleep(GRACE_SECONDS / 3)
            socket = await stack.enter_async_context(owner.game_socket(game))
            await socket.state()
        other = (await owner.create_game())["id"]
        async with lobby(owner):
            found = list[str]()
            while other not in found:
                found = ids(await stranger.next(), "open")
                assert game in found


async def test_sockets_of_the_owner_at_another_game_or_of_other_players_do_not_list_a_game(
    http: httpx.AsyncClient,
) -> None:
    owner, stranger = await guest(http), await guest(http)
    game, other = (await owner.create_game())["id"], (await owner.create_game())["id"]
    async with owner.game_socket(other) as at_other, stranger.game_socket(game) as at_game:
        await at_other.state()
        await at_game.state()
        found = await listed(http)
        assert other in found
        assert game not in found


async def test_the_three_newest_of_one_player_are_listed(http: httpx.AsyncClient) -> None:
    owner, other = await guest(http), await guest(http)
    async with lobby(owner) as own, lobby(other):
        made = [(await owner.create_game())["id"] for _ in range(10)]
        theirs = (await other.create_game())["id"]
        await wait_for_lobby(own, lambda frame: theirs in ids(frame, "open"))
        found = await listed(http)
        assert [game for game in found if game in made] == made[: -1 - MAX_LISTED : -1]
        assert theirs in found
        await owner.post(f"/api/games/{made[-1]}/abort")
        await wait_for_lobby(own, lambda frame: made[-1] not in ids(frame, "open"))
        assert [game for game in await listed(http) if game in made] == made[-2 : -2 - MAX_LISTED : -1]


async def test_the_twenty_first_open_game_of_a_player_is_refused(http: httpx.AsyncClient) -> None:
    owner, friend = await guest(http), await guest(http)
    for _ in range(3):
        await owner.create_game(rules=SOLITAIRE)
        await owner.create_game(seat="both")
    made = [(await owner.create_game(public=number % 2 == 0))["id"] for number in range(MAX_OPEN_GAMES)]
    refused = await owner.post("/api/games", {"rules": PAIR.id})
    assert refused.status_code == 409
    assert refused.json() == {"error": {"code": "too_many_games", "detail": {"limit": MAX_OPEN_GAMES}}}
    await owner.create_game(rules=SOLITAIRE)
    await owner.create_game(seat="both")
    await friend.create_game()  # other players may
    assert (await friend.post(f"/api/games/{made[0]}/join")).status_code == 200
    await owner.create_game()  # the joined one has begun
    assert (await owner.post(f"/api/games/{made[1]}/abort")).status_code == 200
    await owner.create_game()  # the aborted one has ended
    assert (await owner.post("/api/games", {"rules": PAIR.id})).status_code == 409
