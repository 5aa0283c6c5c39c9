"""The program as operators run it: commands as processes, and servers on free ports.

Settings are keywords (`limit_writes=0` is RICHELIEU_LIMIT_WRITES); the RICHELIEU_* variables of the caller's
environment are left out. A server that logged an error fails the test that stops it.
"""

from __future__ import annotations

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from tests.app_process import AppProcess, Prepare

ROOT = Path(__file__).parent.parent
PATIENCE = 60.0  # seconds within which a process starts or ends, on the slowest machine
UNLIMITED: dict[str, Any] = {
    "limit_connections": 0,
    "limit_messages": 0,
    "limit_sockets": 0,
    "limit_writes": 0,
    "limit_reads": 0,
    "limit_guests": 0,
    "limit_signins": 0,
    "limit_renames": 0,
    "limit_faults": 0,
    "limit_chat": 0,
    "limit_searches": 0,
}
# For clients of our servers, which have no https: to load the authorities takes 20 ms a client.
NO_AUTHORITIES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
ERROR_MARKS = ("Traceback", '"level": "error"', '"level": "critical"', "ERROR:")


@dataclass(slots=True)
class Server:
    """A server process. `url` has no slash at the end; `errors_allowed`: the test provokes errors, so that
    the server may log them."""

    process: AppProcess | subprocess.Popen[bytes]
    url: str
    database_url: str
    output: Path
    errors_allowed: bool = False

    @property
    def ws(self) -> str:
        return self.url.replace("http", "ws", 1)

    def printed(self) -> str:
        """Return all output so far."""
        return self.output.read_text(errors="replace")

    def error_lines(self) -> list[str]:
        """Return the printed lines that report errors or tracebacks."""
        return [line for line in self.printed().splitlines() if any(word in line for word in ERROR_MARKS)]

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def wait(self, seconds: float = PATIENCE) -> int:
        return self.process.wait(seconds)


def environment(**settings: object) -> dict[str, str]:
    """Return the environment of this process with these settings instead of its own. No tables are built."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RICHELIEU_")}
    given = {"build_tables": False} | settings
    return kept | {f"RICHELIEU_{name.upper()}": str(value) for name, value in given.items()}


def command(
    *words: str,
    prepare: Prepare | None = None,
    root: Path = ROOT,
    **settings: object,
) -> subprocess.CompletedProcess[str]:
    """Run `python -m app ...` to its end; `prepare`: a function that its process calls first; `root`: the
    source tree of the app."""
    if root == ROOT:
        with TemporaryDirectory() as folder:
            output, errors = Path(folder, "output"), Path(folder, "errors")
            process = AppProcess(words, root, environment(**settings), output, errors, prepare)
            code = process.wait(PATIENCE)
            return subprocess.CompletedProcess(words, code, output.read_text(), errors.read_text())
    return subprocess.run(
        [sys.executable, "-m", "app", *words],
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


def wait_until_listening(process: subprocess.Popen[bytes], port: int) -> None:
    """Wait until a process listens on a port. AssertionError: it has ended."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, f"{process.args!r} has ended"
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise AssertionError(f"{process.args!r} does not listen")


@contextmanager
def serving(
    database_url: str,
    folder: Path,
    port: int | None = None,
    prepare: Prepare | None = None,
    root: Path = ROOT,
    **settings: object,
) -> Iterator[Server]:
    """Start a server on a migrated database, and stop it at the end. Its output is written to
    `folder`. `port`: that of an earlier server; None: a free one. `prepare`, `root`: as in `command`."""
    port = port or free_port()
    output = folder / f"server-{port}.txt"
    output.write_bytes(b"")
    words, variables = ("serve", "--port", str(port)), environment(database_url=database_url, **settings)
    process: AppProcess | subprocess.Popen[bytes]
    if root == ROOT:
        process = AppProcess(words, root, variables, output, output, prepare)
    else:
        with output.open("wb") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", "app", *words],
                cwd=root,
                env=variables,
                stdout=file,
                stderr=subprocess.STDOUT,
            )
    server = Server(process, f"http://127.0.0.1:{port}", database_url, output)
    try:
        _wait_until_ready(server)
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    assert server.errors_allowed or not server.error_lines(), server.printed()[-8000:]


def _wait_until_ready(server: Server) -> None:
    """Wait until this server answers, not another one on its port. AssertionError: it has ended."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert server.process.poll() is None, server.printed()
        try:
            ready = httpx.get(f"{server.url}/ready", verify=NO_AUTHORITIES).status_code == 200
            if ready and f"Richelieu on {server.url}" in server.printed():
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError(f"no answer within {PATIENCE} s: {server.printed()}")
