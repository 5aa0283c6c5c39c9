"""Two processes list each other's open games, also when one of them is killed or has just started."""

from __future__ import annotations

import signal
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

import pytest

from app.db.processes import EXPIRY
from tests.app.conftest import RedisSettings
from tests.app.http_players import Person, guest
from tests.app.live.test_lobby import ids, lobby, wait_for_lobby
from tests.app.short_grace import GRACE, short_grace
from tests.app.two_processes import eventually, http_clients, two_servers, with_client
from tests.serving import UNLIMITED, serving

pytestmark = pytest.mark.postgres

EXPIRED = EXPIRY / 1000 + 5  # seconds after which the rows of a killed process have certainly expired


@pytest.mark.slow
@pytest.mark.parametrize("where", ["/ws/games/{game}", "/ws/lobby"])
async def test_open_games_are_listed_across_processes_until_a_killed_owner_process_expires(
    where: str, postgres_url: str, redis_settings: RedisSettings, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        short = {"prepare": short_grace, **UNLIMITED, **redis_settings}
        servers = stack.enter_context(two_servers(postgres_url, tmp_path, **short))
        one, two = await stack.enter_async_context(http_clients(servers))
        owner = await guest(one)
        game = (await owner.create_game())["id"]
        stranger = await stack.enter_async_context(lobby(Person(two)))
        assert game not in ids(await stranger.next(), "open")
        async with owner.socket(where.format(game=game)):
            await wait_for_lobby(stranger, lambda frame: game in ids(frame, "open"))
        closed = monotonic()
        await wait_for_lobby(stranger, lambda frame: game not in ids(frame, "open"))
        assert GRACE - 0.1 < monotonic() - closed < GRACE + 5
        await stack.enter_async_context(owner.socket(where.format(game=game)))
        await wait_for_lobby(stranger, lambda frame: game in ids(frame, "open"))
        servers[0].send(signal.SIGKILL)
        killed = monotonic()
        await wait_for_lobby(stranger, lambda frame: game not in ids(frame, "open"))
        assert monotonic() - killed < EXPIRED + GRACE
        async with with_client(owner, two).game_socket(game):
            await wait_for_lobby(stranger, lambda frame: game in ids(frame, "open"))


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
