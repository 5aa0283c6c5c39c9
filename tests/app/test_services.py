"""The services of a process: background tasks that end it when they die, and readiness among several."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest

from app import metrics
from app.cluster import redis_bus
from app.db.games import store as games
from app.errors import TryAgain
from app.jobs.serving import open_server
from app.ops.preflight import join_processes
from app.settings import Settings
from tests.app.http_players import new_board
from tests.app.tcp_proxy import open_proxy
from tests.serving import PATIENCE, UNLIMITED, serving


def die_on_usr1() -> None:
    """Add a background task that dies of SIGUSR1, for `serving(prepare=...)`."""

    async def die() -> None:
        signalled = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, signalled.set)
        await signalled.wait()
        raise RuntimeError("a fault of ours")

    metrics.measure_lag = die


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


@pytest.mark.postgres
async def test_a_process_that_does_not_hear_of_the_others_is_not_ready(
    postgres_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its pool answers all the while. A process alone is ready: it has no notices to receive."""
    monkeypatch.setattr(games, "MAX_AWAY_SECONDS", 0.5)
    monkeypatch.setattr(redis_bus, "PROBE_INTERVAL", 0.3)
    async with open_proxy(redis_url) as (proxy, url):
        settings = Settings(database_url=postgres_url, redis_url=redis_url)
        deaf = settings.model_copy(update={"redis_url": url})
        async with open_server(deaf, process=await join_processes(deaf)) as ours:
            await ours.store.ping()
            async with open_server(settings, process=await join_processes(settings)) as theirs:
                proxy.flowing.clear()
                await _wait_for(ours, ready=False)
                assert _gauge("richelieu_bus_listening") == 0
                assert _gauge("richelieu_bus_away_seconds") > 0.5
                await theirs.store.ping()
                proxy.flowing.set()
                await _wait_for(ours, ready=True)
                assert _gauge("richelieu_bus_listening") == 1
                proxy.flowing.clear()
                await _wait_for(ours, ready=False)
            await _wait_for(ours, ready=True)
            proxy.flowing.set()


async def _wait_for(services: Any, *, ready: bool) -> None:
    end = monotonic() + PATIENCE
    while monotonic() < end:
        try:
            await services.store.ping()
            found = True
        except TryAgain:
            found = False
        if found == ready:
            services.measure()
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"ready is not {ready}")


def _gauge(name: str) -> float:
    value = metrics.registry.get_sample_value(name)
    assert value is not None
    return value
