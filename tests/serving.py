"""The program as its users run it: commands as processes, and servers on ports of their own.

Settings are given as keywords (`limit_writes=0` is RICHELIEU_LIMIT_WRITES); nothing of the caller's own
RICHELIEU_* environment gets in. A server that had a fault of its own fails the test that stops it.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parent.parent
PATIENCE = 60.0  # seconds in which a process starts or ends, on the slowest of machines
UNLIMITED: dict[str, Any] = {
    "limit_messages": 0,
    "limit_sockets": 0,
    "limit_writes": 0,
    "limit_guests": 0,
    "limit_signins": 0,
}
FAULTS = ("Traceback", '"level": "error"', '"level": "critical"', "ERROR:")


@dataclass(slots=True)
class Server:
    """A serving process. `url` is where it answers, without a slash at the end; `forgiven`: it is tested how
    it bears a fault, and may write of it."""

    process: subprocess.Popen[bytes]
    url: str
    database_url: str
    output: Path
    forgiven: bool = False

    @property
    def ws(self) -> str:
        return self.url.replace("http", "ws", 1)

    def said(self) -> str:
        """All that it has printed."""
        return self.output.read_text(errors="replace")

    def faults(self) -> list[str]:
        """The lines that tell of faults of its own: there ought to be none."""
        return [line for line in self.said().splitlines() if any(word in line for word in FAULTS)]

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def wait(self, seconds: float = PATIENCE) -> int:
        return self.process.wait(seconds)


def environment(**settings: object) -> dict[str, str]:
    """This process's environment with these settings in the place of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RICHELIEU_")}
    return kept | {f"RICHELIEU_{name.upper()}": str(value) for name, value in settings.items()}


def command(
    *words: str, before: Sequence[str] = (), root: Path = ROOT, **settings: object
) -> subprocess.CompletedProcess[str]:
    """Runs `python -m app ...` to its end; `before`: words before it, of a program that runs it; `root`: the
    tree whose app it is."""
    return subprocess.run(
        [*before, sys.executable, "-m", "app", *words],
        cwd=root,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(
    database_url: str,
    folder: Path,
    port: int | None = None,
    before: Sequence[str] = (),
    root: Path = ROOT,
    **settings: object,
) -> Iterator[Server]:
    """A server on a migrated database, from when it answers until it is stopped. `folder` takes what it
    prints. `port`: the one of a server that was here before; else a free one. `before` and `root` as in
    `command`."""
    port = port or free_port()
    output = folder / f"server-{port}.txt"
    with output.open("wb") as file:
        process = subprocess.Popen(
            [*before, sys.executable, "-m", "app", "serve", "--port", str(port)],
            cwd=root,
            env=environment(database_url=database_url, **settings),
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    server = Server(process, f"http://127.0.0.1:{port}", database_url, output)
    try:
        _answers(server)
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    assert server.forgiven or not server.faults(), server.said()[-8000:]


def _answers(server: Server) -> None:
    """Waits until a server answers, and not another one in its place. AssertionError: it ended before."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert server.process.poll() is None, server.said()
        try:
            ready = httpx.get(f"{server.url}/ready").status_code == 200
            if ready and f"Richelieu on {server.url}" in server.said():
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError(f"no answer within {PATIENCE} s: {server.said()}")
