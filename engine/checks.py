"""Validation of acts other than moves. A forbidden act raises IllegalMove or a subclass.

Called by `Match.then`, `then_logged` and `replay` only; `Match.after` applies an entry without checks.
"""

from __future__ import annotations

from typing import cast

from engine.clock import Timed
from engine.entry import ENDING_ACTS, OFFER_KINDS, QUIET_ACTS, Entry, NotYourTurn
from engine.game import IllegalMove, Seat
from engine.match_state import MAX_ENTRIES, MatchState

ABANDONED_AFTER_MS = 30 * 24 * 3600 * 1000  # without an entry: a game for two is drawn


def check_length(match: MatchState, entry: Entry) -> None:
    """Raise IllegalMove `too_long` if the log is full and the entry does not end the game in any position."""
    ends = entry.act in ENDING_ACTS or (entry.act, entry.text) == ("accept", "draw")
    if match.full and not ends:
        raise IllegalMove(f"the game has {match.ply} entries: it can only be ended", "too_long")


def check_repeated_offer(match: MatchState, entry: Entry) -> None:
    """Raise IllegalMove `offered_before` if the same offer stands, or a move ended it recently."""
    if entry.seat is not None and (why := match.why_not_offer(entry.text, entry.seat)):
        raise IllegalMove(*why)


def check_spent(match: MatchState, entry: Entry) -> None:
    """Raise IllegalMove `not_in_time` if `spent` charges no clock, or more time than has passed."""
    clocks, spent = match.clocks, cast(int, entry.spent)
    if clocks is None or not isinstance(clocks.control, Timed):
        why = "the game has no base/increment clock"
    elif clocks.running is None:
        why = "the clock is not running"
    elif entry.act in QUIET_ACTS:
        why = f"the act {entry.act} charges no time"
    elif not 0 <= spent <= entry.at - clocks.since:
        why = f"{entry.at - clocks.since} passed since the last entry that charged time"
    else:
        return
    raise IllegalMove(f"{spent} milliseconds spent, but {why}", "not_in_time")


def check_act(match: MatchState, entry: Entry) -> None:
    """Raise IllegalMove if the match does not permit this act; `Match` checks moves itself."""
    match entry.act:
        case "undo" | "redo":
            _check_undo(match, entry)
        case "hint":
            _check_hint(match, entry)
        case "resign" | "abort":
            _check_end(match, entry)
        case "offer" | "withdraw" | "accept" | "decline":
            _check_offer(match, entry)
        case "flag":
            _check_flag(match, entry)
        case "claim":
            _check_claim(match, entry)
        case "pause":
            _check_pause(entry)
        case _:
            raise IllegalMove(f"{entry.act!r} is not an act")


def check_turn(match: MatchState, seat: Seat | None) -> None:
    """Raise NotYourTurn unless `seat` is to move."""
    if seat != match.turn:
        raise NotYourTurn(f"seat {match.turn} is to move, not {seat}", "not_your_turn")


def _check_no_text(entry: Entry) -> None:
    if entry.text:
        raise IllegalMove(f"{entry.act} has no text, but {entry.text[:80]!r} was given")


def _check_undo(match: MatchState, entry: Entry) -> None:
    if not (match.solitaire or match.free):
        raise IllegalMove("two players ask each other for a takeback", "not_here")
    _check_no_text(entry)
    check_turn(match, entry.seat)
    if entry.act == "redo":
        if match.redo_stack is None:
            raise IllegalMove("there is nothing to redo", "nothing_to_undo")
    elif match.step is None:
        raise IllegalMove("there is nothing to take back", "nothing_to_undo")
    elif match.revealed:
        raise IllegalMove("the last move has shown something new", "revealed")


def _check_hint(match: MatchState, entry: Entry) -> None:
    """Check a `hint`. The log records that one was given, not its content: the next move (text ""), or
    whether the game can still be won (text `winnable`)."""
    if not match.solitaire:
        raise IllegalMove("only a solitaire has hints", "not_here")
    if entry.text not in ("", "winnable"):
        raise IllegalMove(f"the text of a hint is winnable, or there is none: not {entry.text[:80]!r}")


def _check_end(match: MatchState, entry: Entry) -> None:
    """Check a `resign` or `abort`. Players may abort until each seat has moved; an abort without a seat (by a
    moderator) is always legal."""
    _check_no_text(entry)
    if entry.act == "resign":
        if match.free:
            check_turn(match, entry.seat)
    elif match.solitaire:
        raise IllegalMove("a solitaire is given up, not aborted", "not_here")
    elif entry.seat is not None and not match.abortable:
        raise IllegalMove("each seat has moved: too late to abort", "too_late")


def _check_offer(match: MatchState, entry: Entry) -> None:
    if match.solitaire or match.free:
        raise IllegalMove("only a game of two players has offers", "not_here")
    what = entry.text.partition(" ")[0] if entry.act == "accept" else entry.text
    if what not in OFFER_KINDS:
        raise IllegalMove(f"{entry.text!r} cannot be offered")
    seat = cast(Seat, entry.seat)
    if entry.act == "offer":
        if why := match.why_not_offer(what, seat, in_log=True):
            raise IllegalMove(*why)
        return
    owner = seat if entry.act == "withdraw" else 1 - seat
    if not match.is_offered(what, owner):
        raise IllegalMove(f"no {what} is on offer", "no_offer")
    if entry.act == "accept" and entry.text != match.accepting(what, seat):
        raise IllegalMove(f"to accept it is written {match.accepting(what, seat)!r}, not {entry.text!r}")


def _check_flag(match: MatchState, entry: Entry) -> None:
    """Require that the deadline has passed and that `spent`, if given, covers all time left."""
    _check_no_text(entry)
    clocks, deadline, spent = match.clocks, match.deadline, entry.spent
    running = clocks.running if clocks else None
    over = deadline is not None and running == entry.seat and entry.at >= deadline
    if over and spent is not None and clocks and running is not None:
        over = spent >= clocks.left[running]
    if not over:
        raise IllegalMove(f"seat {entry.seat} has time left", "too_early")


def _check_claim(match: MatchState, entry: Entry) -> None:
    """Check a `claim`. A seat claims a win or draw because the opponent left, which only the server can
    verify. A claim without a seat is a draw: the log is full, or had no entry for ABANDONED_AFTER_MS."""
    if match.solitaire or match.free:
        raise IllegalMove("only a game of two players can be claimed", "not_here")
    if entry.text not in ("win", "draw"):
        raise IllegalMove(f"a claim is win or draw, not {entry.text!r}")
    if entry.seat is not None:
        return
    if entry.text != "draw":
        raise IllegalMove(f"without a seat only a draw is claimed, not a {entry.text}")
    left = match.last is not None and entry.at - match.last.at >= ABANDONED_AFTER_MS
    if not match.full and not left:
        raise IllegalMove(
            f"the game has {match.ply} entries, not {MAX_ENTRIES}, and was not left", "too_early"
        )


def _check_pause(entry: Entry) -> None:
    """Require at most 16 digits: `int` raises ValueError for thousands of digits."""
    milliseconds = entry.text.isascii() and entry.text.isdecimal() and len(entry.text) <= 16
    if entry.seat is not None or not milliseconds:
        raise IllegalMove(f"a pause has no seat and a text of milliseconds, not {entry.text[:80]!r}")
