"""State of a match: its fields, and what follows from them. Entries are taken by `engine.match`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.clock import Clocks
from engine.entry import (
    AGAIN,
    NOTHING_PLAYED,
    OFFERED,
    OPEN,
    Ahead,
    Entry,
    Offer,
    Reader,
    Step,
    Tally,
)
from engine.game import Game, Outcome, Seat, View, never_reveals

LONGEST = 5000  # entries of a log; from there on it takes only entries that end the game
Told = tuple[Step | None, tuple[str, ...]]
NOTHING_OFFERED: frozenset[tuple[Seat, str]] = frozenset()


@dataclass(frozen=True, eq=False)
class MatchState:
    """`turn`: the seat to move, None when the match is over; `ply`: log entries so far; `firm`: the least ply
    for which a move is not stale; `last`: the last entry as it is in the log; `step` and `ahead`: the last
    move in effect, and the next move to be redone."""

    game: Game[Any]
    deal: int | bytes
    position: str | None
    free: bool
    state: Any
    outcome: Outcome | None
    turn: Seat | None
    clocks: Clocks | None
    ply: int = 0
    firm: int = 0
    last: Entry | None = None
    step: Step | None = None
    ahead: Ahead | None = None
    moved: frozenset[Seat] = frozenset()
    offers: tuple[Offer, ...] = ()
    offered: frozenset[tuple[Seat, str]] = NOTHING_OFFERED  # made since the position last changed
    tally: Tally = NOTHING_PLAYED
    declined: tuple[tuple[Seat, str, int], ...] = ()  # offers, each with the moves made until then
    # the move list that was told last, by reader, after its last move: one dict for all matches of a game
    _told: dict[Reader, Told] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def solitaire(self) -> bool:
        return len(self.game.seats) == 1

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """The moves (and openings) of the seat to move; () when the match is over."""
        return () if self.outcome else self.game.legal(self.state)

    def view(self, seat: Seat | None, *, over: bool = False) -> View:
        """Return what this seat (None: a spectator) may see, made anew; the same for all where nothing is
        hidden, and once the match is over. `over`: this is an earlier state of a match that is over."""
        if (over or self.outcome) and self.game.view_open is not None:
            return self.game.view_open(self.state)
        return self.game.view(self.state, seat if self.game.hides else None)

    @property
    def deadline(self) -> int | None:
        """The earliest moment at which the running seat can lose on time, in milliseconds since the epoch, or
        None."""
        return self.clocks.deadline if self.clocks else None

    @property
    def undoable(self) -> bool:
        """Whether `undo` would be permitted now."""
        own = self.solitaire or self.free
        return own and not self.outcome and not self.full and self.step is not None and not self.revealed

    @property
    def redoable(self) -> bool:
        """Whether `redo` would be permitted now."""
        return self.ahead is not None and not self.outcome and not self.full

    @property
    def abortable(self) -> bool:
        """Whether a player may abort now: not in a solitaire, and only until each seat has moved."""
        return len(self.moved) < 2 and not self.solitaire and not self.outcome

    @property
    def full(self) -> bool:
        """Whether the log takes only entries that end the game, because it has LONGEST or more."""
        return self.ply >= LONGEST

    @property
    def drawn_by_length(self) -> bool:
        """Whether the server has to end this match of two players now, because its log is full."""
        return self.full and not self.outcome and not self.solitaire and not self.free

    @property
    def revealed(self) -> bool:
        """Whether the last move in effect, if there is one, has shown something new."""
        return self.step is not None and self.game.reveals(self.step.before, self.step.move)

    def told(self, seat: Seat | None, *, over: bool = False) -> tuple[str, ...]:
        """Return the move list: one text for each move in effect, as this seat (None: a spectator) may read
        it; the same for all where the game hides nothing, and once the match is over. `over`: as for
        `view`."""
        for _ in self.make_notation(seat, over=over):
            pass
        return self._told[self.reader(seat, over=over)][1]

    def reader(self, seat: Seat | None, *, over: bool = False) -> Reader:
        """Return for whom the moves are told that this seat (None: a spectator) reads now. `over`: as for
        `view`."""
        if (over or self.outcome) and self.game.tell_open is not None:
            return OPEN
        return seat if self.game.hides else None

    def make_notation(self, seat: Seat | None, *, over: bool = False) -> Iterator[None]:
        """Makes what `told` returns, one move at a time, so that a long game can be made in slices: the list
        that was told last, up to the move at which it parts from this one, and the moves since."""
        reader, step = self.reader(seat, over=over), self.step
        known, texts = self._told.get(reader, (None, ()))
        new: list[str] = []
        while step is not known:
            if known and (step is None or known.number >= step.number):
                known = known.back
            elif step:
                new.append(step.notation(self.game, reader))
                step = step.back
                yield
        self._told[reader] = self.step, texts[: known.number if known else 0] + tuple(reversed(new))

    def steps(self) -> Iterator[Step]:
        """The moves in effect, the newest first."""
        step = self.step
        while step:
            yield step
            step = step.back

    def takeback(self, seat: Seat) -> int:
        """How many moves an accepted takeback of `seat` takes back: to its last turn; 0 if it has none, or
        where a move on the way has shown something new."""
        step, count = self.step, 1
        some = self.game.reveals is not never_reveals
        while step and not (some and self.game.reveals(step.before, step.move)):
            if step.seat == seat:
                return count
            step, count = step.back, count + 1
        return 0

    def why_not_offer(self, what: str, seat: Seat) -> tuple[str, str] | None:
        """Why this seat of two players cannot offer this, a draw or a takeback, and the rule; None: it can,
        unless the match is over or full."""
        if what == "draw" and not self.game.draws:
            return f"{self.game.title} knows no draw", "no_draws"
        if what == "takeback" and not self.takeback(seat):
            return "there is nothing to take back", "nothing_to_undo"
        if (seat, what) in self.offered:
            return f"a {what} was offered before in this position", "offered_before"
        if self.declined and any(
            (seat, what) == one[:2] and self.tally.made < one[2] + AGAIN for one in self.declined
        ):
            return f"a {what} was declined less than {AGAIN} moves ago", "offered_before"
        return None

    def is_offered(self, what: str, seat: Seat) -> bool:
        """Whether an offer of this seat stands."""
        return any(offer.what == what and offer.seat == seat for offer in self.offers)

    def accepting(self, what: str, seat: Seat) -> str:
        """The text of the entry with which `seat` accepts the other's offer: `draw`, or `takeback 2`."""
        return what if what == "draw" else f"takeback {self.takeback(1 - seat)}"

    def allowed(self, seat: Seat | None) -> tuple[str, ...]:
        """Return the acts that the log permits to this seat now besides `move` and `hint`, as the wire calls
        them: `resign`, `abort`, `offer:draw`, `offer:takeback`, `withdraw:draw`, `answer:draw` (it can be
        accepted), ..., `undo`, `redo`. () for None (a spectator) and once the match is over."""
        if seat is None or seat not in range(len(self.game.seats)) or self.outcome:
            return ()
        found = ["resign"] if seat == self.turn or not self.free else []
        if self.abortable:
            found.append("abort")
        if not self.solitaire and not self.free:
            found += self._allowed_offers(seat)
        elif seat == self.turn:
            found += ["undo"] if self.undoable else []
            found += ["redo"] if self.redoable else []
        return tuple(found)

    def _allowed_offers(self, seat: Seat) -> list[str]:
        """Offers that this seat of two players can make, and what it can do with those that stand. In a full
        log only a draw can be accepted, since it ends the game."""
        if self.full:
            return ["answer:draw"] if self.is_offered("draw", 1 - seat) else []
        found = [f"offer:{what}" for what in OFFERED if self.why_not_offer(what, seat) is None]
        return found + [
            f"{'withdraw' if made.seat == seat else 'answer'}:{made.what}" for made in self.offers
        ]
