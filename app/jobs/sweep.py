"""Periodic sweep: ends overdue games (`app.domain.timeouts`), finishes interrupted deletions, deletes old
rows.

Processes do not coordinate: the final entry of a game is written like any other, so that only one is
committed and every socket is notified.
"""

from __future__ import annotations

import asyncio

import structlog

from app.clock import now
from app.db.games.lists import GameLists
from app.errors import Refusal, TryAgain
from app.jobs.daily_sweep import DailySweep
from app.live.registry import SessionRegistry
from app.services.accounts import Accounts
from engine.commands.progress import SILENT, Progress

START_DELAY = 60.0  # seconds before the first round
INTERVAL = 600.0  # seconds between two rounds
MAX_GAMES = 1000  # per round; the next one continues after them
DELETION_TIMEOUT_MS = 60_000  # after which a deletion counts as interrupted

log = structlog.get_logger(__name__)


class Sweep:
    """Ends overdue games, finishes interrupted deletions, and runs the daily sweep."""

    def __init__(
        self,
        lists: GameLists,
        sessions: SessionRegistry,
        daily: DailySweep | None = None,
        accounts: Accounts | None = None,
    ) -> None:
        self._lists, self._sessions = lists, sessions
        self._daily, self._accounts = daily, accounts
        self._after = ""  # last id of the round before

    async def run(self) -> None:
        """Run a round every INTERVAL seconds until cancelled."""
        await asyncio.sleep(START_DELAY)
        while True:
            try:
                await self.round(now(), MAX_GAMES)
                if self._accounts:
                    await self._accounts.finish_deletions(now() - DELETION_TIMEOUT_MS)
                if self._daily:
                    await self._daily.sweep_if_due(now())
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
            ended += await self._end(game, now)
            progress.advance()
        if found:
            log.info("games_swept", found=len(found), ended=ended)
        return ended

    async def _end(self, game: str, now: int) -> bool:
        """End one game. One that cannot be loaded does not stop the round."""
        try:
            async with self._sessions.open(game) as session:
                return await session.end_if_overdue(now)
        except TryAgain:
            raise
        except Refusal as refusal:
            log.debug("overdue_game_end_failed", game=game, error=refusal.detail)
        except Exception:
            log.exception("overdue_game_end_failed", game=game)
        return False
