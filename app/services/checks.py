"""Checks of games against the database; those of long games that have ended are kept for a while."""

from __future__ import annotations

from cachetools import TTLCache

from app.db.games.store import GameStore
from app.domain.check import Verdict, judge
from app.domain.game_info import GameInfo
from app.live.replays import SHORT, Replays
from app.workers.tasks import Replay
from engine import Match

MAX_KEPT, KEPT_SECONDS = 1000, 600.0  # verdicts


class Checks:
    """Checks games, long ones in worker processes."""

    def __init__(self, store: GameStore, replays: Replays) -> None:
        self._store, self._replays = store, replays
        self._kept: TTLCache[tuple[str, int], Verdict] = TTLCache(MAX_KEPT, KEPT_SECONDS)

    async def check(self, info: GameInfo, match: Match, person: str) -> Verdict:
        """Return what a replay of the stored log finds; of a long game that has ended, what it found within
        the last KEPT_SECONDS: nothing is written to its log any more. Refusal: `too_many`, `busy`."""
        key = info.id, match.ply
        if verdict := self._kept.get(key):
            return verdict
        stored = await self._store.stored_game(info.id)
        replay = Replay("check", info.game.id, judge, (stored,))
        verdict = await self._replays.run(replay, len(stored.log), person)
        if match.outcome and len(stored.log) > SHORT:
            self._kept[key] = verdict
        return verdict
