"""Cluster sync: keeps our sessions up to date with what the other processes on one PostgreSQL write, and
exchanges presence with them.

No process owns a game: a notice says that a game has changed, and every process that has it loaded reads the
log on. Notices that come during a read are taken together with the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import structlog

from app.clock import now
from app.cluster.owners import Owners
from app.cluster.presence import PresenceStore
from app.cluster.rate_limits import SharedConnectionLimits
from app.db.games import GameStore
from app.domain.notices import Bus, Topic
from app.domain.presence import LOBBY, Connected
from app.errors import TryAgain
from app.live.registry import SessionRegistry

MOST = 200  # games in one read
RENEW = 4.0  # seconds between two renewals of presence: with EXPIRY less than 20, which the wire promises
DEBOUNCE = 0.05  # seconds in which connections and disconnections are gathered
RETRY = 0.5  # seconds until a retry after a database error

log = structlog.get_logger(__name__)


class ClusterSync:
    """Takes the changes of other processes into our sessions, and exchanges presence with them."""

    def __init__(
        self,
        sessions: SessionRegistry,
        store: GameStore,
        owners: Owners,
        presence: PresenceStore,
        connections: SharedConnectionLimits,
        bus: Bus,
        count_online: Callable[[], int] = lambda: 0,
    ) -> None:
        self._count_online, self._online = count_online, 0  # people who are connected here
        self._sessions, self._store, self._owners, self._bus = sessions, store, owners, bus
        self._presence, self._connections = presence, connections
        self._log: set[str] = set()  # games whose log is to be read on
        self._infos: set[str] = set()  # games whose info is to be read too
        self._noticed = asyncio.Event()

    async def run(self) -> None:
        """Until cancelled; then withdraws this process's presence."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._bus.run(self._on_notice, self._on_reconnect))
                tasks.create_task(self._read_changes())
                tasks.create_task(self._sync_presence())
        finally:
            await self._presence.withdraw()

    def _on_notice(self, topic: Topic, game: str) -> None:
        loaded = self._sessions.has(game)
        if topic == "presence":
            if loaded or game == LOBBY:
                self._sessions.presence_changed.set()
            return
        if loaded:
            (self._infos if topic == "facts" else self._log).add(game)
            self._noticed.set()
        self._bus.announce(game)

    def _on_reconnect(self) -> None:
        """Notices may have been missed: everything that is loaded is read on."""
        self._infos.update(self._sessions.ids())
        self._noticed.set()
        self._sessions.presence_changed.set()
        self._bus.announce(None)

    async def _read_changes(self) -> None:
        while True:
            await self._noticed.wait()
            self._noticed.clear()
            infos, logs = self._infos, self._log - self._infos
            self._infos, self._log = set(), set()
            try:
                await self._refresh(infos, sorted(logs))
            except TryAgain:
                self._infos |= infos
                self._log |= logs
                await asyncio.sleep(RETRY)
                self._noticed.set()
            except Exception:
                log.exception("cluster sync", games=sorted(infos | logs)[:20])

    async def _refresh(self, infos: set[str], logs: list[str]) -> None:
        for game in infos:
            if session := await self._sessions.get(game):
                with _isolate_errors(game):
                    await session.refresh()
        for start in range(0, len(logs), MOST):
            found = {game: await self._sessions.get(game) for game in logs[start : start + MOST]}
            loaded = {game: session for game, session in found.items() if session}
            if loaded:
                plies = {game: session.match.ply for game, session in loaded.items()}
                for game, entries in (await self._store.entries_since(plies)).items():
                    with _isolate_errors(game):
                        await loaded[game].take(entries)

    async def _sync_presence(self) -> None:
        """Writes our presence and reads that of the others: on every change, and every RENEW seconds."""
        renewed = 0.0
        clock = asyncio.get_running_loop().time
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, renewed + RENEW - clock())):
                    await self._sessions.presence_changed.wait()
                    await asyncio.sleep(DEBOUNCE)
            self._sessions.presence_changed.clear()
            renew = clock() >= renewed + RENEW
            try:
                await self._exchange(renew=renew)
            except TryAgain:
                await asyncio.sleep(RETRY)
                self._sessions.presence_changed.set()
            except Exception:
                log.exception("presence")
            if renew:
                renewed = clock()

    async def _exchange(self, *, renew: bool) -> None:
        sessions = self._sessions.loaded()
        if renew:
            self._online = self._count_online()
        local = {game: session.audience.local() for game, session in sessions.items()}
        local = {game: connected for game, connected in local.items() if connected != Connected()}
        if (owners := self._owners.local_ids()) or self._online:
            local[LOBBY] = Connected(owners, self._online)
        await self._presence.write(local, now(), renew=renew)
        await self._connections.flush(renew=renew)
        if renew:
            await self._presence.delete_expired(now())
        found = await self._presence.read_remote([LOBBY, *sessions], now())
        remote = found.pop(LOBBY)
        self._owners.remote_online = remote.watchers
        self._owners.set_remote(remote.players)
        for game, connected in found.items():
            sessions[game].audience.set_remote(connected)


@contextmanager
def _isolate_errors(game: str) -> Iterator[None]:
    """An error in one game, such as a log that cannot be replayed, does not stop the sync of the others."""
    try:
        yield
    except TryAgain:
        raise
    except Exception:
        log.exception("cluster sync", game=game)
