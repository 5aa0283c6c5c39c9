"""Verification of stored games; results for long ended games are cached."""

from __future__ import annotations

from cachetools import TTLCache

from app.db.games.store import GameStore
from app.domain.check import Verdict, judge
from app.domain.game_info import GameInfo
from app.live.replays import MAX_LOCAL_MOVES, Replays
from app.workers.tasks import Replay
from engine import Match

CACHE_SIZE, CACHE_TTL = 1000, 600.0  # verdicts, seconds


class Checks:
    """Verifies games by replay, long ones in worker processes."""

    def __init__(self, store: GameStore, replays: Replays) -> None:
        self._store, self._replays = store, replays
        self._cache: TTLCache[tuple[str, int], Verdict] = TTLCache(CACHE_SIZE, CACHE_TTL)

    async def check(self, info: GameInfo, match: Match, person: str) -> Verdict:
        """Replay the stored log and return the verdict, cached for CACHE_TTL if the game is long and has
        ended: its log no longer changes. Refusal `too_many`, `busy`."""
        key = info.id, match.ply
        if verdict := self._cache.get(key):
            return verdict
        stored = await self._store.stored_game(info.id)
        replay = Replay("check", info.game.id, judge, (stored,))
        verdict = await self._replays.run(replay, len(stored.log), person)
        if match.outcome and len(stored.log) > MAX_LOCAL_MOVES:
            self._cache[key] = verdict
        return verdict
