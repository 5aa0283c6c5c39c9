"""What the server writes into a game by itself: the flag of a player whose time is over, the draw of a log
that is full, and the end of a game that nobody joined, began or went on with.

No process owns a game: each that has it loaded sets a timer, the periodic query of `timekeeper.py` finds
those that nobody has loaded, and the primary key decides whose entry is written.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from app.clock import now
from app.domain.overdue import entry_that_ends
from app.errors import TryAgain
from app.live.grace import MOVE
from engine import Entry, Match

if TYPE_CHECKING:
    from app.live.session import Session

logger = structlog.get_logger(__name__)

RETRY = 0.5  # seconds until an end that was not written is tried again; doubled each time, up to 30
TRIES = 5  # of an abort whose ply was taken by other processes
FAR = 3600.0  # seconds; for a later deadline no timer is set: the periodic query finds it


class Endings:
    """The timer and the task that end one session's game."""

    __slots__ = ("_session", "_task", "_timer")

    def __init__(self, session: Session) -> None:
        self._session = session
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def watch(self) -> None:
        """Ends the game when it is due: now, or by a timer."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        match = self._session.match
        if match.drawn_by_length:
            self._start()
        elif match.deadline is not None:
            wait = (match.deadline + MOVE - now()) / 1000
            if wait < FAR:
                self._timer = asyncio.get_running_loop().call_later(max(0.0, wait), self._start)

    def close(self) -> None:
        """Cancels the timer: the session is no longer loaded."""
        if self._timer:
            self._timer.cancel()

    async def flag_if_due(self, now: int) -> bool:
        """Writes the flag of a player whose time was over MOVE milliseconds before `now`, until when a move
        may still come in time, and returns whether it did. TryAgain: nothing was applied."""
        async with self._session.lock:
            await self._session.read_on()
            return await self._flag(now)

    async def end_if_overdue(self, now: int) -> bool:
        """Ends a game of two players that nobody joined, that was not begun, or that was left, and returns
        whether it did. `now` in milliseconds since the epoch. TryAgain: nothing was applied."""
        session = self._session
        async with session.lock:
            await session.read_on()
            entry = entry_that_ends(session.info, session.match, now)
            return entry is not None and await session.write(session.match.then(entry))

    async def abort(self, now: int) -> bool:
        """Ends a game of two seats at any point, so that it counts for nothing, and returns whether it did.
        `now` in milliseconds since the epoch. TryAgain: nothing was applied."""
        session = self._session
        async with session.lock:
            await session.read_on()
            for _ in range(TRIES):
                match = session.match
                if match.solitaire or match.outcome:
                    return False
                at = max(now, match.last.at if match.last else 0)
                if await session.write(match.then(Entry(match.ply, None, "abort", "", at))):
                    return True
            raise TryAgain("too much contention, try again")

    def _start(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._end())

    async def _end(self) -> None:
        """Writes the entry that ends the game; retries until it is written, by whomever."""
        session, wait = self._session, RETRY
        while True:
            try:
                async with session.lock:
                    if session.match.drawn_by_length:
                        await session.write(_draw(session.match, now()))
                    elif not _is_due(session.match, now()) or await self._flag(now()):
                        return
            except TryAgain as error:
                logger.warning("game not ended", game=session.info.id, error=str(error.detail))
                await asyncio.sleep(wait)
                wait = min(30.0, wait * 2)

    async def _flag(self, at: int) -> bool:
        """Writes the flag, under the lock. False: it is not due, or another entry came first."""
        match = self._session.match
        if not _is_due(match, at) or match.clocks is None:
            return False
        last = match.last.at if match.last else 0
        flag = Entry(match.ply, match.clocks.running, "flag", "", max(at, last))
        return await self._session.write(match.then(flag))


def _is_due(match: Match, at: int) -> bool:
    return match.deadline is not None and at >= match.deadline + MOVE


def _draw(match: Match, at: int) -> Match:
    last = match.last.at if match.last else 0
    return match.then(Entry(match.ply, None, "claim", "draw", max(at, last)))
