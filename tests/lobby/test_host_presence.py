"""Open games of two processes: each lists the games of the other, also after a kill or a start."""

from __future__ import annotations

import signal
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

import pytest

from app.lobby import host_presence
from tests.app.fixtures import RedisSettings
from tests.app.http_players import Json, Person, guest
from tests.app.two_processes import eventually, http_clients, two_servers, with_client
from tests.lobby.test_lobby import ids, lobby, wait_for_lobby
from tests.serving import UNLIMITED, serving

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

GRACE_SECONDS = 1.0  # instead of 30


def short_grace() -> None:
    """Shorten the grace period of a server, for `serving(prepare=...)`."""
    host_presence.HOST_GRACE = GRACE_SECONDS


async def test_open_games_are_listed_across_processes_until_a_killed_owner_process_expires(
    postgres_url: str, redis_settings: RedisSettings, tmp_path: Path
) -> None:
    """Of two owners at once, so that the rows expire once: one is in the game, the other in the lobby."""
    async with AsyncExitStack() as stack:
        short = {"prepare": short_grace, **UNLIMITED, **redis_settings}
        servers = stack.enter_context(two_servers(postgres_url, tmp_path, **short))
        one, two = await stack.enter_async_context(http_clients(servers))
        owners = [await guest(one) for _ in range(2)]
        games = [(await owner.create_game())["id"] for owner in owners]
        paths = [f"/ws/games/{games[0]}", "/ws/lobby"]
        stranger = await stack.enter_async_context(lobby(Person(two)))

        async def wait_until_listed(expected: list[str]) -> None:
            await wait_for_lobby(stranger, lambda frame: listed(frame, games) == expected)

        assert listed(await stranger.next(), games) == []
        for owner, game, path in zip(owners, games, paths, strict=True):
            async with owner.socket(path):
                await wait_until_listed([game])
                closing = monotonic()
            await wait_until_listed([])
            assert monotonic() - closing > GRACE_SECONDS
        for owner, path in zip(owners, paths, strict=True):
            await stack.enter_async_context(owner.socket(path))
        await wait_until_listed(games)
        servers[0].send(signal.SIGKILL)
        await wait_until_listed([])
        async with with_client(owners[0], two).game_socket(games[0]):
            await wait_until_listed(games[:1])


def listed(frame: Json, games: list[str]) -> list[str]:
    """Return the games that are in the list of open games."""
    return [game for game in games if game in ids(frame, "open")]


async def test_a_new_process_lists_the_open_games_of_owners_connected_to_another(
    postgres_url: str, redis_settings: RedisSettings, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        first = stack.enter_context(serving(postgres_url, tmp_path, **UNLIMITED, **redis_settings))
        (one,) = await stack.enter_async_context(http_clients((first,)))
        owner, absent = await guest(one), await guest(one)
        game, other = (await owner.create_game())["id"], (await absent.create_game())["id"]
        await stack.enter_async_context(owner.game_socket(game))
        second = stack.enter_context(serving(postgres_url, tmp_path, **UNLIMITED, **redis_settings))
        (two,) = await stack.enter_async_context(http_clients((second,)))

        async def listed() -> bool:
            async with lobby(Person(two)) as stranger:
                found = ids(await stranger.next(), "open")
            assert other not in found
            return game in found

        await eventually(listed)
