"""Several processes on one PostgreSQL database: no process owns a game, so every request can go to either."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import httpx
import pytest
from redis.asyncio import Redis

from app.bus.notices import Bus
from app.db.engine import create_engine
from app.people.account_store import AccountChange, AccountStore
from app.results.recording import change_listing
from app.settings import Settings
from tests.app.fixtures import RedisSettings
from tests.app.http_players import Board, Json, Person, Socket, account, guest, moves
from tests.app.two_processes import (
    eventually,
    new_board_across,
    refusal_of,
    wait_for_frame,
    with_client,
)
from tests.serving import Server

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

Two = tuple[httpx.AsyncClient, ...]
FIELDS = ("status", "ply", "turn", "view", "told", "last", "over", "score")


async def log_of(board: Board, http: httpx.AsyncClient) -> list[list[Any]]:
    entries: list[list[Any]] = (await http.get(f"/api/games/{board.id}/log")).json()["entries"]
    return entries


def public_fields(state: Json) -> Json:
    return {name: state[name] for name in FIELDS}


@pytest.mark.slow
async def test_people_with_an_account_are_named_as_connected_by_both_processes(
    both: Two, servers: tuple[Server, ...]
) -> None:
    """Players who hide and guests are not listed; all of them are counted."""
    here, there, shy = await account(both[0]), await account(both[1]), await account(both[0])
    engine = create_engine(Settings(database_url=servers[0].database_url).url)
    await AccountStore(engine, Bus(), change_listing).change(shy.id, AccountChange(listed=False), 0)
    await engine.dispose()
    game = (await there.create_game(seat=0))["id"]
    async with AsyncExitStack() as stack:
        for context in (here.socket("/ws/lobby"), there.game_socket(game), shy.socket("/ws/lobby")):
            await stack.enter_async_context(context)
        for http in both:
            await eventually(partial(_names_online, http, {here.name, there.name}, 3))
        names = (await both[0].get("/api/players/online")).json()["items"]
        assert {item["name"]: item["id"] for item in names}[here.name] == here.id
        assert shy.name not in {item["name"] for item in names}
    for http in both:
        await eventually(partial(_names_online, http, set(), 0))


async def _names_online(http: httpx.AsyncClient, names: set[str], least: int) -> bool:
    found = (await http.get("/api/players/online")).json()
    return {item["name"] for item in found["items"]} == names and found["online"] >= least


async def test_a_move_through_either_process_is_broadcast_by_both(both: Two) -> None:
    board = await new_board_across(*both)
    async with (
        board.people[0].game_socket(board.id) as white,
        board.people[1].game_socket(board.id) as black,
        Person(both[0]).game_socket(board.id) as first_spectator,
        Person(both[1]).game_socket(board.id) as second_spectator,
    ):
        sockets = (white, black)
        state = await white.state()
        for text in moves():
            ply = state["ply"]
            await sockets[state["turn"]].send("move", ply=ply, move=text)
            states = [await socket.state(ply + 1) for socket in (*sockets, first_spectator, second_spectator)]
            for seen in states[1:]:
                assert public_fields(seen) == public_fields(states[0])
            state = states[0]
        assert state["over"] is not None
    logs = [await log_of(board, http) for http in both]
    assert logs[0] == logs[1]
    assert [entry[3] for entry in logs[0]] == list(moves())


async def test_presence_counts_players_and_spectators_of_both_processes(both: Two) -> None:
    board = await new_board_across(*both)
    async with (
        board.people[0].game_socket(board.id) as white,
        Person(both[0]).game_socket(board.id) as first_spectator,
        Person(both[1]).game_socket(board.id),
        Person(both[1]).game_socket(board.id) as second_spectator,
    ):
        for socket in (white, first_spectator, second_spectator):
            await wait_for_frame(socket, _counts([True, False], 3))
        async with (
            board.people[1].game_socket(board.id),
            with_client(board.people[1], both[0]).game_socket(board.id),
        ):
            for socket in (white, first_spectator, second_spectator):
                await wait_for_frame(socket, _counts([True, True], 3))
        for socket in (white, first_spectator, second_spectator):
            await wait_for_frame(socket, _counts([True, False], 3))
    for http in both:
        await eventually(lambda http=http: _no_presence(http, board.id))  # type: ignore[misc]


async def _no_presence(http: httpx.AsyncClient, game: str) -> bool:
    state = (await http.get(f"/api/games/{game}")).json()
    return state["watchers"] == 0 and not any(player["online"] for player in state["players"])


def _counts(players: list[bool], watchers: int) -> Callable[[Json], bool]:
    """Return a condition: a state or presence frame shows these players and this many spectators online."""

    def matches(frame: Json) -> bool:
        if frame["t"] == "state":
            seen = [bool(player and player["online"]) for player in frame["players"]]
        else:
            seen = frame.get("players", [])
        return seen == players and frame.get("watchers") == watchers

    return matches


async def test_the_lobby_of_one_process_lists_games_of_the_other(both: Two) -> None:
    white, black = await guest(both[0]), await guest(both[1])
    async with black.socket("/ws/lobby") as lobby, with_client(white, both[1]).socket("/ws/lobby") as own:
        game = (await white.create_game(seat=0))["id"]  # its owner has a lobby socket at the other process
        await wait_for_lobby(lobby, lambda frame: game in ids(frame["open"]))
        await wait_for_lobby(own, lambda frame: game in ids(frame["mine"]))
        joined = await with_client(black, both[0]).post(f"/api/games/{game}/join")
        assert joined.status_code == 200
        await wait_for_lobby(lobby, lambda frame: game in ids(frame["live"]) and game in ids(frame["mine"]))
        await white.post(f"/api/games/{game}/resign")
        await wait_for_lobby(lobby, lambda frame: game not in ids(frame["live"] + frame["mine"]))


async def wait_for_lobby(socket: Socket, condition: Callable[[Json], bool]) -> None:
    """Wait for lists for which `condition` is true; what moves on boards is skipped."""
    await wait_for_frame(socket, lambda frame: frame["t"] == "lobby" and condition(frame))


def ids(items: list[Json]) -> set[str]:
    return {item["id"] for item in items}


async def cut_subscriptions(redis_url: str) -> int:
    """Cut the connections by which processes receive notices; return how many."""
    async with Redis.from_url(redis_url) as redis:
        return int(await redis.client_kill_filter(_type="pubsub"))


async def test_a_process_catches_up_after_its_subscription_is_cut(
    both: Two, redis_of_servers: RedisSettings
) -> None:
    """The notices of entries written before it listens again are lost."""
    board = await new_board_across(*both)
    async with (
        board.people[0].game_socket(board.id) as white,
        board.people[1].game_socket(board.id) as black,
        Person(both[0]).game_socket(board.id) as first_spectator,
        Person(both[1]).game_socket(board.id) as second_spectator,
        Person(both[1]).socket("/ws/lobby", max_queue=None) as lobby,
        AsyncExitStack() as stack,
    ):
        sockets, turn, cut = (white, black), 0, 0
        for ply, text in enumerate(moves()[:10]):
            cut += await cut_subscriptions(redis_of_servers["redis_url"])
            assert await refusal_of(sockets[turn], "move", ply=ply, move=text) is None
            states = [await socket.state(ply + 1) for socket in (first_spectator, second_spectator)]
            assert public_fields(states[0]) == public_fields(states[1])
            turn = states[0]["turn"]
        made = (await board.people[0].create_game())["id"]
        own = board.people[0].game_socket(made)
        await (await stack.enter_async_context(own)).state()
        waiting, seen = set[str](), dict[str, int]()
        while made not in waiting or seen.get(board.id, 10) != 10:
            frame = await lobby.next()
            if frame["t"] == "lobby":
                waiting = ids(frame["open"])
                seen |= {item["id"]: item["ply"] for item in frame["live"][:8]}
            else:
                seen |= {item[0]: item[1] for item in frame["items"]}
    assert cut >= 2
