"""Time controls as values, and the time that is left as a function of the log. No clock runs here.

All times are milliseconds; `at` counts from the epoch. A clock stands still until each seat has moved once.
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
    """`left`: milliseconds of each seat as of `since`; `running`: the seat whose time runs, None while
    the clock stands."""

    control: Control
    left: tuple[int, int]
    running: int | None = None
    since: int = 0

    @classmethod
    def of(cls, control: Control) -> Clocks:
        return cls(control, (control.full, control.full))

    @property
    def deadline(self) -> int | None:
        """When the running seat's time is over, or None while the clock stands."""
        return None if self.running is None else self.since + self.left[self.running]

    def is_over(self, at: int) -> bool:
        """Whether the running seat's time is over at `at`."""
        return self.running is not None and at > self.since + self.left[self.running]

    def as_of(self, at: int) -> tuple[int, int]:
        """What each seat has left at `at`, never below 0."""
        if self.running is None:
            return self.left
        spent = max(0, at - self.since)
        first, second = (
            max(0, left - spent) if seat == self.running else left for seat, left in enumerate(self.left)
        )
        return first, second

    def after_move(self, seat: int, at: int, following: int | None) -> Clocks:
        """`seat` moved at `at`: its time is charged and incremented, and the time of `following` runs.
        Days are given anew for every move, so that granting a takeback costs no time."""
        if isinstance(self.control, Daily):
            return replace(Clocks.of(self.control), running=following, since=at)
        left = list(self.as_of(at))
        if self.running == seat:
            left[seat] += self.control.increment * 1000
        return Clocks(self.control, (left[0], left[1]), following, at)

    def after_turn(self, at: int, following: int | None) -> Clocks:
        """The turn went to `following` without a move (takeback, end): charged, not incremented."""
        return Clocks(self.control, self.as_of(at), following, at)

    def after_pause(self, milliseconds: int) -> Clocks:
        """No server was running for so long: neither seat is charged for it."""
        return replace(self, since=self.since + milliseconds)
