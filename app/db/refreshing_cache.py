"""A cache of what is dear to read: each key is read by one task, and nobody waits for another key.

A value that is older than `max_age` is still returned, while it is read anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from time import monotonic
from typing import Any, Generic, TypeVar

import structlog
from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

log = structlog.get_logger(__name__)


class RefreshingCache(Generic[K, V]):
    """At most `size` values, of which the least recently used is dropped first; `max_age` in seconds."""

    def __init__(self, size: int, max_age: float) -> None:
        self._max_age = max_age
        self._values: LRUCache[K, tuple[float, V]] = LRUCache(size)  # with the time of reading
        self._reading: dict[K, asyncio.Task[V]] = {}

    def __contains__(self, key: K) -> bool:
        return key in self._values

    async def get(self, key: K, read: Callable[[], Coroutine[Any, Any, V]]) -> V:
        """The value of a key. The first time it is what `read` returns or raises, for all who ask
        meanwhile; later `read` is called when the value is old, and what it raises is logged."""
        known = self._values.get(key)
        if known and monotonic() < known[0] + self._max_age:
            return known[1]
        task = self._reading.get(key)
        if task is None:
            task = self._reading[key] = asyncio.create_task(self._read(key, read))
            task.add_done_callback(lambda task: self._finish(key, task))
        return known[1] if known else await asyncio.shield(task)

    def close(self) -> None:
        """Cancels the reading."""
        for task in self._reading.values():
            task.cancel()

    async def _read(self, key: K, read: Callable[[], Coroutine[Any, Any, V]]) -> V:
        value = await read()
        self._values[key] = monotonic(), value
        return value

    def _finish(self, key: K, task: asyncio.Task[V]) -> None:
        del self._reading[key]
        if not task.cancelled() and (error := task.exception()):
            log.warning("not refreshed", key=key, error=repr(error))
