"""All that one process serves with, put together once and handed to every request as `state["house"]`."""

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
from app.db.engine import create_engine
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
from app.live.registry import SessionRegistry
from app.live.session import Session
from app.live.sync import ClusterSync
from app.metrics import measure_lag
from app.settings import Settings

WRITER_POOL = 4  # connections: one for each lane, and as many for batches whose fate is not known
DRAIN = 3.0  # seconds; uvicorn has given sockets and requests five before

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Services:
    """The rooms of one process. `writes` and `guests` count by player and address, `sockets` by both."""

    settings: Settings
    store: GameStore
    lists: GameLists
    sessions: SessionRegistry
    lobby: Lobby
    owners: Owners
    auth: Auth
    people: PlayerStore
    bus: Bus
    writes: RateLimiter
    guests: RateLimiter
    sockets: ConnectionLimits
    days: DailyStore
    boards: LeaderboardStore
    figures: StatisticsStore

    async def admit(self, session: Session, player: Player | None) -> bool:
        """Whether the asker may know the deal and the log of a game: a deal of today is for those who have
        finished it. From then on the session knows it too."""
        info = session.info
        if not session.closed(player):
            return True
        if player is None or info.daily is None:
            return False
        if await self.days.has_finished(player.id, info.game.id, info.daily):
            session.finished.add(player.id)
        return not session.closed(player)


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """The house from its opening to its closing: waiting commits finish before the database is left."""
    engine, bus = create_engine(settings.url, settings.pool), bus_of(settings.url, new_id())
    written = create_engine(settings.url, WRITER_POOL)  # kept by the writer, so they are none of the pool's
    lists = GameLists(engine)
    store, people, writer = GameStore(engine, bus), PlayerStore(engine), Writer(written, bus)
    sessions = SessionRegistry(store, writer, bus)
    writing, lag = asyncio.create_task(writer.run()), asyncio.create_task(measure_lag())
    owners = Owners(sessions.presence_changed.set)
    lobby = Lobby(lists, bus, owners)
    following = asyncio.create_task(lobby.run())
    places, boards, meeting = ConnectionLimits(), LeaderboardStore(engine), None
    if bus.process:
        places = SharedConnectionLimits(engine=engine, process=bus.process, now=now)
        presences = PresenceStore(engine, bus, bus.process)
        neighbours = ClusterSync(sessions, store, owners, presences, places, bus)
        meeting = asyncio.create_task(neighbours.run())

    def buckets(name: str, size: float, rate: float) -> RateLimiter:
        return (
            SharedRateLimiter(size, rate, engine=engine, name=name, now=now)
            if bus.process
            else RateLimiter(size, rate)
        )

    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN):
                await bus.listening.wait()  # or the others would not count our sockets
        yield Services(
            settings=settings,
            store=store,
            lists=lists,
            sessions=sessions,
            lobby=lobby,
            owners=owners,
            people=people,
            auth=Auth(people, settings, settings.secret or await store.secret()),
            bus=bus,
            writes=buckets("writes", settings.limit_writes * 3, settings.limit_writes),
            guests=buckets("guests", settings.limit_guests, settings.limit_guests / 60),
            sockets=places,
            days=DailyStore(engine),
            boards=boards,
            figures=StatisticsStore(engine),
        )
    finally:
        boards.close()
        writer.stop()
        await _finished(writing)
        for task in filter(None, (lag, following, meeting)):
            task.cancel()
            await asyncio.wait([task])
        await engine.dispose()
        await written.dispose()


async def _finished(writing: asyncio.Task[None]) -> None:
    """Waits for the last commits, but not for a database that hangs: they are rolled back then."""
    await asyncio.wait({writing}, timeout=DRAIN)
    if not writing.done():
        log.warning("commits given up", seconds=DRAIN)
        writing.cancel()
        await asyncio.wait({writing}, timeout=1)
