"""Session registry: the games loaded in this process; idle ones are evicted after IDLE_TIMEOUT seconds."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from functools import partial
from itertools import islice, takewhile
from typing import Protocol

import structlog

from app.bus.notices import Bus
from app.core.errors import Refusal, TryAgain, Unreadable
from app.core.ids import may_be_id
from app.db.clock import now, utc_day
from app.db.engine import backoff_delays
from app.games import messages
from app.games.cooperative_replay import replay
from app.games.session import Session
from app.games.stalls import Stalls
from app.games.state import no_presence, state_for
from app.games.store import GameStore
from app.games.view import access_of
from app.games.writer import Writer
from app.model.game_info import GameInfo, Player
from app.results.daily.days import Day, deal_of_day
from app.results.daily.store import DailyStore

logger = structlog.get_logger(__name__)

MAX_REFRESHES = 20  # attempts to refresh a session, over about half a minute
Hold = Callable[[], AbstractAsyncContextManager[object]]  # keeps a session loaded

IDLE_TIMEOUT = 30.0  # seconds without use until a session is evicted; longer while a first move is due


@contextmanager
def isolate_errors(event: str, game: str, ply: int | None = None) -> Iterator[None]:
    """Log an error of one game, such as a log that cannot be replayed, so that work on others goes on.
    TryAgain, which is not of one game, is raised."""
    try:
        yield
    except Unreadable as error:
        logger.warning(event, game=game, error=str(error.detail))
    except TryAgain:
        raise
    except Refusal as error:
        logger.debug(event, game=game, error=str(error.detail))
    except Exception:
        logger.exception(event, game=game, ply=ply)


class SeatedBot(Protocol):
    """The bot of one session's game."""

    def watch(self) -> None:
        """Do what the bot has to do now."""

    def close(self) -> None:
        """Stop: the session is evicted, or the server stops."""


class SessionRegistry:
    """Sessions of this process by game, each loaded from the store on first use. `daily`: None if there are
    no daily deals."""

    def __init__(
        self,
        store: GameStore,
        writer: Writer,
        bus: Bus,
        stalls: Stalls | None = None,
        *,
        first_move: int = 0,
        daily: DailyStore | None = None,
    ) -> None:
        self._store, self._writer, self._bus = store, writer, bus
        self._stalls, self._first_move, self._daily = stalls or Stalls(), first_move, daily
        self._stalls.listeners.append(self._on_stall)
        self._streaming: Counter[str] = Counter()  # open streams, by player
        self.seat_bot: Callable[[Session, Hold], SeatedBot] | None = None  # for games with a bot
        self.presence_games: set[str] = set()  # whose local connections may have changed
        self.presence_changed = asyncio.Event()  # set when there are such games, here or in other processes
        self._sessions: dict[str, Session] = {}
        self._bots: dict[str, SeatedBot] = {}  # of loaded games with a bot
        self._loading: dict[str, asyncio.Task[Session]] = {}
        self._uses: Counter[str] = Counter()
        self._idle: dict[str, float] = {}  # unused sessions with their eviction time, oldest first
        self._timer: asyncio.TimerHandle | None = None  # for the next eviction
        self._tasks: set[asyncio.Task[None]] = set()
        bus.on_reread = self._reread
        self._unreadable: set[str] = set()  # games already logged as not replayable

    @asynccontextmanager
    async def open(self, id: str, *, newest: bool = False) -> AsyncIterator[Session]:
        """Yield the session of a game, loaded for the duration of the block.

        `newest`: first read what other processes have written, if the database is available, even if the
        notice was lost: a client must find here what a process that has died acknowledged. Refusal
        `not_found`; TryAgain: the database is unavailable, or the log cannot be replayed.
        """
        self._uses[id] += 1
        self._idle.pop(id, None)
        try:
            session = self._sessions.get(id)
            was_loaded = session is not None
            if session is None:
                session = await self._load(id)
            if newest and self._bus.process is not None and (was_loaded or session.match.outcome):
                await self._catch_up(session)
            yield session
        finally:
            self._uses[id] -= 1
            if not self._uses[id]:
                del self._uses[id]
                if id in self._sessions:
                    self._idle[id] = asyncio.get_running_loop().time() + IDLE_TIMEOUT
                    self._set_timer()

    @contextmanager
    def streaming(self, player: str) -> Iterator[None]:
        """Count a player's stream as presence in their games during the block."""
        self._streaming[player] += 1
        self._note_streams(player)
        try:
            yield
        finally:
            self._streaming[player] -= 1
            if not self._streaming[player]:
                del self._streaming[player]
            self._note_streams(player)

    def _note_streams(self, player: str) -> None:
        for session in self._sessions.values():
            if player in session.info.seats_by_player:
                with isolate_errors("stream_note_failed", session.info.id, session.match.ply):
                    session.audience.note_streams()

    def note_presence(self, game: str) -> None:
        """Schedule the presence of a game for exchange with other processes, if there are any."""
        if self._bus.process is not None:
            self.presence_games.add(game)
            self.presence_changed.set()

    def initial_state(self, info: GameInfo, player: Player) -> messages.State:
        """Return the creator's state of a game that was just written, without reading: the database may have
        become unavailable."""
        match = info.match()
        seat = info.seat(player, match.turn)
        access = access_of(info, match, seat, deal_of_day(info, None))
        return state_for(info, match, seat, no_presence(info), access)

    async def today(self) -> Day | None:
        """Return the day of the daily deals, None if it has no secret yet."""
        return await self._daily.find(utc_day(now())) if self._daily else None

    def peek(self, id: str) -> Session | None:
        """Return the session of a game if it is loaded, without extending its life."""
        return self._sessions.get(id)

    def loaded(self) -> dict[str, Session]:
        return dict(self._sessions)

    def ids(self) -> set[str]:
        """Return the games that are loaded or being loaded."""
        return self._sessions.keys() | self._loading.keys()

    def has(self, id: str) -> bool:
        """Return whether a game is loaded or being loaded."""
        return id in self._sessions or id in self._loading

    async def get(self, id: str) -> Session | None:
        """Return the session of a game if it is loaded, or once it is if it is being loaded. What it has read
        then may be older than a notice received meanwhile."""
        if id in self._loading:
            await asyncio.wait([self._loading[id]])
        return self._sessions.get(id)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _on_stall(self) -> None:
        """Write the stall that has just ended as a pause, in loaded games with a running clock."""
        running = [session for session in self._sessions.values() if session.match.deadline is not None]
        if running:
            self._start(self._settle(running))

    async def _settle(self, sessions: list[Session]) -> None:
        for session in sessions:
            await session.log_failure(session.settle(), "pause_write_failed")

    def _reread(self, id: str) -> None:
        """Refresh a loaded session whose game was changed outside of it."""
        if self.has(id):
            self._start(self._refresh(id))

    async def _refresh(self, id: str) -> None:
        for delay in islice(backoff_delays(), MAX_REFRESHES):
            try:
                if session := await self.get(id):
                    await session.refresh()
                return
            except Unreadable:
                break
            except TryAgain:
                await asyncio.sleep(delay)
            except Exception:
                ply = self._sessions[id].match.ply if id in self._sessions else None
                logger.exception("session_refresh_failed", game=id, ply=ply)
                return
        logger.warning("session_refresh_failed", game=id)

    async def _catch_up(self, session: Session) -> None:
        with suppress(TryAgain):
            found = await self._store.versions([session.info.id])
            if any(map(session.is_behind, found.values())):
                await session.refresh()

    async def _load(self, id: str) -> Session:
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.create_task(self._read(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _read(self, id: str) -> Session:
        info, log = await self._store.read(id) if may_be_id(id) else (None, [])
        if info is None:
            raise Refusal("not_found", game=id[:40])
        try:
            match = await replay(info, log)
        except Exception as error:
            if id not in self._unreadable:
                self._unreadable.add(id)
                logger.warning("game_replay_failed", game=id, error=repr(error))
            raise Unreadable from error
        changed = partial(self.note_presence, id)
        today = await self.today() if match.solitaire else None
        session = Session(
            info,
            match,
            log,
            self._store,
            self._writer,
            self._bus,
            self._stalls,
            on_local_presence=changed,
            has_stream=self._streaming.__contains__,
            first_move=self._first_move,
            today=today,
        )
        self._sessions[id] = session
        changed()
        session.timeouts.watch()
        if info.bot_seat is not None and self.seat_bot:
            bot = self._bots[id] = self.seat_bot(session, partial(self.open, id))
            session.on_change.append(bot.watch)
            bot.watch()
        return session

    def close(self) -> None:
        """Stop bots and timers when the server stops."""
        if self._timer:
            self._timer.cancel()
        for bot in self._bots.values():
            bot.close()
        for session in self._sessions.values():
            session.close()

    def _set_timer(self) -> None:
        """Start the timer for the session that has been idle longest, if any."""
        if self._idle and self._timer is None:
            due = next(iter(self._idle.values()))
            self._timer = asyncio.get_running_loop().call_at(due, self._evict_idle)

    def _evict_idle(self) -> None:
        """Evict the sessions whose time is over."""
        now, self._timer = asyncio.get_running_loop().time(), None
        for game in [*takewhile(lambda game: self._idle[game] <= now, self._idle)]:
            del self._idle[game]
            session = self._sessions.get(game)
            if session and session.clock.first_move_by() is not None:
                self._idle[game] = now + IDLE_TIMEOUT
            elif session:
                del self._sessions[game]
                session.close()
                if bot := self._bots.pop(game, None):
                    bot.close()
                self.note_presence(game)
        self._set_timer()
