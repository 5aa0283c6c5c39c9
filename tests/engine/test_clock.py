"""Clocks as a function of the log: charged time, the charged seat, and the deadline."""

from __future__ import annotations

from engine import GAMES, Control, Match, Outcome, Tally, Timed
from tests.engine import tiny
from tests.engine.games import START, entry, played

MUSKETEERS = GAMES["three_musketeers"]
MOVES = ("c3 c4", "b3 c3", "a1 b1")


def match_after(clock: Control, *at: int) -> Match:
    """Return the first moves of a game, made at these milliseconds after START."""
    match = Match.start(MUSKETEERS, 0, clock=clock)
    for text, when in zip(MOVES, at, strict=False):
        match = played(match, text, at=when)
    return match


def left(match: Match, at: int) -> tuple[int, int]:
    assert match.clocks is not None
    return match.clocks.as_of(START + at)


def test_the_clock_stands_until_each_seat_has_moved() -> None:
    clock = Timed(60, 5)
    for match in (match_after(clock), match_after(clock, 30_000)):
        assert match.deadline is None
        assert left(match, 10**9) == (60_000, 60_000)
    match = match_after(clock, 30_000, 90_000)
    assert match.deadline == START + 90_000 + 60_000
    assert left(match, 90_000) == (60_000, 60_000)
    assert left(match, 100_000) == (50_000, 60_000)


def test_a_winning_move_stops_the_clock() -> None:
    start = Match.start(MUSKETEERS, 0, position="5/oo3/Mo3/oM3/M4 m", clock=Timed(60, 5))
    match = played(start, "a3 a4", "b3 a3", at=1000)
    over = played(match, "b2 a2", at=11_000)
    assert over.outcome == Outcome(1, "aligned")
    assert over.deadline is None
    assert left(over, 10**9) == (55_000, 60_000)


def test_a_takeback_of_the_first_moves_does_not_stop_the_clock() -> None:
    match = match_after(Timed(60), 0, 1000)
    match = match.then(entry(match, "offer", "takeback", 0, at=2000))
    back = match.then(entry(match, "accept", "takeback 2", 1, at=3000))
    assert back.state == MUSKETEERS.start(0)
    assert left(back, 5000) == (56_000, 60_000)


def test_a_solitaire_counts_moves_and_time_from_the_first_move_but_no_long_absence() -> None:
    match = Match.start(tiny.GAME, 0, position="31 - 5246 -")
    assert match.tally == Tally(0, 0, 0)
    match = match.then(entry(match, "pause", "1000"))
    match = played(match, "keep 3", at=60_000)
    assert match.tally == Tally(1, 0, 0, 1)
    match = match.then(entry(match, "undo", at=61_000))
    assert match.tally == Tally(1, 1, 1000, 1)
    match = match.then(entry(match, "redo", at=62_000))
    assert match.tally == Tally(1, 1, 2000, 1)
    assert played(match, "keep 1", at=662_000).tally == Tally(2, 1, 602_000, 1)
    match = played(match, "keep 1", at=662_001)
    assert match.tally == Tally(2, 1, 2000, 2), "another sitting"
    assert match.then(entry(match, "resign", at=662_500)).tally == Tally(2, 1, 2499, 2)
