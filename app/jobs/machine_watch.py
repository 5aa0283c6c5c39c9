"""Machine watch: loads the games in which a bot should have moved, since nobody has loaded them."""

from __future__ import annotations

import asyncio

import structlog

from app.clock import now
from app.db.games.machines import MachineStore
from app.errors import Refusal, TryAgain
from app.live.registry import SessionRegistry

INTERVAL = 3.0  # seconds between two looks
OVERDUE_AFTER_MS = 10_000  # milliseconds after which a bot that has not moved is taken for forgotten
MAX_GAMES = 50  # in one look

log = structlog.get_logger(__name__)


class MachineWatch:
    """Loads the games whose process has died, and those that were not loaded when the bot was to move."""

    def __init__(self, store: MachineStore, sessions: SessionRegistry) -> None:
        self._store, self._sessions = store, sessions

    async def run(self) -> None:
        """Look every INTERVAL seconds, until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.look(now())
            except TryAgain as error:
                log.warning("machine_watch_failed", error=error.detail["message"])
            except Exception:
                log.exception("machine_watch_failed")

    async def look(self, now: int) -> int:
        """Load the games in which a bot has been to move for OVERDUE_AFTER_MS, so that it moves; return how
        many. `now` in milliseconds since the epoch."""
        waiting = await self._store.waiting(now - OVERDUE_AFTER_MS, MAX_GAMES)
        found = [game for game in waiting if not self._sessions.has(game)]
        for game in found:
            try:
                async with self._sessions.open(game):
                    pass
            except Refusal as refusal:
                log.debug("machine_game_not_loaded", game=game, error=refusal.detail)
        return len(found)
