"""Stalls of this process: times in which it could not serve, which are charged to no player.

Either the event loop was late (process stopped, or a long callback), or the database did not answer. A stall
is noticed at its end, before anything else is judged; sessions write it into their games as a `pause`. Until
QUIET_MS after its end no flag and no claim is written, unless both players of a game are back earlier.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from app.core import metrics
from app.db import clock
from app.results.conduct import OUTAGE_EXCUSE_MS

BEAT = 0.05  # seconds between two checks of the event loop
LOOP_LATE_MS = 2000  # a later beat is a stall
DATABASE_LATE_MS = 2000  # a longer database operation is a stall
QUIET_MS = 10_000  # after a stall, without flags and claims
MAX_STALLS = 100  # remembered; sessions write each within seconds

Span = tuple[int, int]  # start and end, in milliseconds since the epoch

log = structlog.get_logger(__name__)


class Stalls:
    """Stalls of one process. `count`: number so far; `listeners`: called after each; `began`: start of the
    process."""

    def __init__(self) -> None:
        self.count = 0
        self.listeners: list[Callable[[], None]] = []
        self._spans: list[Span] = []  # the last MAX_STALLS
        self._beat: int | None = None  # time of the last beat, None before `run`
        self._asked: int | None = None  # start of the first unanswered database operation
        self.quiet_until = 0
        self.began = clock.now()

    async def run(self) -> None:
        """Check the event loop periodically until cancelled."""
        self._beat = clock.now()
        while True:
            await asyncio.sleep(BEAT)
            self.look()

    def look(self) -> None:
        """Note that the event loop is running, and the stall before, if any."""
        since, at = self._beat, clock.now()
        if since is None:
            return
        self._beat = at
        self._add_if_late("event loop", since, at, LOOP_LATE_MS)

    def add(self, what: str, since: int, until: int) -> None:
        """Add a stall that has ended."""
        log.warning("process_stalled", what=what, milliseconds=until - since)
        metrics.STALLS.labels(what).inc()
        self.count += 1
        self._spans = [*self._spans, (since, until)][-MAX_STALLS:]
        self.be_quiet(until)
        for listener in self.listeners:
            listener()

    def be_quiet(self, at: int) -> None:
        """Permit no flags within QUIET_MS after `at`: of a stall's end, or while another process is late, so
        that it can write its stall."""
        self.quiet_until = max(self.quiet_until, at + QUIET_MS)

    def after(self, count: int) -> list[Span]:
        """Return the stalls after the first `count`."""
        new = self.count - count
        return self._spans[-new:] if new else []

    def database_asked(self) -> None:
        """Note that a database operation starts, or is retried after a failure."""
        if self._asked is None:
            self._asked = clock.now()

    def database_answered(self) -> None:
        """Note that any database operation succeeded: the database is available."""
        since, self._asked = self._asked, None
        if since is not None:
            self._add_if_late("database", since, clock.now(), DATABASE_LATE_MS)

    def _add_if_late(self, what: str, since: int, until: int, late: int) -> None:
        """Add a stall if it took longer than `late`, minus what is already noted: a stopped process also gets
        its database answers late."""
        known = self._spans[-1][1] if self._spans else 0
        if until - max(since, known) > late:
            self.add(what, max(since, known), until)

    @property
    def ended(self) -> int:
        """Return when the last stall ended, here or at another process; negative if there was none."""
        return self.quiet_until - QUIET_MS

    def is_quiet(self, at: int, *, all_back: bool = False) -> bool:
        """Return whether flags and claims are suspended at `at`. `all_back`: every player has answered a ping
        since the last stall `ended`."""
        return self.is_late(at) or (at < self.quiet_until and not all_back)

    def was_out_of_reach(self, at: int, game_began: int) -> bool:
        """Return whether the players could not reach the game at `at` or within OUTAGE_EXCUSE_MS before:
        there was a stall, or the process started after the game."""
        ended = self.ended
        if game_began < self.began:
            ended = max(ended, self.began)
        return self.is_late(at) or at < ended + OUTAGE_EXCUSE_MS

    def is_late(self, at: int) -> bool:
        """Return whether the database has not answered for DATABASE_LATE_MS."""
        return self._asked is not None and at - self._asked > DATABASE_LATE_MS
