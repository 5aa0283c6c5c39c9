"""Clock of one loaded game: what is charged, which pauses are missing, and what is due.

It determines what to write; the session writes it. Time in which the server could not serve a player is not
charged, and no player pays for the opponent's latency: in games with a base and an increment a move charges
the time from offering the position to its seat until the message arrived, minus stalls of the server and an
allowance for latency. The charge is stored in the entry (`Entry.spent`).

After an outage the player to move has to reconnect. That time, at most RETURN_MS, is not charged either: it
becomes a pause of its own, which begins where the pause for the outage ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from app.db import clock
from app.games import acts
from app.games.deadlines import MIN_PAUSE_MS, estimated_seconds, first_move_deadline, turn_began
from app.games.stalls import Span, Stalls
from app.model.game_info import GameInfo, Player
from engine import Clocks, Entry, Match, Seat, Timed
from engine.entry import QUIET_ACTS

MAX_ALLOWANCE = 500  # milliseconds of latency subtracted per move
BANK_AT_START = 1000  # milliseconds in a seat's bank of allowances
BANK_GAIN = 200  # milliseconds added per move
BANK_GAIN_FAST = 100  # the same in games shorter than FAST_GAME
MAX_BANK = 3000  # milliseconds
FAST_GAME = 180  # seconds: base + 40 increments
RETURN_MS = 10_000  # after an outage, until the player to move is back
FLAG_RETRY = 1000  # milliseconds, while the database is late or after a stall


class Loaded:
    """A game as its session has it now, which is where the parts of the session read it."""

    def __init__(self, info: GameInfo, match: Match, log: list[Entry]) -> None:
        self.info, self.match, self.log = info, match, log

    @property
    def mover(self) -> Player | None:
        """The player to move, if any."""
        return None if self.match.turn is None else self.info.players[self.match.turn]

    def time_of_entry(self, at: int) -> int:
        """Return the time of an entry made at `at`: not before that of the last one."""
        return max(at, self.match.last.at) if self.match.last else at


class Arrival(NamedTuple):
    """Arrival of a message in milliseconds since the epoch, and its connection's latency in milliseconds."""

    at: int
    latency: int


class GameClock:
    """Clock of one game. All times are milliseconds since the epoch.

    - `all_heard`: whether every player has answered a ping since a time; `first_move`: limit for first moves
      in ms, 0 for none.
    - `began`: start of charging the running seat, if known here: the commit of the entry before, or later
      when the position was queued for that seat. None: charge by the log.
    """

    def __init__(
        self, game: Loaded, stalls: Stalls, all_heard: Callable[[int], bool], first_move: int
    ) -> None:
        self._game, self._stalls, self._all_heard, self._first_move = game, stalls, all_heard, first_move
        self._written = stalls.count  # stalls written as pauses, or irrelevant to this game
        self._present: int | None = None  # when the player to move was first present in this position
        self.began: int | None = None
        self._bank = [BANK_AT_START, BANK_AT_START]
        self._granted: tuple[int, Seat, int] | None = None  # last move judged here: ply, seat, allowance
        self._first: dict[Seat, tuple[int, str, Arrival]] = {}  # unanswered moves: ply, text, arrival
        self._pauses: list[Span] = []  # of this turn
        self._since_outage: int | None = None  # end of an outage that the player to move must come back from
        self._back: int | None = None  # when they came back, until that is written
        control = game.info.control
        self._charges = isinstance(control, Timed)
        fast = isinstance(control, Timed) and estimated_seconds(control) < FAST_GAME
        self._gain = BANK_GAIN_FAST if fast else BANK_GAIN
        turn = next((entry.ply for entry in reversed(game.log) if _ends_turn(entry)), -1) + 1
        self.follow(game.log[turn:], offered=False)

    # Charges

    def arrive(self, message: acts.Act, latency: float) -> Arrival:
        """Return the arrival of a message. `latency`: of its connection, in seconds."""
        if self._charges and isinstance(message, acts.Move):
            self._stalls.look()
        return Arrival(clock.now(), int(latency * 1000))

    def first_arrival(self, seat: Seat, message: acts.Act, arrival: Arrival) -> Arrival:
        """Return the arrival that counts for a message: the first one of a move that could not be judged
        then (`keep_arrival`)."""
        known = self._first.get(seat)
        if known and isinstance(message, acts.Move) and known[:2] == (message.ply, message.move):
            return known[2]
        return arrival

    def keep_arrival(self, seat: Seat | None, message: acts.Act, arrival: Arrival) -> None:
        """Let the arrival of a move count for its repetition: a server fault kept it from being judged."""
        if self._charges and seat is not None and isinstance(message, acts.Move):
            self._first[seat] = message.ply, message.move, self.first_arrival(seat, message, arrival)

    def charge(self, entry: Entry, arrival: Arrival | None = None) -> Entry:
        """Return an entry with its charge, if it charges a running clock. `arrival`: of its message, None for
        an entry of the server."""
        clocks = self._game.match.clocks
        self._granted = None
        if not self._charges or clocks is None or clocks.running is None or not _ends_turn(entry):
            return entry
        at, latency = arrival or (entry.at, 0)
        spent = self.elapsed(clocks, at)
        if entry.act == "move" and entry.seat == clocks.running:
            allowance = max(0, min(latency, MAX_ALLOWANCE, self._bank[entry.seat], spent))
            self._granted = entry.ply, entry.seat, allowance
            spent -= allowance
        return replace(entry, spent=min(spent, entry.at - clocks.since))

    def follow(self, entries: Iterable[Entry], *, offered: bool) -> None:
        """Apply entries that were written. `offered`: the position is queued for the seat to move now, which
        starts its charging; otherwise it is charged by the log."""
        for entry in entries:
            if entry.act == "pause" and self._charges:
                self._pauses.append((entry.at - int(entry.text), entry.at))
                self._await_return(*self._pauses[-1])
            elif _ends_turn(entry):
                self._settle_bank(entry)
                self._pauses.clear()
                self._first.clear()
                self.dismiss()
                self.began = clock.now() if offered and self._charges else None
                self._present = None

    def elapsed(self, clocks: Clocks, at: int) -> int:
        """Return how long the clock of the running seat has run at `at`, in milliseconds without pauses."""
        start = max(clocks.since, self.began or 0)
        paused = sum(max(0, min(until, at) - max(since, start)) for since, until in self._spans(at))
        return max(0, at - start - paused)

    def left(self, at: int) -> tuple[int, int]:
        """Return the time left of each seat at `at`, in milliseconds."""
        clocks = self._game.match.clocks
        if clocks is None:
            return 0, 0
        if not self._charges:
            return clocks.as_of(at)
        left = list(clocks.left)
        if clocks.running is not None:
            left[clocks.running] = max(0, left[clocks.running] - self.elapsed(clocks, at))
        return left[0], left[1]

    def _settle_bank(self, entry: Entry) -> None:
        """Take the allowance of a move that was judged here from the bank of its seat."""
        granted, self._granted = self._granted, None
        if (
            granted
            and entry.act == "move"
            and entry.seat is not None
            and granted[:2] == (entry.ply, entry.seat)
        ):
            self._bank[entry.seat] = min(MAX_BANK, self._bank[entry.seat] - granted[2] + self._gain)

    def _spans(self, at: int) -> list[Span]:
        """Return the time that is not charged until `at`."""
        if self._since_outage is None:
            return self._pauses
        return [*self._pauses, (self._since_outage, min(self._back or at, self._since_outage + RETURN_MS))]

    # Pauses

    @property
    def owes_pause(self) -> bool:
        """Return whether there were stalls since the last written pause, or a player has come back since."""
        if self._written != self._stalls.count:
            return True
        return self._since_outage is not None and self._owed_return(clock.now()) is not None

    def pause(self) -> Entry | None:
        """Return the next unwritten pause, for a stall or a return; None and nothing owed if there is
        none."""
        if self.is_running and self._game.log:
            known = next(one.at for one in reversed(self._game.log) if _ends_turn(one) or one.act == "pause")
            for since, until in self._stalls.after(self._written):
                if until - max(since, known) >= MIN_PAUSE_MS:
                    self.come_back(since)  # what follows is the stall, after which the wait begins anew
                    if self._owed_return(since) is None:
                        return self._pause_of(max(since, known), until)
                    break
            if owed := self._owed_return(clock.now()):
                return self._pause_of(*owed)
        self._written = self._stalls.count
        return None

    def _pause_of(self, since: int, until: int) -> Entry:
        at = self._game.time_of_entry(until)
        return Entry(self._game.match.ply, None, "pause", str(until - since), at)

    def _owed_return(self, at: int) -> Span | None:
        """Return the time in which the player came back, to be written as a pause; None: nothing, or it is
        not over at `at`."""
        if self._since_outage is None or (self._back is None and at < self._since_outage + RETURN_MS):
            return None
        return self._since_outage, min(self._back or at, self._since_outage + RETURN_MS)

    # The return of the player to move

    @property
    def is_running(self) -> bool:
        """Return whether a clock with base and increment runs."""
        clocks = self._game.match.clocks
        return self._charges and clocks is not None and clocks.running is not None

    @property
    def awaits_player(self) -> bool:
        """Return whether the player to move is not known to be back after an outage."""
        return self._since_outage is not None and self._back is None

    def _await_return(self, since: int, until: int) -> None:
        """Wait for the player to move after a pause, unless it is that of their return."""
        if since == self._since_outage:
            self.dismiss()
        else:
            self._since_outage, self._back = until, None

    def come_back(self, at: int) -> None:
        """Note that the player to move is back after an outage."""
        if self._since_outage is not None and self._back is None:
            self._back = max(at, self._since_outage)
            if self._back < self._since_outage + MIN_PAUSE_MS:
                self.dismiss()

    def dismiss(self) -> None:
        """Note that an outage has not kept the player to move from playing."""
        self._since_outage = self._back = None

    def lose(self, since: int, at: int) -> None:
        """Note that the process of the player to move was lost at `since`, and that they are back at `at`."""
        clocks = self._game.match.clocks
        if clocks is None or not self.is_running:
            return
        began, back = max(since, clocks.since, self.began or 0), min(at, since + RETURN_MS)
        if back - began >= MIN_PAUSE_MS and all(until < since for _, until in self._pauses):
            self._since_outage, self._back = began, back

    # Due timeouts

    def note_presence(self) -> bool:
        """Start the time of the first move: the player to move is present. Return whether its end has
        moved."""
        before = self.first_move_by()
        if self._present is None:
            self._present = clock.now()
        return self.first_move_by() != before

    def next_end(self) -> int | None:
        """Return when the server may have to end the game, None if never in the current position."""
        at = clock.now()
        if self._game.match.drawn_by_length:
            return at
        due = min(
            (time for time in (self._flag_at(at), self.first_move_by()) if time is not None), default=None
        )
        if due is not None and self._is_quiet(at):
            return max(due, at + FLAG_RETRY)
        return due

    def end(self, at: int) -> Entry | None:
        """Return the entry that ends the game at `at`: draw of a full log, abort of an unstarted game, or
        flag. None: nothing is due."""
        match, stamp = self._game.match, self._game.time_of_entry(at)
        if match.drawn_by_length:
            return Entry(match.ply, None, "claim", "draw", stamp)
        if self._is_quiet(at):
            return None
        first, flag = self.first_move_by(), self._flag_at(at)
        if first is not None and first <= at:
            return Entry(match.ply, None, "abort", "", stamp)
        if flag is None or flag > at or match.clocks is None:
            return None
        return self.charge(Entry(match.ply, match.clocks.running, "flag", "", stamp), Arrival(at, 0))

    def first_move_by(self) -> int | None:
        """Return when the game is aborted unless the seat to move makes its first move; None: never."""
        game = self._game
        if len(game.match.moved) == 2:
            return None
        began = max(turn_began(game.info, game.log), self._present or 0)
        return first_move_deadline(game.info, game.match, began, self._first_move)

    def _flag_at(self, at: int) -> int | None:
        """Return when the running seat's time is over and no move can arrive in time any more."""
        clocks = self._game.match.clocks
        if clocks is None or clocks.running is None or clocks.deadline is None:
            return None
        over = clocks.deadline
        if self._charges:
            over = max(over, at + clocks.left[clocks.running] - self.elapsed(clocks, at))
        return over + MAX_ALLOWANCE

    def _is_quiet(self, at: int) -> bool:
        """Return whether the game may not be ended now: after a stall players get time to reconnect."""
        return self._stalls.is_quiet(at) and self._stalls.is_quiet(
            at, all_back=self._all_heard(self._stalls.ended)
        )


def _ends_turn(entry: Entry) -> bool:
    """Return whether an entry charges a running clock."""
    return entry.act not in QUIET_ACTS
