"""The application and its commands in the process of the tests, for what needs no process of its own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from app.main import Server, create_app, server_config
from app.settings import Settings
from tests.serving import PATIENCE


@dataclass(frozen=True, slots=True)
class LocalServer:
    """The application, served in this process; `url` has no slash at the end."""

    url: str
    settings: Settings
    logs: list[EventDict]

    @property
    def database_url(self) -> str:
        return self.settings.database_url

    @property
    def ws(self) -> str:
        return self.url.replace("http", "ws", 1)


class _Server(Server):
    """A server that leaves signals to pytest."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def local_server(database_url: str, **given: Any) -> AsyncIterator[LocalServer]:
    """Serve on a migrated database, with these settings, until the block ends.

    AssertionError: an error was logged.
    """
    settings = Settings(database_url=database_url, **given)
    server = _Server(server_config(create_app(settings), settings))
    with socket.create_server(("127.0.0.1", 0)) as listener, capture_logs() as logs:
        # Connections inherit it. asyncio sets it for its own listeners only; without it answers take 40 ms.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        running = asyncio.create_task(server.serve([listener]))
        try:
            async with asyncio.timeout(PATIENCE):
                while not server.started and not running.done():  # noqa: ASYNC110 (uvicorn has no event for it)
                    await asyncio.sleep(0.01)
            yield LocalServer(f"http://127.0.0.1:{listener.getsockname()[1]}", settings, logs)
        finally:
            server.should_exit = True
            await running
    assert [line for line in logs if line["log_level"] in ("error", "critical")] == []


@asynccontextmanager
async def serving_here(database_url: str, **given: Any) -> AsyncIterator[str]:
    """Like `local_server`, but yield the URL only."""
    async with local_server(database_url, **given) as server:
        yield server.url


def run_here(monkeypatch: pytest.MonkeyPatch, *words: str, **settings: object) -> int:
    """Run `python -m app ...` in this process, whose log stays as it is; return the exit code."""
    from app.__main__ import main  # not above: a process that runs the program has to import it anew

    monkeypatch.setattr("app.core.logging.configure", lambda: None)
    for name, value in settings.items():
        monkeypatch.setenv(f"RICHELIEU_{name.upper()}", str(value))
    monkeypatch.setattr("sys.argv", ["app", *words])
    return main()
