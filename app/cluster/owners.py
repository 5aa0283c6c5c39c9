"""Whose open games the lobby lists: the owner has a socket in the lobby or at the game, or had one until a
moment ago.

Each process keeps the ids of its own sockets, and for GRACE seconds those of sockets that closed; through the
presence table (the row LOBBY) it reads what the other processes keep. An id is a player's, who is in the
lobby, or that of an open game, whose owner has a socket on it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

GRACE = 30.0  # seconds an open game stays in the list after its owner's last socket closed
LOBBY = "lobby"  # in the place of a game's id in the presence table


class Owners:
    """The ids behind which the owners of open games are connected. `moved` is called when ours change."""

    def __init__(self, moved: Callable[[], None] = lambda: None) -> None:
        self.version = 0
        self.changed = asyncio.Event()
        self._moved = moved
        self._sockets: Counter[str] = Counter()
        self._closing: dict[str, asyncio.TimerHandle] = {}  # ids without a socket, until their grace ends
        self._elsewhere: frozenset[str] = frozenset()

    @contextmanager
    def present(self, id: str) -> Iterator[None]:
        """A socket is open while the block runs."""
        if timer := self._closing.pop(id, None):
            timer.cancel()
        elif not self._sockets[id]:
            self._changes(ours=True)
        self._sockets[id] += 1
        try:
            yield
        finally:
            self._sockets[id] -= 1
            if not self._sockets[id]:
                del self._sockets[id]
                self._closing[id] = asyncio.get_running_loop().call_later(GRACE, self._gone, id)

    def here(self) -> frozenset[str]:
        """The ids that this process keeps."""
        return frozenset(self._sockets) | frozenset(self._closing)

    def ids(self) -> frozenset[str]:
        """The ids that any process keeps."""
        return self.here() | self._elsewhere

    def hear_of(self, elsewhere: frozenset[str]) -> None:
        """Takes the ids that other processes keep."""
        if elsewhere != self._elsewhere:
            self._elsewhere = elsewhere
            self._changes(ours=False)

    def _gone(self, id: str) -> None:
        del self._closing[id]
        self._changes(ours=True)

    def _changes(self, *, ours: bool) -> None:
        self.version += 1
        self.changed.set()
        if ours:
            self._moved()
