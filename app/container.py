"""Service container of one process, opened by the lifespan; in a request `scope["state"]["services"]`."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog

from app import metrics
from app.auth import Auth
from app.clock import now
from app.cluster.host_presence import HostPresence
from app.cluster.membership import Membership
from app.cluster.rate_limits import ConnectionLimits, RateLimiter, RequestLimiter
from app.cluster.redis_bus import RedisBus
from app.cluster.shared_state import create_bus, create_rate_limiter, create_shared_state
from app.db.engine import Timeouts, create_engine, measure_pool
from app.db.games.best_known import BestKnownStore
from app.db.games.bots import BotStore
from app.db.games.chat import ChatStore
from app.db.games.lists import GameLists
from app.db.games.missed_wins import MissedWinStore
from app.db.games.pairing import PairingStore
from app.db.games.running import RunningGames
from app.db.games.search_results import SearchResultStore
from app.db.games.store import GameStore
from app.db.games.stream import StreamStore
from app.db.games.turning_points import TurningPointStore
from app.db.maintenance import MaintenanceStore
from app.db.nodes import read_nodes
from app.db.notices import Bus
from app.db.people.accounts import AccountStore
from app.db.people.blocks import BlockStore
from app.db.people.lookup import PlayerLookup
from app.db.people.moderation import ModerationStore
from app.db.people.player_data import PlayerData
from app.db.people.players import PlayerStore
from app.db.people.reports import ReportStore
from app.db.people.sign_ins import SignInStore
from app.db.processes import ProcessStore
from app.db.reads import Reads
from app.db.results.badges import BadgeStore
from app.db.results.daily import DailyStore
from app.db.results.leaderboards import LeaderboardStore
from app.db.results.puzzles import PuzzleStore
from app.db.results.rating_lists import RatingListStore
from app.db.results.ratings import RatingStore
from app.db.results.statistics import StatisticsStore
from app.db.sqlite_file import SqliteFile
from app.db.writer import CONNECTIONS_PER_LANE, Writer
from app.domain.names import new_id
from app.domain.presence import LOBBY
from app.live.chat import Chat
from app.live.missed import MissedWins
from app.live.pars import Pars
from app.live.registry import SessionRegistry
from app.live.replays import Replays
from app.live.searches import Searches
from app.live.session import Others
from app.live.stalls import Stalls
from app.live.stream import Streams
from app.live.sync import ClusterSync
from app.live.turning import TurningPoints
from app.lobby.lobby import Lobby
from app.lobby.online import OnlinePeople
from app.lobby.own_games import OwnGames
from app.lobby.previews import Previews
from app.services.accounts import Accounts
from app.services.certified import CertifiedDeals
from app.services.checks import Checks
from app.services.daily import DailyAccess
from app.services.fair_play import FairPlay
from app.services.games import Games
from app.services.moderation import Moderation
from app.services.pairing import Pairing
from app.services.passwords import Passwords
from app.services.sign_in_guard import SignInGuard
from app.settings import Settings
from app.workers.pool import Pool, spare_pool, worker_count

DRAIN_TIMEOUT = 3.0  # seconds, after uvicorn's five for sockets and requests
MAX_REPLAY_PROCESSES = 2  # apart from those for searches, which take seconds
REQUEST_POOL, WRITER_POOL = "requests", "writer"  # names in the metrics

log = structlog.get_logger(__name__)


class Background:
    """Tasks that run while the process serves. None of them may end before `stop`: if one dies, that is
    logged and `on_death` is called, so that the process ends and another one takes over."""

    def __init__(self, on_death: Callable[[], None]) -> None:
        self._on_death = on_death
        self._tasks: list[asyncio.Task[None]] = []
        self.stopping = False  # tasks may end

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name=name)
        task.add_done_callback(self.check)
        self._tasks.append(task)

    async def stop(self) -> None:
        """Cancel the tasks one by one, in the order of their start."""
        self.stopping = True
        for task in self._tasks:
            task.cancel()
            await asyncio.wait([task])

    def check(self, task: asyncio.Task[None]) -> None:
        """Handle the end of a task."""
        error = None if task.cancelled() else task.exception()
        if not self.stopping:
            log.critical("background_task_died", task=task.get_name(), exc_info=error)
            self._on_death()


@dataclass(frozen=True, slots=True)
class Services:
    """Services for endpoints and sockets. `write_limits`, `read_limits`, `search_limits`: by player or
    address, for guests also by address; `fault_limits`: by address; `connection_limits`: by player, or by
    address for spectators."""

    settings: Settings
    store: GameStore
    lists: GameLists
    sessions: SessionRegistry
    lobby: Lobby
    previews: Previews
    host_presence: HostPresence
    auth: Auth
    players: PlayerStore
    sign_ins: SignInStore
    accounts: Accounts
    player_data: PlayerData
    moderation_store: ModerationStore
    reports: ReportStore
    maintenance: MaintenanceStore
    moderation: Moderation
    bus: Bus
    write_limits: RequestLimiter
    read_limits: RequestLimiter
    fault_limits: RateLimiter
    connection_limits: ConnectionLimits
    daily: DailyStore
    puzzle_results: PuzzleStore
    leaderboards: LeaderboardStore
    statistics: StatisticsStore
    badges: BadgeStore
    pairing: PairingStore
    blocks: BlockStore
    ratings: RatingStore
    rating_lists: RatingListStore
    stream_store: StreamStore
    streams: Streams
    writer: Writer
    chat: Chat
    online: OnlinePeople
    database_file: SqliteFile
    bots: BotStore
    search_results: SearchResultStore
    pool: Pool
    spare: Pool | None
    searches: Searches
    missed_wins: MissedWins
    turning_points: TurningPoints
    pars: Pars
    replay_pool: Pool
    replays: Replays
    search_limits: RequestLimiter
    games: Games
    daily_access: DailyAccess
    fair_play: FairPlay
    checks: Checks
    stalls: Stalls
    background: Background

    def measure(self) -> None:
        """Set the gauges of the services."""
        sessions = self.sessions.loaded().values()
        metrics.GAMES.set(sum(1 for session in sessions if session.info.full and not session.match.outcome))
        self.writer.measure()
        pools = filter(None, (self.pool, self.spare, self.replay_pool))
        waiting, running = map(sum, zip(*(pool.load() for pool in pools), strict=True))
        metrics.SEARCHES_WAITING.set(waiting)
        metrics.SEARCHES_RUNNING.set(running)
        measure_pool(self.store.engine, REQUEST_POOL)
        measure_pool(self.writer.engine, WRITER_POOL)
        metrics.BUS.set(self.bus.listening.is_set())
        metrics.BUS_AWAY.set(self.bus.away())
        if self.settings.data.exists():
            metrics.DISK_FREE.set(shutil.disk_usage(self.settings.data).free)


@asynccontextmanager
async def open_services(
    settings: Settings,
    on_death: Callable[[], None] | None = None,
    *,
    process: str | None = None,
    on_lost: Callable[[], None] = lambda: None,
) -> AsyncIterator[Services]:
    """Open the services while the process serves; at the end pending commits finish before the pools close.

    `on_death`: called when a background task dies; by default the task that opened the services is cancelled.
    `process`: id under which this process has joined those on its PostgreSQL (`join_processes`), None if it
    has not; `on_lost`: called when the others have taken it for dead.
    """
    background = Background(on_death or _cancel_current_task())
    timeouts = Timeouts(settings.statement_timeout, settings.lock_timeout, settings.command_timeout)
    pools: dict[str, Any] = {
        "wait": settings.pool_timeout,
        "timeouts": timeouts,
        "pooled": settings.pooled,
    }
    database_file = SqliteFile(settings.url)
    engine = create_engine(settings.url, **pools, pool=settings.pool, name=REQUEST_POOL)
    replica = create_engine(url, **pools, pool=settings.pool) if (url := settings.read_url) else None
    lagging_reads = Reads(engine, replica)
    nodes = await read_nodes(engine)
    connections = 2 * CONNECTIONS_PER_LANE * nodes.count  # lanes of moves and of ends
    # the writer keeps its connections
    writer_engine = create_engine(settings.url, **pools, pool=connections, name=WRITER_POOL)
    bus = create_bus(settings.redis_url, process or new_id())
    store, players = GameStore(engine, bus, lagging_reads), PlayerStore(engine)
    writer = Writer(writer_engine, bus, nodes)
    sign_ins = SignInStore(engine)
    stalls = Stalls()
    writer.on_asked, writer.on_answered = stalls.database_asked, stalls.database_answered
    sessions = SessionRegistry(store, writer, bus, stalls, first_move=settings.first_move * 1000)
    hosts = HostPresence(partial(sessions.note_presence, LOBBY))
    lists, leaderboards = GameLists(engine, lagging_reads), LeaderboardStore(engine, lagging_reads)
    statistics = StatisticsStore(engine, lagging_reads)
    previews = Previews(sessions, store)
    lobby = Lobby(lists, bus, hosts, sessions, previews, OwnGames(sessions, hosts, players))
    stream_store = StreamStore(engine)
    streams = Streams(stream_store, lists, sessions, bus)
    connection_limits = ConnectionLimits()
    bots, search_results = BotStore(engine), SearchResultStore(engine)
    pool = Pool(worker_count(settings.workers), settings.tables)
    spare = spare_pool(settings.tables) if settings.spare_work else None
    searches = Searches(pool, spare)
    missed_wins = MissedWins(MissedWinStore(engine), searches)
    turning_points = TurningPoints(TurningPointStore(engine), search_results, searches)
    pars = Pars(BestKnownStore(engine), leaderboards, searches)
    replay_pool = Pool(min(MAX_REPLAY_PROCESSES, worker_count(settings.workers)))
    replays = Replays(replay_pool)
    daily, ratings, pairing = DailyStore(engine), RatingStore(engine), PairingStore(engine, bus, players)
    waiting = Pairing(pairing, hosts, bus)
    rating_lists = RatingListStore(engine, lagging_reads)
    player_data, moderation_store = PlayerData(engine, bus), ModerationStore(engine, bus)
    reports = ReportStore(engine)
    daily_access, fair_play = DailyAccess(daily), FairPlay(RunningGames(engine), sessions)
    writing = asyncio.create_task(writer.run(), name="writer")
    writing.add_done_callback(background.check)
    background.start("lag", metrics.measure_lag())
    background.start("stalls", stalls.run())
    background.start("lobby", lobby.run())
    background.start("streams", streams.run())
    background.start("pairing", waiting.run())
    if replica:  # a task that ends would end the process
        background.start("replica", lagging_reads.measure())
    rate_limiter = partial(create_rate_limiter, bus)

    def request_limiter(name: str, size: float, rate: float) -> RequestLimiter:
        """Return a rate limiter by player and by address, shared over Redis if there is one."""
        times = settings.limit_address
        together = rate_limiter(f"{name} together", size * times, rate * times)
        return RequestLimiter(rate_limiter(name, size, rate), together)

    search_limits = request_limiter("searches", settings.limit_searches, settings.limit_searches / 60)
    reads, times = settings.limit_reads, settings.limit_address

    def count_online() -> tuple[int, frozenset[str]]:
        return lobby.local_online(), lobby.local_people()

    chat_limits = rate_limiter("chat", settings.limit_chat, settings.limit_chat / 10)
    chat = Chat(ChatStore(engine, bus), BlockStore(engine), chat_limits, sessions)
    process_rows = ProcessStore(engine, process) if process else None
    if shared := create_shared_state(bus):
        connection_limits = shared.connections
        sessions.others = Others(shared.presence.read_one)
        if process_rows:
            sessions.others = Others(shared.presence.read_one, process_rows.are_others_late)
    if engine.dialect.name == "postgresql":
        sync = ClusterSync(sessions, store, hosts, shared, bus, count_online, chat.notice, waiting.note)
        background.start("sync", sync.run())
    if process_rows:
        redis = bus.client if isinstance(bus, RedisBus) else None
        membership = Membership(process_rows, redis, bus.listening)
        background.start("membership", membership.run(on_lost, lambda: stalls.be_quiet(now())))

    try:
        secrets = settings.secrets or (await store.secret(), *await sign_ins.restored_secrets())
        auth = Auth(sign_ins, settings, secrets)
        background.start("revocations", auth.run())
        accounts = Accounts(
            store=AccountStore(engine, bus),
            players=players,
            sign_ins=sign_ins,
            player_data=player_data,
            sessions=sessions,
            bus=bus,
            auth=auth,
            passwords=Passwords(),
            guard=SignInGuard(rate_limiter("signins", settings.limit_signins, settings.limit_signins / 60)),
            renames_a_week=settings.limit_renames,
            guest_limits=rate_limiter("guests", settings.limit_guests, settings.limit_guests / 60),
        )
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_TIMEOUT):
                await bus.listening.wait()  # until then other processes do not count our sockets
        yield Services(
            settings=settings,
            store=store,
            lists=lists,
            sessions=sessions,
            lobby=lobby,
            previews=previews,
            host_presence=hosts,
            auth=auth,
            players=players,
            sign_ins=sign_ins,
            accounts=accounts,
            player_data=player_data,
            moderation_store=moderation_store,
            reports=reports,
            maintenance=MaintenanceStore(engine),
            moderation=Moderation(
                store=moderation_store,
                lookup=PlayerLookup(engine),
                reports=reports,
                games=store,
                sessions=sessions,
                bus=bus,
                auth=auth,
                accounts=accounts,
            ),
            bus=bus,
            write_limits=request_limiter("writes", settings.limit_writes * 3, settings.limit_writes),
            read_limits=RequestLimiter(
                RateLimiter(reads, reads / 5), RateLimiter(reads * times, reads * times / 5)
            ),
            fault_limits=RateLimiter(settings.limit_faults, settings.limit_faults / 60),
            connection_limits=connection_limits,
            daily=daily,
            puzzle_results=PuzzleStore(engine),
            leaderboards=leaderboards,
            statistics=statistics,
            badges=BadgeStore(engine),
            pairing=pairing,
            blocks=BlockStore(engine),
            ratings=ratings,
            rating_lists=rating_lists,
            stream_store=stream_store,
            streams=streams,
            writer=writer,
            chat=chat,
            online=OnlinePeople(lobby, hosts, players),
            database_file=database_file,
            bots=bots,
            search_results=search_results,
            pool=pool,
            spare=spare,
            searches=searches,
            missed_wins=missed_wins,
            turning_points=turning_points,
            pars=pars,
            replay_pool=replay_pool,
            replays=replays,
            search_limits=search_limits,
            games=Games(
                store=store,
                sessions=sessions,
                pairing=waiting,
                challenges=pairing,
                daily=daily,
                bots=bots,
                search_results=search_results,
                ratings=ratings,
                bus=bus,
                daily_access=daily_access,
                certified_deals=CertifiedDeals(searches, search_limits),
                fair_play=fair_play,
                replays=replays,
            ),
            daily_access=daily_access,
            fair_play=fair_play,
            checks=Checks(store, replays),
            stalls=stalls,
            background=background,
        )
    finally:
        leaderboards.close()
        rating_lists.close()
        statistics.close()
        background.stopping = True
        sessions.close()
        missed_wins.close()
        turning_points.close()
        pars.close()
        for one in filter(None, (pool, spare, replay_pool)):
            await asyncio.to_thread(one.stop)
        writer.stop()
        await _finish_commits(writing)
        await bus.flush()
        await background.stop()
        await bus.close()
        await engine.dispose()
        await writer_engine.dispose()
        await lagging_reads.close()


def _cancel_current_task() -> Callable[[], None]:
    task = asyncio.current_task()

    def cancel() -> None:
        if task:
            task.cancel()

    return cancel


async def _finish_commits(writing: asyncio.Task[None]) -> None:
    """Wait for the last commits; if the database hangs they are cancelled after DRAIN_TIMEOUT, and rolled
    back."""
    await asyncio.wait({writing}, timeout=DRAIN_TIMEOUT)
    if not writing.done():
        log.warning("pending_commits_cancelled", seconds=DRAIN_TIMEOUT)
        writing.cancel()
        await asyncio.wait({writing}, timeout=1)
