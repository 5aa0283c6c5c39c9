"""Program of a worker process: runs tasks until the server ends it.

It has a lower priority than the server, so that play goes first, and exits when the server is gone, however
that ended. It imports the searches, and with them numpy; the server process imports neither.
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

NICENESS = 10  # of searches for clients, added to the server's
LOWEST_PRIORITY = 19  # nice value of spare work and of the table builder

Report = tuple[str, Any]  # "done": result; "cancelled": None; "refused": Refusal; "fault": text


def work(pipe: Connection, cancelled: c_bool, data: Path | None, nice: int) -> None:
    """Answer each task from the pipe with a Report. `cancelled`: memory shared with the server, which sets it
    to cancel the running task; `nice`: added to the server's nice value."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal: the server ends its workers itself
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
    """Exit when the server's process has ended, even if it was killed."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
