"""Searches shared by concurrent requests: one per game at a time, cancelled when no request waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from app.errors import Refusal

T = TypeVar("T")

MAX_RUNNING = 8  # games searched at a time


class SharedSearches(Generic[T]):
    """Running searches of this process, by game."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[T]] = {}
        self._waiting: dict[str, int] = {}  # requests

    async def wait(self, game: str, search: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of a game's search, started unless it is running. It is cancelled with its last
        caller. Refusal `busy`: too many games are being searched; and those of the search."""
        task = self._running.get(game)
        if task is None:
            if len(self._running) >= MAX_RUNNING:
                raise Refusal("busy", retry=30, message="Too many games are being searched. Try again.")
            task = self._running[game] = asyncio.create_task(search())
            task.add_done_callback(lambda done: self._forget(game, done))
        self._waiting[game] = self._waiting.get(game, 0) + 1
        try:
            return await asyncio.shield(task)
        finally:
            if self._running.get(game) is task:
                self._waiting[game] -= 1
                if not self._waiting[game]:
                    self._forget(game, task)
                    task.cancel()

    def close(self) -> None:
        """Cancel all searches."""
        for task in self._running.values():
            task.cancel()

    def _forget(self, game: str, task: asyncio.Task[T]) -> None:
        if self._running.get(game) is task:
            del self._running[game], self._waiting[game]
        if task.done() and not task.cancelled():
            task.exception()  # mark as retrieved: there may be no waiter left
