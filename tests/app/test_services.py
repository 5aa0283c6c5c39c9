"""The services of a process: background tasks that end it when they die, and readiness among several."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client import REGISTRY
from redis.asyncio import Redis

from app.core import metrics
from app.core.errors import TryAgain
from app.games.lists import GameLists
from app.games.registry import SessionRegistry
from app.games.sweep import Sweep
from app.ops.preflight import lock_postgres
from app.serving import open_server
from app.settings import Settings
from app.site import health
from app.wiring import Services
from tests.app.http_players import new_board
from tests.app.redis_server import running_redis, why_unavailable
from tests.app.two_processes import eventually
from tests.serving import PATIENCE, UNLIMITED, serving


def die_on_usr1() -> None:
    """Add a background task that dies of SIGUSR1, for `serving(prepare=...)`."""

    async def die() -> None:
        signalled = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, signalled.set)
        await signalled.wait()
        raise RuntimeError("a fault of ours")

    metrics.measure_lag = die


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_process_ends_when_a_background_task_dies(postgres_url: str, tmp_path: Path) -> None:
    """Sockets are closed as at any end, and the exit code says that it was a failure."""
    with serving(postgres_url, tmp_path, prepare=die_on_usr1, **UNLIMITED) as server:
        server.errors_allowed = True
        async with httpx.AsyncClient(base_url=server.url) as http:
            board = await new_board(http)
            async with board.people[0].game_socket(board.id) as socket:
                await socket.state()
                server.send(signal.SIGUSR1)
                assert await socket.close_code() == 1012
        assert await asyncio.to_thread(server.wait) == 1
        (line,) = (json.loads(line) for line in server.printed().splitlines() if '"critical"' in line)
    assert (line["event"], line["task"]) == ("background_task_died", "lag")
    assert "a fault of ours" in line["exception"]


async def test_a_command_ends_when_a_background_task_dies(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die() -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(metrics, "measure_lag", die)
    with pytest.raises(asyncio.CancelledError):
        async with open_server(Settings(database_url=database_url)):
            await asyncio.sleep(PATIENCE)
    task = asyncio.current_task()
    assert task
    task.uncancel()


async def test_a_server_that_cannot_start_leaves_no_task_and_no_connection(tmp_path: Path) -> None:
    """The database has no tables, so that the secret of the cookies cannot be read."""
    tasks, threads = asyncio.all_tasks(), set(threading.enumerate())
    with pytest.raises(TryAgain):
        async with open_server(Settings(database_url=f"sqlite:///{tmp_path}/empty.db")):
            pytest.fail("there is no database to serve")
    assert asyncio.all_tasks() == tasks
    for thread in set(threading.enumerate()) - threads:  # aiosqlite has one for each connection
        await asyncio.to_thread(thread.join, PATIENCE)
        assert not thread.is_alive(), thread


async def test_a_serving_process_runs_all_periodic_work(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept = set[str]()

    def sweep(lists: GameLists, sessions: SessionRegistry, also: tuple[Callable[..., Any], ...]) -> Sweep:
        swept.update(work.__name__ for work in also)
        return Sweep(lists, sessions, also)

    monkeypatch.setattr("app.serving.Sweep", sweep)
    async with open_server(Settings(database_url=database_url, spare_work=True)):
        running = {task.get_name() for task in asyncio.all_tasks()}
    assert running >= {"clock", "sweep", "timekeeper", "bots", "maintenance", "spare work"}
    assert swept == {"finish_all_closing", "sweep_if_due"}


@pytest.mark.slow
@pytest.mark.postgres
async def test_processes_at_a_redis_that_takes_no_writes_are_not_ready(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a fail-over: it is a replica now, and still sends notices."""
    if why := why_unavailable():
        pytest.skip(why)
    monkeypatch.setattr(health, "MAX_AWAY_SECONDS", 0.5)
    with running_redis() as redis:
        settings = Settings(database_url=postgres_url, redis_url=redis.new_url())
        async with (
            Redis.from_url(settings.redis_url) as operator,
            served(settings) as ours,
        ):
            async with served(settings) as theirs:
                await health.check_ready(ours.database, ours.bus)
                await operator.replicaof("127.0.0.1", 1)
                for services in (ours, theirs):
                    await _wait_for(services, ready=False)
                assert _gauge("richelieu_bus_listening") == 1
                await operator.replicaof("no", "one")
                for services in (ours, theirs):
                    await _wait_for(services, ready=True)
                await operator.replicaof("127.0.0.1", 1)
                await _wait_for(ours, ready=False)
            await _wait_for(ours, ready=True)


@asynccontextmanager
async def served(settings: Settings) -> AsyncIterator[Services]:
    """The services of a process that has the lock."""
    async with lock_postgres(settings) as lock, open_server(settings, lock=lock) as services:
        yield services


async def _wait_for(services: Services, *, ready: bool) -> None:
    async def is_as_wanted() -> bool:
        try:
            await health.check_ready(services.database, services.bus)
        except TryAgain:
            return not ready
        return ready

    await eventually(is_as_wanted)
    services.measure()


def _gauge(name: str) -> float:
    value = REGISTRY.get_sample_value(name)
    assert value is not None
    return value
