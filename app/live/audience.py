"""The audience of one game: its viewers in this process, and the presence of all processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from app.domain.game_info import Player
from app.domain.presence import NO_CONNECTIONS, Connected
from app.messages import games as messages

PRESENCE_DELAY = 0.1  # seconds in which connections and disconnections are broadcast together
SLICE = 100  # spectators woken in one turn of the event loop


class Viewer(Protocol):
    """A connection to a game."""

    @property
    def player(self) -> Player | None: ...

    def wake(self) -> None:
        """Sends what is new."""


class Audience:
    """The viewers of one game. `players`: those with a seat; `presence`: of all processes together, and
    `version` counts what of it was broadcast. `on_change` is called when the presence has changed,
    `on_local_change` when that of this process has, and `broadcast` at most PRESENCE_DELAY seconds later."""

    def __init__(
        self,
        on_change: Callable[[], None],
        on_local_change: Callable[[], None],
        broadcast: Callable[[], None],
    ) -> None:
        self.players: list[Viewer] = []
        self.spectators: dict[Viewer, None] = {}  # in the order in which they came
        self.presence = messages.Presence([], 0)
        self.version = 0
        self._seats: tuple[Player | None, ...] = ()
        self._remote = NO_CONNECTIONS
        self._on_change, self._on_local_change, self._broadcast = on_change, on_local_change, broadcast
        self._timer: asyncio.TimerHandle | None = None
        self._waking: asyncio.Task[None] | None = None

    def set_seats(self, players: tuple[Player | None, ...]) -> None:
        """Takes the players by seat."""
        self._seats = players
        viewers = [*self.players, *self.spectators]
        self.players, self.spectators = [], {}
        for viewer in viewers:
            self._add(viewer)
        self._count()

    def enter(self, viewer: Viewer) -> None:
        self._add(viewer)
        self._on_local_change()
        self._schedule_broadcast()

    def leave(self, viewer: Viewer) -> None:
        if viewer in self.spectators:
            del self.spectators[viewer]
        elif viewer in self.players:
            self.players.remove(viewer)
        self._on_local_change()
        self._schedule_broadcast()

    def set_remote(self, remote: Connected) -> None:
        """Takes the connections that other processes have to this game."""
        if remote != self._remote:
            self._remote = remote
            self._schedule_broadcast()

    def local(self) -> Connected:
        """The connections of this process."""
        return Connected(frozenset(v.player.id for v in self.players if v.player), len(self.spectators))

    def wake_spectators(self) -> None:
        """Wakes many spectators in slices, so that a move never blocks the event loop for long. A late slice
        sends the newest state anyway."""
        self._waking = asyncio.create_task(_wake_in_slices(list(self.spectators)))

    def _add(self, viewer: Viewer) -> None:
        if viewer.player and any(seat and seat.id == viewer.player.id for seat in self._seats):
            self.players.append(viewer)
        else:
            self.spectators[viewer] = None

    def _count(self) -> None:
        local = self.local()
        connected = local.players | self._remote.players
        online = [player is not None and player.id in connected for player in self._seats]
        self.presence = messages.Presence(online, local.watchers + self._remote.watchers)

    def _schedule_broadcast(self) -> None:
        self._count()
        self._on_change()
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._broadcast_presence)

    def _broadcast_presence(self) -> None:
        self._timer = None
        self.version += 1
        self._broadcast()


async def _wake_in_slices(viewers: list[Viewer]) -> None:
    for start in range(0, len(viewers), SLICE):
        if start:
            await asyncio.sleep(0)
        for viewer in viewers[start : start + SLICE]:
            viewer.wake()
