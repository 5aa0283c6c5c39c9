"""Processes on one PostgreSQL serve together only if they share a Redis."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.cluster import membership
from app.cluster.membership import Membership, NotAlone
from app.cluster.redis_client import RedisClient
from app.db.processes import ProcessStore
from tests.app.http_players import guest
from tests.app.redis_server import RedisServer
from tests.app.two_processes import eventually
from tests.serving import UNLIMITED, serving

pytestmark = pytest.mark.postgres

WATCH_SECONDS = 1.0  # of a server: 15
SHORT_WATCH_SECONDS = 3 * membership.RENEW_INTERVAL  # of the servers of a test
REFUSAL = "Another process serves this database, and does not share a Redis with this one."


async def rows(engine: AsyncEngine) -> dict[str, int]:
    """Return the time of the last renewal of each process."""
    async with engine.connect() as connection:
        found = await connection.execute(text("select id, seen from processes"))
        return {row.id: row.seen for row in found}


async def renew(store: ProcessStore) -> None:
    while await store.renew(None, subscribed=False):  # noqa: ASYNC110 (nothing tells of it)
        await asyncio.sleep(0.05)


async def test_of_two_processes_without_a_common_redis_the_later_one_is_refused(
    postgres_engine: AsyncEngine, redis_server: RedisServer
) -> None:
    one, other = (RedisClient(redis_server.new_url()) for _ in range(2))
    for first, second in ((None, None), (one, None), (None, one), (one, other)):
        store = ProcessStore(postgres_engine, "first")
        await Membership(store, first).join(WATCH_SECONDS)
        renewing = asyncio.create_task(renew(store))
        with pytest.raises(NotAlone):
            await Membership(ProcessStore(postgres_engine, "second"), second).join(WATCH_SECONDS)
        renewing.cancel()
        with suppress(asyncio.CancelledError):
            await renewing
        assert list(await rows(postgres_engine)) == ["first"]
        await store.leave()
    for client in (one, other):
        await client.close()


async def test_one_process_owns_the_spare_work_until_it_ends(postgres_engine: AsyncEngine) -> None:
    first, second = (ProcessStore(postgres_engine, name) for name in ("first", "second"))
    for store in (first, second):
        await store.join("a Redis")
    owners = await asyncio.gather(*(store.owns_spare_work() for store in (first, second, first, second)))
    assert sum(owners[:2]) == 1
    assert owners[:2] == owners[2:], "it stays with its owner"
    owner, other = (first, second) if owners[0] else (second, first)
    await owner.leave()
    assert await other.owns_spare_work()
    async with postgres_engine.begin() as connection:
        await connection.execute(text("update processes set seen = seen - 20000"))  # it is taken for dead
    await owner.join("a Redis")
    assert await owner.owns_spare_work()


async def test_processes_with_a_common_redis_join_at_once(
    postgres_engine: AsyncEngine, redis_url: str
) -> None:
    client = RedisClient(redis_url)
    joined = [Membership(ProcessStore(postgres_engine, f"process {number}"), client) for number in range(4)]
    async with asyncio.timeout(10):
        await asyncio.gather(*(member.join(60) for member in joined))
    assert len(await rows(postgres_engine)) == 4
    await client.close()


async def test_of_processes_that_start_at_the_same_time_one_is_joined(postgres_engine: AsyncEngine) -> None:
    async def join(name: str) -> bool:
        store = ProcessStore(postgres_engine, name)
        try:
            await Membership(store, None).join(WATCH_SECONDS)
        except NotAlone:
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(3 * WATCH_SECONDS):
                await renew(store)
        return True

    assert sorted(await asyncio.gather(join("one"), join("two"), join("three"))) == [False, False, True]


async def test_the_row_of_a_dead_process_is_watched_and_deleted(postgres_engine: AsyncEngine) -> None:
    dead = ProcessStore(postgres_engine, "dead")
    assert await dead.join(None) == {}
    await Membership(ProcessStore(postgres_engine, "new"), None).join(WATCH_SECONDS)
    assert list(await rows(postgres_engine)) == ["new"]
    assert not await dead.renew(None, subscribed=False), "it finds out that it was taken for dead"


async def test_a_redis_that_is_replaced_is_recognised_again(
    postgres_engine: AsyncEngine, redis_server: RedisServer
) -> None:
    """A restarted Redis has a new fingerprint; running processes adopt it with the next renewal."""
    url = redis_server.new_url()
    client = RedisClient(url)
    store = ProcessStore(postgres_engine, "running")
    await Membership(store, client).join(WATCH_SECONDS)
    before = await client.fingerprint()
    await client.call(lambda redis: redis.flushdb())
    running = asyncio.create_task(Membership(store, client).run(lambda: None))
    await Membership(ProcessStore(postgres_engine, "new"), client).join(10)
    assert await client.fingerprint() != before
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    await client.close()


def watch_shortly() -> None:
    """Shorten the watch of this process, for `serving(prepare=...)`."""
    membership.WATCH_SECONDS = SHORT_WATCH_SECONDS


@pytest.mark.slow
async def test_a_stopped_server_that_was_replaced_gives_way_when_it_wakes_up(
    postgres_url: str, tmp_path: Path
) -> None:
    """The stopped one closes its sockets, starts anew, finds the other one, and exits as any second server
    without a Redis: with a sentence on what to set."""
    with serving(postgres_url, tmp_path, prepare=watch_shortly, **UNLIMITED) as stopped:
        stopped.errors_allowed = True
        stopped.send(signal.SIGSTOP)
        with serving(postgres_url, tmp_path, prepare=watch_shortly, **UNLIMITED) as server:
            stopped.send(signal.SIGCONT)
            assert await asyncio.to_thread(stopped.wait) == 1
            refusal = stopped.printed().partition(REFUSAL)[2]
            assert "RICHELIEU_REDIS_URL" in refusal
            async with httpx.AsyncClient(base_url=server.url) as http:
                assert (await guest(http)).id


@pytest.mark.slow
async def test_a_server_whose_row_is_gone_starts_anew_and_keeps_all_games(
    postgres_url: str, postgres_engine: AsyncEngine, tmp_path: Path
) -> None:
    with serving(postgres_url, tmp_path, **UNLIMITED) as server:
        server.errors_allowed = True
        async with httpx.AsyncClient(base_url=server.url) as http:
            person = await guest(http)
            game = (await person.create_game())["id"]
            async with person.game_socket(game) as socket:
                await socket.state()
                (before,) = await rows(postgres_engine)
                async with postgres_engine.begin() as connection:
                    await connection.execute(text("delete from processes"))
                await socket.connection.wait_closed()
                assert socket.connection.close_code == 1012

            async def renewed() -> bool:
                return bool(await rows(postgres_engine)) and before not in await rows(postgres_engine)

            await eventually(renewed)

            async def answers() -> bool:
                try:
                    return (await http.get("/ready")).status_code == 200
                except httpx.TransportError:
                    return False

            await eventually(answers)
            assert (await person.state(game))["status"] == "open"
