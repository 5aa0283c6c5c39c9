"""Periodic sweep: ends overdue games (`app.games.deadlines`), and does what other features add to a round.

Processes do not coordinate: the final entry of a game is written like any other, so that only one is
committed and every socket is notified.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog

from app.core.errors import TryAgain
from app.db.clock import now
from app.games.lists import GameLists
from app.games.registry import SessionRegistry, isolate_errors
from engine.commands.progress import SILENT, Progress

START_DELAY = 60.0  # seconds before the first round
INTERVAL = 600.0  # seconds between two rounds
MAX_GAMES = 1000  # per round; the next one continues after them

log = structlog.get_logger(__name__)


class Sweep:
    """Ends overdue games. `also`: other work of a round, given the time in milliseconds since the epoch."""

    def __init__(
        self,
        lists: GameLists,
        sessions: SessionRegistry,
        also: Sequence[Callable[[int], Awaitable[object]]] = (),
    ) -> None:
        self._lists, self._sessions, self._also = lists, sessions, also
        self._after = ""  # last id of the round before

    async def run(self) -> None:
        """Run a round every INTERVAL seconds until cancelled."""
        await asyncio.sleep(START_DELAY)
        while True:
            try:
                await self.round(now(), MAX_GAMES)
                for work in self._also:
                    await work(now())
            except TryAgain as error:
                log.warning("sweep_failed", error=error.detail["message"])
            except Exception:
                log.exception("sweep_failed")
            await asyncio.sleep(INTERVAL)

    async def round(self, now: int, limit: int | None = None, progress: Progress = SILENT) -> int:
        """End games that are overdue at `now` (milliseconds since the epoch), at most `limit` candidates;
        return the number ended. TryAgain: the database is unavailable."""
        overdue = [game for game in await self._lists.overdue(now) if game > self._after]
        found = overdue[:limit]
        self._after = found[-1] if len(found) < len(overdue) else ""
        progress.stage("games", len(found))
        ended = 0
        for game in found:
            with isolate_errors("overdue_game_end_failed", game):
                async with self._sessions.open(game) as session:
                    ended += await session.end_if_overdue(now)
            progress.advance()
        if found:
            log.info("games_swept", found=len(found), ended=ended)
        return ended
