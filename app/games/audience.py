"""Audience of one game: its viewers in this process, broadcasts to them, presence across processes, and which
seats may claim the game of an absent player."""

from __future__ import annotations

import asyncio
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol

from app.core import wire
from app.db import clock
from app.games import messages
from app.games.deadlines import claim_time, turn_began
from app.games.game_clock import Loaded
from app.games.stalls import Stalls
from app.model.game_info import Player
from app.model.presence import MAX_WATCHER_NAMES, NO_CONNECTIONS, Connected, Gone
from engine import Seat

PRESENCE_DELAY = 0.1  # seconds: arrivals and departures are broadcast together
VIEWER_DELAY = 0.004  # more seconds per local viewer if only spectators have changed
MAX_DELAY = 2.0  # seconds
WAKE_SLICE = 100  # spectators woken per iteration of the event loop
LEFT_ON_PURPOSE = 4001  # close code: the player chose "Leave"
STREAM_PRESENCE_MS = 5 * 60 * 1000  # after an act in a game a stream counts as presence there


class Viewer(Protocol):
    """A client's connection to a game."""

    @property
    def player(self) -> Player | None: ...

    @property
    def heard(self) -> int:
        """Send time of the last answered ping, in milliseconds since the epoch; 0 without one."""

    def wake(self) -> None:
        """Send new state."""

    def send_frame(self, text: bytes) -> None:
        """Send a frame as soon as the client reads."""


class SpectatorNames:
    """Sorted names of spectators. A name with several connections is listed once until the last one closes.
    Adding one costs no more with many spectators."""

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
    """Viewers of one game. `players`: viewers with a seat; `presence`: across all processes; `version`:
    number of presence broadcasts; `claims`: seats that may claim the game, as published.

    `on_change` is called when the presence has changed, `on_local_change` when that of this process has.
    Viewers are woken after PRESENCE_DELAY seconds if players have come or gone; if only spectators have,
    later the more viewers there are, at most after MAX_DELAY. `has_stream`: whether a player has an open
    stream in this process.
    """

    def __init__(
        self,
        game: Loaded,
        stalls: Stalls,
        on_change: Callable[[], None],
        on_local_change: Callable[[], None],
        has_stream: Callable[[str], bool],
    ) -> None:
        self._game, self._stalls = game, stalls
        self.players: list[Viewer] = []
        self.spectators: dict[Viewer, str | None] = {}  # with names, in order of arrival
        self._names = SpectatorNames()
        self.presence = messages.Presence([], 0, [], [])
        self.version = 0
        self.incomplete = False  # a player has no socket here
        self.claims: frozenset[Seat] = frozenset()
        self._bots: frozenset[str] = frozenset()  # bots, always present
        self._remote = NO_CONNECTIONS
        self.counted: frozenset[str] = frozenset()  # local players at the last count
        self._left: dict[str, Gone] = {}  # players whose last connection, here, has closed
        self._missed: dict[str, Gone] = {}  # players without a known connection
        self._on_change, self._on_local_change, self._has_stream = on_change, on_local_change, has_stream
        self.on_arrival: Callable[[Player], None] = lambda _: None  # called at a player's first socket here
        self._timer: asyncio.TimerHandle | None = None
        self._last_broadcast = self.presence
        self._text: bytes | None = None  # cached frame of the presence
        self._waking: asyncio.Task[None] | None = None
        self.sort_viewers()

    def sort_viewers(self) -> None:
        """Find out anew who has a seat: the game has other players."""
        players = self._game.info.players
        self._bots = frozenset(player.id for player in players if player and player.bot is not None)
        viewers = [*self.players, *self.spectators]
        self.players, self.spectators, self._names = [], {}, SpectatorNames()
        for viewer in viewers:
            self._add(viewer)
        # their seat has a new owner: they were deleted or merged
        for gone in self._left.keys() - self._game.info.seats_by_player.keys():
            del self._left[gone]
            self._on_local_change()
        self._count()

    def enter(self, viewer: Viewer) -> None:
        arrives = viewer.player is not None and not self.has_socket(viewer.player.id)
        self._add(viewer)
        if viewer.player:
            self._left.pop(viewer.player.id, None)
            if arrives and viewer in self.players:
                self.on_arrival(viewer.player)
        self._on_local_change()
        self._schedule_broadcast()

    def leave(self, viewer: Viewer, code: int = 1006) -> None:
        """Remove a viewer whose connection closed with `code`."""
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
        """Set the connections of other processes to this game."""
        if remote != self._remote:
            self._remote = remote
            if any(self._left.pop(player, None) for player in remote.players):
                self._on_local_change()
            self._schedule_broadcast()

    def local(self) -> Connected:
        names, gone = frozenset(self._names.first(MAX_WATCHER_NAMES)), frozenset(self._left.values())
        return Connected(self._local_players(), len(self.spectators), names, gone)

    def has_socket(self, player: str) -> bool:
        return player in self._with_socket()

    def all_heard(self, since: int) -> bool:
        """Return whether every player has a socket here that answered a ping sent after `since`."""
        heard = {viewer.player.id for viewer in self.players if viewer.player and viewer.heard > since}
        return all(
            player is not None and player.id in heard | self._bots for player in self._game.info.players
        )

    def has_viewer(self, player: str) -> bool:
        """Return whether this player has a socket here, seated or as a spectator."""
        viewers = (*self.players, *self.spectators)
        return any(viewer.player is not None and viewer.player.id == player for viewer in viewers)

    def has_left(self, player: str) -> bool:
        """Return whether this player was connected, here or to another process, and has left."""
        return any(gone.player == player for gone in (*self._left.values(), *self._remote.gone))

    def recount(self) -> None:
        """Recompute the presence after the match has changed: claim times move, and streams may stop
        counting. Does not call `on_change`."""
        before, counted = self.presence, self.counted
        self._count()
        if self.counted != counted:
            self._on_local_change()
        if self.presence != before:
            self._start_timer()

    def note_streams(self) -> None:
        """Recompute the presence after a player's stream was opened or closed."""
        self._on_local_change()
        self._schedule_broadcast()

    def presence_text(self) -> bytes:
        """Return the presence as a frame, encoded once for all viewers."""
        if self._text is None:
            self._text = wire.encode(self.presence)
        return self._text

    def wake(self) -> None:
        """Wake every viewer, players first. Many spectators are woken in slices, so that a move never blocks
        the event loop for long; a late slice sends the newest state anyway."""
        for viewer in list(self.players):
            viewer.wake()
        if len(self.spectators) <= WAKE_SLICE:
            for viewer in list(self.spectators):
                viewer.wake()
            return
        self._waking = asyncio.create_task(_wake_in_slices(list(self.spectators)))
        self._waking.add_done_callback(self._woken)

    def _woken(self, task: asyncio.Task[None]) -> None:
        if self._waking is task:
            self._waking = None

    def broadcast(self, viewers: Iterable[Viewer], text: bytes) -> None:
        for viewer in list(viewers):
            viewer.send_frame(text)

    def _local_players(self) -> frozenset[str]:
        """Return the seated players connected here, by a socket or a stream."""
        sockets, seated = self._with_socket(), self._game.info.seats_by_player.keys()
        return frozenset(sockets | {player for player in seated - sockets if self._counts_as_present(player)})

    def _with_socket(self) -> set[str]:
        return {viewer.player.id for viewer in self.players if viewer.player}

    def _counts_as_present(self, player: str) -> bool:
        """Return whether a player has an open stream, and it is not their turn, or they acted in this game
        within STREAM_PRESENCE_MS."""
        if not self._has_stream(player):
            return False
        own_turn = self._game.match.turn in self._game.info.seats_by_player.get(player, ())
        return not own_turn or clock.now() < self._stream_counts_until(player)

    def _stream_counts_until(self, player: str) -> int:
        """Return until when a stream counts as presence during the player's own turn."""
        seats = self._game.info.seats_by_player.get(player, ())
        last = next((entry.at for entry in reversed(self._game.log) if entry.seat in seats), 0)
        return last + STREAM_PRESENCE_MS

    def _add(self, viewer: Viewer) -> None:
        if viewer.player and viewer.player.id in self._game.info.seats_by_player:
            self.players.append(viewer)
        else:
            name = self.spectators[viewer] = viewer.player.name if viewer.player else None
            if name:
                self._names.add(name)

    def _count(self) -> None:
        local, remote = self.local(), self._remote
        self.counted = local.players
        connected = local.players | remote.players | self._bots
        seated, sockets = self._game.info.players, self._with_socket() | self._bots
        online = [player is not None and player.id in connected for player in seated]
        self.incomplete = any(player is None or player.id not in sockets for player in seated)
        away = [self._away(player, connected) for player in seated]
        names = sorted(name for name in local.names | remote.names if name)
        presence = messages.Presence(
            online, local.watchers + remote.watchers, away, names[:MAX_WATCHER_NAMES]
        )
        if presence != self.presence:
            self.presence, self._text = presence, None

    def _away(self, player: Player | None, connected: frozenset[str]) -> int | None:
        """Return when the game of a disconnected player may be claimed, None if connected or never."""
        if player is None or player.id in connected:
            if player:
                self._missed.pop(player.id, None)
            return None
        told = [gone for gone in (*self._left.values(), *self._remote.gone) if gone.player == player.id]
        newest = max(told, key=lambda gone: gone.at, default=None)
        known = self._missed.get(player.id)
        if known is None or (newest and newest.at > known.at):
            known = self._missed[player.id] = newest or Gone(player.id, clock.now(), False)
        info = self._game.info
        at = claim_time(info, self._game.match, known, turn_began(info, self._game.log))
        return None if at is None else max(at, self._stalls.quiet_until)

    # Claims

    def update_claims(self) -> bool:
        """Update which seats may claim the game by now; return whether that has changed."""
        at, before = clock.now(), self.claims
        self.claims = frozenset(
            1 - seat for seat, time in enumerate(self.presence.away) if time is not None and time <= at
        )
        return self.claims != before

    def coming_changes(self) -> list[int]:
        """Return when seats that may not claim the game yet may, and when a stream stops counting as presence
        of the player to move."""
        away, mover = enumerate(self.presence.away), self._game.mover
        due = [time for seat, time in away if time is not None and 1 - seat not in self.claims]
        if mover and mover.id in self.counted and not self.has_socket(mover.id):
            due.append(self._stream_counts_until(mover.id))
        return due

    # Broadcasts of the presence

    def _schedule_broadcast(self) -> None:
        self._count()
        self._on_change()
        self._start_timer()

    def _start_timer(self) -> None:
        """Start the timer, or move it forward if it is due too late."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self._delay()
        if self._timer is None or due < self._timer.when():
            if self._timer:
                self._timer.cancel()
            self._timer = loop.call_at(due, self._broadcast_presence)

    def _delay(self) -> float:
        """Return the seconds until the presence is broadcast."""
        presence, last = self.presence, self._last_broadcast
        if presence.players != last.players or presence.away != last.away:
            return PRESENCE_DELAY
        viewers = len(self.players) + len(self.spectators)
        return min(PRESENCE_DELAY + viewers * VIEWER_DELAY, MAX_DELAY)

    def _broadcast_presence(self) -> None:
        self._timer, self._last_broadcast = None, self.presence
        self.version += 1
        self.wake()


async def _wake_in_slices(viewers: list[Viewer]) -> None:
    for start in range(0, len(viewers), WAKE_SLICE):
        if start:
            await asyncio.sleep(0)
        for viewer in viewers[start : start + WAKE_SLICE]:
            viewer.wake()
