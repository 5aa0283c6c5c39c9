"""An event loop whose time is a number: when nobody can go on, it jumps to the next alarm.

No sockets, no threads, no waiting; the same program runs the same way every time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Hung(AssertionError):
    """Everybody waits for something that will never come."""


class VirtualLoop(asyncio.BaseEventLoop):
    """It stands in for its own selector, the one thing through which a loop waits for the world."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._selector = self
        self.set_exception_handler(lambda *_: None)  # of tasks that died with their process nobody asks

    def time(self) -> float:
        return self._now

    def select(self, timeout: float | None) -> list[object]:
        if timeout is None:
            raise Hung("no alarm is set, and nobody can go on")
        self._now += timeout
        return []

    def _process_events(self, _: list[object]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody is asleep who would have to be woken."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Runs something to its end on a loop of its own; tasks that are left are cancelled."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.run_until_complete(_end())
        loop.close()


async def _end() -> None:
    """Cancels all others and waits for them."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
