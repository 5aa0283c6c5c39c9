"""Fields of a match and values derived from them; `engine.match` applies entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.clock import Clocks
from engine.entry import (
    NOTHING_PLAYED,
    OFFER_KINDS,
    OPEN,
    REOFFER_AFTER_MOVES,
    Entry,
    Offer,
    Reader,
    RedoStack,
    Step,
    Tally,
)
from engine.game import Game, Outcome, Seat, View, never_reveals

MAX_ENTRIES = 5000  # a longer log takes only entries that end the game
Told = tuple[Step | None, tuple[str, ...]]
NO_OFFERS: frozenset[tuple[Seat, str]] = frozenset()
EndedOffer = tuple[Seat, str, int]  # who offered what, and the number of moves made until it ended


@dataclass(frozen=True, eq=False)
class MatchState:
    """State of a match.

    - `turn`: the seat to move; None when the match is over.
    - `ply`: number of log entries; `last`: the last one as logged.
    - `min_move_ply`: lowest ply for which a move is not stale.
    - `step`: the last move in effect; `redo_stack`: undone moves.
    - `offered`: offers made since the position last changed.
    - `declined`: declined offers, each with the number of moves made until then.
    - `ignored`: the same of offers that a move ended without an answer."""

    game: Game[Any]
    deal: int | bytes
    position: str | None
    free: bool
    state: Any
    outcome: Outcome | None
    turn: Seat | None
    clocks: Clocks | None
    ply: int = 0
    min_move_ply: int = 0
    last: Entry | None = None
    step: Step | None = None
    redo_stack: RedoStack | None = None
    moved: frozenset[Seat] = frozenset()
    offers: tuple[Offer, ...] = ()
    offered: frozenset[tuple[Seat, str]] = NO_OFFERS
    tally: Tally = NOTHING_PLAYED
    declined: tuple[EndedOffer, ...] = ()
    ignored: tuple[EndedOffer, ...] = ()
    # cached move list and its last move, by reader; all matches of a game share the dict
    _told: dict[Reader, Told] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def solitaire(self) -> bool:
        return len(self.game.seats) == 1

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """Legal moves and openings of the seat to move; () when the match is over."""
        return () if self.outcome else self.game.legal(self.state)

    def view(self, seat: Seat | None, *, over: bool = False) -> View:
        """Return a new view for this seat (None: a spectator), the same for all if nothing is hidden or the
        match is over. `over`: this is an earlier state of a finished match."""
        if (over or self.outcome) and self.game.view_open is not None:
            return self.game.view_open(self.state)
        return self.game.view(self.state, seat if self.game.hides else None)

    @property
    def deadline(self) -> int | None:
        """Earliest time at which the running seat can lose on time, in milliseconds since the epoch."""
        return self.clocks.deadline if self.clocks else None

    @property
    def undoable(self) -> bool:
        """Whether `undo` would be permitted now."""
        own = self.solitaire or self.free
        return own and not self.outcome and not self.full and self.step is not None and not self.revealed

    @property
    def redoable(self) -> bool:
        """Whether `redo` would be permitted now."""
        return self.redo_stack is not None and not self.outcome and not self.full

    @property
    def abortable(self) -> bool:
        """Whether a player may abort now: not in a solitaire, and only until each seat has moved."""
        return len(self.moved) < 2 and not self.solitaire and not self.outcome

    @property
    def full(self) -> bool:
        """Whether the log has MAX_ENTRIES or more, so that it takes only entries that end the game."""
        return self.ply >= MAX_ENTRIES

    @property
    def drawn_by_length(self) -> bool:
        """Whether the server must end this two-player match now because its log is full."""
        return self.full and not self.outcome and not self.solitaire and not self.free

    @property
    def revealed(self) -> bool:
        """Whether the last move in effect showed hidden information."""
        return self.step is not None and self.game.reveals(self.step.before, self.step.move)

    def told(self, seat: Seat | None, *, over: bool = False) -> tuple[str, ...]:
        """Return the notation of each move in effect for this seat (None: a spectator), the same for all if
        nothing is hidden or the match is over. `over`: as for `view`."""
        for _ in self.make_notation(seat, over=over):
            pass
        return self._told[self.reader(seat, over=over)][1]

    def reader(self, seat: Seat | None, *, over: bool = False) -> Reader:
        """Return the reader whose move list this seat (None: a spectator) gets. `over`: as for `view`."""
        if (over or self.outcome) and self.game.tell_open is not None:
            return OPEN
        return seat if self.game.hides else None

    def make_notation(self, seat: Seat | None, *, over: bool = False) -> Iterator[None]:
        """Build the list that `told` returns, one move per step, so that callers can slice long games. Reuses
        the cached list up to the move where the two diverge."""
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
        """Yield the moves in effect, newest first."""
        step = self.step
        while step:
            yield step
            step = step.back

    def takeback(self, seat: Seat) -> int:
        """Return the number of moves that a takeback by `seat` undoes, back to its last turn; 0 if it has not
        moved, or if a move in between showed hidden information."""
        step, count = self.step, 1
        some = self.game.reveals is not never_reveals
        while step and not (some and self.game.reveals(step.before, step.move)):
            if step.seat == seat:
                return count
            step, count = step.back, count + 1
        return 0

    def why_not_offer(self, what: str, seat: Seat, *, in_log: bool = False) -> tuple[str, str] | None:
        """Return why this seat cannot offer `what` (a draw or a takeback), and the rule; None if it can. Does
        not check whether the match is over or full. `in_log`: for an offer in a log; older logs repeat offers
        that stand, or that a move had ended."""
        if what == "draw" and not self.game.draws:
            return f"{self.game.title} has no draw offers", "no_draws"
        if what == "takeback" and not self.takeback(seat):
            return "there is nothing to take back", "nothing_to_undo"
        if (seat, what) in self.offered:
            return f"a {what} was offered before in this position", "offered_before"
        if self._ended_recently(self.declined, what, seat):
            return f"a {what} was declined less than {REOFFER_AFTER_MOVES} moves ago", "offered_before"
        if in_log:
            return None
        if self.is_offered(what, seat):
            return f"a {what} is on offer", "offered_before"
        if self._ended_recently(self.ignored, what, seat):
            return f"a {what} was ignored less than {REOFFER_AFTER_MOVES} moves ago", "offered_before"
        return None

    def _ended_recently(self, ended: tuple[EndedOffer, ...], what: str, seat: Seat) -> bool:
        since = self.tally.made - REOFFER_AFTER_MOVES
        return bool(ended) and any(one[:2] == (seat, what) and one[2] > since for one in ended)

    def is_offered(self, what: str, seat: Seat) -> bool:
        """Return whether an offer by this seat is pending."""
        return any(offer.what == what and offer.seat == seat for offer in self.offers)

    def accepting(self, what: str, seat: Seat) -> str:
        """Return the text of the entry with which `seat` accepts an offer: `draw`, or `takeback 2`."""
        return what if what == "draw" else f"takeback {self.takeback(1 - seat)}"

    def allowed(self, seat: Seat | None) -> tuple[str, ...]:
        """Return the acts that the log permits this seat now, except `move` and `hint`, in wire names:
        `resign`, `abort`, `offer:draw`, `offer:takeback`, `withdraw:draw`, `answer:draw` (it can be
        accepted), ..., `undo`, `redo`. () for None (a spectator) and after the end."""
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
        """Return the offers that this seat can make, withdraw or answer. In a full log it can only accept a
        draw, which ends the game."""
        if self.full:
            return ["answer:draw"] if self.is_offered("draw", 1 - seat) else []
        found = [f"offer:{what}" for what in OFFER_KINDS if self.why_not_offer(what, seat) is None]
        return found + [
            f"{'withdraw' if made.seat == seat else 'answer'}:{made.what}" for made in self.offers
        ]
