"""Protocol pings from one timer for all sockets of a process.

A timer, a random payload and a pass through the library's parser for each socket and ping took a tenth of a
core for 10,000 idle sockets. Here the sockets are shared out over the interval, and each share is sent one
frame, made once.
"""

from __future__ import annotations

import asyncio
from secrets import token_bytes
from typing import Protocol

SHARES = 50  # of the sockets, pinged one after another within an interval


class Pinged(Protocol):
    """An open socket."""

    def ping(self, at: float, payload: bytes, frame: bytes) -> None:
        """Sends the ping `frame`, unless the last one is not answered yet."""

    def is_overdue(self, since: float) -> bool:
        """Whether a ping that was sent before `since` is not answered yet."""

    def keepalive_timeout(self) -> None:
        """Ends the connection."""


class Heartbeat:
    """Pings each socket every `interval` seconds, and ends it when a ping has had no answer for `timeout`
    seconds. The timer runs while there are sockets. Times are the event loop's."""

    def __init__(self, interval: float, timeout: float) -> None:
        self._interval, self._timeout = interval, timeout
        self._shares: list[dict[Pinged, None]] = [{} for _ in range(SHARES)]
        self._current = 0
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0  # when the current share was to be pinged
        self._loop = asyncio.get_running_loop()

    def add(self, socket: Pinged) -> None:
        """Pings this socket from now on; the smallest share takes it."""
        min(self._shares, key=len)[socket] = None
        if self._timer is None:
            self._due = self._loop.time()
            self._schedule()

    def remove(self, socket: Pinged) -> None:
        """Pings this socket no longer, if it is pinged."""
        for share in self._shares:
            if socket in share:
                del share[socket]
                return

    def _schedule(self) -> None:
        self._due += self._interval / SHARES
        self._timer = self._loop.call_at(self._due, self._ping_next_share)

    def _ping_next_share(self) -> None:
        """After a standstill the shares that are late are caught up with; what was answered meanwhile is
        read in between, and nobody is judged by the time that we stood still."""
        since = self._due - self._timeout + self._interval / 2  # timers come a little late or early
        self._timer = None
        if any(self._shares):
            self._schedule()
        self._current = (self._current + 1) % SHARES
        at, payload = self._loop.time(), token_bytes(4)
        frame = b"\x89\x04" + payload
        for socket in list(self._shares[self._current]):
            if socket.is_overdue(since):
                socket.keepalive_timeout()
            else:
                socket.ping(at, payload, frame)
