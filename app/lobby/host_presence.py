"""Presence of hosts of open games, across processes.

An id is either a player in the lobby or an open game to which its host is connected. The lobby lists an open
game while its host is connected and for HOST_GRACE seconds longer. Pairing asks for more: whether the host
answers a ping now (`answer`), or when they left (`left_at`). Each process publishes under LOBBY
(`app/model/presence.py`) the ids of its hosts: open games, and players with an open game or a challenge.
Other lobby visitors are known to their own process only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from app.db.clock import now
from app.model.presence import Connected, Gone

HOST_GRACE = 30.0  # seconds an open game stays listed after its host's last connection closed

Probe = Callable[[float], Awaitable[bool]]  # pings a client; True if it answers within so many seconds


async def _always(_: float) -> bool:
    return True


class HostPresence:
    """Ids of connected clients, and which of them are hosts. `on_change` is called when the state that other
    processes need has changed; `version` is incremented when the list of open games may have changed."""

    def __init__(self, on_change: Callable[[], None] = lambda: None) -> None:
        self.version = 0
        self._on_change = on_change
        self._sockets: dict[str, list[Probe]] = {}
        self._hosts: set[str] = set()  # of the ids in `_sockets` and `_left`
        self._left: dict[str, tuple[int, asyncio.TimerHandle]] = {}  # time of leaving, timer of HOST_GRACE
        self._remote: frozenset[str] = frozenset()
        self._remote_left: dict[str, int] = {}
        self._arrival = asyncio.Event()  # set and replaced at each arrival
        self.remote_online = 0  # number of people connected to other processes
        self.remote_people: frozenset[str] = frozenset()  # ids of those with an account

    @contextmanager
    def count_connection(self, id: str, probe: Probe = _always, *, host: bool = True) -> Iterator[None]:
        """Count a connection during the block. `host`: it belongs to a host."""
        if id in self._left:
            self._left.pop(id)[1].cancel()
        self._sockets.setdefault(id, []).append(probe)
        if len(self._sockets[id]) == 1:
            self._note_arrival()
            if id in self._hosts:
                self._on_change()
        if host:
            self.set_host(id)
        try:
            yield
        finally:
            self._sockets[id].remove(probe)
            if not self._sockets[id]:
                del self._sockets[id]
                self._left[id] = now(), asyncio.get_running_loop().call_later(HOST_GRACE, self._expire, id)
                if id in self._hosts:
                    self._on_change()

    def set_host(self, id: str, *, host: bool = True) -> None:
        """Mark an id as a host or not, if it is connected to this process or was within HOST_GRACE."""
        known = id in self._sockets or id in self._left
        if not known or host == (id in self._hosts):
            return
        if host:
            self._hosts.add(id)
        else:
            self._hosts.remove(id)
        self.version += 1
        self._on_change()

    # For the list of open games

    def has(self, id: str) -> bool:
        """Return whether this host is connected to any process, or was within HOST_GRACE."""
        return id in self._hosts or id in self._remote or id in self._remote_left

    def ids(self) -> frozenset[str]:
        """Return all ids for which `has` is true."""
        return frozenset((*self._hosts, *self._remote_left)) | self._remote

    # For pairing

    def is_connected(self, *ids: str) -> bool:
        """Return whether one of these ids is connected to this process, or as a host to another one."""
        return any(one in self._sockets or one in self._remote for one in ids)

    def left_at(self, *ids: str) -> int | None:
        """Return when the last connection of one of these ids closed, in milliseconds since the epoch; None:
        not within HOST_GRACE."""
        here = [self._left[one][0] for one in ids if one in self._left]
        elsewhere = [self._remote_left[one] for one in ids if one in self._remote_left]
        return max([*here, *elsewhere], default=None)

    async def wait_for(self, *ids: str, seconds: float) -> None:
        """Wait until one of these ids is connected, at most so many seconds."""
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                while not self.is_connected(*ids):
                    await self._arrival.wait()
        except TimeoutError:
            return

    async def answer(self, *ids: str, seconds: float) -> bool:
        """Return whether a client connected to this process under one of these ids answers a ping in time, or
        one is connected to another process."""
        if any(one in self._remote for one in ids):
            return True
        probes = [probe for one in ids for probe in self._sockets.get(one, ())]
        return any(await asyncio.gather(*(probe(seconds) for probe in probes)))

    # Other processes

    def connected(self) -> frozenset[str]:
        return frozenset(self._hosts & self._sockets.keys())

    def gone(self) -> frozenset[Gone]:
        """Return the hosts that were connected to this process within HOST_GRACE and have left."""
        left = self._hosts & self._left.keys()
        return frozenset(Gone(key, self._left[key][0], on_purpose=False) for key in left)

    def set_remote(self, lobby: Connected) -> None:
        """Apply the combined LOBBY state of the other processes."""
        self.remote_online, self.remote_people = lobby.watchers, lobby.names
        before = self.ids()
        if lobby.players - self._remote:
            self._note_arrival()
        self._remote = lobby.players
        self._remote_left = {
            one.player: one.at
            for one in sorted(lobby.gone, key=lambda gone: gone.at)
            if one.player not in lobby.players
        }
        if self.ids() != before:
            self.version += 1

    def _expire(self, id: str) -> None:
        self.set_host(id, host=False)
        del self._left[id]

    def _note_arrival(self) -> None:
        self._arrival.set()
        self._arrival = asyncio.Event()
