"""Cluster sync: keeps sessions up to date with other processes on one PostgreSQL, and exchanges presence over
Redis.

No process owns a game: a notice says that a game has changed, and every process that has it loaded reads the
new entries. Notices received during a read are handled by the next one. A notice may be lost, and operator
commands send none without Redis; therefore loaded games are compared with the database every COMPARE_INTERVAL
seconds, in one statement. While the subscription is down, games with a clock and a remote player are compared
every FAST_COMPARE_INTERVAL seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

import structlog

from app.cluster.host_presence import HostPresence
from app.cluster.shared_state import SharedState
from app.db.games.comparison import Found, facts_of
from app.db.games.store import GameStore
from app.db.notices import Bus, Topic
from app.domain.presence import LOBBY, NO_CONNECTIONS, Connected
from app.errors import TryAgain
from app.live.registry import SessionRegistry
from app.live.session import Session
from engine import Daily

MAX_GAMES_PER_READ = 200
MAX_INFO_READS = 8  # at a time
MAX_PRESENCE_GAMES = 1000  # per read of presence
RENEW_INTERVAL = 2.0  # seconds: with EXPIRY_MS less than the 20 that the wire protocol promises
CLEANUP_EVERY = 30  # renewals between two deletions of data of dead processes
DEBOUNCE = 0.05  # seconds in which connects and disconnects are collected
RETRY_DELAY = 0.5  # seconds after a database error
COMPARE_INTERVAL = 5.0  # seconds between two comparisons of loaded games with the database
FAST_COMPARE_INTERVAL = 0.25  # for games with a clock and a remote player, while the subscription is down

Online = tuple[int, frozenset[str]]  # number of people connected here, and ids of those with an account

log = structlog.get_logger(__name__)


class ClusterSync:
    """Applies changes of other processes to sessions, and exchanges presence."""

    def __init__(
        self,
        sessions: SessionRegistry,
        store: GameStore,
        hosts: HostPresence,
        shared: SharedState | None,
        bus: Bus,
        count_online: Callable[[], Online] = lambda: (0, frozenset()),
        on_chat: Callable[[str | None], None] = lambda _: None,
        on_seek: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._on_seek = on_seek  # called with a public game opened by another process
        self._on_chat = on_chat  # called with a game with new chat lines of another process, None for any
        self._count_online = count_online
        self._online: Online = (0, frozenset())
        self._sessions, self._store, self._hosts, self._bus = sessions, store, hosts, bus
        self._shared = shared
        self._alive: frozenset[str] = frozenset()  # processes, this one included
        self._renewals = 0
        self._log: set[str] = set()  # games with new entries to read
        self._infos: set[str] = set()  # games whose info must be read too
        self._noticed = asyncio.Event()
        self._remote: set[str] = set()  # games whose remote presence must be read
        self._behind: dict[str, Found] = {}  # result of the last comparison

    async def run(self) -> None:
        """Run until cancelled; then withdraw this process's presence. `shared` None: only operator commands
        write besides this process."""
        shared = self._shared
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._read_changes())
                tasks.create_task(self._keep_comparing())
                if shared:
                    tasks.create_task(self._bus.run(self._on_notice, self._on_reconnect))
                    tasks.create_task(self._sync_presence(shared))
                    tasks.create_task(self._keep_comparing_quickly())
        finally:
            if shared:
                await shared.presence.withdraw()

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
        if topic == "seeks":
            self._on_seek(game)
            return
        if loaded:  # its session announces the change
            (self._infos if topic == "facts" else self._log).add(game)
            self._noticed.set()
        else:
            self._bus.announce(game)

    def _on_reconnect(self) -> None:
        """Read everything loaded: notices may have been missed."""
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
                await asyncio.sleep(RETRY_DELAY)
                self._noticed.set()
            except Exception:
                log.exception("cluster_sync_failed", games=sorted(infos | logs)[:20])

    async def _refresh(self, infos: set[str], logs: list[str]) -> None:
        """Read new entries, many games per read, then infos, one per game."""
        many = len(infos) > MAX_INFO_READS
        await self._read_logs(sorted([*infos, *logs]) if many else logs)
        each = sorted(infos)
        for start in range(0, len(each), MAX_INFO_READS):
            refreshed = await asyncio.gather(
                *map(self._refresh_info, each[start : start + MAX_INFO_READS]), return_exceptions=True
            )
            for error in filter(None, refreshed):
                raise error

    async def _refresh_info(self, game: str) -> None:
        if session := await self._sessions.get(game):
            with _isolate_errors(game):
                await session.refresh()

    async def _read_logs(self, logs: list[str]) -> None:
        for start in range(0, len(logs), MAX_GAMES_PER_READ):
            found = {
                game: await self._sessions.get(game) for game in logs[start : start + MAX_GAMES_PER_READ]
            }
            loaded = {game: session for game, session in found.items() if session}
            if loaded:
                plies = {game: session.match.ply for game, session in loaded.items()}
                for game, entries in (await self._store.entries_since(plies)).items():
                    with _isolate_errors(game):
                        await loaded[game].take(entries)
                        if loaded[game].info.rated and loaded[game].match.outcome:
                            self._infos.add(game)  # the end has changed ratings
                            self._noticed.set()

    async def _keep_comparing(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_INTERVAL)
            await self._compare(self._sessions.loaded())

    async def _keep_comparing_quickly(self) -> None:
        while True:
            await asyncio.sleep(FAST_COMPARE_INTERVAL)
            if not self._bus.listening.is_set():
                await self._compare(
                    {
                        game: session
                        for game, session in self._sessions.loaded().items()
                        if _is_urgent(session)
                    }
                )

    async def _compare(self, sessions: Mapping[str, Session]) -> None:
        """Read the games that are ahead in the database, for which no notice came, unless an earlier
        comparison found them in the same state."""
        known = {game: (session.match.ply, facts_of(session.info)) for game, session in sessions.items()}
        try:
            found = await self._store.behind(known) if known else {}
        except TryAgain as error:
            log.info("game_comparison_failed", error=str(error.detail))
            return
        except Exception:
            log.exception("game_comparison_failed")
            return
        before = self._behind
        kept = {
            game: state for game, state in before.items() if game not in known and self._sessions.has(game)
        }
        self._behind = kept | found
        for game, state in found.items():
            if before.get(game) != state:
                _, facts, ended = state  # the end of a rated game has changed ratings
                (self._infos if ended or facts != known[game][1] else self._log).add(game)
                self._noticed.set()

    async def _sync_presence(self, shared: SharedState) -> None:
        """Write local presence and read remote presence: on every change, and every RENEW_INTERVAL
        seconds."""
        renewed = 0.0
        clock = asyncio.get_running_loop().time
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, renewed + RENEW_INTERVAL - clock())):
                    await self._sessions.presence_changed.wait()
                    await asyncio.sleep(DEBOUNCE)
            self._sessions.presence_changed.clear()
            renew = clock() >= renewed + RENEW_INTERVAL
            try:
                await self._exchange(shared, renew=renew)
            except TryAgain:
                await asyncio.sleep(RETRY_DELAY)
                self._sessions.presence_changed.set()
            except Exception:
                log.exception("presence_sync_failed")
            if renew:
                renewed = clock()

    async def _exchange(self, shared: SharedState, *, renew: bool) -> None:
        if renew:
            await self._renew(shared)
        changed, self._sessions.presence_games = self._sessions.presence_games, set()
        remote, self._remote = sorted(self._remote | changed), set()
        try:
            await shared.presence.write({game: self._local(game) for game in changed})
            await shared.connections.flush()
            for start in range(0, len(remote), MAX_PRESENCE_GAMES):
                self._take_remote(
                    await shared.presence.read_remote(remote[start : start + MAX_PRESENCE_GAMES])
                )
        except BaseException:
            self._sessions.presence_games |= changed
            self._remote.update(remote)
            raise

    def _take_remote(self, found: dict[str, Connected]) -> None:
        if (lobby := found.pop(LOBBY, None)) is not None:
            self._hosts.set_remote(lobby)
        for game, connected in found.items():
            if session := self._sessions.peek(game):
                session.audience.set_remote(connected)

    def _local(self, game: str) -> Connected:
        """Return the connections of this process to a game."""
        if game == LOBBY:
            return Connected(self._hosts.connected(), *self._online, self._hosts.gone())
        session = self._sessions.peek(game)
        return session.audience.local() if session else NO_CONNECTIONS

    async def _renew(self, shared: SharedState) -> None:
        """Renew this process's entry and update which others are alive: data of a dead process no longer
        counts."""
        alive, lost = await shared.processes.renew()
        if lost:
            shared.forget()
            self._sessions.presence_games.update(self._sessions.ids(), [LOBBY])
        if self._alive - alive:
            self._on_reconnect()  # it may have died between commit and notice
        if alive != self._alive:
            self._alive = self._bus.processes = alive
            self._read_all_presence()
        if (online := self._count_online()) != self._online:
            self._online = online
            self._sessions.note_presence(LOBBY)
        if self._renewals % CLEANUP_EVERY == 0:
            await shared.processes.delete_dead()
        self._renewals += 1


def _is_urgent(session: Session) -> bool:
    """Return whether a base/increment clock runs and a player may be connected to another process only."""
    clocks = session.match.clocks
    if clocks is None or session.match.outcome or isinstance(session.info.control, Daily):
        return False
    here = session.audience.local().players
    return any(player is not None and player.id not in here for player in session.info.players)


@contextmanager
def _isolate_errors(game: str) -> Iterator[None]:
    """Log an error of one game, such as a log that cannot be replayed, so that the sync of others goes on."""
    try:
        yield
    except TryAgain:
        raise
    except Exception:
        log.exception("cluster_sync_failed", game=game)
