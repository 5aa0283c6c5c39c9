"""Time controls as values, and the time that is left as a function of the log. No clock runs here.

All times are milliseconds; `at` counts from the epoch. A clock stands still until each seat has moved once.
An entry that charges a running clock says how much (`Entry.spent`, base/increment clocks only), or is charged
the time since the last charging entry less the pauses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

DAY = 24 * 60 * 60 * 1000
LEAST = 3  # seconds


@dataclass(frozen=True, slots=True)
class Timed:
    """`base` seconds for the whole game and `increment` seconds for each move made. Without a base each seat
    begins with one increment, but at least LEAST seconds: it could not move otherwise."""

    base: int
    increment: int = 0

    @property
    def full(self) -> int:
        """The milliseconds that each seat begins with."""
        return 1000 * (self.base or max(LEAST, self.increment))

    @property
    def json(self) -> dict[str, int]:
        return {"base": self.base, "increment": self.increment}


@dataclass(frozen=True, slots=True)
class Daily:
    """`days` days for every single move."""

    days: int

    @property
    def full(self) -> int:
        """The milliseconds that each move has."""
        return self.days * DAY

    @property
    def json(self) -> dict[str, int]:
        return {"days": self.days}


Control = Timed | Daily


def control(json: Mapping[str, int] | None) -> Control | None:
    """The inverse of `Control.json`; None for None."""
    if json is None:
        return None
    return Daily(json["days"]) if "days" in json else Timed(json["base"], json["increment"])


@dataclass(frozen=True, slots=True)
class Clocks:
    """`left`: milliseconds of each seat after the last charging entry; `running`: the seat whose time runs,
    None while the clock stands; `since`: the `at` of the last charging entry (the first one
    starts the clock); `paused`: milliseconds of pauses since."""

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
        """The earliest moment at which the running seat's time can be over; None while the clock stands.
        It is over later if the seat is charged less than the time since the last charging entry."""
        return None if self.running is None else self.since + self.paused + self.left[self.running]

    def is_over(self, at: int, spent: int | None = None) -> bool:
        """Whether the running seat's time is over at `at`, or if it has `spent` so much of it."""
        if self.running is None:
            return False
        return (self.spent(at) if spent is None else spent) > self.left[self.running]

    def spent(self, at: int, *, since: int | None = None) -> int:
        """Return the milliseconds of running time from the last charging entry to `at`, pauses subtracted.

        `since`: when charging really started, if the caller knows that it was later than the log says. All
        of `paused` is subtracted: move `since` back by pauses that were over before it."""
        began = self.since if since is None else max(since, self.since)
        return max(0, at - began - self.paused)

    def as_of(self, at: int, *, since: int | None = None) -> tuple[int, int]:
        """Return what each seat has left at `at`, never below 0. `since`: as for `spent`."""
        return self._charged(self.spent(at, since=since))

    def _charged(self, spent: int) -> tuple[int, int]:
        """What each seat has left once the running one is charged so much, never below 0."""
        if self.running is None:
            return self.left
        first, second = (
            max(0, left - spent) if seat == self.running else left for seat, left in enumerate(self.left)
        )
        return first, second

    def after_move(self, seat: int, at: int, following: int | None, spent: int | None = None) -> Clocks:
        """`seat` moved at `at`: its time is charged and incremented, and the time of `following` runs.
        Days are given anew for every move, so that granting a takeback costs no time. `spent`: what is
        charged, if the entry says it."""
        if isinstance(self.control, Daily):
            return replace(Clocks.of(self.control), running=following, since=at)
        clocks = self.after_turn(at, following, spent)
        if self.running != seat:
            return clocks
        first, second = clocks.left
        gained = self.control.increment * 1000
        return replace(clocks, left=(first + gained, second) if seat == 0 else (first, second + gained))

    def after_turn(self, at: int, following: int | None, spent: int | None = None) -> Clocks:
        """The turn went to `following` without a move (takeback, end): charged, not incremented."""
        left = self._charged(self.spent(at) if spent is None else spent)
        return Clocks(self.control, left, following, at)

    def after_pause(self, milliseconds: int) -> Clocks:
        """No server was running for so long: neither seat is charged for it."""
        return replace(self, paused=self.paused + milliseconds)
