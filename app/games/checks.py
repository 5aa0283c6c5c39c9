"""Verification of stored games; results for long ended games are cached."""

from __future__ import annotations

from cachetools import TTLCache

from app.games.check import PublicCheck, judge
from app.games.cooperative_replay import Replays
from app.games.store import GameStore
from app.model.game_info import GameInfo
from engine import Match

CACHE_SIZE, CACHE_TTL = 1000, 600.0  # verdicts, seconds
MIN_CACHED_ENTRIES = 20  # a shorter game is checked in about a millisecond


class Checks:
    """Verifies games by replay."""

    def __init__(self, store: GameStore, replays: Replays) -> None:
        self._store, self._replays = store, replays
        self._cache: TTLCache[tuple[str, int], PublicCheck] = TTLCache(CACHE_SIZE, CACHE_TTL)

    async def check(self, info: GameInfo, match: Match, person: str) -> PublicCheck:
        """Replay the stored log and return the verdict, cached for CACHE_TTL if the game is long and has
        ended: its log no longer changes. Refusal `too_many`, `busy`."""
        key = info.id, match.ply
        if verdict := self._cache.get(key):
            return verdict
        stored = await self._store.stored_game(info.id)
        verdict = await self._replays.run(judge(stored), person)
        if match.outcome and len(stored.log) > MIN_CACHED_ENTRIES:
            self._cache[key] = verdict
        return verdict
