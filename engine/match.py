"""One game being played, as a value: the log goes in, position, offers and clocks come out. No I/O.

The log, the deal (or position) and the rules' version are the whole game. `Match.then` is the one gate:
only there is asked whether an act is permitted. A line of the log is never changed or deleted; taking
back is a line of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from engine.clock import Clocks, Control
from engine.entry import (
    BY_SERVER,
    ENDING,
    NOTHING_PLAYED,
    QUIET,
    Ahead,
    Entry,
    GameOver,
    NotYourTurn,
    Offer,
    Stale,
    Step,
    Tally,
)
from engine.game import OPENING, Game, IllegalMove, Outcome, Seat, View

LONGEST = 5000  # entries of a log; from there on it takes only entries that end the game

T = TypeVar("T")
Changes = dict[str, Any]  # fields of a Match by their names


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """`ply`: log lines so far; `firm`: the least ply for which a move is not stale; `last`: the last line
    as it stands in the log; `step` and `ahead`: the last move in effect, and the next move to be redone."""

    game: Game[Any]
    deal: int | bytes
    position: str | None
    free: bool
    state: Any
    outcome: Outcome | None
    clocks: Clocks | None
    ply: int = 0
    firm: int = 0
    last: Entry | None = None
    step: Step | None = None
    ahead: Ahead | None = None
    moved: frozenset[Seat] = frozenset()
    offers: tuple[Offer, ...] = ()
    offered: frozenset[tuple[Seat, str]] = frozenset()  # made since the position last changed
    tally: Tally = NOTHING_PLAYED
    _found: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)  # what was asked for once
    _told: dict[Seat | None, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def start(
        cls,
        game: Game[Any],
        deal: int | bytes,
        *,
        position: str | None = None,
        clock: Control | None = None,
        free: bool = False,
    ) -> Match:
        """A match before its first line. `free`: one person holds both seats. ValueError: a bad position."""
        state = game.start(deal) if position is None else game.position(position)
        clocks = None if clock is None else Clocks.of(clock)
        return cls(game, deal, position, free, state, game.outcome(state), clocks)

    @classmethod
    def replay(
        cls,
        game: Game[Any],
        deal: int | bytes,
        log: Iterable[Entry],
        *,
        position: str | None = None,
        clock: Control | None = None,
        free: bool = False,
    ) -> Match:
        """The match after a log from anywhere, of any length. Every entry is checked; IllegalMove names the
        ply."""
        match = cls.start(game, deal, position=position, clock=clock, free=free)
        for entry in log:
            if entry.ply != match.ply:
                raise Stale(f"ply {entry.ply}, but the match is at {match.ply}", "stale")
            try:
                match = match.then_logged(entry)
            except IllegalMove as error:
                error.args = (f"ply {entry.ply}: {error}",)
                raise
        return match

    @classmethod
    def resume(
        cls,
        game: Game[Any],
        deal: int | bytes,
        log: Iterable[Entry],
        *,
        position: str | None = None,
        clock: Control | None = None,
        free: bool = False,
    ) -> Match:
        """The match after our own log, which was checked when it was written."""
        match = cls.start(game, deal, position=position, clock=clock, free=free)
        for entry in log:
            match = match.after(entry)
        return match

    @property
    def solitaire(self) -> bool:
        return len(self.game.seats) == 1

    @property
    def turn(self) -> Seat | None:
        """The seat to move, None when the match is over."""
        return None if self.outcome else self.game.turn(self.state)

    @property
    def legal(self) -> tuple[str, ...]:
        """The moves (and openings) of the seat to move; () when the match is over."""
        return () if self.outcome else self._once("legal", self.game.legal, self.state)

    def view(self, seat: Seat | None) -> View:
        """What this seat (None: a spectator) may see; the same for all where the game hides nothing."""
        reader = seat if self.game.hides else None
        return self._once(("view", reader), self.game.view, self.state, reader)

    @property
    def deadline(self) -> int | None:
        """When the running seat's time is over, in milliseconds since the epoch, or None."""
        return self.clocks.deadline if self.clocks else None

    @property
    def undoable(self) -> bool:
        """Whether `undo` would be permitted now."""
        own = self.solitaire or self.free
        return own and not self.outcome and not self.full and self.step is not None and not self._revealed

    @property
    def redoable(self) -> bool:
        """Whether `redo` would be permitted now."""
        return self.ahead is not None and not self.outcome and not self.full

    @property
    def abortable(self) -> bool:
        """Whether a player may abort now: not in a solitaire, and only until each seat has moved."""
        return not self.solitaire and not self.outcome and len(self.moved) < 2

    @property
    def full(self) -> bool:
        """Whether the log takes only entries that end the game, because it has LONGEST or more."""
        return self.ply >= LONGEST

    @property
    def drawn_by_length(self) -> bool:
        """Whether the server has to end this match now, which two players have played to the full length."""
        return self.full and not self.outcome and not self.solitaire and not self.free

    @property
    def _revealed(self) -> bool:
        """Whether the last move in effect, if there is one, has shown something new."""
        return self.step is not None and self.game.reveals(self.step.before, self.step.move)

    def told(self, seat: Seat | None) -> tuple[str, ...]:
        """One text for each move in effect, as this seat (None: a spectator) may read it; the same for all
        where the game hides nothing."""
        reader = seat if self.game.hides else None
        for _ in self.telling(reader):
            pass
        return self._told[reader]

    def telling(self, seat: Seat | None) -> Iterator[None]:
        """Makes what `told` answers, a move at a time, for whoever cannot wait for a long game."""
        reader = seat if self.game.hides else None
        if reader not in self._told:
            texts: list[str] = []
            for step in self.steps():
                texts.append(step.told(self.game, reader))
                yield
            self._told[reader] = tuple(reversed(texts))

    def _once(self, key: Any, ask: Callable[..., T], *asked: Any) -> T:
        """What `ask` answers, asked once for this match."""
        if key not in self._found:
            self._found[key] = ask(*asked)
        found: T = self._found[key]
        return found

    def steps(self) -> Iterator[Step]:
        """The moves in effect, the newest first."""
        step = self.step
        while step:
            yield step
            step = step.back

    def takeback(self, seat: Seat) -> int:
        """How many moves an accepted takeback of `seat` takes back: to his last turn; 0 if he has none, or
        where a move on the way has shown something new."""
        for count, step in enumerate(self.steps(), 1):
            if self.game.reveals(step.before, step.move):
                return 0
            if step.seat == seat:
                return count
        return 0

    def then(self, entry: Entry, *, by_server: bool = False) -> Match:
        """The match with one more entry, if it is permitted. A move meant for an earlier ply is still taken,
        at the current one, when only offers and their answers came since; `last` is the entry as written.
        `by_server`: nobody sent it, the server writes it: seat None, and an act of BY_SERVER.

        Raises GameOver, Stale, NotYourTurn, or IllegalMove with the rule that forbids the act; `too_long`:
        the log has LONGEST entries, and this one ends nothing."""
        entry = self._checked(entry, by_server=by_server)
        if self.full and not by_server and not _ends(entry):
            raise IllegalMove(f"the game has {self.ply} entries: it can only be ended", "too_long")
        return self.after(entry)

    def then_logged(self, entry: Entry) -> Match:
        """The match with one more entry of a log that is not trusted: as for `then`, but a player or the
        server may have written it, and logs from before there was a LONGEST may be longer."""
        return self.after(self._checked(entry, by_server=entry.seat is None))

    def _checked(self, entry: Entry, *, by_server: bool) -> Entry:
        """The entry at the ply at which it is written. Raises what `then` does, but never for the length."""
        if self.outcome:
            raise GameOver(f"the game is over: {self.outcome.reason}", "game_over")
        if not (self.firm if entry.act == "move" else self.ply) <= entry.ply <= self.ply:
            raise Stale(f"ply {entry.ply}, but the match is at {self.ply}", "stale")
        if entry.ply != self.ply:
            entry = replace(entry, ply=self.ply)
        if self.last and entry.at < self.last.at:
            raise IllegalMove(f"at {entry.at}, but the line before is of {self.last.at}", "not_in_time")
        if by_server:
            if entry.seat is not None or entry.act not in BY_SERVER:
                raise IllegalMove(f"the server writes no {entry.act} of seat {entry.seat}", "not_here")
        elif entry.seat not in range(len(self.game.seats)):
            raise IllegalMove(f"{self.game.title} has no seat {entry.seat}", "not_here")
        self._check(entry)
        return entry

    def _check(self, entry: Entry) -> None:
        """Raises IllegalMove or one of its kinds when the rules of play forbid the act."""
        match entry.act:
            case "move":
                self._check_move(entry)
            case "undo" | "redo":
                self._check_undo(entry)
            case "resign" | "abort":
                self._check_end(entry)
            case "offer" | "withdraw" | "accept" | "decline":
                self._check_offer(entry)
            case _:
                self._check_absence(entry)

    def _check_end(self, entry: Entry) -> None:
        _no_text(entry)
        if entry.act == "resign":
            if self.free:
                self._check_turn(entry.seat)
        elif self.solitaire:
            raise IllegalMove("a solitaire is given up, not aborted", "not_here")
        elif not self.abortable:
            raise IllegalMove("each seat has moved: too late to abort", "too_late")

    def _check_absence(self, entry: Entry) -> None:
        """Lines that stand for somebody, or everybody, being away."""
        if entry.act == "flag":
            _no_text(entry)
            if self.deadline is None or self._running != entry.seat or entry.at < self.deadline:
                raise IllegalMove(f"seat {entry.seat} has time left", "too_early")
        elif entry.act == "claim":
            if self.solitaire or self.free:
                raise IllegalMove("nobody can be away here", "not_here")
            if entry.text not in ("win", "draw"):
                raise IllegalMove(f"a claim is win or draw, not {entry.text!r}")
            if entry.seat is None:
                self._check_full(entry)
        elif entry.act == "pause":
            if entry.seat is not None or not _milliseconds(entry.text):
                raise IllegalMove(f"a pause has no seat and a text of milliseconds, not {entry.text[:80]!r}")
        else:
            raise IllegalMove(f"{entry.act!r} is no act")

    def _check_full(self, entry: Entry) -> None:
        """The server claims a draw when the log is full, and nothing else."""
        if entry.text != "draw":
            raise IllegalMove(f"the server claims a draw, not a {entry.text}")
        if not self.full:
            raise IllegalMove(f"the game has {self.ply} entries, not yet {LONGEST}", "too_early")

    @property
    def _running(self) -> Seat | None:
        return self.clocks.running if self.clocks else None

    def _check_turn(self, seat: Seat | None) -> None:
        if seat != self.turn:
            raise NotYourTurn(f"seat {self.turn} is to move, not {seat}", "not_your_turn")

    def _check_move(self, entry: Entry) -> None:
        self._check_turn(entry.seat)
        if self.deadline is not None and entry.at > self.deadline:
            raise IllegalMove(f"the time of seat {entry.seat} is over", "too_late")
        listed = entry.text in self.legal and not entry.text.endswith(OPENING)
        if not listed and not self.game.permits(self.state, entry.text):
            rule = self.game.why(self.state, entry.text)
            raise IllegalMove(f"{entry.text[:80]!r} is not possible: {rule}", rule)

    def _check_undo(self, entry: Entry) -> None:
        if not (self.solitaire or self.free):
            raise IllegalMove("two players ask each other for a takeback", "not_here")
        _no_text(entry)
        self._check_turn(entry.seat)
        if entry.act == "redo":
            if self.ahead is None:
                raise IllegalMove("there is nothing to do again", "nothing_to_undo")
        elif self.step is None:
            raise IllegalMove("there is nothing to take back", "nothing_to_undo")
        elif self._revealed:
            raise IllegalMove("the last move has shown something new", "revealed")

    def _check_offer(self, entry: Entry) -> None:
        if self.solitaire or self.free:
            raise IllegalMove("there is nobody to offer anything to", "not_here")
        what = entry.text.partition(" ")[0] if entry.act == "accept" else entry.text
        if what not in ("draw", "takeback"):
            raise IllegalMove(f"{entry.text!r} cannot be offered")
        seat = cast(Seat, entry.seat)
        if entry.act == "offer":
            if what == "draw" and not self.game.draws:
                raise IllegalMove(f"{self.game.title} knows no draw", "no_draws")
            if what == "takeback" and not self.takeback(seat):
                raise IllegalMove("there is nothing to take back", "nothing_to_undo")
            if (seat, what) in self.offered:
                raise IllegalMove(f"a {what} was offered before in this position", "offered_before")
            return
        owner = seat if entry.act == "withdraw" else 1 - seat
        if not any(offer.what == what and offer.seat == owner for offer in self.offers):
            raise IllegalMove(f"no {what} is on offer", "no_offer")
        if entry.act == "accept" and entry.text != self.accepting(what, seat):
            raise IllegalMove(f"to accept it is written {self.accepting(what, seat)!r}, not {entry.text!r}")

    def accepting(self, what: str, seat: Seat) -> str:
        """The text of the line with which `seat` accepts the other's offer: `draw`, or `takeback 2`."""
        return what if what == "draw" else f"takeback {self.takeback(1 - seat)}"

    def after(self, entry: Entry) -> Match:
        """The match with one more line that is known to be permitted."""
        ply, before = self.ply + 1, self.last.at if self.last else None
        firm = self.firm if entry.act in QUIET else ply
        tally = self.tally.after(entry, before)
        match = self._with(self._changed(entry), ply, firm, entry, tally)
        self._pass_on_told(match)
        return match

    def _pass_on_told(self, match: Match) -> None:
        """Gives the match after this one the told forms that were made already: one more, or fewer."""
        step = match.step
        one_more = step is not None and step.back is self.step
        for reader, texts in self._told.items():
            if step and one_more:
                match._told[reader] = (*texts, step.told(self.game, reader))
            else:
                match._told[reader] = texts[: step.number if step else 0]

    def _with(self, changes: Changes, ply: int, firm: int, last: Entry, tally: Tally) -> Match:
        """As `dataclasses.replace` would make it, in a third of the time."""
        kept, of = (self.game, self.deal, self.position, self.free), changes.get
        now = (of("state", self.state), of("outcome", self.outcome), of("clocks", self.clocks))
        moves = (of("step", self.step), of("ahead", self.ahead), of("moved", self.moved))
        offers = (of("offers", self.offers), of("offered", self.offered))
        return Match(*kept, *now, ply, firm, last, *moves, *offers, tally)

    def _changed(self, entry: Entry) -> Changes:
        """What a line changes besides the counts that every line changes."""
        seat = cast(Seat, entry.seat)
        match entry.act:
            case "move":
                return self._moved(seat, entry.text, entry.at)
            case "undo":
                return self._taken_back(1, entry, redo=True)
            case "redo":
                return self._redone(entry)
            case "resign":
                return self._ended(None if self.solitaire else 1 - seat, "resigned", entry.at)
            case "abort":
                return self._ended(None, "aborted", entry.at)
            case "flag":
                return self._ended(1 - seat, "flag", entry.at)
            case "claim":
                reason = "too_long" if entry.seat is None else "abandoned"
                return self._ended(seat if entry.text == "win" else None, reason, entry.at)
            case "pause":
                return {"clocks": self.clocks.paused(int(entry.text)) if self.clocks else None}
            case _:
                return self._answered(entry, seat)

    def _moved(self, seat: Seat, move: str, at: int) -> Changes:
        state = self.game.apply(self.state, move)
        number = self.step.number + 1 if self.step else 1
        step = Step(self.step, number, seat, move, self.state, state)
        moved = self.moved if seat in self.moved else self.moved | {seat}
        return self._at(state, step, moved, at, seat) | {"ahead": None}

    def _taken_back(self, count: int, entry: Entry, *, redo: bool) -> Changes:
        step, ahead, state = self.step, self.ahead, self.state
        for _ in range(count):
            if step is None:
                raise IllegalMove(f"ply {entry.ply} takes back more than there is", "nothing_to_undo")
            ahead, state = Ahead(step, ahead), step.before
            step = step.back
        return self._at(state, step, self.moved, entry.at, None) | {"ahead": ahead if redo else None}

    def _redone(self, entry: Entry) -> Changes:
        if self.ahead is None:
            raise IllegalMove(f"ply {entry.ply} does more again than there is", "nothing_to_undo")
        step = self.ahead.step
        return self._at(step.after, step, self.moved, entry.at, step.seat) | {"ahead": self.ahead.rest}

    def _at(
        self, state: Any, step: Step | None, moved: frozenset[Seat], at: int, mover: Seat | None
    ) -> Changes:
        """In another position: offers lapse, and the clock turns to whoever is to move."""
        outcome, clocks = self.game.outcome(state), self.clocks
        if clocks:
            following = self.game.turn(state) if outcome is None and len(moved) == 2 else None
            clocks = clocks.turned(at, following) if mover is None else clocks.pressed(mover, at, following)
        changes: Changes = {"state": state, "step": step, "moved": moved, "outcome": outcome}
        changes["clocks"], changes["offers"], changes["offered"] = clocks, (), frozenset()
        return changes

    def _ended(self, winner: Seat | None, reason: str, at: int) -> Changes:
        clocks = self.clocks.turned(at, None) if self.clocks else None
        end = Outcome(winner, reason)
        return {"outcome": end, "clocks": clocks, "offers": (), "offered": frozenset()}

    def _answered(self, entry: Entry, seat: Seat) -> Changes:
        what = entry.text.partition(" ")[0]
        if entry.act == "offer":
            offers = (*self.offers, Offer(what, seat, entry.ply))
            return {"offers": offers, "offered": self.offered | {(seat, what)}}
        if entry.act == "accept":
            if what == "draw":
                return self._ended(None, "agreed", entry.at)
            return self._taken_back(int(entry.text.partition(" ")[2]), entry, redo=False)
        owner = seat if entry.act == "withdraw" else 1 - seat
        return {"offers": tuple(o for o in self.offers if not (o.what == what and o.seat == owner))}


def _milliseconds(text: str) -> bool:
    """Whether it is a whole number that fits any clock: `int` itself gives up at thousands of digits."""
    return text.isascii() and text.isdecimal() and len(text) <= 16


def _ends(entry: Entry) -> bool:
    """Whether an entry ends the game whatever the position is: such ones are taken at any length."""
    return entry.act in ENDING or (entry.act, entry.text) == ("accept", "draw")


def _no_text(entry: Entry) -> None:
    if entry.text:
        raise IllegalMove(f"{entry.act} has no text, but {entry.text[:80]!r} was given")
