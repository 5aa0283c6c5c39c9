"""Stalls of this process: times in which it could not serve, which are charged to nobody.

The event loop was late (the process was stopped, or a callback took long), or the database did not answer. A
stall is noticed at its end, before anything else is judged: sessions write it into their games as a `pause`.
Until QUIET_MS after its end no flag and no claim is written, unless both players of a game are back before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from app import clock, metrics
from app.domain.conduct import OUTAGE_EXCUSE_MS

BEAT = 0.05  # seconds between two beats of the event loop
LOOP_LATE_MS = 2000  # milliseconds by which a beat may be late before that is a stall
DATABASE_LATE_MS = 2000  # milliseconds that an operation of the database may take before that is a stall
QUIET_MS = 10_000  # milliseconds after a stall in which nobody is flagged or claimed against
MAX_KEPT = 100  # stalls; a session takes each within seconds

Span = tuple[int, int]  # from and until, in milliseconds since the epoch

log = structlog.get_logger(__name__)


class Stalls:
    """The stalls of one process. `count`: how many there were; `listeners` are called after each; `began`:
    when the process did."""

    def __init__(self) -> None:
        self.count = 0
        self.listeners: list[Callable[[], None]] = []
        self._spans: list[Span] = []  # the last MAX_KEPT
        self._beat: int | None = None  # the last one, None: not running yet
        self._asked: int | None = None  # since when the database was asked and has not answered
        self.quiet_until = 0
        self.began = clock.now()

    async def run(self) -> None:
        """Beat until cancelled."""
        self._beat = clock.now()
        while True:
            await asyncio.sleep(BEAT)
            self.look()

    def look(self) -> None:
        """Note that the event loop runs, and whether it stood still before."""
        since, at = self._beat, clock.now()
        if since is None:
            return
        self._beat = at
        self._add_if_late("event loop", since, at, LOOP_LATE_MS)

    def add(self, what: str, since: int, until: int) -> None:
        """Note a stall that has ended."""
        log.warning("process_stalled", what=what, milliseconds=until - since)
        metrics.STALLS.labels(what).inc()
        self.count += 1
        self._spans = [*self._spans, (since, until)][-MAX_KEPT:]
        self.be_quiet(until)
        for listener in self.listeners:
            listener()

    def be_quiet(self, at: int) -> None:
        """Flag nobody within QUIET_MS after `at`."""
        self.quiet_until = max(self.quiet_until, at + QUIET_MS)

    def after(self, count: int) -> list[Span]:
        """Return the stalls since there were `count` of them."""
        new = self.count - count
        return self._spans[-new:] if new else []

    def database_asked(self) -> None:
        """Note that an operation of the database begins, or begins again after a failure."""
        if self._asked is None:
            self._asked = clock.now()

    def database_answered(self) -> None:
        """Note that an operation succeeded, whichever: the database answers."""
        since, self._asked = self._asked, None
        if since is not None:
            self._add_if_late("database", since, clock.now(), DATABASE_LATE_MS)

    def _add_if_late(self, what: str, since: int, until: int, late: int) -> None:
        """Note a stall if it was longer than `late`, without what is noted already: a process that stood
        still had its answers late, too."""
        known = self._spans[-1][1] if self._spans else 0
        if until - max(since, known) > late:
            self.add(what, max(since, known), until)

    @property
    def ended(self) -> int:
        """When the last stall ended, here or at another process; negative if there was none."""
        return self.quiet_until - QUIET_MS

    def is_quiet(self, at: int, *, all_back: bool = False) -> bool:
        """Return whether nobody may be flagged or claimed against at `at`. `all_back`: every player has been
        heard since the last stall `ended`."""
        return self._is_late(at) or (at < self.quiet_until and not all_back)

    def was_out_of_reach(self, at: int, game_began: int) -> bool:
        """Return whether the players of a game could not reach it at `at` or OUTAGE_EXCUSE_MS before:
        there was a stall, or the process began after the game."""
        ended = self.ended
        if game_began < self.began:
            ended = max(ended, self.began)
        return self._is_late(at) or at < ended + OUTAGE_EXCUSE_MS

    def _is_late(self, at: int) -> bool:
        return self._asked is not None and at - self._asked > DATABASE_LATE_MS
