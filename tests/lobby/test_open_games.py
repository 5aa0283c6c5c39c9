"""Open games: listed in the lobby while their owner is connected, limited per player."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from app.lobby.host_presence import HostPresence
from engine import GAMES
from tests.app.http_players import PAIR, Person, guest
from tests.lobby.test_lobby import ids, lobby, wait_for_lobby

MAX_OPEN_GAMES = 20  # of one player
MAX_LISTED = 3
SOLITAIRE = next(game.id for game in GAMES.values() if len(game.seats) == 1)


async def listed(http: httpx.AsyncClient) -> list[str]:
    """Return the open games in the first lobby frame of a new connection."""
    async with lobby(Person(http)) as socket:
        return ids(await socket.next(), "open")


async def test_a_game_is_not_listed_by_sockets_of_its_owner_elsewhere_or_of_others(
    http: httpx.AsyncClient,
) -> None:
    owner, stranger = await guest(http), await guest(http)
    game, other = (await owner.create_game())["id"], (await owner.create_game())["id"]
    assert not {game, other} & {*await listed(http)}
    items = (await http.get("/api/games?status=open")).json()["items"]
    assert game in [item["id"] for item in items], "the plain list has every open game"
    async with owner.game_socket(other) as at_other, stranger.game_socket(game) as at_game:
        await at_other.state()
        await at_game.state()
        assert {game, other} & {*await listed(http)} == {other}


async def test_an_owner_counts_from_the_first_socket_until_the_grace_period_after_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not within a reload of the page, which closes the socket and opens another one."""
    grace, loop = 0.1, asyncio.get_running_loop()
    monkeypatch.setattr("app.lobby.host_presence.HOST_GRACE", grace)
    hosts = HostPresence()
    with hosts.count_connection("game"):
        with hosts.count_connection("game"):
            assert hosts.has("game")
        await asyncio.sleep(2 * grace)
        assert hosts.has("game"), "one of two sockets is still there"
    assert hosts.has("game")
    with hosts.count_connection("game"):
        await asyncio.sleep(2 * grace)
        assert hosts.has("game"), "the first time of grace has no effect any more"
        closing = loop.time()
    while hosts.has("game"):  # noqa: ASYNC110 (of a timer)
        await asyncio.sleep(grace / 10)
    assert loop.time() - closing >= grace
    with hosts.count_connection("game"):
        assert hosts.has("game")


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
