"""FIFO lock that can be taken synchronously while it is free."""

from __future__ import annotations

import asyncio
from collections import deque


class FifoLock:
    """A lock that serves waiters in order. While it is free, set `locked` to take it without awaiting, which
    asyncio.Lock does not offer. Release it with `release` or at the end of `async with`."""

    __slots__ = ("_waiters", "locked")

    def __init__(self) -> None:
        self.locked = False
        self._waiters: deque[asyncio.Future[None]] = deque()

    def release(self) -> None:
        """Hand the lock to the first waiter, or unlock."""
        while self._waiters:
            waiter = self._waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
        self.locked = False

    async def __aenter__(self) -> None:
        if not self.locked:
            self.locked = True
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if not waiter.cancelled():  # the lock has already been handed over
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
