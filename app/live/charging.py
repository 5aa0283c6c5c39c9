"""Charging of base/increment clocks: lag compensation and stalls.

Time in which the server could not serve a player is not charged, and no player pays for the opponent's
latency. A move charges the time from offering the position to its seat until the message arrived, minus
stalls of the server and the latency allowance. The charge is stored in the entry (`Entry.spent`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from app.domain.timeouts import estimated_seconds
from engine import Clocks, Entry, Match, Seat, Timed
from engine.entry import QUIET_ACTS

MAX_ALLOWANCE = 500  # milliseconds of latency subtracted per move
BANK_AT_START = 1000  # milliseconds in a seat's bank of allowances
BANK_GAIN = 200  # milliseconds added per move
BANK_GAIN_FAST = 100  # the same in games shorter than FAST_GAME
MAX_BANK = 3000  # milliseconds
FAST_GAME = 180  # seconds: base + 40 increments

Span = tuple[int, int]  # start and end, in milliseconds since the epoch


class Arrival(NamedTuple):
    """Arrival of a message in milliseconds since the epoch, and its connection's latency in milliseconds."""

    at: int
    latency: int


class Charging:
    """Clock of one game as judged by this process.

    `began`: start of charging the running seat, if known here: the commit of the entry before, or later when
    the position was queued for that seat. None: charge by the log.
    """

    __slots__ = ("_bank", "_first", "_gain", "_granted", "_pauses", "began")

    def __init__(self, control: Timed, log: Sequence[Entry]) -> None:
        self.began: int | None = None
        self._bank = [BANK_AT_START, BANK_AT_START]
        self._gain = BANK_GAIN_FAST if estimated_seconds(control) < FAST_GAME else BANK_GAIN
        self._granted: tuple[int, Seat, int] | None = None  # last move judged here: ply, seat, allowance
        self._first: dict[Seat, tuple[int, str, Arrival]] = {}  # unanswered moves: ply, text, arrival
        self._pauses: list[Span] = []
        since = next((entry.ply for entry in reversed(log) if _charges(entry)), -1) + 1
        self.follow(log[since:], began=None)

    def first_arrival(self, seat: Seat, ply: int, move: str, arrival: Arrival) -> Arrival:
        """Return the first arrival of this seat's move at this ply if it could not be judged then
        (`keep_arrival`), otherwise `arrival`."""
        known = self._first.get(seat)
        return known[2] if known and known[:2] == (ply, move) else arrival

    def keep_arrival(self, seat: Seat, ply: int, move: str, arrival: Arrival) -> None:
        """Remember the arrival of a move that was answered without being judged, for its repetition."""
        self._first[seat] = ply, move, self.first_arrival(seat, ply, move, arrival)

    def elapsed(self, clocks: Clocks, at: int) -> int:
        """Return how long the clock of the running seat has run at `at`, in milliseconds without pauses."""
        start = max(clocks.since, self.began or 0)
        paused = sum(max(0, min(until, at) - max(since, start)) for since, until in self._pauses)
        return max(0, at - start - paused)

    def time_left(self, clocks: Clocks, at: int) -> tuple[int, int]:
        """Return the time left of each seat at `at`."""
        if clocks.running is None:
            return clocks.left
        left = list(clocks.left)
        left[clocks.running] = max(0, left[clocks.running] - self.elapsed(clocks, at))
        return left[0], left[1]

    def charge(self, match: Match, entry: Entry, arrival: Arrival) -> Entry:
        """Return an entry with its charge, if it charges a running clock. `arrival`: of its message."""
        clocks = match.clocks
        self._granted = None
        if clocks is None or clocks.running is None or not _charges(entry):
            return entry
        spent = self.elapsed(clocks, arrival.at)
        if entry.act == "move" and entry.seat == clocks.running:
            allowance = max(0, min(arrival.latency, MAX_ALLOWANCE, self._bank[entry.seat], spent))
            self._granted = entry.ply, entry.seat, allowance
            spent -= allowance
        return replace(entry, spent=min(spent, entry.at - clocks.since))

    def follow(self, entries: Iterable[Entry], began: int | None) -> None:
        """Apply entries that were written. `began`: start of charging the seat to move, None to charge by the
        log."""
        for entry in entries:
            if entry.act == "pause":
                self._pauses.append((entry.at - int(entry.text), entry.at))
                continue
            if not _charges(entry):
                continue
            if entry.act == "move" and entry.seat is not None:
                granted = self._granted
                if granted and granted[:2] == (entry.ply, entry.seat):
                    self._bank[entry.seat] -= granted[2]
                    self._bank[entry.seat] = min(MAX_BANK, self._bank[entry.seat] + self._gain)
            self._pauses.clear()
            self._first.clear()
            self.began, self._granted = began, None


def _charges(entry: Entry) -> bool:
    """Return whether an entry charges a running clock."""
    return entry.act not in QUIET_ACTS
