"""Daily sweep: deletes data at the end of its retention period (`app/db/games/retention.py`), in one of the
processes, in batches with pauses for serving."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import TypeVar

import structlog

from app import metrics
from app.db.games.retention import RetentionStore, SweepInProgress
from app.domain.retention import RETENTION_MS, boards_of, day_of, past_scopes
from engine import GAMES
from engine.commands.progress import SILENT, Progress

BATCH_PAUSE = 0.05  # seconds

log = structlog.get_logger(__name__)

K = TypeVar("K")
Swept = dict[str, int]  # rows by kind


class DailySweep:
    """Deletes expired data. `loaded`: games loaded in this process, which are skipped."""

    def __init__(self, store: RetentionStore, loaded: Callable[[], Collection[str]]) -> None:
        self._store, self._loaded = store, loaded

    async def sweep_if_due(self, now: int) -> None:
        """Sweep unless a process has done so within a day. `now`: milliseconds since the epoch."""
        try:
            if await self._store.claim(now):
                log.info("rows_swept", **await self.sweep(now))
        except SweepInProgress:
            log.info("sweep_skipped")

    async def sweep(self, now: int, *, dry: bool = False, progress: Progress = SILENT) -> Swept:
        """Delete expired data and return the number of rows by kind; with `dry` only count them.
        SweepInProgress; TryAgain: the database is unavailable, the rest is left to the next sweep."""
        store, swept = self._store, Swept()
        if not dry:
            progress.stage("guests seen")
            await self._repeat(lambda: store.note_guests(now), progress)
        kinds: dict[str, Callable[[], Awaitable[int]]] = {
            "solitaires": lambda: store.unplayed(now, self._loaded(), dry=dry),
            "lines of chats": lambda: store.chat(now, dry=dry),
            "early ends": lambda: store.early_ends(now, dry=dry),
            "values of positions": lambda: store.evaluations(now, dry=dry),
            "former names": lambda: store.former_names(now, dry=dry),
        }
        for kind, delete in kinds.items():
            progress.stage(kind)
            swept[kind] = await (delete() if dry else self._repeat(delete, progress))
        progress.stage("guests")
        swept["guests"] = await self._page_through(partial(store.guests, now, dry=dry), "", progress)
        progress.stage("standings of periods")
        swept["standings of periods"] = await self._trim(now, progress, dry=dry)
        progress.stage("standings of deals")
        lonely = partial(store.lonely, now, dry=dry)
        swept["standings of deals"] = await self._page_through(lonely, ("", ""), progress)
        if not dry:
            for kind, count in swept.items():
                metrics.SWEPT.labels(kind).inc(count)
        return swept

    async def _repeat(self, delete: Callable[[], Awaitable[int]], progress: Progress) -> int:
        """Repeat a batch until nothing is left; return the number of rows."""
        total = 0
        while count := await delete():
            total += count
            progress.advance(count)
            await asyncio.sleep(BATCH_PAUSE)
        return total

    async def _trim(self, now: int, progress: Progress, *, dry: bool) -> int:
        """Trim the leaderboards of periods that ended RETENTION_MS ago, since the last sweep."""
        store, until = self._store, day_of(now - RETENTION_MS)
        since = await store.trimmed_until()
        if since is None:
            first = await store.first_game()
            since = until if first is None else day_of(first)
        trimmed = 0
        for scope in past_scopes(since, until):
            boards = [board for game in GAMES.values() for board in boards_of(game, scope)]
            for board in await store.crowded(boards):
                trim = partial(store.trim, board, dry=dry)
                trimmed += await (trim() if dry else self._repeat(trim, progress))
        if not dry:
            await store.set_trimmed(max(since, until))
        return trimmed

    async def _page_through(
        self, delete: Callable[[K], Awaitable[tuple[int, K | None]]], after: K, progress: Progress
    ) -> int:
        """Process a table page by page, from a key on; return the number of rows."""
        total = 0
        while True:
            count, following = await delete(after)
            total += count
            progress.advance(count)
            if following is None:
                return total
            after = following
            await asyncio.sleep(BATCH_PAUSE)
