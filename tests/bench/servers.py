"""The measured servers, one process each: ours, ours with a profiler, and a bare echo.

Ours run the normal command, `python -m app serve`, in a forked process (`tests/app_process.py`).
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import uvicorn
from starlette.types import Receive, Scope, Send

import app.main
from tests.app_process import AppProcess
from tests.bench.machine import cpu_of_backends
from tests.bench.stages import profiled
from tests.serving import PATIENCE, ROOT, UNLIMITED, environment, free_port

Sort = Literal["echo", "ours", "profiled"]


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Echo on a websocket: the unit of cost."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def serve_echo(port: int) -> None:
    """Run the echo server in this process."""
    uvicorn.run(
        echo,
        port=port,
        loop="uvloop",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="warning",
        access_log=False,
    )


def profile_app() -> None:
    """Make the application of this process one that can be profiled."""
    app.main.create_app = profiled(app.main.create_app)


@dataclass(frozen=True)
class Server:
    """A running server: its port, process and database, and its resource use."""

    port: int
    pid: int
    url: str

    def cpu(self) -> float:
        """Return the seconds of CPU used by all its threads, from the kernel's CPU clock of the process."""
        return time.clock_gettime((~self.pid << 3) | 2)  # as clock_getcpuclockid(3) makes it

    def database_cpu(self) -> float:
        """Return the seconds of CPU used by the PostgreSQL backends of its database; 0 on SQLite."""
        return cpu_of_backends(self.url.rpartition("/")[2]) if self.url.startswith("postgresql") else 0.0

    def memory(self) -> int:
        """Return the bytes of its anonymous resident memory."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("RssAnon"):
                return int(line.split()[1]) * 1024
        raise LookupError("no RssAnon")


@contextmanager
def running(sort: Sort, url: str = "", **settings: Any) -> Iterator[Server]:
    """Yield a server of one sort, on a migrated database if it needs one, until the block ends."""
    port = free_port()
    process: AppProcess | subprocess.Popen[bytes]
    if sort == "echo":
        words = [sys.executable, "-c", f"from tests.bench.servers import serve_echo; serve_echo({port})"]
        process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    else:
        variables, nowhere = environment(**{"database_url": url, **UNLIMITED, **settings}), Path(os.devnull)
        prepare = profile_app if sort == "profiled" else None
        process = AppProcess(["serve", "--port", str(port)], ROOT, variables, nowhere, nowhere, prepare)
    try:
        _wait(port, process)
        yield Server(port, process.pid, url)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _wait(port: int, process: AppProcess | subprocess.Popen[bytes]) -> None:
    """Wait until the port accepts connections."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server on port {port} ended at once")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"no server listens on port {port}")
