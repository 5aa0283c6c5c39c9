"""The time of all games with a clock: a periodic query finds those whose time is over, whether anybody has
them loaded or not, and notes that a process is up.

The processes do not agree on who writes a flag: of their entries the primary key lets one through.
"""

from __future__ import annotations

import asyncio

import structlog

from app import clock
from app.db.games.clocks import ClockStore
from app.errors import Refusal, TryAgain
from app.live.charging import MAX_ALLOWANCE
from app.live.registry import SessionRegistry
from app.live.stalls import Stalls

INTERVAL = 1.0  # seconds between two queries
BEAT = 2.0  # seconds between two notes that a process is up
QUERY_DELAY_MS = 1000  # milliseconds after a flag is due until the query looks for it: timers are first
MAX_GAMES = 500  # in one round
TOGETHER = 8  # games that are loaded and ended at once

log = structlog.get_logger(__name__)


class Timekeeper:
    """The periodic query of one process."""

    def __init__(self, store: ClockStore, sessions: SessionRegistry, stalls: Stalls | None = None) -> None:
        self._store, self._sessions, self._stalls = store, sessions, stalls or Stalls()
        self._noted = 0  # when it was last noted that we are up

    async def start(self) -> None:
        """Before the process serves: where none was up, clocks have stood still. TryAgain: the database does
        not answer."""
        if paused := await self._store.write_pauses(clock.now()):
            log.info("clocks_paused_while_no_process_was_up", games=paused)
            self._stalls.be_quiet(clock.now())

    async def run(self) -> None:
        """Until cancelled: a round every INTERVAL seconds."""
        while True:
            try:
                await self.round(clock.now())
            except TryAgain as error:
                log.warning("timekeeper_round_failed", error=error.detail["message"])
            except Exception:
                log.exception("timekeeper_round_failed")
            await asyncio.sleep(INTERVAL)

    async def round(self, now: int) -> int:
        """Flags the games that are due at `now`, in milliseconds since the epoch; returns how many it has
        flagged. Where a clock runs it is noted now and then that a process is up."""
        self._stalls.database_asked()
        nearest = await self._store.nearest()
        self._stalls.database_answered()
        if nearest is None:
            return 0
        if now >= self._noted + BEAT * 1000:
            await self._store.note_alive(now)
            self._noted = now
        before = now - MAX_ALLOWANCE - QUERY_DELAY_MS
        if nearest >= before:
            return 0
        limit = asyncio.Semaphore(TOGETHER)
        games = await self._store.due(before, MAX_GAMES)
        flagged = sum(await asyncio.gather(*(self._flag(game, now, limit) for game in games)))
        log.info("flags_written", found=len(games), flagged=flagged)
        return flagged

    async def _flag(self, game: str, now: int, limit: asyncio.Semaphore) -> bool:
        """Flags one game. One that cannot be loaded does not stop the others."""
        async with limit:
            try:
                async with self._sessions.open(game) as session:
                    return await session.flag_if_due(now)
            except TryAgain as error:
                log.warning("game_not_flagged", game=game, error=error.detail["message"])
            except Refusal as refusal:
                log.debug("game_not_flagged", game=game, error=refusal.detail)
            except Exception:
                log.exception("game_not_flagged", game=game)
            return False

    async def stop(self) -> None:
        """Notes at the end of the process that it was up until now."""
        try:
            if await self._store.nearest() is not None:
                await self._store.note_alive(clock.now())
        except TryAgain as error:
            log.warning("timekeeper_round_failed", error=error.detail["message"])
