"""`python -m app` in a process that is forked from one which has loaded the program's modules already.

Loading them takes two seconds of CPU, and the tests start hundreds of processes. A forked process is as
fresh as any other: only imports have happened in it. The tests of the installed program start it without a
fork.
"""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path

from argon2 import PasswordHasher

from app.people import password_hashes
from app.results import results

_LOADED = [
    "app.main",
    "app.ops.commands",
    "app.ops.preflight",
    "aiosqlite",
    "asyncpg",
    "uvloop",
    "alembic.command",
    "tests.loaded_client",
]
Prepare = Callable[[], None]

_context = get_context("forkserver")
_context.set_forkserver_preload([*_LOADED])


class AppProcess:
    """A running command with the part of `subprocess.Popen` that the tests use. `output`, `errors`: the files
    to which it prints. `prepare`: a module function, or a partial of one, that the process calls first."""

    def __init__(
        self,
        words: Sequence[str],
        root: Path,
        environment: dict[str, str],
        output: Path,
        errors: Path,
        prepare: Prepare | None = None,
    ) -> None:
        self._words = ("app", *words)
        self._process = _context.Process(
            target=_run, args=(list(words), root, environment, output, errors, prepare), daemon=False
        )
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal; None while the process runs."""
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        """Return the exit code. TimeoutExpired: the process still runs."""
        self._process.join(seconds)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._words, seconds or 0)
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        if self._process.exitcode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def spare_time() -> None:
    """Let solitaires count from the first move, so that tests need not play ten, and hash passwords fast."""
    results.MIN_RANKED_MOVES = 0
    password_hashes.PasswordHasher = _fast_hasher  # type: ignore[attr-defined,assignment]


def _fast_hasher(**_: int) -> PasswordHasher:
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def _run(
    words: list[str],
    root: Path,
    environment: dict[str, str],
    output: Path,
    errors: Path,
    prepare: Prepare | None,
) -> None:
    """Do in the forked process what the interpreter does for `python -m app`."""
    for stream, path in ((1, output), (2, errors)):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        os.dup2(file, stream)
        os.close(file)
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115 - they live as long as the process
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    os.chdir(root)
    os.environ.clear()
    os.environ.update(environment)
    spare_time()
    if prepare:
        prepare()
    sys.argv = ["app", *words]
    runpy.run_module("app", run_name="__main__", alter_sys=True)
