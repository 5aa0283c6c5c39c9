"""Time controls and clocks as values: the time left is a function of the log.

All times are in milliseconds; `at` counts from the epoch. A clock starts once each seat has moved. An entry
that charges a running clock states the amount (`Entry.spent`, base/increment clocks only), or is charged the
time since the last charging entry minus pauses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

DAY_MS = 24 * 60 * 60 * 1000
MIN_BASE_SECONDS = 3


@dataclass(frozen=True, slots=True)
class Timed:
    """`base` seconds for the whole game plus `increment` seconds per move. With base 0 each seat starts with
    one increment, at least MIN_BASE_SECONDS: otherwise it could not make its first move."""

    base: int
    increment: int = 0

    @property
    def full(self) -> int:
        """Initial time of each seat, in milliseconds."""
        return 1000 * (self.base or max(MIN_BASE_SECONDS, self.increment))

    @property
    def json(self) -> dict[str, int]:
        return {"base": self.base, "increment": self.increment}


@dataclass(frozen=True, slots=True)
class Daily:
    """Correspondence time control: `days` days per move."""

    days: int

    @property
    def full(self) -> int:
        """Time limit per move, in milliseconds."""
        return self.days * DAY_MS

    @property
    def json(self) -> dict[str, int]:
        return {"days": self.days}


Control = Timed | Daily


def control(json: Mapping[str, int] | None) -> Control | None:
    """Return the time control for its JSON, the inverse of `Control.json`; None for None."""
    if json is None:
        return None
    return Daily(json["days"]) if "days" in json else Timed(json["base"], json["increment"])


@dataclass(frozen=True, slots=True)
class Clocks:
    """Clocks of both seats.

    - `left`: milliseconds left for each seat after the last charging entry.
    - `running`: the seat whose clock runs; None while both are stopped.
    - `since`: the `at` of the last charging entry (the first one starts the clock).
    - `paused`: milliseconds of pauses since then."""

    control: Control
    left: tuple[int, int]
    running: int | None = None
    since: int = 0
    paused: int = 0

    @classmethod
    def of(cls, control: Control) -> Clocks:
        return cls(control, (control.full, control.full))

    @property
    def deadline(self) -> int | None:
        """Earliest moment at which the running seat's time can be up; None while the clock is stopped.
        Later if the seat is charged less than the time since the last charging entry."""
        return None if self.running is None else self.since + self.paused + self.left[self.running]

    def is_over(self, at: int, spent: int | None = None) -> bool:
        """Return whether the running seat's time is up at `at`, or after `spent` milliseconds if given."""
        if self.running is None:
            return False
        return (self.spent(at) if spent is None else spent) > self.left[self.running]

    def spent(self, at: int, *, since: int | None = None) -> int:
        """Return the milliseconds of running time from the last charging entry to `at`, pauses subtracted.

        `since`: when charging really started, if the caller knows it to be later than the log says. All of
        `paused` is subtracted: move `since` back by the pauses that ended before it."""
        began = self.since if since is None else max(since, self.since)
        return max(0, at - began - self.paused)

    def as_of(self, at: int, *, since: int | None = None) -> tuple[int, int]:
        """Return the time left for each seat at `at`, at least 0. `since`: as for `spent`."""
        return self._charged(self.spent(at, since=since))

    def _charged(self, spent: int) -> tuple[int, int]:
        """Return the time left for each seat after charging the running one, at least 0."""
        if self.running is None:
            return self.left
        first, second = (
            max(0, left - spent) if seat == self.running else left for seat, left in enumerate(self.left)
        )
        return first, second

    def after_move(self, seat: int, at: int, following: int | None, spent: int | None = None) -> Clocks:
        """Charge `seat` for its move at `at`, add the increment, and start the clock of `following`.

        Correspondence clocks are reset on every move, so granting a takeback costs no time. `spent`: the
        milliseconds to charge, if the entry states them."""
        if isinstance(self.control, Daily):
            return replace(Clocks.of(self.control), running=following, since=at)
        clocks = self.after_turn(at, following, spent)
        if self.running != seat:
            return clocks
        first, second = clocks.left
        gained = self.control.increment * 1000
        return replace(clocks, left=(first + gained, second) if seat == 0 else (first, second + gained))

    def after_turn(self, at: int, following: int | None, spent: int | None = None) -> Clocks:
        """Pass the turn to `following` without a move (takeback, end): charge, add no increment."""
        left = self._charged(self.spent(at) if spent is None else spent)
        return Clocks(self.control, left, following, at)

    def after_pause(self, milliseconds: int) -> Clocks:
        """Exclude server downtime from the running time."""
        return replace(self, paused=self.paused + milliseconds)
