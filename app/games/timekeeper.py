"""Timekeeper: a periodic query flags games whose time is over, loaded or not, and records that a process is
up.

Processes do not coordinate: the primary key lets only one of their flag entries through.
"""

from __future__ import annotations

import asyncio

import structlog

from app.core.errors import TryAgain
from app.db import clock
from app.games.clock_store import ClockStore
from app.games.game_clock import MAX_ALLOWANCE
from app.games.registry import SessionRegistry, isolate_errors
from app.games.stalls import Stalls

INTERVAL = 1.0  # seconds between two queries
ALIVE_INTERVAL = 2.0  # seconds between two records that a process is up
QUERY_DELAY_MS = 1000  # after a flag is due: sessions' timers come first
MAX_GAMES = 500  # per round
MAX_CONCURRENT = 8  # games loaded and ended at a time

log = structlog.get_logger(__name__)


class Timekeeper:
    """Periodic query of one process."""

    def __init__(self, store: ClockStore, sessions: SessionRegistry, stalls: Stalls | None = None) -> None:
        self._store, self._sessions, self._stalls = store, sessions, stalls or Stalls()
        self._noted = 0  # time of the last record that this process is up

    async def start(self) -> None:
        """Pause the clocks that were stopped while no process was up, before this one serves. TryAgain: the
        database is unavailable."""
        if paused := await self._store.write_pauses(clock.now()):
            log.info("clocks_paused_for_downtime", games=paused)
            self._stalls.be_quiet(clock.now())

    async def run(self) -> None:
        """Run a round every INTERVAL seconds until cancelled."""
        while True:
            try:
                await self.round(clock.now())
            except TryAgain as error:
                log.warning("timekeeper_round_failed", error=error.detail["message"])
            except Exception:
                log.exception("timekeeper_round_failed")
            await asyncio.sleep(INTERVAL)

    async def round(self, now: int) -> int:
        """Flag the games that are due at `now`, in milliseconds since the epoch; return the number flagged.
        While any clock runs, record periodically that a process is up."""
        self._stalls.database_asked()
        nearest = await self._store.nearest()
        self._stalls.database_answered()
        if nearest is None:
            return 0
        if now >= self._noted + ALIVE_INTERVAL * 1000:
            await self._store.note_alive(now)
            self._noted = now
        before = now - MAX_ALLOWANCE - QUERY_DELAY_MS
        if nearest >= before:
            return 0
        limit = asyncio.Semaphore(MAX_CONCURRENT)
        games = await self._store.due(before, MAX_GAMES)
        flagged = sum(await asyncio.gather(*(self._flag(game, now, limit) for game in games)))
        log.info("flags_written", found=len(games), flagged=flagged)
        return flagged

    async def _flag(self, game: str, now: int, limit: asyncio.Semaphore) -> bool:
        """Flag one game. One that cannot be loaded does not stop the others."""
        async with limit:
            try:
                with isolate_errors("flag_failed", game):
                    async with self._sessions.open(game) as session:
                        return await session.flag_if_due(now)
            except TryAgain as error:
                log.warning("flag_failed", game=game, error=error.detail["message"])
            return False

    async def stop(self) -> None:
        """Record at the end of the process that it was up until now."""
        try:
            if await self._store.nearest() is not None:
                await self._store.note_alive(clock.now())
        except TryAgain as error:
            log.warning("timekeeper_round_failed", error=error.detail["message"])
