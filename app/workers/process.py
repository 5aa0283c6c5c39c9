"""The program of a worker process: carries out one task after the other until the server ends it.

It runs at lower priority, so that play goes first, and ends by itself when the server is gone, however that
ended. It imports the searches, and with them numpy; the server's process imports neither.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from ctypes import c_bool
from multiprocessing import connection, parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from app.errors import Refusal
from app.workers.tasks import Replay, Task, carry_out
from engine.analysis import Cancelled, Unreachable

NICENESS = 10  # of searches that people wait for, added to that of the server
LOWEST_PRIORITY = 19  # the nice value of spare work and of the builder of tables

Report = tuple[str, Any]  # "done": the answer; "cancelled": None; "refused": the Refusal; "fault": why


def work(pipe: Connection, cancelled: c_bool, data: Path | None, nice: int) -> None:
    """Answers each task that comes through the pipe by a Report. `cancelled`: memory shared with the server,
    which sets it to end the task that runs; `nice`: is added to the nice value of the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal: the server ends its workers itself
    os.nice(nice)
    threading.Thread(target=end_with_server, daemon=True).start()
    with suppress(EOFError, BrokenPipeError):
        while True:
            task = pipe.recv()
            pipe.send(_report(task, cancelled, data))


def _report(task: Task | Replay[Any], cancelled: c_bool, data: Path | None) -> Report:
    try:
        return "done", carry_out(task, lambda: cancelled.value, data)
    except Cancelled:
        return "cancelled", None
    except (Unreachable, Refusal) as error:
        return "refused", error
    except Exception as error:
        return "fault", f"{type(error).__name__}: {error}"


def end_with_server() -> None:
    """Ends this process when the server's has ended, also if it was killed."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
