"""Timeouts of one loaded game: a timer for the next one, and the task that carries it out.

No process owns a game: each process that has it loaded sets a timer, `app/games/timekeeper.py` finds games
that no process has loaded, and the primary key decides whose entry is written. What is due decides
`GameClock.end` (`app/games/game_clock.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from app.core.errors import Refusal
from app.db import clock
from app.games.game_clock import Loaded

RETRY = 0.5  # seconds until a failed timeout is retried; doubled each time
MAX_RETRY = 30.0  # seconds
MAX_TIMER = 3600.0  # seconds; later timeouts are found by periodic queries instead

log = structlog.get_logger(__name__)


class Timeouts:
    """Timer of one game. `next_due`: returns when the next timeout is due, in milliseconds since the epoch,
    None if never. `carry_out`: does what is due at a time; it is tried again if it raises something."""

    __slots__ = ("_carry_out", "_game", "_next_due", "_task", "_timer")

    def __init__(
        self, game: Loaded, next_due: Callable[[], int | None], carry_out: Callable[[int], Awaitable[object]]
    ) -> None:
        self._game, self._next_due, self._carry_out = game, next_due, carry_out
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def watch(self) -> None:
        """Restart the timer: the game has changed."""
        self._cancel_timer()
        due = self._next_due()
        if due is None:
            return
        wait = (due - clock.now() + 1) / 1000
        if wait < MAX_TIMER:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, wait), self._start)

    def close(self) -> None:
        """Cancel timer and task when the session is evicted. Periodic queries find later timeouts."""
        self._cancel_timer()
        if self._task:
            self._task.cancel()

    def _cancel_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _start(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """Carry out what is due, with retries."""
        wait = RETRY
        while (due := self._next_due()) is not None and due <= clock.now():
            try:
                await self._carry_out(clock.now())
                continue
            except Refusal as error:
                log.warning("timeout_retried", game=self._game.info.id, error=str(error.detail))
            except Exception:
                log.exception("timeout_failed", game=self._game.info.id, ply=self._game.match.ply)
            await asyncio.sleep(wait)
            wait = min(MAX_RETRY, wait * 2)
        self.watch()
