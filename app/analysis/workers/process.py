"""Program of a worker process: runs tasks until the server ends it.

It has a lower priority than the server, so that play goes first, and exits when the server is gone, however
that ended. It imports the searches, and with them numpy; the server process imports neither.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection, parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time
from typing import Any, Literal

from app.analysis.workers.tasks import Task, carry_out_task
from engine.analysis import Cancelled, Unreachable

# Nice values, added to the server's.
KEPT_NICENESS = 5  # of the processes that are kept free, so that they are fast when they are needed
NICENESS = 10  # of other searches
LOWEST_PRIORITY = 19  # of spare work and of the table builder

STARTED = "started"  # first message of a process


@dataclass(frozen=True, slots=True)
class TaskReport:
    """How a task ended. `answer`: the result (done), the exception to raise (refused), or a text; `seconds`:
    of CPU, None if the process could not tell."""

    how: Literal["done", "refused", "cancelled", "fault", "late", "died"]
    answer: Any
    seconds: float | None = None


def work(pipe: Connection, data: Path | None, nice: int) -> None:
    """Tell the pipe that the process has started, then answer each task from it with a TaskReport. None
    cancels the running task. `nice`: added to the server's nice value."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal: the server ends its workers itself
    os.nice(nice)
    threading.Thread(target=end_with_server, daemon=True).start()
    with suppress(EOFError, BrokenPipeError):
        pipe.send(STARTED)
        while True:
            task = pipe.recv()
            if task is not None:  # else a cancellation that came too late
                began = process_time()
                how, answer = _report(task, pipe, data)
                pipe.send(TaskReport(how, answer, process_time() - began))


def _report(
    task: Task, pipe: Connection, data: Path | None
) -> tuple[Literal["done", "refused", "cancelled", "fault"], Any]:
    try:
        return "done", carry_out_task(task, pipe.poll, data)
    except Cancelled:
        return "cancelled", "the search was cancelled"
    except Unreachable as error:
        return "refused", error
    except Exception as error:
        return "fault", f"{type(error).__name__}: {error}"


def end_with_server() -> None:
    """Exit when the server's process has ended, even if it was killed."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
