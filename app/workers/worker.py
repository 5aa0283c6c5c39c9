"""Worker process as seen by the server: start, run, cancel, kill."""

from __future__ import annotations

from ctypes import c_bool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from app.workers.process import NICENESS, Report, work
from app.workers.tasks import Replay, Task

CANCEL_TIMEOUT = 1.0  # seconds for a search to stop after being cancelled
POLL_INTERVAL = 0.05  # seconds

How = Literal["cancelled", "late", "died", "fault"]

_spawn = get_context("spawn")  # a fork would copy threads' locks and the event loop


class Ended(Exception):
    """The search has no result; `how` it ended."""

    def __init__(self, how: How, message: str) -> None:
        super().__init__(message)
        self.how: How = how


class Worker:
    """A worker that runs one task at a time, called by one thread; `cancel` and `kill` may be called by any.
    Its process is started by the first task, and after each kill. `nice`: added to the server's nice value.
    """

    def __init__(self, data: Path | None, nice: int = NICENESS) -> None:
        self._data, self._nice = data, nice
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._cancelled = _spawn.RawValue(c_bool, False)

    @property
    def is_alive(self) -> bool:
        """Return whether there is a live process."""
        return self._process is not None and self._process.is_alive()

    def prepare(self) -> None:
        """Reset the cancellation of the previous task. From here on the next one can be cancelled."""
        self._cancelled.value = False

    def run(self, task: Task | Replay[Any], seconds: float) -> Any:
        """Return the result of a task. Unreachable, Refusal: those of the task; Ended: it has none."""
        try:
            how, answer = self._ask(task, seconds)
        except (OSError, EOFError) as error:
            self.kill()
            raise Ended("died", "the worker process has died") from error
        match how:
            case "done":
                return answer
            case "refused":
                raise answer
            case "cancelled":
                raise Ended("cancelled", "the search was cancelled")
        raise Ended("fault", str(answer))

    def cancel(self) -> None:
        """Tell the running task to stop."""
        self._cancelled.value = True

    def kill(self) -> None:
        """Kill the process, if there is one."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()

    def _ask(self, task: Task | Replay[Any], seconds: float) -> Report:
        pipe = self._pipe
        if pipe is None or not self.is_alive:
            pipe = self._start()
        pipe.send(task)
        late, told = monotonic() + seconds, None
        while not pipe.poll(POLL_INTERVAL):
            now = monotonic()
            if told is None and (self._cancelled.value or now > late):
                told = now
                self._cancelled.value = True
            if told is not None and now > told + CANCEL_TIMEOUT:
                self.kill()
                break
        else:
            report: Report = pipe.recv()
            if report[0] != "cancelled" or told is None or told <= late:
                return report
        if monotonic() > late:
            raise Ended("late", f"the search took more than {seconds:g} seconds")
        raise Ended("cancelled", "the search was cancelled")

    def _start(self) -> Connection:
        self.kill()
        ours, theirs = _spawn.Pipe()
        process = _spawn.Process(
            target=work, args=(theirs, self._cancelled, self._data, self._nice), daemon=True, name="search"
        )
        process.start()
        theirs.close()
        self._process, self._pipe = process, ours
        return ours
