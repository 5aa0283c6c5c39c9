"""An event loop with simulated time: when no task is ready, the clock jumps to the next timer.

It has no sockets, no threads and no real waiting; the same program runs the same way every time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar
from unittest.mock import patch

from app.db import clock
from tests.app.stored_games import HOUR

T = TypeVar("T")


class DeadlockError(AssertionError):
    """No task is ready and no timer is set: all tasks would wait forever."""


class VirtualLoop(asyncio.BaseEventLoop):
    """The loop is its own selector, the only part of an event loop that waits for I/O."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._selector = self
        self.set_exception_handler(lambda *_: None)  # cancelled tasks of killed processes are never awaited

    def time(self) -> float:
        return self._now

    def select(self, timeout: float | None) -> list[object]:
        if timeout is None:
            raise DeadlockError("no timer is set and no task is ready")
        self._now += timeout
        return []

    def _process_events(self, _: list[object]) -> None:
        """Do nothing: there is no I/O."""

    def _write_to_self(self) -> None:
        """Do nothing: the selector never blocks, so it needs no waking."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end on a new loop, whose time the server has; tasks that remain are
    cancelled."""
    loop = VirtualLoop()
    with patch.object(clock, "now", now):
        try:
            return loop.run_until_complete(work)
        finally:
            loop.run_until_complete(_end())
            loop.close()


def now() -> int:
    """Return the milliseconds since the epoch on simulated time."""
    return HOUR + int(asyncio.get_running_loop().time() * 1000)


async def _end() -> None:
    """Cancel all other tasks and wait for them."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
