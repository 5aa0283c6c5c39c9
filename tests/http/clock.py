"""Timers that run when the test advances the clock, for the protocol classes of uvicorn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


class Timer:
    """A pending call."""

    def __init__(self, due: float, call: Callable[[], object]) -> None:
        self.due = due
        self.call: Callable[[], object] | None = call  # None: cancelled

    def cancel(self) -> None:
        self.call = None


class Clock:
    """An event loop with its own time and timers, set as the `loop` of a protocol."""

    def __init__(self) -> None:
        self.now = 0.0
        self._timers: list[Timer] = []
        self._loop = asyncio.get_running_loop()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loop, name)

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, call: Callable[[], object]) -> Timer:
        self._timers.append(timer := Timer(self.now + delay, call))
        return timer

    def advance(self, seconds: float) -> None:
        """Advance the time; each timer that falls due runs at its own time."""
        end = self.now + seconds
        while due := [timer for timer in self._timers if timer.due <= end]:
            first = min(due, key=lambda timer: timer.due)
            self._timers.remove(first)
            if first.call:
                self.now = max(self.now, first.due)
                first.call()
        self.now = end
