"""Charging of running clocks: from the offer of the position to the arrival of the move, without pauses and
without the latency allowance; and clocks in frames."""

from __future__ import annotations

from functools import partial

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.db.clock import now
from app.games import acts
from app.games.game_clock import BANK_AT_START, MAX_ALLOWANCE, MAX_BANK, Arrival, GameClock, Loaded
from app.games.stalls import Stalls
from app.games.state import Access
from app.model.game_info import GameInfo, Player
from app.wiring import Services
from engine import Entry, Match, Timed
from engine.entry import Act
from tests.app.http_players import Json, Person, guest, moves
from tests.app.stored_games import HOUR, info, new_game, play

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


class Board(Loaded):
    """A game in which each seat has moved, and its clock."""

    def __init__(self, control: Timed = SLOW) -> None:
        super().__init__(*begun(control))
        self.clock = GameClock(self, Stalls(), lambda _: True, first_move=0)

    def write(self, entry: Entry, began: int | None = None) -> None:
        """Take an entry as written; the position after it was offered at `began`."""
        self.match = self.match.then(entry)
        self.log.append(entry)
        self.clock.follow([entry], offered=False)
        if began is not None:
            self.clock.began = began

    def elapsed(self, at: int) -> int:
        assert self.match.clocks
        return self.clock.elapsed(self.match.clocks, at)


def move_of(match: Match, at: int) -> Entry:
    return Entry(match.ply, match.turn, "move", match.legal[0], at)


def spend(control: Timed, latencies: list[int], *, thought: int = 2000) -> list[int]:
    """Return the allowances of the moves of one seat with these latencies; the other seat has none."""
    board, at, allowed = Board(control), HOUR, list[int]()
    for latency in latencies:
        for own in (latency, 0):
            at += thought
            entry = board.clock.charge(move_of(board.match, at), Arrival(at, own))
            assert entry.spent is not None
            if own is latency:
                allowed.append(thought - entry.spent)
            board.write(entry, began=at)
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
    board = Board()
    assert board.elapsed(HOUR + 3000) == 3000, "by the log"
    board.clock.began = HOUR + 500
    assert board.elapsed(HOUR + 3000) == 2500
    board.write(Entry(2, None, "pause", "1000", HOUR + 2000))
    board.clock.dismiss()  # the player to move was there
    assert board.elapsed(HOUR + 3000) == 1500
    assert board.elapsed(HOUR + 1200) == 500, "a move that arrived during the pause"
    assert board.clock.left(HOUR + 3000)[board.match.turn or 0] == 600_000 - 1500


def test_a_pause_before_the_offer_costs_and_gives_nothing() -> None:
    board = Board()
    board.write(Entry(2, None, "pause", "1000", HOUR + 1000), began=HOUR + 1000)
    board.clock.dismiss()
    assert board.elapsed(HOUR + 3000) == 2000


def test_only_entries_that_end_a_turn_are_charged() -> None:
    board = Board()
    charged: dict[Act, int | None] = {"offer": None, "decline": None, "pause": None}
    charged |= {"move": 9, "resign": 9, "flag": 9, "accept": 9}
    for act, spent in charged.items():
        entry = board.clock.charge(Entry(2, board.match.turn, act, "", HOUR + 9), Arrival(HOUR + 9, 0))
        assert entry.spent == spent, act


def test_a_repetition_counts_as_of_the_first_arrival_of_the_same_move() -> None:
    board, first, later = Board(), Arrival(HOUR + 100, 0), Arrival(HOUR + 5000, 0)
    move, clock = acts.Move(2, "a"), board.clock
    assert clock.first_arrival(0, move, first) == first
    assert clock.first_arrival(0, move, later) == later, "the first one was answered"
    clock.keep_arrival(0, move, first)
    clock.keep_arrival(0, move, Arrival(HOUR + 2000, 0))
    assert clock.first_arrival(0, move, later) == first
    for seat, other in ((1, move), (0, acts.Move(3, "a")), (0, acts.Move(2, "b"))):
        assert clock.first_arrival(seat, other, later) == later
    board.write(move_of(board.match, HOUR + 6000))
    assert clock.first_arrival(0, move, later) == later


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
    board, at = Board(Timed(600, 2)), HOUR
    left = list(board.match.clocks.left) if board.match.clocks else []
    for offered, thought, latency, pause in turns:
        board.clock.began = at + offered
        at += offered + thought
        if pause:
            board.write(Entry(board.match.ply, None, "pause", str(min(pause, thought)), at))
            board.clock.dismiss()
        seat = board.match.turn
        assert seat is not None
        entry = board.clock.charge(move_of(board.match, at), Arrival(at, latency))
        assert entry.spent is not None
        left[seat] += 2000 - entry.spent
        board.write(entry)
        assert board.match.clocks
        assert list(board.match.clocks.left) == left
        if board.match.outcome:
            break


async def test_a_game_has_the_clock_that_was_asked_for(http: httpx.AsyncClient) -> None:
    person, asked = await guest(http), list[Json]()
    for clock in ({"base": 600, "increment": 5}, {"base": 0, "increment": 1}, {"days": 14}, {"days": 1}):
        made = await person.create_game(clock=clock)
        full = clock["days"] * 86_400_000 if "days" in clock else (clock["base"] or 3) * 1000
        state = made["state"]
        assert state["control"] == clock
        assert (state["clock"]["left"], state["clock"]["running"]) == ([full, full], None)
        assert (await Person(http).get(f"/api/games/{made['id']}/log")).json()["clock"] == clock
        asked.insert(0, clock)
    listed = (await person.get(f"/api/games?player={person.id}")).json()["items"]
    assert sorted(map(str, asked)) == sorted(str(item["control"]) for item in listed)


async def test_a_frame_with_a_running_clock_is_encoded_anew_when_it_is_old(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = now()
    monkeypatch.setattr("app.db.clock.now", lambda: at)
    game = await new_game(services.games.store, control=Timed(600))
    async with services.games.sessions.open(game.id) as session:
        await play(session, *MOVES[:2])
        running = session.match.turn or 0
        encoded = (session.view.state_text, partial(session.view.step_text, access=Access.OPEN))
        first = [text(None) for text in encoded]
        at += 90
        assert [text(None) for text in encoded] == first, "encoded once for all"
        at += 20
        again = [text(None) for text in encoded]
        for texts, left in ((first, 600_000), (again, 600_000 - 110)):
            assert [msgspec.json.decode(text or b"")["clock"]["left"][running] for text in texts] == [
                left,
                left,
            ]
