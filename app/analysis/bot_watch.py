"""Bot watch: loads games in which a bot's move is overdue because no process has loaded them."""

from __future__ import annotations

import asyncio

import structlog

from app.analysis.bot_store import BotStore
from app.core.errors import Refusal, TryAgain
from app.db.clock import now
from app.games.registry import SessionRegistry

INTERVAL = 3.0  # seconds between two queries
OVERDUE_AFTER_MS = 10_000  # since when the bot is to move
MAX_GAMES = 50  # per query

log = structlog.get_logger(__name__)


class BotWatch:
    """Loads games of a process that has died, or that were not loaded when the bot was to move."""

    def __init__(self, store: BotStore, sessions: SessionRegistry) -> None:
        self._store, self._sessions = store, sessions

    async def run(self) -> None:
        """Query every INTERVAL seconds until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.look(now())
            except TryAgain as error:
                log.warning("bot_watch_failed", error=error.detail["message"])
            except Exception:
                log.exception("bot_watch_failed")

    async def look(self, now: int) -> int:
        """Load the games in which a bot's move is overdue, so that it moves; return their number. `now`:
        milliseconds since the epoch."""
        waiting = await self._store.waiting(now - OVERDUE_AFTER_MS, MAX_GAMES)
        found = [game for game in waiting if not self._sessions.has(game)]
        for game in found:
            try:
                async with self._sessions.open(game):
                    pass
            except Refusal as refusal:
                log.debug("bot_game_load_failed", game=game, error=refusal.detail)
            except Exception:
                log.exception("bot_game_load_failed", game=game)
        return len(found)
