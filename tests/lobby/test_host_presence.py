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
from tests.app.two_processes import http_clients, with_client
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
        first = stack.enter_context(serving(postgres_url, tmp_path, **short))
        (one,) = await stack.enter_async_context(http_clients((first,)))
        owners = [await guest(one) for _ in range(2)]
        games = [(await owner.create_game())["id"] for owner in owners]
        paths = [f"/ws/games/{games[0]}", "/ws/lobby"]
        async with owners[0].socket(paths[0]):  # before the other process is started
            second = stack.enter_context(serving(postgres_url, tmp_path, **short))
            (two,) = await stack.enter_async_context(http_clients((second,)))
            stranger = await stack.enter_async_context(lobby(Person(two)))

            async def wait_until_listed(expected: list[str]) -> None:
                await wait_for_lobby(stranger, lambda frame: listed(frame, games) == expected)

            await wait_until_listed(games[:1])
            closing = monotonic()
        await wait_until_listed([])
        assert monotonic() - closing > GRACE_SECONDS
        async with owners[1].socket(paths[1]):
            await wait_until_listed(games[1:])
        await wait_until_listed([])
        for owner, path in zip(owners, paths, strict=True):
            await stack.enter_async_context(owner.socket(path))
        await wait_until_listed(games)
        first.send(signal.SIGKILL)
        await wait_until_listed([])
        async with with_client(owners[0], two).game_socket(games[0]):
            await wait_until_listed(games[:1])


def listed(frame: Json, games: list[str]) -> list[str]:
    """Return the games that are in the list of open games."""
    return [game for game in games if game in ids(frame, "open")]
