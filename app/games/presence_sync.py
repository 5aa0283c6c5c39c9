"""Presence sync: exchanges over Redis who is connected to which game, and which processes are alive."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import structlog

from app.bus.notices import Bus
from app.bus.presence import SharedPresence
from app.core.errors import TryAgain
from app.db import clock
from app.games.registry import SessionRegistry, isolate_errors
from app.games.stalls import Stalls
from app.model.presence import LOBBY, NO_CONNECTIONS, Connected, Gone

MAX_PRESENCE_GAMES = 1000  # per read of presence
RENEW_INTERVAL = 2.0  # seconds: with EXPIRY_MS less than the 20 that the wire protocol promises
ANSWER_INTERVAL = 0.25  # seconds between two renewals that answer changes of presence
CLEANUP_EVERY = 30  # renewals between two deletions of data of dead processes
DEBOUNCE = 0.05  # seconds in which connects and disconnects are collected
RETRY_DELAY = 0.5  # seconds after a failure

Online = tuple[int, frozenset[str]]  # number of people connected here, and ids of those with an account

log = structlog.get_logger(__name__)


class Hosts(Protocol):
    """People who wait for an opponent, here and at other processes."""

    def set_remote(self, lobby: Connected) -> None:
        """Set those connected to other processes."""

    def connected(self) -> frozenset[str]:
        """Return the ids of those connected here."""

    def gone(self) -> frozenset[Gone]:
        """Return those who have left this process."""


class PresenceSync:
    """Presence of one process, and that of the others in its sessions."""

    def __init__(
        self,
        sessions: SessionRegistry,
        hosts: Hosts,
        presence: SharedPresence,
        bus: Bus,
        stalls: Stalls,
        count_online: Callable[[], Online] = lambda: (0, frozenset()),
    ) -> None:
        self._sessions, self._hosts, self._bus, self._stalls = sessions, hosts, bus, stalls
        self._presence, self._count_online = presence, count_online
        self._online: Online = (0, frozenset())
        self._renewals = 0
        self._remote: set[str] = set()  # games whose remote presence must be read
        self._asked = False  # another process may want to know whether this one is alive

    async def run(self, on_death: Callable[[], None]) -> None:
        """Write local presence and read remote presence, on every change and every RENEW_INTERVAL seconds,
        until cancelled; then withdraw the local presence. `on_death`: called when a process has died."""
        try:
            await self._keep_exchanging(on_death)
        finally:
            await self._presence.leave()
            await self._bus.flush()

    def note(self, game: str) -> None:
        """Note that the presence of a game has changed elsewhere. A change in a loaded game is answered by a
        renewal: to whom a player comes back may wonder whether this process, which still counts as holding
        their socket, is alive."""
        loaded = self._sessions.has(game)
        if loaded or game == LOBBY:
            self._asked |= loaded
            self._remote.add(game)
            self._sessions.presence_changed.set()

    def read_all(self) -> None:
        """Read the presence of everything loaded."""
        self._remote.update(self._sessions.ids(), [LOBBY])
        self._sessions.presence_changed.set()

    async def _keep_exchanging(self, on_death: Callable[[], None]) -> None:
        renewed = 0.0
        time = asyncio.get_running_loop().time
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, renewed + self._interval - time())):
                    await self._sessions.presence_changed.wait()
                    await asyncio.sleep(DEBOUNCE)
            self._sessions.presence_changed.clear()
            renew = time() >= renewed + self._interval
            try:
                if renew:
                    await self._renew(on_death)
                await self._exchange()
            except TryAgain:
                await asyncio.sleep(RETRY_DELAY)
                self._sessions.presence_changed.set()
            except Exception:
                log.exception("presence_sync_failed")
            if renew:
                renewed = time()

    @property
    def _interval(self) -> float:
        return ANSWER_INTERVAL if self._asked else RENEW_INTERVAL

    async def _exchange(self) -> None:
        changed, self._sessions.presence_games = self._sessions.presence_games, set()
        remote, self._remote = sorted(self._remote | changed), set()
        try:
            await self._presence.write({game: self._local(game) for game in changed})
            for start in range(0, len(remote), MAX_PRESENCE_GAMES):
                some = remote[start : start + MAX_PRESENCE_GAMES]
                self._take_remote(await self._presence.read_remote(some))
        except BaseException:
            self._sessions.presence_games |= changed
            self._remote.update(remote)
            raise

    def _take_remote(self, found: dict[str, Connected]) -> None:
        if (lobby := found.pop(LOBBY, None)) is not None:
            self._hosts.set_remote(lobby)
        for game, connected in found.items():
            if session := self._sessions.peek(game):
                with isolate_errors("process_sync_failed", session.info.id, session.match.ply):
                    session.audience.set_remote(connected)

    def _local(self, game: str) -> Connected:
        if game == LOBBY:
            return Connected(self._hosts.connected(), *self._online, self._hosts.gone())
        session = self._sessions.peek(game)
        return session.audience.local() if session else NO_CONNECTIONS

    async def _renew(self, on_death: Callable[[], None]) -> None:
        """Renew this process's entry and update which others are alive: data of a dead process no longer
        counts. While one is late, nobody is flagged, so that it can write its stall."""
        self._asked, at = False, clock.now()
        alive, lost, others_late = await self._presence.renew(stalled=self._stalls.is_late(at))
        if others_late:
            self._stalls.be_quiet(at)
        if lost:
            self._sessions.presence_games.update(self._sessions.ids(), [LOBBY])
        if self._bus.processes - alive:
            on_death()  # it may have died between commit and notice
        if alive != self._bus.processes:
            self._bus.processes = alive
            self.read_all()
        if (online := self._count_online()) != self._online:
            self._online = online
            self._sessions.note_presence(LOBBY)
        if self._renewals % CLEANUP_EVERY == 0:
            await self._presence.delete_dead()
        self._renewals += 1
