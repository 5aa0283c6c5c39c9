"""Time of one loaded game: charges, missing pauses, and due timeouts.

It determines what to write; the session writes it under its lock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from app import clock
from app.domain.game_info import GameInfo
from app.domain.timeouts import MIN_PAUSE_MS, first_move_deadline, turn_began
from app.live.charging import MAX_ALLOWANCE, Arrival, Charging
from app.live.stalls import Stalls
from app.messages import games as messages
from engine import Entry, Match, Seat, Timed
from engine.entry import QUIET_ACTS

FLAG_RETRY = 1000  # milliseconds, while the database is late or after a stall


class Loaded(NamedTuple):
    """A game as loaded by its session."""

    info: GameInfo
    match: Match
    log: list[Entry]


class GameTime:
    """Time of one game. `game`: returns the current game; `all_heard`: whether every player has answered a
    ping since a time; `first_move`: limit for first moves in ms, 0 for none."""

    def __init__(
        self, game: Callable[[], Loaded], stalls: Stalls, all_heard: Callable[[int], bool], first_move: int
    ) -> None:
        self._game, self._stalls, self._all_heard, self._first_move = game, stalls, all_heard, first_move
        self._offered: int | None = None  # when the player to move was first present in this position
        self._written = stalls.count  # stalls written as pauses, or irrelevant to this game
        info, _, log = game()
        self._charging = Charging(info.control, log) if isinstance(info.control, Timed) else None

    # Charges

    def arrive(self, message: messages.Act, latency: float) -> Arrival:
        """Return the arrival of a message. `latency`: of its connection, in seconds."""
        if self._charging and isinstance(message, messages.Move):
            self._stalls.look()
        return Arrival(clock.now(), int(latency * 1000))

    def first_arrival(self, seat: Seat, message: messages.Act, arrival: Arrival) -> Arrival:
        """Return the arrival that counts for a message: the first one of a move that could not be judged
        then."""
        if self._charging and isinstance(message, messages.Move):
            return self._charging.first_arrival(seat, message.ply, message.move, arrival)
        return arrival

    def keep_arrival(self, seat: Seat | None, message: messages.Act, arrival: Arrival) -> None:
        """Let the arrival of this move count for its repetition: a server fault kept it from being judged."""
        if self._charging and seat is not None and isinstance(message, messages.Move):
            self._charging.keep_arrival(seat, message.ply, message.move, arrival)

    def charge(self, entry: Entry, arrival: Arrival | None = None) -> Entry:
        """Return an entry with its charge. `arrival`: of its message, None for an entry of the server."""
        if self._charging is None:
            return entry
        return self._charging.charge(self._game().match, entry, arrival or Arrival(entry.at, 0))

    def follow(self, entries: list[Entry], *, offered: bool) -> None:
        """Apply entries that were written. `offered`: the position is queued for the seat to move now, which
        starts its charging; otherwise it is charged by the log."""
        if self._charging:
            self._charging.follow(entries, clock.now() if offered else None)
        if any(entry.act not in QUIET_ACTS for entry in entries):
            self._offered = None

    def offer(self) -> None:
        """Start the time of the first move: the player to move is present."""
        if self._offered is None:
            self._offered = clock.now()

    def left(self, at: int) -> tuple[int, int]:
        """Return the time left of each seat at `at`, in milliseconds."""
        clocks = self._game().match.clocks
        if clocks is None:
            return 0, 0
        return self._charging.time_left(clocks, at) if self._charging else clocks.as_of(at)

    # Pauses

    @property
    def owes_pause(self) -> bool:
        """Return whether there were stalls since the last written pause."""
        return self._written != self._stalls.count

    def pause(self) -> Entry | None:
        """Return the pause entry of the next unwritten stall; None and nothing owed if there is none."""
        _, match, log = self._game()
        clocks, last = match.clocks, match.last
        if clocks is not None and clocks.running is not None and last is not None and self._charging:
            known = next(one.at for one in reversed(log) if one.act not in QUIET_ACTS or one.act == "pause")
            for since, until in self._stalls.after(self._written):
                milliseconds = until - max(since, known)
                if milliseconds >= MIN_PAUSE_MS:
                    return Entry(match.ply, None, "pause", str(milliseconds), max(until, last.at))
        self._written = self._stalls.count
        return None

    # Due timeouts

    def next_end(self) -> int | None:
        """Return when the server may have to end the game, None if never in the current position."""
        at = clock.now()
        if self._game().match.drawn_by_length:
            return at
        due = min(
            (time for time in (self._flag_at(at), self._first_move_by()) if time is not None), default=None
        )
        if due is not None and self._is_quiet(at):
            return max(due, at + FLAG_RETRY)
        return due

    def end(self, at: int) -> Entry | None:
        """Return the entry that ends the game at `at`: draw of a full log, abort of an unstarted game, or
        flag. None: nothing is due."""
        _, match, _ = self._game()
        stamp = max(at, match.last.at) if match.last else at
        if match.drawn_by_length:
            return Entry(match.ply, None, "claim", "draw", stamp)
        if self._is_quiet(at):
            return None
        first, flag = self._first_move_by(), self._flag_at(at)
        if first is not None and first <= at:
            return Entry(match.ply, None, "abort", "", stamp)
        if flag is None or flag > at or match.clocks is None:
            return None
        return self.charge(Entry(match.ply, match.clocks.running, "flag", "", stamp), Arrival(at, 0))

    @property
    def awaits_first_move(self) -> bool:
        """Return whether the game is aborted soon unless the seat to move makes its first move."""
        return self._first_move_by() is not None

    def _flag_at(self, at: int) -> int | None:
        """Return when the running seat's time is over and no move can arrive in time any more."""
        clocks = self._game().match.clocks
        if clocks is None or clocks.running is None or clocks.deadline is None:
            return None
        if self._charging is None:
            return clocks.deadline + MAX_ALLOWANCE
        left = clocks.left[clocks.running] - self._charging.elapsed(clocks, at)
        return max(at + left, clocks.deadline) + MAX_ALLOWANCE

    def _first_move_by(self) -> int | None:
        info, match, log = self._game()
        if len(match.moved) == 2:
            return None
        began = max(turn_began(info, log), self._offered or 0)
        return first_move_deadline(info, match, began, self._first_move)

    def _is_quiet(self, at: int) -> bool:
        """Return whether the game may not be ended now: after a stall players get time to reconnect."""
        return self._stalls.is_quiet(at) and self._stalls.is_quiet(
            at, all_back=self._all_heard(self._stalls.ended)
        )
