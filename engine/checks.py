"""Which acts besides moves a match permits: IllegalMove, or one of its kinds, for every other.

Only `Match.then`, `then_logged` and `replay` come here; what changes a match (`Match.after`) asks nothing.
"""

from __future__ import annotations

from typing import cast

from engine.clock import Timed
from engine.entry import ENDING, OFFERED, QUIET, Entry, NotYourTurn
from engine.game import IllegalMove, Seat
from engine.match_state import LONGEST, MatchState

ABANDONED_AFTER = 30 * 24 * 3600 * 1000  # milliseconds without an entry after which a game for two is drawn


def check_length(match: MatchState, entry: Entry) -> None:
    """IllegalMove `too_long` where the log is full and this entry does not end the game. Entries that end it
    whatever the position is are taken at any length."""
    ends = entry.act in ENDING or (entry.act, entry.text) == ("accept", "draw")
    if match.full and not ends:
        raise IllegalMove(f"the game has {match.ply} entries: it can only be ended", "too_long")


def check_spent(match: MatchState, entry: Entry) -> None:
    """IllegalMove `not_in_time` where an entry with `spent` charges no clock, or more time than there was."""
    clocks, spent = match.clocks, cast(int, entry.spent)
    if clocks is None or not isinstance(clocks.control, Timed):
        why = "the game has no base/increment clock"
    elif clocks.running is None:
        why = "the clock is not running"
    elif entry.act in QUIET:
        why = f"the act {entry.act} charges no time"
    elif not 0 <= spent <= entry.at - clocks.since:
        why = f"{entry.at - clocks.since} passed since the last entry that charged time"
    else:
        return
    raise IllegalMove(f"{spent} milliseconds spent, but {why}", "not_in_time")


def check_act(match: MatchState, entry: Entry) -> None:
    """Raises IllegalMove where the match does not permit this act; a move is checked by the match itself."""
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
            raise IllegalMove(f"{entry.act!r} is no act")


def check_turn(match: MatchState, seat: Seat | None) -> None:
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
        if match.ahead is None:
            raise IllegalMove("there is nothing to do again", "nothing_to_undo")
    elif match.step is None:
        raise IllegalMove("there is nothing to take back", "nothing_to_undo")
    elif match.revealed:
        raise IllegalMove("the last move has shown something new", "revealed")


def _check_hint(match: MatchState, entry: Entry) -> None:
    """What the hint said is not in the log: it only counts that one was given, for the next move or (text
    `winnable`) whether the game can still be won."""
    if not match.solitaire:
        raise IllegalMove("only a solitaire has hints", "not_here")
    if entry.text not in ("", "winnable"):
        raise IllegalMove(f"the text of a hint is winnable, or there is none: not {entry.text[:80]!r}")


def _check_end(match: MatchState, entry: Entry) -> None:
    """Players abort until each seat has moved; without a seat, as a moderator closes a game, at any time."""
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
    if what not in OFFERED:
        raise IllegalMove(f"{entry.text!r} cannot be offered")
    seat = cast(Seat, entry.seat)
    if entry.act == "offer":
        if why := match.why_not_offer(what, seat):
            raise IllegalMove(*why)
        return
    owner = seat if entry.act == "withdraw" else 1 - seat
    if not match.is_offered(what, owner):
        raise IllegalMove(f"no {what} is on offer", "no_offer")
    if entry.act == "accept" and entry.text != match.accepting(what, seat):
        raise IllegalMove(f"to accept it is written {match.accepting(what, seat)!r}, not {entry.text!r}")


def _check_flag(match: MatchState, entry: Entry) -> None:
    """Not before the deadline, and where the entry says what was spent, only if that is all that was left."""
    _check_no_text(entry)
    clocks, deadline, spent = match.clocks, match.deadline, entry.spent
    running = clocks.running if clocks else None
    over = deadline is not None and running == entry.seat and entry.at >= deadline
    if over and spent is not None and clocks and running is not None:
        over = spent >= clocks.left[running]
    if not over:
        raise IllegalMove(f"seat {entry.seat} has time left", "too_early")


def _check_claim(match: MatchState, entry: Entry) -> None:
    """A seat is given the win or a draw of a game that the other has left: whether they have, only the server
    knows. Of no seat is the draw of a log that is full, or that had no entry for ABANDONED_AFTER."""
    if match.solitaire or match.free:
        raise IllegalMove("only a game of two players can be claimed", "not_here")
    if entry.text not in ("win", "draw"):
        raise IllegalMove(f"a claim is win or draw, not {entry.text!r}")
    if entry.seat is not None:
        return
    if entry.text != "draw":
        raise IllegalMove(f"without a seat only a draw is claimed, not a {entry.text}")
    left = match.last is not None and entry.at - match.last.at >= ABANDONED_AFTER
    if not match.full and not left:
        raise IllegalMove(f"the game has {match.ply} entries, not {LONGEST}, and was not left", "too_early")


def _check_pause(entry: Entry) -> None:
    """The text is a whole number that fits any clock: `int` itself gives up at thousands of digits."""
    milliseconds = entry.text.isascii() and entry.text.isdecimal() and len(entry.text) <= 16
    if entry.seat is not None or not milliseconds:
        raise IllegalMove(f"a pause has no seat and a text of milliseconds, not {entry.text[:80]!r}")
