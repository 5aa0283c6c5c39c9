"""Searches that several requests share: one a game at a time, ended when nobody waits for it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from app.errors import Refusal

T = TypeVar("T")

MAX_RUNNING = 8  # games that are searched at once


class SharedSearches(Generic[T]):
    """The searches of this process, by game."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[T]] = {}
        self._waiting: dict[str, int] = {}  # requests

    async def wait(self, game: str, search: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the outcome of the search of a game, which begins unless it is running. It is cancelled when
        the last caller is. Refusal `busy`: too many games are searched; and what the search raises."""
        task = self._running.get(game)
        if task is None:
            if len(self._running) >= MAX_RUNNING:
                raise Refusal("busy", retry=30, message="too many games are searched, try again")
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
        """End all searches."""
        for task in self._running.values():
            task.cancel()

    def _forget(self, game: str, task: asyncio.Task[T]) -> None:
        if self._running.get(game) is task:
            del self._running[game], self._waiting[game]
        if task.done() and not task.cancelled():
            task.exception()  # nobody may wait for it any more
