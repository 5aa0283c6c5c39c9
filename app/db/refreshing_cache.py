"""Stale-while-revalidate cache; one reader task per key."""

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
    """LRU cache of `size` values. Values older than `max_age` seconds are returned while they are
    refreshed."""

    def __init__(self, size: int, max_age: float) -> None:
        self._max_age = max_age
        self._values: LRUCache[K, tuple[float, V]] = LRUCache(size)  # with the time of the read
        self._reading: dict[K, asyncio.Task[V]] = {}

    def __contains__(self, key: K) -> bool:
        return key in self._values

    async def get(self, key: K, read: Callable[[], Coroutine[Any, Any, V]]) -> V:
        """Return the value of a key. A missing value is awaited from `read`, once for concurrent callers,
        with its exceptions; a stale one is refreshed in the background, and exceptions are logged."""
        known = self._values.get(key)
        if known and monotonic() < known[0] + self._max_age:
            return known[1]
        task = self._reading.get(key)
        if task is None:
            task = self._reading[key] = asyncio.create_task(self._read(key, read))
            task.add_done_callback(lambda task: self._finish(key, task))
        return known[1] if known else await asyncio.shield(task)

    def close(self) -> None:
        """Cancel pending reads."""
        for task in self._reading.values():
            task.cancel()

    async def _read(self, key: K, read: Callable[[], Coroutine[Any, Any, V]]) -> V:
        value = await read()
        self._values[key] = monotonic(), value
        return value

    def _finish(self, key: K, task: asyncio.Task[V]) -> None:
        del self._reading[key]
        if not task.cancelled() and (error := task.exception()):
            log.warning("cache_refresh_failed", key=key, error=repr(error))
