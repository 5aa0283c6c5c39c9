"""A server with a streaming replica of its database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncpg
import httpx
import pytest

from tests.app.database_cluster import Cluster, new_cluster, why_unavailable
from tests.app.http_players import guest
from tests.app.solitaire_games import OPEN, resign_over_http
from tests.app.two_processes import eventually
from tests.serving import PATIENCE, UNLIMITED, serving

pytestmark = [pytest.mark.slow, pytest.mark.postgres]

BOARD, LIVE = f"/api/leaderboards/{OPEN.id}", "/api/games?status=live"


async def run(cluster: Cluster, statement: str) -> None:
    connection = await asyncpg.connect(cluster.url)
    await connection.execute(statement)
    await connection.close()


async def statuses(http: httpx.AsyncClient) -> list[int]:
    return [(await http.get(path)).status_code for path in (BOARD, LIVE)]


async def wait_for(http: httpx.AsyncClient, expected: list[int], entries: int) -> None:
    """Wait until the leaderboard and the live games are answered with these codes, the leaderboard with so
    many entries."""

    async def is_expected() -> bool:
        if await statuses(http) != expected:
            return False
        return len((await http.get(BOARD)).json()["items"]) == entries

    await eventually(is_expected)


async def add_result(http: httpx.AsyncClient) -> None:
    """Play a solitaire as a new guest and resign it."""
    person = await guest(http)
    await resign_over_http(person, (await person.create_game(rules=OPEN.id))["id"])


async def test_a_streaming_replica_answers_lists_until_it_is_late_or_gone(tmp_path: Path) -> None:
    if why := why_unavailable():
        pytest.skip(why)
    with (
        new_cluster() as primary,
        primary.streaming_replica() as replica,
        serving(primary.url, tmp_path, replica_url=replica.url, **UNLIMITED) as server,
    ):
        server.errors_allowed = True
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            await run(replica, "select pg_wal_replay_pause()")
            await add_result(http)
            await wait_for(http, [200, 200], entries=1)  # the replica does not know it
            await run(replica, "select pg_wal_replay_resume()")

            async def is_used() -> bool:
                primary.stop()
                try:
                    return await statuses(http) == [200, 503]
                finally:
                    primary.start()
                    await asyncio.sleep(1)

            await eventually(is_used)
            await wait_for(http, [200, 200], entries=1)
            replica.stop()
            await wait_for(http, [200, 200], entries=1)
