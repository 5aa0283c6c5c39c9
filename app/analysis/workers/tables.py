"""Builder of endgame tables: one process of the lowest priority, after a minute without searches.

`python -m app tables` builds the same files under the same lock.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic
from typing import Any

import structlog

from app.analysis.workers.pool import WorkerPool
from app.analysis.workers.process import LOWEST_PRIORITY, end_with_server
from app.core.logging import configure
from engine import GAMES
from engine.analysis import Analyst, analyst_of
from engine.commands.progress import Progress

IDLE_SECONDS = 60.0  # without a search, before the tables are built

_spawn = get_context("spawn")  # a fork would copy threads' locks and the event loop
log = structlog.get_logger(__name__)


def analysts_with_tables() -> list[Analyst]:
    """Return one analyst per family with tables."""
    found = {analyst.family: analyst for game in GAMES.values() if (analyst := analyst_of(game))}
    return [analyst for analyst in found.values() if analyst.tables]


@contextmanager
def building(folder: Path, on_wait: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Hold the lock of a table folder, which is created if missing. If another process holds it, call
    `on_wait` and wait. The system releases the lock of a killed process. OSError: the folder cannot be
    written."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            on_wait()
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


class TableBuilder:
    """Builds the missing tables in `folder` once, when `pool` has been idle for `idle` seconds. `modules`: by
    default those of all families with tables."""

    def __init__(
        self,
        folder: Path,
        pool: WorkerPool,
        *,
        modules: Sequence[str] | None = None,
        idle: float = IDLE_SECONDS,
    ) -> None:
        self._folder, self._pool, self._modules, self._idle = folder, pool, modules, idle

    async def run(self) -> None:
        """Build the tables, then wait forever, as background tasks do. Cancelling ends the process."""
        while True:
            left = self._idle - self._pool.idle_seconds()
            if left <= 0:
                break
            await asyncio.sleep(left)
        modules = self._modules or [analyst.tables for analyst in analysts_with_tables()]
        process = _spawn.Process(target=_build, args=(self._folder, modules), daemon=True, name="tables")
        try:
            process.start()
        except OSError as error:  # out of memory, or too many processes
            log.warning("tables_not_built", reason=str(error))
        else:
            await self._watch(process)
        await asyncio.Event().wait()

    async def _watch(self, process: BaseProcess) -> None:
        try:
            await asyncio.to_thread(process.join)
        finally:
            process.kill()
        if process.exitcode:
            log.warning("tables_build_ended", exit_code=process.exitcode, folder=str(self._folder))


def _build(folder: Path, modules: Sequence[str]) -> None:
    """Program of the process; logs what it builds, and failures."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal: the server ends this process itself
    os.nice(LOWEST_PRIORITY)
    threading.Thread(target=end_with_server, daemon=True).start()
    configure()
    began = monotonic()
    try:
        with building(folder):
            made = [
                sentence
                for module in modules
                for sentence in import_module(module).make(folder, lambda _share, _what: None)
            ]
        log.info("tables_built", seconds=round(monotonic() - began, 1), files=made)
    except (OSError, ValueError) as error:
        log.warning("tables_not_built", reason=str(error))


def build_tables(
    folder: Path,
    progress: Progress,
    *,
    ship: bool = False,
    count: bool = False,
    analysts: Sequence[Analyst] | None = None,
) -> None:
    """Build the missing tables in the folder; `ship`: then rebuild the files in the sources; `count`: then
    count won positions. Prints a sentence per file. `analysts`: by default those of all families with tables.
    Errors: those of `Analyst`; ValueError: `ship` and `count` need the sources."""

    def tell_wait() -> None:
        progress.print("Another process is building these tables; waiting for it.")

    with building(folder, tell_wait):
        for analyst in analysts_with_tables() if analysts is None else analysts:
            report = partial(_report, progress, analyst.family)
            steps = [import_module(analyst.tables).make]
            if ship or count:
                makers = _makers(analyst)
                steps += [*([makers.ship] if ship else ()), *([makers.count] if count else ())]
            for step in steps:
                progress.stage(analyst.family, 100)
                for sentence in step(folder, report):
                    progress.print(sentence)


def _makers(analyst: Analyst) -> Any:
    try:
        return import_module(analyst.makers)
    except ModuleNotFoundError as error:
        raise ValueError(
            "--ship and --count need the sources: the installed package has no makers"
        ) from error


def _report(progress: Progress, family: str, share: float, what: str) -> None:
    """Show the share done, from 0 to 1, and the current step."""
    progress.reach(round(share * 100), f"{family}, {what}")
