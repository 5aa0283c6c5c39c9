"""The bus over a Redis that stalls, stops and returns, or cuts what is subscribed: play goes on, since the
database decides."""

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
from redis.asyncio import Redis

from app.bus.notices import Topic
from app.bus.redis_bus import MAX_NOTICE_BYTES, RedisBus, payloads
from app.bus.redis_client import RedisClient
from app.site import health
from tests.app.http_players import Board, Person, Socket, guest, moves
from tests.app.redis_server import RedisServer, running_redis, why_unavailable
from tests.app.tcp_proxy import open_proxy
from tests.app.two_processes import (
    eventually,
    http_clients,
    new_board_across,
    two_servers,
    with_client,
)
from tests.app_process import Prepare
from tests.serving import UNLIMITED, Server, serving

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

SYNC_SECONDS = 6.0  # by then a move without a notice is seen; tested with a margin
LIMITS = {**UNLIMITED, "limit_writes": 1000, "limit_sockets": 100, "limit_guests": 1000}


@pytest_asyncio.fixture
async def own_redis() -> AsyncIterator[RedisServer]:
    """A Redis of the test itself, which it may kill."""
    if why := why_unavailable():
        pytest.skip(why)
    with running_redis() as server:
        yield server


def impatient() -> None:
    """Shorten the detection of a silent bus, for `serving(prepare=...)`."""
    health.MAX_AWAY_SECONDS = 1.0


async def start(
    stack: AsyncExitStack, url: str, folder: Path, redis_url: str, prepare: Prepare | None = None
) -> Server:
    """Return a server that is started beside this loop, which may run a proxy."""
    starting = serving(url, folder, prepare=prepare, **LIMITS, redis_url=redis_url)
    server = await asyncio.to_thread(starting.__enter__)
    stack.push_async_callback(asyncio.to_thread, starting.__exit__, None, None, None)
    return server


async def gauge(http: httpx.AsyncClient, name: str) -> float:
    lines = (await http.get("/metrics")).text.splitlines()
    return float(next(line for line in lines if line.startswith(f"{name} ")).split()[1])


async def sockets_of(board: Board, stack: AsyncExitStack) -> list[Socket]:
    """Return a socket of each player, at the process of that player."""
    return [await stack.enter_async_context(person.game_socket(board.id)) for person in board.people]


async def play_across(sockets: list[Socket], plies: range) -> float:
    """Play these plies in turn by two sockets, awaiting each at both; return the seconds of the slowest."""
    slowest = 0.0
    for ply in plies:
        since = monotonic()
        await sockets[ply % 2].send("move", ply=ply, move=moves()[ply])
        for socket in sockets:
            assert (await socket.state(ply + 1))["ply"] == ply + 1
        slowest = max(slowest, monotonic() - since)
    return slowest


async def test_moves_of_a_process_that_cannot_publish_and_is_killed_are_seen_at_the_other(
    postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    """At once by whoever asks, though the game is loaded there; by spectators within SYNC_SECONDS."""
    async with AsyncExitStack() as stack:
        proxy, behind = await stack.enter_async_context(open_proxy(redis_url))
        stack.callback(proxy.flowing.set)
        dying = await start(stack, postgres_url, tmp_path, behind)
        living = await start(stack, postgres_url, tmp_path, redis_url)
        here, there = await stack.enter_async_context(http_clients((dying, living)))
        board = await new_board_across(here, here)
        watching = await stack.enter_async_context(Person(there).game_socket(board.id))
        await watching.state()
        proxy.flowing.clear()
        for ply in range(4):
            await board.play(moves()[ply])
            player = with_client(board.people[ply % 2], there)
            if ply < 2:
                assert (await player.state(board.id))["ply"] == ply + 1
            else:
                async with player.game_socket(board.id) as socket:
                    assert (await socket.expect("state"))["ply"] == ply + 1
        await watching.state(4)
        await board.play(moves()[4])
        dying.send(signal.SIGKILL)
        since = monotonic()
        assert (await watching.state(5))["ply"] == 5
        assert monotonic() - since < 3 * SYNC_SECONDS


@pytest.mark.slow
async def test_moves_go_on_while_redis_is_away_and_both_processes_see_them(
    postgres_url: str, own_redis: RedisServer, tmp_path: Path
) -> None:
    url = own_redis.new_url()
    with two_servers(postgres_url, tmp_path, **LIMITS, redis_url=url) as servers:
        async with http_clients(servers) as two, AsyncExitStack() as stack:
            board = await new_board_across(*two)
            sockets = await sockets_of(board, stack)
            await play_across(sockets, range(2))
            own_redis.kill()
            await play_across(sockets, range(2, 4))
            for http in two:
                await eventually(lambda http=http: _is_away(http))
                assert (await http.get("/ready")).status_code == 200
                assert (await (await guest(http)).create_game())["id"]
            own_redis.start()
            for http in two:
                await eventually(lambda http=http: _listens(http))
            await play_across(sockets, range(4, 6))
            await stack.enter_async_context(Person(two[0]).game_socket(board.id))
            await eventually(lambda: _watchers(two[1], board, 1))


async def _is_away(http: httpx.AsyncClient) -> bool:
    listening = await gauge(http, "richelieu_bus_listening")
    return listening == 0 and await gauge(http, "richelieu_bus_away_seconds") > 0


async def _listens(http: httpx.AsyncClient) -> bool:
    return await gauge(http, "richelieu_bus_listening") == 1


async def _watchers(http: httpx.AsyncClient, board: Board, count: int) -> bool:
    return bool((await Person(http).state(board.id))["watchers"] == count)


@pytest.mark.slow
async def test_a_stalled_redis_delays_no_answer_and_takes_a_process_out_of_service(
    postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    """The other process has its own connection to Redis, which flows."""
    async with AsyncExitStack() as stack:
        proxy, behind = await stack.enter_async_context(open_proxy(redis_url))
        stack.callback(proxy.flowing.set)
        stalled = await start(stack, postgres_url, tmp_path, behind, impatient)
        other = await start(stack, postgres_url, tmp_path, redis_url)
        here, there = await stack.enter_async_context(http_clients((stalled, other)))
        board = await new_board_across(here, there)
        sockets = await sockets_of(board, stack)
        proxy.flowing.clear()
        since = monotonic()
        assert (await (await guest(here)).create_game())["id"]
        async with with_client(board.people[1], here).game_socket(board.id) as socket:
            await socket.state()
        assert monotonic() - since < 20, "some commands have waited for their deadline"
        await play_across(sockets, range(2))
        await eventually(lambda: _has_status(here, 503))
        assert (await there.get("/ready")).status_code == 200
        proxy.flowing.set()
        await eventually(lambda: _has_status(here, 200))
        assert await play_across(sockets, range(2, 4)) < SYNC_SECONDS


async def _has_status(http: httpx.AsyncClient, status: int) -> bool:
    return (await http.get("/ready")).status_code == status


async def test_unpublished_notices_are_published_when_redis_returns(own_redis: RedisServer) -> None:
    url = own_redis.new_url()
    sender, receiver = (RedisBus(RedisClient(url), name) for name in ("sender", "receiver"))
    received, own, reconnects = set[tuple[Topic, str]](), set[tuple[Topic, str]](), list[bool]()
    running = [
        asyncio.create_task(sender.run(lambda *notice: own.add(notice), lambda: None)),
        asyncio.create_task(
            receiver.run(lambda *notice: received.add(notice), lambda: reconnects.append(True))
        ),
    ]
    await asyncio.gather(sender.listening.wait(), receiver.listening.wait())
    own_redis.kill()
    await eventually(lambda: not receiver.listening.is_set())
    sender.send("facts", ["one", "two"])
    sender.send("log", ["one"])
    await sender.flush()
    assert not received
    own_redis.start()
    expected = {("facts", "one"), ("facts", "two"), ("log", "one")}
    await asyncio.gather(sender.listening.wait(), receiver.listening.wait())
    assert len(reconnects) == 2, "what the sender has published before it listens was missed"
    sender.send("facts", ["one", "two"])
    sender.send("log", ["one"])
    await eventually(lambda: received == expected)
    assert await cut_subscriptions(url) == 2
    await eventually(lambda: len(reconnects) == 3)
    await asyncio.gather(sender.listening.wait(), receiver.listening.wait())
    before = len(reconnects)
    sender.send("log", map(str, range(30_000)))
    await eventually(lambda: len(reconnects) > before)
    assert not own, "nobody is told of what they have sent"
    for task in running:
        task.cancel()
    await asyncio.wait(running)
    await sender.close()
    await receiver.close()


async def cut_subscriptions(redis_url: str) -> int:
    """Cut the connections by which processes receive notices; return how many."""
    async with Redis.from_url(redis_url) as redis:
        return int(await redis.client_kill_filter(_type="pubsub"))


def test_notices_are_short_and_complete() -> None:
    for count in (0, 1, 774, 775, 776, 5000):
        ids = [f"{number:08}" for number in range(count)]
        notices = list(payloads("process", "log", ids))
        for notice in notices:
            assert notice.startswith("process log "), count
            assert len(notice.encode()) <= MAX_NOTICE_BYTES, count
        assert [game for notice in notices for game in notice.split()[2:]] == ids, count
