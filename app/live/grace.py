"""The grace for latency: what is taken off the time of a move, because the connection was slow.

The server measures the latency by its own pings. A client that delays its answers gains no more than the
bounds: MOVE ms a move and GAME ms a game and seat. Moves that this process did not judge itself count as if
they had had all of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine import Clocks, Entry, Seat, Timed

MOVE, GAME = 500, 3000  # milliseconds


class Grace:
    """What the two seats of one game have used of it."""

    __slots__ = ("_judged", "_used")

    def __init__(self, log: Iterable[Entry]) -> None:
        self._used = [0, 0]
        self._judged: tuple[int, Seat, int] | None = None  # the last move judged here: ply, seat, grace
        self.charge_foreign(log)

    def of(self, clocks: Clocks, seat: Seat, ply: int, latency: int) -> int:
        """The milliseconds that a move of `seat` at `ply` is granted over a connection with this latency."""
        self._judged = None
        if clocks.running != seat or not isinstance(clocks.control, Timed):
            return 0
        granted = max(0, min(latency, MOVE, GAME - self._used[seat]))
        self._judged = ply, seat, granted
        return granted

    def charge(self, entry: Entry) -> None:
        """Charges the grace of an entry that this process has written."""
        if self._judged and self._judged[:2] == (entry.ply, entry.seat) and entry.act == "move":
            self._used[self._judged[1]] += self._judged[2]
        self._judged = None

    def charge_foreign(self, entries: Iterable[Entry]) -> None:
        """Charges the grace that entries of other processes may have had."""
        for entry in entries:
            if entry.act == "move" and entry.seat is not None:
                self._used[entry.seat] = min(GAME, self._used[entry.seat] + MOVE)
