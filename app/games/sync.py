"""Process sync: keeps sessions up to date with other processes on one PostgreSQL.

No process owns a game: a notice says that a game has changed, and every process that has it loaded reads the
new entries. Notices received during a read are handled by the next one. A notice may be lost, and operator
commands send none without Redis; therefore loaded games are compared with the database every COMPARE_INTERVAL
seconds, in one statement. While the subscription is down, games with a clock and a remote player are compared
every FAST_COMPARE_INTERVAL seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import structlog

from app.bus.notices import Bus, Topic
from app.core.errors import TryAgain
from app.games.presence_sync import PresenceSync
from app.games.registry import SessionRegistry, isolate_errors
from app.games.session import Session
from app.games.store import GameStore
from engine import Daily

MAX_GAMES_PER_READ = 200
MAX_INFO_READS = 8  # at a time
RETRY_DELAY = 0.5  # seconds after a database error
COMPARE_INTERVAL = 5.0  # seconds between two comparisons of loaded games with the database
FAST_COMPARE_INTERVAL = 0.25  # for games with a clock and a remote player, while the subscription is down

log = structlog.get_logger(__name__)


class ProcessSync:
    """Applies changes of other processes to sessions. `presence`: None if only operator commands write
    besides this process; `on_chat`: called with a game with new chat lines of another process, None for any;
    `on_seek`: with a public game opened by one."""

    def __init__(
        self,
        sessions: SessionRegistry,
        store: GameStore,
        bus: Bus,
        presence: PresenceSync | None,
        on_chat: Callable[[str | None], None] = lambda _: None,
        on_seek: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._sessions, self._store, self._bus, self._presence = sessions, store, bus, presence
        self._on_chat, self._on_seek = on_chat, on_seek
        self._log: set[str] = set()  # games with new entries to read
        self._infos: set[str] = set()  # games whose info must be read too
        self._noticed = asyncio.Event()

    async def run(self) -> None:
        """Run until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._read_changes())
            tasks.create_task(self._keep_comparing())
            if self._presence:
                tasks.create_task(self._bus.run(self._on_notice, self._on_reconnect))
                tasks.create_task(self._presence.run(self._on_reconnect))
                tasks.create_task(self._keep_comparing_quickly())

    def _on_notice(self, topic: Topic, game: str) -> None:
        match topic:
            case "presence":
                if self._presence:
                    self._presence.note(game)
            case "chat":
                self._on_chat(game)
            case "seeks":
                self._on_seek(game)
            case "log" | "facts" if self._sessions.has(game):  # its session announces the change
                self._read(game, revised=topic == "facts")
            case "log" | "facts":
                self._bus.announce(game)

    def _read(self, game: str, *, revised: bool) -> None:
        """Let the new entries of a loaded game be read; `revised`: with its info."""
        (self._infos if revised else self._log).add(game)
        self._noticed.set()

    def _on_reconnect(self) -> None:
        """Read everything loaded: notices may have been missed."""
        self._infos.update(self._sessions.ids())
        self._noticed.set()
        if self._presence:
            self._presence.read_all()
        self._on_chat(None)
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
                await asyncio.sleep(RETRY_DELAY)
                self._noticed.set()
            except Exception:
                log.exception("process_sync_failed", games=sorted(infos | logs)[:20])

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
            with isolate_errors("process_sync_failed", game, session.match.ply):
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
                    with isolate_errors("process_sync_failed", game, plies[game]):
                        await loaded[game].take(entries)

    async def _keep_comparing(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_INTERVAL)
            await self._compare(self._sessions.loaded())

    async def _keep_comparing_quickly(self) -> None:
        while True:
            await asyncio.sleep(FAST_COMPARE_INTERVAL)
            if not self._bus.listening.is_set():
                loaded = self._sessions.loaded()
                await self._compare({game: one for game, one in loaded.items() if _is_urgent(one)})

    async def _compare(self, sessions: Mapping[str, Session]) -> None:
        """Read the games that are ahead in the database, for which no notice came, unless an earlier
        comparison found them at the same version: it cannot be read."""
        try:
            versions = await self._store.versions(sessions) if sessions else {}
        except TryAgain as error:
            log.info("game_comparison_failed", error=str(error.detail))
            return
        except Exception:
            log.exception("game_comparison_failed")
            return
        for game, version in versions.items():
            session = sessions[game]
            if session.is_behind(version) and session.compared != version:
                session.compared = version
                self._read(game, revised=version.revision > session.info.revision)


def _is_urgent(session: Session) -> bool:
    """Return whether a base/increment clock runs and a player may be connected to another process only."""
    clocks = session.match.clocks
    if clocks is None or session.match.outcome or isinstance(session.info.control, Daily):
        return False
    here = session.audience.local().players
    return any(player is not None and player.id not in here for player in session.info.players)
