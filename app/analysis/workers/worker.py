"""Worker process as seen by the server: start, run, cancel, kill.

A thread sends tasks and reads reports: a long one comes in parts, from a process of low priority.
"""

from __future__ import annotations

import asyncio
import os
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from app.analysis.workers.process import NICENESS, TaskReport, work
from app.analysis.workers.tasks import Task

START_TIMEOUT = 60.0  # seconds for a process to start, on a busy machine
CANCEL_TIMEOUT = 0.8  # seconds for a search to stop after being cancelled: a second at most, with the kill

_spawn = get_context("spawn")  # a fork would copy threads' locks and the event loop


class StartFailed(Exception):
    """The process could not be started."""


class Worker:
    """A worker that runs one task at a time. Its process is started by the first task, and after each kill.
    `nice`: added to the server's nice value."""

    def __init__(self, data: Path | None, nice: int = NICENESS) -> None:
        self._data, self._nice = data, nice
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    async def run(self, task: Task, seconds: float, stopped: asyncio.Event) -> TaskReport:
        """Run a task for at most so many seconds, until `stopped` is set; return how it ended.
        StartFailed."""
        try:
            pipe = self._pipe if self._pipe and self.is_alive else await self.start()
            return await self._ask(pipe, task, seconds, stopped)
        except (OSError, EOFError):
            await self.kill()
            return TaskReport("died", "the worker process has died")
        except BaseException:
            await self.kill()
            raise

    async def kill(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None and process.pid is not None:
            process.kill()
            await _readable(process.sentinel)
            process.join()
        if pipe is not None:
            pipe.close()  # not before: a thread may be reading from it

    async def start(self) -> Connection:
        """Start the process, in place of an earlier one; return its pipe. StartFailed: out of memory,
        processes, files or disk space, or it ended at once."""
        await self.kill()
        try:
            pipe, theirs = _spawn.Pipe()
            self._pipe = pipe
            with theirs:
                self._process = _spawn.Process(
                    target=work, args=(theirs, self._data, self._nice), daemon=True, name="search"
                )
                self._process.start()
            if not await _readable(pipe.fileno(), START_TIMEOUT):
                raise StartFailed(f"no answer within {START_TIMEOUT:g} seconds")
            await asyncio.to_thread(pipe.recv)
            return pipe
        except (OSError, EOFError) as error:
            await self.kill()
            raise StartFailed(str(error) or "the process ended at once") from error
        except BaseException:
            await self.kill()
            raise

    async def _ask(self, pipe: Connection, task: Task, seconds: float, stopped: asyncio.Event) -> TaskReport:
        if stopped.is_set():
            return TaskReport("cancelled", "the search was cancelled")
        await asyncio.to_thread(pipe.send, task)
        if await _readable(pipe.fileno(), seconds, stopped):
            report: TaskReport = await asyncio.to_thread(pipe.recv)
            return report
        how = TaskReport("cancelled", "the search was cancelled")
        if not stopped.is_set():
            how = TaskReport("late", f"the search took more than {seconds:g} seconds")
        pipe.send(None)
        if not await _readable(pipe.fileno(), CANCEL_TIMEOUT):
            await self.kill()
            return how
        report = await asyncio.to_thread(pipe.recv)
        return TaskReport(how.how, how.answer, report.seconds) if report.how == "cancelled" else report


async def _readable(
    descriptor: int, seconds: float | None = None, stopped: asyncio.Event | None = None
) -> bool:
    """Return whether a descriptor can be read within so many seconds, and before `stopped` is set."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(descriptor, ready.set)
    waiting = [asyncio.ensure_future(event.wait()) for event in (ready, stopped) if event]
    try:
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        loop.remove_reader(descriptor)
        os.set_blocking(
            descriptor, True
        )  # uvloop's readers make it non-blocking: a long message fails half-read
        for task in waiting:
            task.cancel()
    return ready.is_set()
