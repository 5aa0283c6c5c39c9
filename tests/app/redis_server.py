"""A redis-server without persistence, as a process of the tests that can be killed and restarted."""

from __future__ import annotations

import itertools
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tests.serving import PATIENCE, free_port, wait_until_listening

MAX_DATABASES = 10_000  # one for each test, so that none sees the keys or notices of another


class RedisServer:
    """A running server. `url`: of a database that no test has used yet."""

    def __init__(self) -> None:
        self.port = free_port()
        self._numbers = itertools.count()
        self.start()

    def start(self) -> None:
        words = ["--port", self.port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        words += ["--databases", MAX_DATABASES, "--dir", "/tmp"]  # noqa: S108 (nothing is written there)
        self.process = subprocess.Popen(
            ["redis-server", *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_until_listening(self.process, self.port)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)

    def new_url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/{next(self._numbers)}"


def why_unavailable() -> str:
    """Return why no Redis can be run, in a sentence; "" if it can."""
    if shutil.which("redis-server"):
        return ""
    return "redis-server is not installed here (`tests/with_browser` installs it)."


@contextmanager
def running_redis() -> Iterator[RedisServer]:
    server = RedisServer()
    try:
        yield server
    finally:
        server.kill()
