"""Processes on one PostgreSQL serve together only if they share a Redis: a session-level advisory lock."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from unittest.mock import patch

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus import process_lock
from app.bus.process_lock import NotAlone, ProcessLock, lock_out_processes
from app.bus.redis_bus import RedisBus
from app.bus.redis_client import RedisClient
from app.core.errors import TryAgain
from app.db.engine import create_engine
from app.settings import Settings
from tests.app.http_players import guest
from tests.app.redis_server import RedisServer
from tests.app.two_processes import eventually
from tests.serving import UNLIMITED, command, serving

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

REFUSAL = "Another process serves this database, and does not share a Redis with this one."
UNREACHABLE_REDIS = "redis://127.0.0.1:9/0"


def be_impatient() -> None:
    """Shorten the wait for the lock, of this process or for `serving(prepare=...)`."""
    process_lock.PATIENCE = 1.0


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_lock, "PATIENCE", 1.0)
    monkeypatch.setattr(process_lock, "RETRY_INTERVAL", 0.05)
    monkeypatch.setattr(process_lock, "CHECK_INTERVAL", 0.1)


NewLock = Callable[[str | None], ProcessLock]  # of a process with this Redis


@pytest.fixture
async def new_lock(postgres_url: str) -> AsyncIterator[NewLock]:
    locks, clients = list[ProcessLock](), list[RedisClient]()

    def make(redis: str | None) -> ProcessLock:
        if redis:
            clients.append(RedisClient(redis))
        lock = ProcessLock(Settings(database_url=postgres_url).url, clients[-1] if redis else None)
        locks.append(lock)
        return lock

    yield make
    for one in locks:
        await one.release()
    for client in clients:
        await client.close()


@asynccontextmanager
async def kept(
    lock: ProcessLock,
    subscribed: asyncio.Event | None = None,
    ask_database: Callable[[], object] = lambda: None,
) -> AsyncIterator[asyncio.Event]:
    """Keep a lock that was taken; yield the event that it was lost."""
    lost = asyncio.Event()

    async def ask() -> None:
        ask_database()

    keeping = asyncio.create_task(lock.keep(subscribed or asyncio.Event(), ask, lost.set))
    yield lost
    keeping.cancel()
    await asyncio.wait([keeping])
    assert keeping.cancelled(), keeping.exception()


async def kill_connections(engine: AsyncEngine, lock: ProcessLock | None = None) -> int:
    """Let PostgreSQL end the connection of one lock, by default of all; return how many."""
    kill = text(
        """select count(pg_terminate_backend(pid)) from pg_stat_activity
 where datname = current_database() and application_name like :name"""
    )
    async with engine.connect() as connection:
        name = f"richelieu {lock.process if lock else '%'}"
        return int(await connection.scalar(kill, {"name": name}) or 0)


async def lock_connections(engine: AsyncEngine) -> set[int]:
    """Return the processes of PostgreSQL whose connections hold the lock."""
    held = text(
        """select pid from pg_locks join pg_database on pg_database.oid = database
 where locktype = 'advisory' and granted and datname = current_database()"""
    )
    async with engine.connect() as connection:
        return set((await connection.scalars(held)).all())


async def is_admitted(lock: ProcessLock) -> bool:
    """Return whether a lock can be taken, and release it."""
    try:
        await lock.take()
    except NotAlone:
        return False
    await lock.release()
    return True


async def is_refused(lock: ProcessLock) -> bool:
    """Return whether a lock cannot be taken by a process that waits for a moment only."""
    with patch.object(process_lock, "PATIENCE", 0.2):
        return not await is_admitted(lock)


async def test_of_two_processes_without_a_common_redis_the_later_one_is_refused(
    new_lock: NewLock, redis_server: RedisServer
) -> None:
    one, other = redis_server.new_url(), redis_server.new_url()
    for first, second in ((None, None), (one, None), (None, one), (one, other), (one, UNREACHABLE_REDIS)):
        holder = new_lock(first)
        await holder.take()
        assert await is_refused(new_lock(second)), (first, second)
        await holder.release()
        assert await is_admitted(new_lock(second)), (first, second)


async def test_of_processes_that_start_at_the_same_moment_only_those_with_a_common_redis_serve(
    new_lock: NewLock, redis_server: RedisServer
) -> None:
    shared = redis_server.new_url()
    for redis in ([shared] * 4, [shared, redis_server.new_url(), None] * 2):
        locks = [new_lock(url) for url in redis]
        taken = await asyncio.gather(*(lock.take() for lock in locks), return_exceptions=True)
        served = [
            url for url, answer in zip(redis, taken, strict=True) if not isinstance(answer, BaseException)
        ]
        assert served
        assert len(set(served)) == 1, served
        assert len(served) == (1 if served[0] is None else redis.count(served[0])), served
        assert len(served) + sum(isinstance(answer, NotAlone) for answer in taken) == len(redis)
        for lock in locks:
            await lock.release()


async def test_a_redis_that_was_emptied_is_recognised_again(new_lock: NewLock, redis_url: str) -> None:
    """A restarted Redis has a new id; those who hold the lock record it."""
    running = new_lock(redis_url)
    await running.take()
    client = RedisClient(redis_url)
    before = await client.fingerprint()
    await client.call(lambda redis: redis.flushdb())
    async with kept(running):
        await new_lock(redis_url).take()
    assert await client.fingerprint() != before
    await client.close()


async def test_a_process_that_starts_while_its_redis_is_away_is_alone_until_it_returns(
    new_lock: NewLock, redis_server: RedisServer, redis_url: str
) -> None:
    first = new_lock(redis_url)
    client, first._redis = first._redis, RedisClient(UNREACHABLE_REDIS)
    await first.take()
    assert await is_refused(new_lock(redis_url))
    first._redis = client
    async with kept(first) as lost:
        second = new_lock(redis_url)
        await second.take()
        assert await is_refused(new_lock(redis_server.new_url()))
        assert not lost.is_set()


async def test_a_lock_whose_connection_is_killed_is_retaken(
    new_lock: NewLock, redis_url: str, postgres_engine: AsyncEngine
) -> None:
    """Also while Redis is away."""

    async def is_retaken(killed: set[int]) -> bool:
        taken = await lock_connections(postgres_engine)
        return len(taken) == len(killed) and not taken & killed

    for redis in (None, redis_url):
        holders = [new_lock(redis) for _ in range(2 if redis else 1)]
        for holder in holders:
            await holder.take()
        for holder in holders:
            holder._redis = RedisClient(UNREACHABLE_REDIS) if redis else None
        async with AsyncExitStack() as stack:
            lost = [await stack.enter_async_context(kept(holder)) for holder in holders]
            for _ in range(3):
                killed = await lock_connections(postgres_engine)
                assert await kill_connections(postgres_engine) == len(killed) == len(holders)
                await eventually(partial(is_retaken, killed))
                assert await is_refused(new_lock(None))
            assert not any(one.is_set() for one in lost)
        for holder in holders:
            await holder.release()


async def test_a_process_that_cannot_retake_the_lock_ends_only_while_the_database_answers(
    new_lock: NewLock, postgres_engine: AsyncEngine
) -> None:
    lock, away = new_lock(None), True

    def ask() -> None:
        if away:
            raise TryAgain

    await lock.take()
    lock._options |= {"dsn": "postgresql://127.0.0.1:9/nowhere"}
    async with kept(lock, ask_database=ask) as lost:
        await kill_connections(postgres_engine, lock)
        await asyncio.sleep(2)
        assert not lost.is_set(), "nobody else can take the lock either"
        away = False
        async with asyncio.timeout(10):
            await lost.wait()


async def test_only_processes_that_are_subscribed_count_as_others(
    new_lock: NewLock, postgres_engine: AsyncEngine, redis_url: str
) -> None:
    """A process that hears nothing is out of service only while others hear more."""
    own, other = new_lock(redis_url), new_lock(redis_url)
    bus = RedisBus(RedisClient(UNREACHABLE_REDIS), own.process)

    async def has_others() -> bool:
        async with postgres_engine.connect() as connection:
            return await bus.has_others(connection)

    async def has_none() -> bool:
        return not await has_others()

    here, there = asyncio.Event(), asyncio.Event()
    here.set()
    for lock in (own, other):
        await lock.take()
    async with kept(own, here), kept(other, there):
        await asyncio.sleep(0.3)
        assert not await has_others(), "itself does not count"
        there.set()
        await eventually(has_others)
        there.clear()
        await eventually(has_none)
        there.set()
        await eventually(has_others)
        await kill_connections(postgres_engine)
        await asyncio.sleep(0.3)
        await eventually(has_others)
    await other.release()
    await eventually(has_none)
    await bus.client.close()


async def test_a_command_that_needs_an_unserved_database_is_refused_and_keeps_processes_out(
    new_lock: NewLock, postgres_url: str
) -> None:
    engine = create_engine(Settings(database_url=postgres_url).url)
    holder = new_lock(None)
    await holder.take()
    async with engine.connect() as connection:
        assert not await lock_out_processes(connection)
        await holder.release()
        assert await lock_out_processes(connection)
        assert await is_refused(new_lock(None))
    await engine.dispose()
    assert await is_admitted(new_lock(None))


# As operators see it


@pytest.mark.slow
async def test_a_second_server_says_why_it_exits_and_one_after_a_kill_starts_at_once(
    postgres_url: str, tmp_path: Path
) -> None:
    with serving(postgres_url, tmp_path, **UNLIMITED) as first:
        words = ("serve", "--port", "0")
        second = command(*words, prepare=be_impatient, database_url=postgres_url)
        assert second.returncode == 1
        refusal = second.stderr.partition(REFUSAL)[2]
        assert "RICHELIEU_REDIS_URL" in refusal
        first.send(signal.SIGKILL)
        with serving(postgres_url, tmp_path, **UNLIMITED):
            pass


@pytest.mark.slow
async def test_a_server_that_lost_its_lock_while_it_was_stopped_gives_way_when_it_wakes_up(
    postgres_url: str, postgres_engine: AsyncEngine, tmp_path: Path
) -> None:
    """The stopped one closes its sockets, starts anew, finds the other one, and exits as any second server
    without a Redis."""
    with serving(postgres_url, tmp_path, prepare=be_impatient, **UNLIMITED) as stopped:
        stopped.errors_allowed = True
        async with httpx.AsyncClient(base_url=stopped.url) as http:
            person = await guest(http)
            game = (await person.create_game())["id"]
            async with person.game_socket(game) as socket:
                await socket.state()
                stopped.send(signal.SIGSTOP)
                assert await kill_connections(postgres_engine) == 1
                with serving(postgres_url, tmp_path, **UNLIMITED) as server:
                    stopped.send(signal.SIGCONT)
                    assert await socket.close_code() == 1012
                    assert await asyncio.to_thread(stopped.wait) == 1
                    assert REFUSAL in stopped.printed()
                    async with httpx.AsyncClient(base_url=server.url) as other:
                        assert (await guest(other)).id
