"""Par and best known score of a deal, for the player of an ended solitaire.

Par is the score of an engine player that sees what a person sees; it is searched each time. The best known
score of a numbered deal is the best on its leaderboard, or that of a background search, which runs once per
deal when the first player who has ended it asks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

from app.clock import now
from app.db.games.best_known import BestKnownStore
from app.db.results.leaderboards import LeaderboardStore
from app.domain.analysts import analyst_of, has
from app.domain.game_info import GameInfo
from app.domain.results import parse_score
from app.domain.standings import score_board
from app.errors import Refusal
from app.live.searches import Searches
from engine import Match

SEARCH_TIMEOUT = 20.0  # seconds a request waits for the best known score
MAX_RUNNING = 8  # deals searched at a time

Score = tuple[int, ...]


class Pars:
    """Par and best-score searches of this process."""

    def __init__(self, store: BestKnownStore, leaderboards: LeaderboardStore, searches: Searches) -> None:
        self._store, self._leaderboards, self._searches = store, leaderboards, searches
        self._running: dict[Hashable, asyncio.Task[Score | None]] = {}

    def knows(self, info: GameInfo) -> bool:
        """Return whether the deal of a game has a par or a best known score."""
        return has_par(info) or has_best(info)

    async def find(self, info: GameInfo) -> tuple[Score | None, Score | None]:
        """Return par and best known score of the deal of a game; None: it has none, or it is not known yet.
        Refusal `busy`."""
        par = await self._searches.par(_start(info)) if has_par(info) else None
        return par, await self._best(info) if has_best(info) else None

    def close(self) -> None:
        """Cancel all searches."""
        for task in self._running.values():
            task.cancel()

    async def _best(self, info: GameInfo) -> Score | None:
        board = score_board(info.game.id, "open", f"deal {info.deal_text}")
        scores = [parse_score(one.standing.score) for one in await self._leaderboards.page(board, 1)]
        found = await self._found(_start(info))
        return max([*scores, *([found] if found else [])], default=None)

    async def _found(self, start: Match) -> Score | None:
        """Return what the search of a deal has found, or finds within SEARCH_TIMEOUT; None if it is still
        running."""
        known = await self._store.read(start)
        if known is not None:
            return known
        key = start.game.id, start.deal
        task = self._running.get(key)
        if task is None:
            if len(self._running) >= MAX_RUNNING:
                return None
            task = asyncio.create_task(self._search(start))
            self._running[key] = task
            task.add_done_callback(lambda done: self._end(key, done))
        done, _ = await asyncio.wait({task}, timeout=SEARCH_TIMEOUT)
        return task.result() if done and not task.cancelled() else None

    def _end(self, key: Hashable, task: asyncio.Task[Score | None]) -> None:
        del self._running[key]
        if not task.cancelled():
            task.exception()  # mark as retrieved: there may be no waiter left

    async def _search(self, start: Match) -> Score | None:
        """Search and store the best score. A refused search is restarted by the next request."""
        try:
            score = await self._searches.best_score(start)
        except Refusal:
            return None
        if score is not None:
            await self._store.keep(start, score, now())
        return score


def has_par(info: GameInfo) -> bool:
    """Return whether the deal of a game has a par."""
    analyst = analyst_of(info.game)
    return analyst is not None and analyst.par and info.position is None


def has_best(info: GameInfo) -> bool:
    """Return whether the deal of a game can have a best known score: it has a number, and a search finds
    scores."""
    alone = len(info.game.seats) == 1 and has(info.game, "evaluate")
    return alone and isinstance(info.deal, int) and info.position is None


def _start(info: GameInfo) -> Match:
    return Match.start(info.game, info.deal if info.deal is not None else 0)
