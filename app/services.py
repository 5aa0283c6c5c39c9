"""The service container of one process, opened by the lifespan; in a request `scope["state"]["services"]`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import structlog

from app.auth import Auth
from app.clock import now
from app.cluster.bus import bus_of
from app.cluster.owners import Owners
from app.cluster.presence import PresenceStore
from app.cluster.rate_limits import ConnectionLimits, RateLimiter, SharedConnectionLimits, SharedRateLimiter
from app.db.daily import DailyStore
from app.db.engine import Timeouts, create_engine
from app.db.game_lists import GameLists
from app.db.games import GameStore
from app.db.leaderboards import LeaderboardStore
from app.db.players import PlayerStore
from app.db.statistics import StatisticsStore
from app.db.writer import Writer
from app.domain.game_info import Player
from app.domain.names import new_id
from app.domain.notices import Bus
from app.live.lobby import Lobby
from app.live.previews import Previews
from app.live.registry import SessionRegistry
from app.live.session import Session
from app.live.state import Access
from app.live.sweep import Sweep
from app.live.sync import ClusterSync
from app.metrics import measure_lag
from app.settings import Settings

WRITER_POOL = 4  # connections: one for each lane, and as many for batches whose commit is uncertain
DRAIN = 3.0  # seconds, after the five that uvicorn gives sockets and requests

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Services:
    """What endpoints and sockets use. `write_limits` are by player, `read_limits` by player or address,
    `guest_limits` and `fault_limits` by address, `connection_limits` by player, or by address for
    spectators."""

    settings: Settings
    store: GameStore
    lists: GameLists
    sessions: SessionRegistry
    lobby: Lobby
    previews: Previews
    owners: Owners
    auth: Auth
    players: PlayerStore
    bus: Bus
    write_limits: RateLimiter
    read_limits: RateLimiter
    guest_limits: RateLimiter
    fault_limits: RateLimiter
    connection_limits: ConnectionLimits
    daily: DailyStore
    leaderboards: LeaderboardStore
    statistics: StatisticsStore

    async def admit(self, session: Session, player: Player | None) -> Access:
        """What a player (None: a spectator) may see of a game: who has finished its deal of today may see
        all of it, which the session remembers."""
        info, access = session.info, session.access(player)
        if access is Access.OPEN or player is None or info.daily is None:
            return access
        if await self.daily.has_finished(player.id, info.game.id, info.daily):
            session.finished.add(player.id)
        return session.access(player)


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """The services while the process serves; at the end waiting commits finish before the pools close."""
    timeouts = Timeouts(settings.statement_timeout, settings.lock_timeout, settings.command_timeout)
    engine = create_engine(settings.url, settings.pool, settings.pool_timeout, timeouts)
    # apart: the writer keeps its connections
    writer_engine = create_engine(settings.url, WRITER_POOL, settings.pool_timeout, timeouts)
    bus = bus_of(settings.url, new_id())
    store, players, writer = GameStore(engine, bus), PlayerStore(engine), Writer(writer_engine, bus)
    sessions = SessionRegistry(store, writer, bus)
    owners = Owners(sessions.presence_changed.set)
    lists, leaderboards = GameLists(engine), LeaderboardStore(engine)
    previews = Previews(sessions, store)
    lobby = Lobby(lists, bus, owners, sessions, previews)
    connection_limits = ConnectionLimits()
    writing = asyncio.create_task(writer.run())
    working = (measure_lag(), lobby.run(), Sweep(lists, sessions).run())
    tasks = [asyncio.create_task(work) for work in working]
    if bus.process:
        connection_limits = SharedConnectionLimits(engine=engine, process=bus.process, now=now)
        presence = PresenceStore(engine, bus, bus.process)
        sync = ClusterSync(sessions, store, owners, presence, connection_limits, bus, lobby.local_online)
        tasks.append(asyncio.create_task(sync.run()))

    def rate_limiter(name: str, size: float, rate: float) -> RateLimiter:
        if bus.process:
            return SharedRateLimiter(size, rate, engine=engine, name=name, now=now)
        return RateLimiter(size, rate)

    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN):
                await bus.listening.wait()  # before that other processes do not count our sockets
        yield Services(
            settings=settings,
            store=store,
            lists=lists,
            sessions=sessions,
            lobby=lobby,
            previews=previews,
            owners=owners,
            auth=Auth(players, settings, settings.secret or await store.secret()),
            players=players,
            bus=bus,
            write_limits=rate_limiter("writes", settings.limit_writes * 3, settings.limit_writes),
            read_limits=RateLimiter(settings.limit_reads, settings.limit_reads / 5),
            guest_limits=rate_limiter("guests", settings.limit_guests, settings.limit_guests / 60),
            fault_limits=RateLimiter(settings.limit_faults, settings.limit_faults / 60),
            connection_limits=connection_limits,
            daily=DailyStore(engine),
            leaderboards=leaderboards,
            statistics=StatisticsStore(engine),
        )
    finally:
        leaderboards.close()
        writer.stop()
        await _finish_commits(writing)
        for task in tasks:
            task.cancel()
            await asyncio.wait([task])
        await engine.dispose()
        await writer_engine.dispose()


async def _finish_commits(writing: asyncio.Task[None]) -> None:
    """Waits for the last commits; if the database hangs they are cancelled after DRAIN, and rolled back."""
    await asyncio.wait({writing}, timeout=DRAIN)
    if not writing.done():
        log.warning("pending commits cancelled", seconds=DRAIN)
        writing.cancel()
        await asyncio.wait({writing}, timeout=1)
