"""One at a time. Who finds the gate open may pass at once, without a task that waits; the others pass in
the order in which they came."""

from __future__ import annotations

import asyncio
from collections import deque


class FifoLock:
    """`shut` while somebody is within: he leaves by `leave`, or at the end of his `async with`."""

    __slots__ = ("_waiting", "shut")

    def __init__(self) -> None:
        self.shut = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def leave(self) -> None:
        """Lets the next one in, or leaves the gate open."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.shut = False

    async def __aenter__(self) -> None:
        if not self.shut:
            self.shut = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was his turn already
                self.leave()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.leave()
