"""Entries with the time that they charge: charged, refused and stored."""

from __future__ import annotations

import json
import pickle
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, Clocks, Control, Daily, Entry, IllegalMove, Match, Outcome, Seat, Timed
from engine.entry import QUIET_ACTS, Act
from engine.record import Record, load
from tests.engine.games import START, entry, picture, played, refusal

MUSKETEERS = GAMES["three_musketeers"]
CLOCK = Timed(60, 5)
OPENING_MOVES = ("c3 c4", "b3 c3")  # after these the clock of seat 0 runs


def begun(clock: Control | None = CLOCK, *, free: bool = False) -> Match:
    """Return a match in which each seat has moved, at START; seat 0 is to move, by `a1 b1` for example."""
    return played(Match.start(MUSKETEERS, 0, clock=clock, free=free), *OPENING_MOVES)


def spending(
    match: Match, spent: int | None, at: int, act: Act = "move", text: str = "a1 b1", seat: Seat | None = None
) -> Entry:
    return replace(entry(match, act, text, seat, at=at), spent=spent)


def left(match: Match) -> tuple[int, int]:
    assert match.clocks is not None
    return match.clocks.left


def test_every_act_that_charges_is_charged_what_it_spent() -> None:
    asked = begun().then(entry(begun(), "offer", "takeback", 1, at=1000))
    drawing = replace(MUSKETEERS, draws=True)
    drawn = played(Match.start(drawing, 0, clock=CLOCK), *OPENING_MOVES)
    drawn = drawn.then(entry(drawn, "offer", "draw", 1))
    free = begun(free=True)
    undone = free.then(entry(free, "undo"))
    for match, act, text, seat, first, second in [
        (asked, "accept", "takeback 1", 0, 58_000, 60_000),
        (drawn, "accept", "draw", 0, 58_000, 60_000),
        (begun(), "resign", "", 0, 58_000, 60_000),
        (begun(), "resign", "", 1, 58_000, 60_000),
        (begun(), "claim", "win", 1, 58_000, 60_000),
        (free, "undo", "", 0, 58_000, 60_000),
        (undone, "redo", "", 1, 60_000, 63_000),
    ]:
        after = match.then(spending(match, 2000, 9000, act, text, seat))  # type: ignore[arg-type]
        assert left(after) == (first, second), (act, text, seat)
    closed = begun().then(Entry(2, None, "abort", "", START + 9000, 2000))
    assert left(closed) == (58_000, 60_000)


def test_spent_is_refused_where_nothing_is_charged_or_less_time_passed() -> None:
    start = Match.start(MUSKETEERS, 0, clock=CLOCK)
    paused = begun().then(entry(begun(), "pause", "3000", at=3000))
    asked = begun().then(entry(begun(), "offer", "takeback", 1))
    solitaire = Match.start(GAMES["citadel"], 1)
    for match, one, says in [
        (start, spending(start, 0, 0, text="c3 c4"), "0 .* but the clock is not running"),
        (begun(None), spending(begun(None), 5, 9), "5 .* but the game has no base/increment clock"),
        (begun(Daily(1)), spending(begun(Daily(1)), 5, 9), "the game has no base/increment clock"),
        (solitaire, replace(entry(solitaire, "resign"), spent=0), "no base/increment clock"),
        (begun(), spending(begun(), 9001, 9000), "9001 .* but 9000 passed since the last entry that charged"),
        (begun(), spending(begun(), -1, 9000), "-1 milliseconds spent, but 9000 passed"),
        (paused, spending(paused, 9001, 9000), "but 9000 passed"),
        (begun(), spending(begun(), 0, 9, "offer", "takeback"), "the act offer charges no time"),
        (asked, spending(asked, 0, 9, "withdraw", "takeback", 1), "the act withdraw charges no time"),
        (asked, spending(asked, 0, 9, "decline", "takeback", 0), "the act decline charges no time"),
        (begun(), replace(entry(begun(), "pause", "5", at=9), spent=0), "the act pause charges no time"),
    ]:
        with pytest.raises(IllegalMove, match=says) as refused:
            match.then(one)
        assert refused.value.rule == "not_in_time"
        with pytest.raises(IllegalMove, match=says):
            match.then_logged(one)
        match.after(one)  # the log of this server is not checked again


def test_move_is_too_late_by_what_it_spent() -> None:
    for spent, at, late in [
        (60_000, 60_000, False),
        (60_000, 10**6, False),
        (0, 10**6, False),
        (60_001, 60_001, True),
        (60_001, 10**6, True),
        (None, 60_001, True),
    ]:
        one = spending(begun(), spent, at)
        if late:
            assert refusal(begun(), one) == "too_late", (spent, at)
        else:
            assert begun().then(one).turn == 1, (spent, at)


def test_flag_needs_both_the_deadline_and_all_time_spent() -> None:
    paused = begun().then(entry(begun(), "pause", "3000", at=3000))
    for match, spent, at, early in [
        (begun(), 60_000, 60_000, False),
        (begun(), 60_001, 60_001, False),
        (begun(), 59_999, 60_000, True),
        (begun(), 59_999, 10**6, True),
        (begun(), None, 60_000, False),
        (begun(), None, 59_999, True),
        (paused, 60_000, 62_999, True),
        (paused, 60_000, 63_000, False),
    ]:
        one = spending(match, spent, at, "flag", "", 0)
        assert refusal(match, replace(one, seat=1)) == "too_early"
        if early:
            assert refusal(match, one) == "too_early", (spent, at)
        else:
            over = match.then(one)
            assert (over.outcome, left(over)) == (Outcome(1, "flag"), (0, 60_000)), (spent, at)


def test_move_for_an_older_ply_keeps_what_it_spent() -> None:
    match = begun()
    asked = match.then(entry(match, "offer", "takeback", 1, at=3000))
    moved = asked.then(spending(match, 1000, 4000))
    assert moved.last == Entry(3, 0, "move", "a1 b1", START + 4000, 1000)
    assert left(moved) == (64_000, 60_000)


def test_time_left_counts_from_when_charging_really_started() -> None:
    clocks = Clocks(CLOCK, (60_000, 50_000), 0, 1000)
    for paused, at, since, remains in [
        (0, 5000, None, 56_000),
        (0, 5000, 1000, 56_000),
        (0, 5000, 500, 56_000),  # never earlier than the log says
        (0, 5000, 4000, 59_000),
        (0, 5000, 6000, 60_000),
        (1500, 5000, None, 57_500),
        (1500, 5000, 2000, 58_500),
        (9000, 5000, 2000, 60_000),
    ]:
        found = replace(clocks, paused=paused)
        assert found.as_of(at, since=since) == (remains, 50_000), (paused, at, since)
        assert found.spent(at, since=since) == 60_000 - remains, (paused, at, since)
    assert replace(clocks, running=None).as_of(10**6, since=0) == (60_000, 50_000)


@dataclass
class Ledger:
    """What a clock has, kept like a bank book: a plain sum of what entries charge and gain."""

    full: int
    increment: int | None  # in milliseconds; None: each move is given the full time
    left: list[int] = field(default_factory=list)
    since: int = START
    paused: int = 0

    def __post_init__(self) -> None:
        self.left = [self.full, self.full]

    def post(self, match: Match, one: Entry) -> None:
        """Post an entry that follows this match."""
        assert match.clocks is not None
        running = match.clocks.running
        if one.act == "pause":
            self.paused += int(one.text)
        if one.act in QUIET_ACTS:
            return
        if running is not None:
            by_time = max(0, one.at - self.since - self.paused)
            self.left[running] = max(0, self.left[running] - (by_time if one.spent is None else one.spent))
            if one.act == "move" and self.increment is None:
                self.left = [self.full, self.full]
            elif one.act == "move":
                self.left[running] += self.increment or 0
        self.since, self.paused = one.at, 0


steps = st.lists(
    st.tuples(
        st.sampled_from(("move", "move", "offer", "accept", "decline", "pause", "flag", "resign")),
        st.integers(0, 60_000),
        st.none() | st.just(1.0) | st.floats(0, 1),  # the share of the time passed that is spent
        st.integers(0, 999),
    ),
    min_size=5,
    max_size=25,
)


def proposed(match: Match, act: str, at: int, share: float | None, pick: int) -> Entry:
    """Return an entry for this match, permitted or not; if it charges the clock, with part of the time."""
    seat, text = match.turn, ""
    if act == "move":
        text = match.legal[pick % len(match.legal)]
    elif act == "offer":
        text, seat = "takeback", pick % 2
    elif act in ("accept", "decline"):
        seat = 1 - match.offers[0].seat if match.offers else pick % 2
        text = match.accepting("takeback", seat) if act == "accept" else "takeback"
    elif act == "pause":
        text, seat = str(pick * 20), None
    spent = None
    clocks = match.clocks
    assert clocks is not None
    timed = isinstance(clocks.control, Timed) and clocks.running is not None
    if share is not None and timed and act not in QUIET_ACTS:
        spent = round(share * (at - clocks.since))
    return Entry(match.ply, seat, act, text, at, spent)  # type: ignore[arg-type]


CLOCKS: dict[Control, Ledger] = {
    CLOCK: Ledger(60_000, 5000),
    Timed(0, 1): Ledger(3000, 1000),
    Timed(0, 4): Ledger(4000, 4000),
    Daily(2): Ledger(2 * 24 * 3_600_000, None),
}


@given(st.sampled_from([*CLOCKS]), steps)
def test_clocks_are_the_sum_of_what_entries_charge(
    clock: Control, happened: list[tuple[str, int, float | None, int]]
) -> None:
    """The same by `then`, replay, resume, the JSON of the log, and pickle."""
    ledger = replace(CLOCKS[clock])
    match, at = begun(clock), START
    log = [Entry(ply, ply, "move", text, START) for ply, text in enumerate(OPENING_MOVES)]
    for act, wait, share, pick in happened:
        if match.outcome:
            break
        if act == "resign" and pick % 8:
            continue
        at += wait
        one = proposed(match, act, at, share, pick)
        try:
            after = match.then(one)
        except IllegalMove:
            continue
        if act == "flag":
            assert match.deadline is not None
            assert match.deadline <= at
        ledger.post(match, one)
        log.append(one)
        match = after
        assert match.clocks is not None
        assert list(match.clocks.left) == ledger.left
        running = match.clocks.running
        if running is not None:
            assert match.deadline == ledger.since + ledger.paused + ledger.left[running]
    for again in (Match.replay, Match.resume):
        assert picture(again(MUSKETEERS, 0, log, clock=clock)) == picture(match)
    assert picture(pickle.loads(pickle.dumps(match))) == picture(match)  # noqa: S301
    record = Record("x", MUSKETEERS, None, None, clock, False, tuple(log), match.outcome)
    written = json.loads(json.dumps(record.dump()))
    assert ("spent" in written) == any(one.spent is not None for one in log)
    assert load(written) == record
    assert picture(load(written).replay()) == picture(match)
