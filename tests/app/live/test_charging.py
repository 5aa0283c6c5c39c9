"""Charging of running clocks: from the offer of the position to the arrival of the move, without pauses and
without the latency allowance."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.domain.game_info import GameInfo, Player
from app.live.charging import BANK_AT_START, MAX_ALLOWANCE, MAX_BANK, Arrival, Charging
from engine import Entry, Match, Timed
from engine.entry import Act
from tests.app.http_players import moves
from tests.app.stored_games import HOUR, info

MOVES = moves()
PEOPLE = (Player("white", "White"), Player("black", "Black"))
SLOW = Timed(600)


def begun(control: Timed = SLOW) -> tuple[GameInfo, Match, list[Entry]]:
    """Return a game in which each seat has moved, the second one at HOUR."""
    game = info(*PEOPLE, control=control)
    match, log = game.match(), list[Entry]()
    for ply, text in enumerate(MOVES[:2]):
        log.append(Entry(ply, match.turn, "move", text, HOUR - 1000 * (1 - ply)))
        match = match.then(log[-1])
    return game, match, log


def move_of(match: Match, at: int) -> Entry:
    return Entry(match.ply, match.turn, "move", MOVES[match.ply], at)


def spend(control: Timed, latencies: list[int], *, thought: int = 2000) -> list[int]:
    """Return the allowances of the moves of one seat with these latencies; the other seat has none."""
    _, match, log = begun(control)
    charging, at, allowed = Charging(control, log), HOUR, list[int]()
    for latency in latencies:
        for own in (latency, 0):
            at += thought
            entry = charging.charge(match, move_of(match, at), Arrival(at, own))
            assert entry.spent is not None
            if own is latency:
                allowed.append(thought - entry.spent)
            match = match.then(entry)
            charging.follow([entry], at)
    return allowed


def test_the_allowance_is_bounded_by_the_latency_the_move_and_the_bank() -> None:
    assert spend(SLOW, [100]) == [100]
    assert spend(SLOW, [10_000]) == [MAX_ALLOWANCE]
    assert spend(SLOW, [500] * 4) == [500, 500, 400, 200], "a second at the start, 200 ms more a move"
    assert spend(Timed(60), [500] * 4) == [500, 500, 200, 100], "100 ms more in fast games"
    assert spend(SLOW, [250] * 4) == [250] * 4
    assert BANK_AT_START + 200 < MAX_BANK


def test_no_more_than_the_time_thought_is_taken_off() -> None:
    assert spend(SLOW, [500], thought=30) == [30]


def test_charging_begins_when_the_position_is_offered_and_leaves_out_pauses() -> None:
    _, match, log = begun()
    charging = Charging(SLOW, log)
    assert match.clocks
    assert charging.elapsed(match.clocks, HOUR + 3000) == 3000, "by the log"
    charging.began = HOUR + 500
    assert charging.elapsed(match.clocks, HOUR + 3000) == 2500
    pause = Entry(2, None, "pause", "1000", HOUR + 2000)
    match = match.then(pause)
    charging.follow([pause], None)
    assert match.clocks
    assert charging.elapsed(match.clocks, HOUR + 3000) == 1500
    assert charging.elapsed(match.clocks, HOUR + 1200) == 500, "a move that arrived during the pause"
    assert charging.time_left(match.clocks, HOUR + 3000)[match.turn or 0] == 600_000 - 1500


def test_a_pause_before_the_offer_costs_and_gives_nothing() -> None:
    _, match, log = begun()
    charging = Charging(SLOW, log)
    pause = Entry(2, None, "pause", "1000", HOUR + 1000)
    match = match.then(pause)
    charging.follow([pause], None)
    charging.began = HOUR + 1000
    assert match.clocks
    assert charging.elapsed(match.clocks, HOUR + 3000) == 2000


def test_only_entries_that_end_a_turn_are_charged() -> None:
    _, match, log = begun()
    charging, seat = Charging(SLOW, log), match.turn
    acts: dict[Act, int | None] = {"offer": None, "decline": None, "pause": None}
    acts |= {"move": 9, "resign": 9, "flag": 9, "accept": 9}
    for act, spent in acts.items():
        entry = charging.charge(match, Entry(2, seat, act, "", HOUR + 9), Arrival(HOUR + 9, 0))
        assert entry.spent == spent, act


def test_a_repetition_counts_as_of_the_first_arrival_of_the_same_move() -> None:
    _, match, log = begun()
    charging, first, later = Charging(SLOW, log), Arrival(HOUR + 100, 0), Arrival(HOUR + 5000, 0)
    assert charging.first_arrival(0, 2, "a", first) == first
    assert charging.first_arrival(0, 2, "a", later) == later, "the first one was answered"
    charging.keep_arrival(0, 2, "a", first)
    charging.keep_arrival(0, 2, "a", Arrival(HOUR + 2000, 0))
    assert charging.first_arrival(0, 2, "a", later) == first
    for seat, ply, move in ((1, 2, "a"), (0, 3, "a"), (0, 2, "b")):
        assert charging.first_arrival(seat, ply, move, later) == later
    charging.follow([move_of(match, HOUR + 6000)], None)
    assert charging.first_arrival(0, 2, "a", later) == later


@given(
    st.lists(
        st.tuples(st.integers(0, 3000), st.integers(0, 3000), st.integers(0, 900), st.integers(0, 2000)),
        max_size=8,
    )
)
def test_the_match_takes_every_charge_and_its_clocks_add_up(
    turns: list[tuple[int, int, int, int]],
) -> None:
    """Each turn: until the position was offered, thinking time, latency, and a pause at its end."""
    control = Timed(600, 2)
    _, match, log = begun(control)
    charging, at, left = Charging(control, log), HOUR, list(match.clocks.left) if match.clocks else []
    for offered, thought, latency, pause in turns:
        charging.began = at + offered
        at += offered + thought
        if pause:
            entry = Entry(match.ply, None, "pause", str(min(pause, thought)), at)
            match = match.then(entry)
            charging.follow([entry], None)
        seat = match.turn
        assert seat is not None
        entry = charging.charge(match, move_of_any(match, at), Arrival(at, latency))
        assert entry.spent is not None
        left[seat] += 2000 - entry.spent
        match = match.then(entry)
        charging.follow([entry], None)
        log.append(entry)
        assert match.clocks
        assert list(match.clocks.left) == left
        if match.outcome:
            break


def move_of_any(match: Match, at: int) -> Entry:
    return Entry(match.ply, match.turn, "move", match.legal[0], at)
