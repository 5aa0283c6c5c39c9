"""Rate limits and connection limits shared by several processes, over a Redis."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

import httpx
import pytest
import pytest_asyncio
import websockets

from app.cluster import redis_client
from app.db.processes import EXPIRY_MS
from app.errors import Refusal, TryAgain
from tests.app.cluster.shared_redis import RENEWAL_SHIFT_MS, SharedRedis
from tests.app.conftest import RedisSettings
from tests.app.http_players import Person
from tests.app.two_processes import eventually, http_clients, two_servers, with_client
from tests.serving import UNLIMITED, Server

pytestmark = pytest.mark.postgres

LIMITS = {**UNLIMITED, "limit_writes": 1, "limit_guests": 6, "limit_sockets": 4}


@pytest_asyncio.fixture
async def servers(
    postgres_url: str, redis_settings: RedisSettings, tmp_path: Path
) -> AsyncIterator[tuple[Server, ...]]:
    with two_servers(postgres_url, tmp_path, **LIMITS, **redis_settings) as running:
        yield running


async def can_open(person: Person, stack: AsyncExitStack) -> bool:
    """Return whether a lobby socket is accepted; it stays open as long as the stack."""
    try:
        await stack.enter_async_context(person.socket("/ws/lobby"))
    except websockets.InvalidStatus as refused:
        answer = refused.response
    else:
        return True
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    return False


async def test_limits_are_shared_by_two_processes(servers: tuple[Server, ...]) -> None:
    async with http_clients(servers) as two:
        people = await _guests(*two)
        await _writes(people[0], *two)
        await _sockets(people[0], *two)
        await _sockets(Person(two[0]), *two, most=10)


async def _guests(*two: httpx.AsyncClient) -> list[Person]:
    """Six guests a minute for an address, over both processes."""
    people, refused, since = list[Person](), 0, monotonic()
    for number in range(12):
        answer = await two[number % 2].post("/api/players/guest")
        two[number % 2].cookies.clear()
        if answer.status_code == 201:
            made = answer.json()
            headers = {"authorization": f"Bearer {made['token']}"}
            people.append(Person(two[0], made["id"], made["name"], made["token"], headers))
        else:
            assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")
            refused += 1
    gained = (monotonic() - since) / 10
    assert 6 <= len(people) <= 6 + gained + 1
    assert refused
    return people


async def _writes(person: Person, *two: httpx.AsyncClient) -> None:
    """One write a second for a player, a burst of three, over both processes."""
    since = monotonic()
    asked = [with_client(person, two[number % 2]).post("/api/games/none/join") for number in range(16)]
    codes = [answer.status_code for answer in await asyncio.gather(*asked)]
    assert set(codes) == {404, 429}
    assert 3 <= codes.count(404) <= 3 + (monotonic() - since) + 1


async def _sockets(person: Person, *two: httpx.AsyncClient, most: int = 4) -> None:
    """Four sockets for a player and ten for an address, over both processes; a closed one is free in both."""
    async with AsyncExitStack() as stack:
        for number in range(most - 1):
            assert await can_open(with_client(person, two[number % 2]), stack)
        async with AsyncExitStack() as last:
            assert await can_open(with_client(person, two[1]), last)
            for http in two:
                assert not await can_open(with_client(person, http), stack)
        await eventually(lambda: can_open(with_client(person, two[0]), stack))
        for http in two:
            assert not await can_open(with_client(person, http), stack)


async def test_connections_of_a_killed_process_are_released_at_once(
    shared: SharedRedis,
) -> None:
    """The process still counts as alive."""
    dead, alive = shared.limits("dead", "alive")
    async with shared.listening("dead"):
        for _ in range(4):
            await dead.acquire("player", 4)
        with pytest.raises(Refusal):
            await alive.acquire("player", 4)

    async def can_acquire() -> bool:
        try:
            await alive.acquire("player", 4)
        except Refusal:
            return False
        return True

    await eventually(can_acquire)  # Redis notices a closed connection some moments later


async def test_sockets_of_a_killed_process_no_longer_count(servers: tuple[Server, ...]) -> None:
    async with AsyncExitStack() as stack:
        two = await stack.enter_async_context(http_clients(servers))
        (person, *_) = await _guests(*two)
        for _ in range(4):
            assert await can_open(person, stack)
        assert not await can_open(with_client(person, two[1]), stack)
        servers[0].send(signal.SIGKILL)
        await eventually(lambda: can_open(with_client(person, two[1]), stack))


async def test_connections_of_a_hung_process_expire(shared: SharedRedis) -> None:
    async with shared.listening("dead"):
        await _expire(shared)


async def _expire(shared: SharedRedis) -> None:
    dead, alive = shared.limits("dead", "alive")
    for _ in range(3):
        await dead.acquire("player", 4)
    await alive.acquire("player", 4)
    with pytest.raises(Refusal):
        await alive.acquire("player", 4)
    await shared.age("processes", RENEWAL_SHIFT_MS)
    with pytest.raises(Refusal):
        await alive.acquire("player", 4)
    await shared.age("processes", EXPIRY_MS)
    await alive.acquire("player", 4)


async def test_a_failed_release_of_a_connection_is_retried(
    shared: SharedRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shared.listening("here"):
        await _retry_release(shared, monkeypatch)


async def _retry_release(shared: SharedRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = shared.limits("here", "there")
    await here.acquire("player", 1)
    here.release("player")
    monkeypatch.setattr(redis_client, "COMMAND_TIMEOUT", 0.5)
    async with shared.failing():
        with pytest.raises(TryAgain):
            await here.flush()
    monkeypatch.setattr(redis_client, "COMMAND_TIMEOUT", 30.0)
    with pytest.raises(Refusal):
        await there.acquire("player", 1)
    await here.flush()
    await there.acquire("player", 1)


async def test_a_shared_bucket_refills_over_time_up_to_its_size(shared: SharedRedis) -> None:
    one, two = (shared.limiter(2, 0.01, "writes") for _ in range(2))
    for _ in range(3):
        await one.take("player")
        await two.take("player")
        for bucket in (one, two):
            with pytest.raises(Refusal):
                await bucket.take("player")
        await one.take("another")
        await shared.age("buckets", 600_000)


async def test_many_connections_that_close_at_once_are_written_by_one_statement(
    shared: SharedRedis,
) -> None:
    here, there = shared.limits("here", "there")
    async with shared.listening("here"):
        for number in range(20):
            for _ in range(1 + number % 2):
                await here.acquire(f"player {number}", 2)
        for number in range(20):
            here.release(f"player {number}")
        async with shared.counted() as statements:
            await here.flush()
        assert 1 <= len(statements) == len(set(statements)), "or one command to write and one to delete"
        for number in range(20):
            await there.acquire(f"player {number}", 2 - (number + 1) % 2)
            with pytest.raises(Refusal):
                await there.acquire(f"player {number}", 2 - (number + 1) % 2)


async def test_counts_that_were_lost_are_written_again(shared: SharedRedis) -> None:
    here, there = shared.limits("here", "there")
    async with shared.listening("here"):
        await here.acquire("player", 1)
        await shared.lose()
        await shared.processes("here").renew()
        here.forget()
        await here.flush()
        with pytest.raises(Refusal):
            await there.acquire("player", 1)


async def test_an_older_count_never_overwrites_that_of_a_new_connection(
    shared: SharedRedis,
) -> None:
    """A release is written while another connection of the same key is being admitted, in either order."""
    async with shared.listening("here"):
        here, there = shared.limits("here", "there")
        for flush_first in (True, False):
            for _ in range(2):
                await here.acquire("player", 9)
            async with shared.held():
                here.release("player")
                works = [here.flush(), here.acquire("player", 9)]
                tasks = [asyncio.create_task(work) for work in (works if flush_first else works[::-1])]
                await asyncio.sleep(0.2)
            await asyncio.gather(*tasks)
            with pytest.raises(Refusal):
                await there.acquire("player", 2)
            await here.flush()
            with pytest.raises(Refusal):
                await there.acquire("player", 2)
            for _ in range(2):
                here.release("player")
            await here.flush()
            await there.acquire("player", 1)
            there.release("player")
            await there.flush()


async def test_a_bucket_that_nobody_used_for_an_hour_is_deleted(shared: SharedRedis) -> None:
    """Its key may be an address."""
    limiter = shared.limiter(2, 1, "guests")
    slow = shared.limiter(2, 1 / 100_000, "guests")
    await limiter.take("192.0.2.1")
    await slow.take("192.0.2.2")
    assert all(0 < expiry <= 60 * 60 * 1000 for expiry in await shared.expiries())
    assert len(await shared.expiries()) == 2
