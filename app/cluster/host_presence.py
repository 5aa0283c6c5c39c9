"""The owners whose open games the lobby lists: those with a connection to the lobby or to the game, now or
until GRACE seconds ago.

Each process keeps the ids of its own connections, and for GRACE seconds those of closed ones; through the
presence table (the row LOBBY) it reads what the other processes keep. An id is a player's, who is in the
lobby, or that of an open game, whose owner is connected to it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

GRACE = 30.0  # seconds an open game stays in the list after its owner's last connection closed


class HostPresence:
    """The ids under which owners of open games are connected. `on_change` is called when ours change."""

    def __init__(self, on_change: Callable[[], None] = lambda: None) -> None:
        self.version = 0
        self.changed = asyncio.Event()
        self._on_change = on_change
        self._connections: Counter[str] = Counter()
        self._closing: dict[str, asyncio.TimerHandle] = {}  # ids without a connection, until their grace ends
        self._remote: frozenset[str] = frozenset()
        self.remote_online = 0  # people who are connected to the other processes
        self.remote_people: frozenset[str] = frozenset()  # ids of those of them who have an account

    @contextmanager
    def count_connection(self, id: str) -> Iterator[None]:
        """Counts a connection while the block runs."""
        if timer := self._closing.pop(id, None):
            timer.cancel()
        elif not self._connections[id]:
            self._notify(local=True)
        self._connections[id] += 1
        try:
            yield
        finally:
            self._connections[id] -= 1
            if not self._connections[id]:
                del self._connections[id]
                self._closing[id] = asyncio.get_running_loop().call_later(GRACE, self._expire, id)

    def has(self, id: str) -> bool:
        """Whether any process keeps this id."""
        return id in self._connections or id in self._closing or id in self._remote

    def local_ids(self) -> frozenset[str]:
        """The ids that this process keeps."""
        return frozenset(self._connections) | frozenset(self._closing)

    def ids(self) -> frozenset[str]:
        """The ids that any process keeps."""
        return self.local_ids() | self._remote

    def set_remote(self, ids: frozenset[str]) -> None:
        """Takes the ids that other processes keep."""
        if ids != self._remote:
            self._remote = ids
            self._notify(local=False)

    def _expire(self, id: str) -> None:
        del self._closing[id]
        self._notify(local=True)

    def _notify(self, *, local: bool) -> None:
        self.version += 1
        self.changed.set()
        if local:
            self._on_change()
