"""Sans-I/O state machine of one game: takes log entries, yields position, offers and clocks.

The log, the deal (or position) and the version of the rules define the game. Only `then` validates entries
(acts other than moves in `engine.checks`). The log is append-only; a takeback is an entry too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine import checks, pickling
from engine.clock import Clocks, Control
from engine.entry import (
    QUIET_ACTS,
    SEATLESS_ACTS,
    Entry,
    GameOver,
    MatchReason,
    NotYourTurn,
    Offer,
    RedoStack,
    Stale,
    Step,
)
from engine.game import OPENING, Game, IllegalMove, Outcome, Seat
from engine.match_state import NO_OFFERS, MatchState

Changes = dict[str, Any]  # new values of Match fields, by name


@dataclass(frozen=True, eq=False)
class Match(MatchState):
    """Immutable match; each accepted entry returns a new one."""

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
        """Return a match without entries. `free`: one person plays both seats. ValueError: invalid
        position."""
        state = game.start(deal) if position is None else game.position(position)
        clocks, outcome = None if clock is None else Clocks.of(clock), game.outcome(state)
        return cls(game, deal, position, free, state, outcome, None if outcome else game.turn(state), clocks)

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
        """Return the match after an untrusted log of any length. IllegalMove names the ply of the entry."""
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
        """Return the match after a trusted log, without checks: entries were checked when written."""
        match = cls.start(game, deal, position=position, clock=clock, free=free)
        for entry in log:
            match = match.after(entry)
        return match

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the moves, not the linked states, so that long games do not exceed the recursion limit."""
        return pickling.rebuild, (Match, *pickling.take_apart(self))

    def then(self, entry: Entry) -> Match:
        """Return the match with one more entry.

        A move for an earlier ply is accepted at the current one if only QUIET_ACTS followed; `last` is the
        entry as written. The caller must not turn a client message into an act of SERVER_ACTS or an entry
        without a seat.

        Raises GameOver, Stale, NotYourTurn, or IllegalMove with the rule that forbids the act; `too_long`:
        the log has MAX_ENTRIES entries, and this one does not end the game."""
        entry = self._check(entry)
        if self.full and entry.seat is not None:
            checks.check_length(self, entry)
        if entry.act == "offer":
            checks.check_repeated_offer(self, entry)
        return self.after(entry)

    def then_logged(self, entry: Entry) -> Match:
        """Like `then`, for an untrusted log: older logs may exceed MAX_ENTRIES and repeat ignored offers."""
        return self.after(self._check(entry))

    def _check(self, entry: Entry) -> Entry:
        """Return the entry with its final ply. Raises like `then`, except `too_long`."""
        if self.outcome:
            raise GameOver(f"the game is over: {self.outcome.reason}", "game_over")
        if not (self.min_move_ply if entry.act == "move" else self.ply) <= entry.ply <= self.ply:
            raise Stale(f"ply {entry.ply}, but the match is at {self.ply}", "stale")
        if entry.ply != self.ply:
            entry = replace(entry, ply=self.ply)
        if self.last and entry.at < self.last.at:
            raise IllegalMove(f"at {entry.at}, but the entry before is of {self.last.at}", "not_in_time")
        if entry.seat is None:
            if entry.act not in SEATLESS_ACTS:
                raise IllegalMove(f"{entry.act} needs a seat", "not_here")
        elif entry.seat not in range(len(self.game.seats)):
            raise IllegalMove(f"{self.game.title} has no seat {entry.seat}", "not_here")
        if entry.spent is not None:
            checks.check_spent(self, entry)
        if entry.act == "move":
            self._check_move(entry)
        else:
            checks.check_act(self, entry)
        return entry

    def _check_move(self, entry: Entry) -> None:
        if entry.seat != self.turn:
            raise NotYourTurn(f"seat {self.turn} is to move, not {entry.seat}", "not_your_turn")
        if self.clocks and self.clocks.is_over(entry.at, entry.spent):
            raise IllegalMove(f"the time of seat {entry.seat} is over", "too_late")
        listed = entry.text in self.legal and not entry.text.endswith(OPENING)
        if not listed and not self.game.permits(self.state, entry.text):
            raise self.game.refusal(self.state, entry.text)

    def after(self, entry: Entry) -> Match:
        """Return the match with one more entry, unchecked."""
        ply = self.ply + 1
        changes = self._changes(entry)
        changes["ply"], changes["last"], changes["tally"] = ply, entry, self.tally.after(entry, self.last)
        if entry.act not in QUIET_ACTS:
            changes["min_move_ply"] = ply
        match = object.__new__(Match)  # ten times as fast as `dataclasses.replace`
        match.__dict__.update(self.__dict__)
        match.__dict__.update(changes)
        match.__dict__.pop("legal", None)
        return match

    def _changes(self, entry: Entry) -> Changes:
        """Return the fields that an entry changes, except the counters that every entry changes."""
        seat: Any = entry.seat  # None only for server acts that do not use it
        match entry.act:
            case "move":
                return self._apply_move(seat, entry)
            case "undo":
                return self._take_back(1, entry, redo=True)
            case "redo":
                return self._redo(entry)
            case "resign":
                return self._end(None if self.solitaire else 1 - seat, "resigned", entry)
            case "abort":
                return self._end(None, "aborted", entry)
            case "flag":
                return self._end(1 - seat, "flag", entry)
            case "claim":
                reason: MatchReason = "too_long" if entry.seat is None and self.full else "abandoned"
                return self._end(seat if entry.text == "win" else None, reason, entry)
            case "hint":
                return {}
            case "pause":
                return {"clocks": self.clocks.after_pause(int(entry.text)) if self.clocks else None}
            case _:
                return self._apply_offer(entry, seat)

    def _apply_move(self, seat: Seat, entry: Entry) -> Changes:
        move = entry.text
        state = self.game.apply(self.state, move)
        number = self.step.number + 1 if self.step else 1
        step = Step(self.step, number, seat, move, self.state, state)
        moved = self.moved if seat in self.moved else self.moved | {seat}
        return self._move_to(state, step, None, moved, entry, seat)

    def _take_back(self, count: int, entry: Entry, *, redo: bool) -> Changes:
        step, redo_stack, state = self.step, self.redo_stack, self.state
        for _ in range(count):
            if step is None:
                raise IllegalMove(f"ply {entry.ply} takes back more than there is", "nothing_to_undo")
            redo_stack, state = RedoStack(step, redo_stack), step.before
            step = step.back
        return self._move_to(state, step, redo_stack if redo else None, self.moved, entry, None)

    def _redo(self, entry: Entry) -> Changes:
        if self.redo_stack is None:
            raise IllegalMove(f"ply {entry.ply} does more again than there is", "nothing_to_undo")
        step, rest = self.redo_stack.step, self.redo_stack.rest
        return self._move_to(step.after, step, rest, self.moved, entry, step.seat)

    def _move_to(
        self,
        state: Any,
        step: Step | None,
        redo_stack: RedoStack | None,
        moved: frozenset[Seat],
        entry: Entry,
        mover: Seat | None,
    ) -> Changes:
        """Return the changes for a new position: offers end, and the clock of the seat to move runs."""
        outcome, clocks = self.game.outcome(state), self.clocks
        turn = None if outcome else self.game.turn(state)
        if clocks:
            following = turn if len(moved) == 2 else None
            if mover is None:
                clocks = clocks.after_turn(entry.at, following, entry.spent)
            else:
                clocks = clocks.after_move(mover, entry.at, following, entry.spent)
        changes: Changes = {"state": state, "outcome": outcome, "turn": turn, "clocks": clocks}
        changes |= {
            "step": step,
            "redo_stack": redo_stack,
            "moved": moved,
            "offers": (),
            "offered": NO_OFFERS,
        }
        if self.offers and mover is not None and outcome is None:
            changes |= self._ignore_offers(mover)
        return changes

    def _ignore_offers(self, mover: Seat) -> Changes:
        """Return the offers after a move: the mover's draw offer stands, the others count as declined. A
        takeback request would mean another move than the one it was made for."""
        standing = tuple(offer for offer in self.offers if (offer.what, offer.seat) == ("draw", mover))
        ended = {(offer.seat, offer.what): self.tally.made for offer in self.offers if offer not in standing}
        earlier = (one for one in self.ignored if one[:2] not in ended)
        ignored = (*earlier, *((*offer, made) for offer, made in ended.items()))
        return {"offers": standing, "ignored": ignored}

    def _end(self, winner: Seat | None, reason: MatchReason, entry: Entry) -> Changes:
        clocks = self.clocks.after_turn(entry.at, None, entry.spent) if self.clocks else None
        end = Outcome(winner, reason)
        return {"outcome": end, "turn": None, "clocks": clocks, "offers": (), "offered": NO_OFFERS}

    def _apply_offer(self, entry: Entry, seat: Seat) -> Changes:
        what = entry.text.partition(" ")[0]
        if entry.act == "accept":
            if what == "draw":
                return self._end(None, "agreed", entry)
            return self._take_back(int(entry.text.partition(" ")[2]), entry, redo=False)
        owner = 1 - seat if entry.act == "decline" else seat
        offers = tuple(o for o in self.offers if not (o.what == what and o.seat == owner))
        if entry.act == "offer":  # in an older log an own one may stand
            offers = (*offers, Offer(what, seat, entry.ply))
            return {"offers": offers, "offered": self.offered | {(seat, what)}}
        if entry.act == "withdraw":
            return {"offers": offers}
        earlier = tuple(one for one in self.declined if one[:2] != (owner, what))
        return {"offers": offers, "declined": (*earlier, (owner, what, self.tally.made))}
