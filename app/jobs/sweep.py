"""Periodic sweep: overdue games (`app.domain.timeouts`), interrupted deletions, old rows.

The processes do not agree on who ends a game: the entry goes the way of every entry, so that one of them is
written, and every socket is told.
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

FIRST = 60.0  # seconds from the start of the process to the first round
INTERVAL = 600.0  # seconds between two rounds
MAX_GAMES = 1000  # in one round; the next one goes on after them
DELETION_TIMEOUT_MS = 60_000  # after which a deletion counts as interrupted

log = structlog.get_logger(__name__)


class Sweep:
    """Rounds through the overdue games and interrupted deletions, and the daily sweep."""

    def __init__(
        self,
        lists: GameLists,
        sessions: SessionRegistry,
        daily: DailySweep | None = None,
        accounts: Accounts | None = None,
    ) -> None:
        self._lists, self._sessions = lists, sessions
        self._daily, self._accounts = daily, accounts
        self._after = ""  # the id at which the last round stopped

    async def run(self) -> None:
        """Until cancelled: a round every INTERVAL seconds."""
        await asyncio.sleep(FIRST)
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

    async def round(self, now: int, most: int | None = None, progress: Progress = SILENT) -> int:
        """Ends the games that are overdue at `now` (milliseconds since the epoch), of at most `most` that are
        found, and returns how many it has ended. TryAgain: the database is unavailable."""
        overdue = [game for game in await self._lists.overdue(now) if game > self._after]
        found = overdue[:most]
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
        """Ends one game. One that cannot be loaded does not stop the round."""
        try:
            async with self._sessions.open(game) as session:
                return await session.end_if_overdue(now)
        except TryAgain:
            raise
        except Refusal as refusal:
            log.debug("overdue_game_not_ended", game=game, error=refusal.detail)
        except Exception:
            log.exception("overdue_game_not_ended", game=game)
        return False
