"""The application and its commands in the process of the tests, for what needs no process of its own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from structlog.testing import capture_logs

from app.__main__ import main as run_command
from app.http.protocol import LiveProtocol
from app.main import Server, create_app
from app.settings import Settings
from tests.serving import PATIENCE


@asynccontextmanager
async def serving_here(database_url: str, **settings: Any) -> AsyncIterator[str]:
    """Serve on a migrated database until the block ends; yield the URL.

    AssertionError: an error was logged.
    """
    app = create_app(Settings(database_url=database_url, **settings))
    protocols: dict[str, Any] = {"http": "h11", "ws": LiveProtocol}
    server = Server(uvicorn.Config(app, loop="none", lifespan="on", log_config=None, **protocols))
    with socket.create_server(("127.0.0.1", 0)) as listener, capture_logs() as logs:
        # Connections inherit it. asyncio sets it for its own listeners only; without it answers take 40 ms.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        running = asyncio.create_task(server.serve([listener]))
        try:
            async with asyncio.timeout(PATIENCE):
                while not server.started and not running.done():  # noqa: ASYNC110 (uvicorn has no event for it)
                    await asyncio.sleep(0.01)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running
    assert [line for line in logs if line["log_level"] in ("error", "critical")] == []


def run_here(monkeypatch: pytest.MonkeyPatch, *words: str, **settings: object) -> int:
    """Run `python -m app ...` in this process, whose log stays as it is; return the exit code."""
    monkeypatch.setattr("app.core.logging.configure", lambda: None)
    for name, value in settings.items():
        monkeypatch.setenv(f"RICHELIEU_{name.upper()}", str(value))
    monkeypatch.setattr("sys.argv", ["app", *words])
    return run_command()
