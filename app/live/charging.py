"""Charging of running base/increment clocks: what the judging process knows besides the log.

Nobody is charged for time in which the server could not serve them, and nobody pays for the opponent's
latency. The charge of a move, from when the position was offered to this seat until the message arrived,
without stalls of the server and without the latency allowance, is written into its entry (`Entry.spent`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from app.domain.timeouts import estimated_seconds
from engine import Clocks, Entry, Match, Seat, Timed
from engine.entry import QUIET_ACTS

MAX_ALLOWANCE = 500  # milliseconds of latency that are taken off one move
BANK_AT_START = 1000  # milliseconds that are in a seat's bank of allowances
BANK_GAIN = 200  # milliseconds that each move adds to it
BANK_GAIN_FAST = 100  # the same in games of less than FAST seconds
MAX_BANK = 3000
FAST = 180

Span = tuple[int, int]  # from and until, in milliseconds since the epoch


class Arrival(NamedTuple):
    """When a message arrived, in milliseconds since the epoch, and the latency of its connection in ms."""

    at: int
    latency: int


class Charging:
    """The clock of one game as this process judges it.

    `began`: when the charging of the running seat began, if this process knows: the commit of the entry
    before, or later when the position was queued for that seat. None: it goes by the log."""

    __slots__ = ("_bank", "_first", "_gain", "_granted", "_pauses", "began")

    def __init__(self, control: Timed, log: Sequence[Entry]) -> None:
        self.began: int | None = None
        self._bank = [BANK_AT_START, BANK_AT_START]
        self._gain = BANK_GAIN_FAST if estimated_seconds(control) < FAST else BANK_GAIN
        self._granted: tuple[int, Seat, int] | None = None  # the last move judged here: ply, seat, allowance
        self._first: dict[Seat, tuple[int, str, Arrival]] = {}  # unanswered moves: ply, text, arrival
        self._pauses: list[Span] = []
        since = next((entry.ply for entry in reversed(log) if _charges(entry)), -1) + 1
        self.follow(log[since:], began=None)

    def first_arrival(self, seat: Seat, ply: int, move: str, arrival: Arrival) -> Arrival:
        """Return the arrival of the first message of this seat with this ply and move, if this process could
        not take it then (`keep_arrival`); otherwise `arrival`."""
        known = self._first.get(seat)
        return known[2] if known and known[:2] == (ply, move) else arrival

    def keep_arrival(self, seat: Seat, ply: int, move: str, arrival: Arrival) -> None:
        """Note that a move was answered without being judged: a repetition counts as of now."""
        self._first[seat] = ply, move, self.first_arrival(seat, ply, move, arrival)

    def elapsed(self, clocks: Clocks, at: int) -> int:
        """Return for how long the clock has run for the running seat at `at`, in milliseconds, without the
        pauses."""
        start = max(clocks.since, self.began or 0)
        paused = sum(max(0, min(until, at) - max(since, start)) for since, until in self._pauses)
        return max(0, at - start - paused)

    def time_left(self, clocks: Clocks, at: int) -> tuple[int, int]:
        """Return what each seat has left at `at`."""
        if clocks.running is None:
            return clocks.left
        left = list(clocks.left)
        left[clocks.running] = max(0, left[clocks.running] - self.elapsed(clocks, at))
        return left[0], left[1]

    def charge(self, match: Match, entry: Entry, arrival: Arrival) -> Entry:
        """Return an entry with what it charges, if it charges a running clock. `arrival`: of its message."""
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
        """Take entries that were written. `began`: when the charging of the seat to move began, None: it goes
        by the log."""
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
