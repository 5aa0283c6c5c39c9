"""The audience of one game: its viewers in this process, and the presence of all processes."""

from __future__ import annotations

import asyncio
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol

from app import clock
from app.domain.game_info import Player
from app.domain.presence import MAX_WATCHER_NAMES, NO_CONNECTIONS, Connected, Gone
from app.messages import games as messages

PRESENCE_DELAY = 0.1  # seconds in which connections and disconnections are broadcast together
VIEWER_DELAY = 0.004  # seconds more for each viewer here, where only the spectators have changed
LONGEST_DELAY = 2.0  # seconds
SLICE = 100  # spectators woken in one turn of the event loop
LEFT_ON_PURPOSE = 4001  # the close code of a client whose player goes to another page of the site

ClaimTime = Callable[[Gone], int | None]


class Viewer(Protocol):
    """A connection to a game."""

    @property
    def player(self) -> Player | None: ...

    @property
    def heard(self) -> int:
        """When the last answered ping was sent, in milliseconds since the epoch; 0: none was."""

    def wake(self) -> None:
        """Sends what is new."""

    def tell(self, text: bytes) -> None:
        """Sends a frame as soon as the client reads."""


class Names:
    """The names of spectators, in order. One who looks on twice is there once, until both have gone. What an
    arrival costs does not grow with those who are there."""

    __slots__ = ("_counts", "_sorted")

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._sorted: list[str] = []

    def add(self, name: str) -> None:
        if not self._counts[name]:
            insort(self._sorted, name)
        self._counts[name] += 1

    def remove(self, name: str) -> None:
        self._counts[name] -= 1
        if not self._counts[name]:
            del self._counts[name], self._sorted[bisect_left(self._sorted, name)]

    def first(self, count: int) -> list[str]:
        return self._sorted[:count]


class Audience:
    """The viewers of one game. `players`: those with a seat; `presence`: of all processes together, and
    `version` counts what of it was broadcast. `on_change` is called when the presence has changed,
    `on_local_change` when that of this process has. Viewers are woken soon after: PRESENCE_DELAY seconds when
    players have come or gone; when only spectators have, at most LONGEST_DELAY, the later the more viewers
    there are to be told. `claim_time` says from when on the game of a player who has gone may be claimed."""

    def __init__(
        self,
        on_change: Callable[[], None],
        on_local_change: Callable[[], None],
        claim_time: ClaimTime,
    ) -> None:
        self.players: list[Viewer] = []
        self.spectators: dict[Viewer, str | None] = {}  # in the order in which they came; with their names
        self._names = Names()
        self.presence = messages.Presence([], 0, [], [])
        self.version = 0
        self.incomplete = False  # a player is not connected
        self._seats: tuple[Player | None, ...] = ()
        self._machines: frozenset[str] = frozenset()  # players who are always there
        self._remote = NO_CONNECTIONS
        self.counted: frozenset[str] = frozenset()  # players who were connected here at the last count
        self._left: dict[str, Gone] = {}  # players whose last connection was to this process
        self._missed: dict[str, Gone] = {}  # players who have no connection, for all that we know
        self._on_change, self._on_local_change = on_change, on_local_change
        self._claim_time = claim_time
        self.is_streaming: Callable[[str], bool] = lambda _: False  # whether a player follows by a stream
        self._timer: asyncio.TimerHandle | None = None
        self._told = self.presence  # what was broadcast last
        self._text: bytes | None = None  # the presence as a frame, once it was needed
        self._waking: asyncio.Task[None] | None = None

    def set_seats(self, players: tuple[Player | None, ...]) -> None:
        """Takes the players by seat."""
        self._seats = players
        self._machines = frozenset(player.id for player in players if player and player.bot is not None)
        viewers = [*self.players, *self.spectators]
        self.players, self.spectators, self._names = [], {}, Names()
        for viewer in viewers:
            self._add(viewer)
        seated = {player.id for player in players if player}
        for gone in self._left.keys() - seated:  # the seat is another's: its player was deleted or merged
            del self._left[gone]
            self._on_local_change()
        self._count()

    def enter(self, viewer: Viewer) -> None:
        self._add(viewer)
        if viewer.player:
            self._left.pop(viewer.player.id, None)
        self._on_local_change()
        self._schedule_broadcast()

    def leave(self, viewer: Viewer, code: int = 1006) -> None:
        """`code`: the close code of the connection."""
        if viewer in self.spectators:
            if name := self.spectators.pop(viewer):
                self._names.remove(name)
        elif viewer in self.players:
            self.players.remove(viewer)
            player = viewer.player
            if player and player.id not in self._local_players():
                self._left[player.id] = Gone(player.id, clock.now(), code == LEFT_ON_PURPOSE)
        self._on_local_change()
        self._schedule_broadcast()

    def set_remote(self, remote: Connected) -> None:
        """Takes the connections that other processes have to this game."""
        if remote != self._remote:
            self._remote = remote
            if any(self._left.pop(player, None) for player in remote.players):
                self._on_local_change()
            self._schedule_broadcast()

    def local(self) -> Connected:
        """The connections of this process."""
        names, gone = frozenset(self._names.first(MAX_WATCHER_NAMES)), frozenset(self._left.values())
        return Connected(self._local_players(), len(self.spectators), names, gone)

    def has_socket(self, player: str) -> bool:
        """Return whether this player, who has a seat, has a socket here."""
        return any(viewer.player and viewer.player.id == player for viewer in self.players)

    def all_heard(self, since: int) -> bool:
        """Return whether every player has a socket here that has answered a ping sent after `since`."""
        heard = {viewer.player.id for viewer in self.players if viewer.player and viewer.heard > since}
        return all(player is not None and player.id in heard | self._machines for player in self._seats)

    def has_viewer(self, player: str) -> bool:
        """Return whether this player looks on here, with a seat or without."""
        viewers = (*self.players, *self.spectators)
        return any(viewer.player is not None and viewer.player.id == player for viewer in viewers)

    def has_left(self, player: str) -> bool:
        """Return whether the last connection of this player, here or at another process, was closed."""
        return any(gone.player == player for gone in (*self._left.values(), *self._remote.gone))

    def recount(self) -> None:
        """Note that the match has gone on: the game of a player who has gone may be claimed at another time,
        and who follows by a stream may be present no longer. `on_change` is not called."""
        before, counted = self.presence, self.counted
        self._count()
        if self.counted != counted:
            self._on_local_change()
        if self.presence != before:
            self._start_timer()

    def note_streams(self) -> None:
        """Note that a stream of a player was opened or closed."""
        self._on_local_change()
        self._schedule_broadcast()

    def presence_text(self) -> bytes:
        """The presence as a frame, encoded once for all viewers."""
        if self._text is None:
            self._text = messages.encode(self.presence)
        return self._text

    def wake(self) -> None:
        """Wake every viewer: the players first, then the spectators. Many of them are woken in slices, so
        that a move never blocks the event loop for long; a late slice sends the newest state anyway."""
        for viewer in list(self.players):
            viewer.wake()
        if len(self.spectators) <= SLICE:
            for viewer in list(self.spectators):
                viewer.wake()
            return
        self._waking = asyncio.create_task(_wake_in_slices(list(self.spectators)))
        self._waking.add_done_callback(self._woken)

    def _woken(self, task: asyncio.Task[None]) -> None:
        if self._waking is task:
            self._waking = None

    def tell(self, viewers: Iterable[Viewer], text: bytes) -> None:
        """Sends a frame to some of the viewers."""
        for viewer in list(viewers):
            viewer.tell(text)

    def _local_players(self) -> frozenset[str]:
        """Return the players with a seat who are connected here, by a socket or a stream."""
        here = {viewer.player.id for viewer in self.players if viewer.player}
        seated = {player.id for player in self._seats if player}
        return frozenset(here | {player for player in seated - here if self.is_streaming(player)})

    def _add(self, viewer: Viewer) -> None:
        if viewer.player and any(seat and seat.id == viewer.player.id for seat in self._seats):
            self.players.append(viewer)
        else:
            name = self.spectators[viewer] = viewer.player.name if viewer.player else None
            if name:
                self._names.add(name)

    def _count(self) -> None:
        local, remote = self.local(), self._remote
        self.counted = local.players
        connected = local.players | remote.players | self._machines
        online = [player is not None and player.id in connected for player in self._seats]
        sockets = {viewer.player.id for viewer in self.players if viewer.player} | self._machines
        self.incomplete = any(player is None or player.id not in sockets for player in self._seats)
        away = [self._away(player, connected) for player in self._seats]
        names = sorted(name for name in local.names | remote.names if name)
        presence = messages.Presence(
            online, local.watchers + remote.watchers, away, names[:MAX_WATCHER_NAMES]
        )
        if presence != self.presence:
            self.presence, self._text = presence, None

    def _away(self, player: Player | None, connected: frozenset[str]) -> int | None:
        """From when on the game of a player who is not connected may be claimed."""
        if player is None or player.id in connected:
            if player:
                self._missed.pop(player.id, None)
            return None
        told = [gone for gone in (*self._left.values(), *self._remote.gone) if gone.player == player.id]
        newest = max(told, key=lambda gone: gone.at, default=None)
        known = self._missed.get(player.id)
        if known is None or (newest and newest.at > known.at):
            known = self._missed[player.id] = newest or Gone(player.id, clock.now(), False)
        return self._claim_time(known)

    def _schedule_broadcast(self) -> None:
        self._count()
        self._on_change()
        self._start_timer()

    def _start_timer(self) -> None:
        """Sets the timer, or sets it forward where it would come too late for what has changed."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self._delay()
        if self._timer is None or due < self._timer.when():
            if self._timer:
                self._timer.cancel()
            self._timer = loop.call_at(due, self._broadcast_presence)

    def _delay(self) -> float:
        """Seconds until the presence is broadcast."""
        presence, told = self.presence, self._told
        if presence.players != told.players or presence.away != told.away:
            return PRESENCE_DELAY
        viewers = len(self.players) + len(self.spectators)
        return min(PRESENCE_DELAY + viewers * VIEWER_DELAY, LONGEST_DELAY)

    def _broadcast_presence(self) -> None:
        self._timer, self._told = None, self.presence
        self.version += 1
        self.wake()


async def _wake_in_slices(viewers: list[Viewer]) -> None:
    for start in range(0, len(viewers), SLICE):
        if start:
            await asyncio.sleep(0)
        for viewer in viewers[start : start + SLICE]:
            viewer.wake()
