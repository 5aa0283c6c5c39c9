"""Cluster sync: keeps our sessions up to date with what the other processes on one PostgreSQL write, and
exchanges presence with them.

No process owns a game: a notice says that a game has changed, and every process that has it loaded reads the
log on. Notices that come during a read are taken together with the next one. A notice may be lost: whatever
the bus, the games that are loaded are compared with the database every COMPARE seconds, in one statement.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import structlog

from app.cluster.owners import Owners
from app.cluster.shared_state import SharedState
from app.db.games import GameStore
from app.domain.notices import Bus, Topic
from app.domain.presence import LOBBY, NO_CONNECTIONS, Connected
from app.errors import TryAgain
from app.live.registry import SessionRegistry

MOST = 200  # games in one read
AT_ONCE = 8  # games whose info is read at the same time
PRESENCES = 1000  # games in one read of presence
RENEW = 4.0  # seconds between two renewals: with EXPIRY less than 20, which the wire promises
CLEAN = 15  # renewals between two deletions of what dead processes have left
DEBOUNCE = 0.05  # seconds in which connections and disconnections are gathered
RETRY = 0.5  # seconds until a retry after a database error
COMPARE = 5.0  # seconds between two comparisons of what is loaded with the database

Online = tuple[int, frozenset[str]]  # people who are connected here, and ids of those with an account

log = structlog.get_logger(__name__)


class ClusterSync:
    """Takes the changes of other processes into our sessions, and exchanges presence with them."""

    def __init__(
        self,
        sessions: SessionRegistry,
        store: GameStore,
        owners: Owners,
        shared: SharedState,
        bus: Bus,
        count_online: Callable[[], Online] = lambda: (0, frozenset()),
        on_chat: Callable[[str | None], None] = lambda _: None,
    ) -> None:
        self._on_chat = on_chat  # called with a game in whose chat another process has written; None: any may
        self._count_online = count_online
        self._online: Online = (0, frozenset())
        self._sessions, self._store, self._owners, self._bus = sessions, store, owners, bus
        self._shared = shared
        self._alive: frozenset[str] = frozenset()  # processes, ours too
        self._renewals = 0
        self._log: set[str] = set()  # games whose log is to be read on
        self._infos: set[str] = set()  # games whose info is to be read too
        self._noticed = asyncio.Event()
        self._remote: set[str] = set()  # games whose presence in other processes is to be read
        self._behind: dict[str, tuple[int, int | None]] = {}  # what the last comparison has found

    async def run(self) -> None:
        """Until cancelled; then withdraws this process's presence."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._bus.run(self._on_notice, self._on_reconnect))
                tasks.create_task(self._read_changes())
                tasks.create_task(self._sync_presence())
                tasks.create_task(self._keep_comparing())
        finally:
            await self._shared.presence.withdraw()

    def _on_notice(self, topic: Topic, game: str) -> None:
        loaded = self._sessions.has(game)
        if topic == "presence":
            if loaded or game == LOBBY:
                self._remote.add(game)
                self._sessions.presence_changed.set()
            return
        if topic == "chat":
            self._on_chat(game)
            return
        if loaded:
            (self._infos if topic == "facts" else self._log).add(game)
            self._noticed.set()
        self._bus.announce(game)

    def _on_reconnect(self) -> None:
        """Notices may have been missed: everything that is loaded is read on."""
        self._infos.update(self._sessions.ids())
        self._noticed.set()
        self._read_all_presence()
        self._on_chat(None)
        self._bus.announce(None)

    def _read_all_presence(self) -> None:
        self._remote.update(self._sessions.ids(), [LOBBY])
        self._sessions.presence_changed.set()

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
        """Reads logs on, many games in one read, before infos are read, game by game."""
        many = len(infos) > AT_ONCE
        await self._read_logs(sorted([*infos, *logs]) if many else logs)
        each = sorted(infos)
        for start in range(0, len(each), AT_ONCE):
            refreshed = await asyncio.gather(
                *map(self._refresh_info, each[start : start + AT_ONCE]), return_exceptions=True
            )
            for error in filter(None, refreshed):
                raise error

    async def _refresh_info(self, game: str) -> None:
        if session := await self._sessions.get(game):
            with _isolate_errors(game):
                await session.refresh()

    async def _read_logs(self, logs: list[str]) -> None:
        for start in range(0, len(logs), MOST):
            found = {game: await self._sessions.get(game) for game in logs[start : start + MOST]}
            loaded = {game: session for game, session in found.items() if session}
            if loaded:
                plies = {game: session.match.ply for game, session in loaded.items()}
                for game, entries in (await self._store.entries_since(plies)).items():
                    with _isolate_errors(game):
                        await loaded[game].take(entries)

    async def _keep_comparing(self) -> None:
        while True:
            await asyncio.sleep(COMPARE)
            try:
                await self._compare()
            except TryAgain as error:
                log.info("not compared with the database", error=str(error.detail))
            except Exception:
                log.exception("cluster sync")

    async def _compare(self) -> None:
        """Reads on the games that are further in the database than here, of which no notice has come; but not
        again those that were, and stand as they stood."""
        known = {
            game: (session.match.ply, session.info.started)
            for game, session in self._sessions.loaded().items()
        }
        before, self._behind = self._behind, await self._store.behind(known) if known else {}
        for game, found in self._behind.items():
            if before.get(game) != found:
                begun = found[1] != known[game][1]
                (self._infos if begun else self._log).add(game)
                self._bus.announce(game)
                self._noticed.set()

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
        if renew:
            await self._renew()
        changed, self._sessions.presence_games = self._sessions.presence_games, set()
        remote, self._remote = sorted(self._remote | changed), set()
        try:
            await self._shared.presence.write({game: self._local(game) for game in changed})
            await self._shared.connections.flush()
            for start in range(0, len(remote), PRESENCES):
                self._take_remote(await self._shared.presence.read_remote(remote[start : start + PRESENCES]))
        except BaseException:
            self._sessions.presence_games |= changed
            self._remote.update(remote)
            raise

    def _take_remote(self, found: dict[str, Connected]) -> None:
        if (lobby := found.pop(LOBBY, None)) is not None:
            self._owners.remote_online, self._owners.remote_people = lobby.watchers, lobby.names
            self._owners.set_remote(lobby.players)
        for game, connected in found.items():
            if session := self._sessions.peek(game):
                session.audience.set_remote(connected)

    def _local(self, game: str) -> Connected:
        """The connections of this process to a game."""
        if game == LOBBY:
            return Connected(self._owners.local_ids(), self._online[0], self._online[1])
        session = self._sessions.peek(game)
        return session.audience.local() if session else NO_CONNECTIONS

    async def _renew(self) -> None:
        """Says that this process is alive, and finds out which others are: the rows of one that has died
        count no longer, and those of a new one do."""
        alive, lost = await self._shared.processes.renew()
        if lost:
            self._shared.forget()
            self._sessions.presence_games.update(self._sessions.ids(), [LOBBY])
        if self._alive - alive and not self._bus.transactional:
            self._on_reconnect()  # one that has died may not have told what it had committed
        if alive != self._alive:
            self._alive = alive
            self._read_all_presence()
        if (online := self._count_online()) != self._online:
            self._online = online
            self._sessions.note_presence(LOBBY)
        if self._renewals % CLEAN == 0:
            await self._shared.processes.delete_dead()
        self._renewals += 1


@contextmanager
def _isolate_errors(game: str) -> Iterator[None]:
    """An error in one game, such as a log that cannot be replayed, does not stop the sync of the others."""
    try:
        yield
    except TryAgain:
        raise
    except Exception:
        log.exception("cluster sync", game=game)
