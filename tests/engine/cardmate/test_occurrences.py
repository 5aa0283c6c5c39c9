"""The history of positions in a state of Cardmate: as a value, at any length, and its cost."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from collections import Counter
from functools import cache
from types import FrameType
from typing import Any, TypeVar

from engine import Game
from engine.cardmate.board import State
from engine.cardmate.occurrences import Occurrences
from tests.engine.cardmate.boards import FIRST, GAME, text
from tests.rows import each_row

T = TypeVar("T")
Trace = Any  # what sys.settrace takes
ENDGAME = {"a0": "+KC", "d2": "+1C", "e1": "+8S", "i9": "-KD", "g7": "-1S", "e8": "-8H"}


@cache
def long_game(game: Game[State], plies: int) -> tuple[tuple[State, ...], tuple[str, ...]]:
    """Return a random game without capture, promotion and end: its states, one more than its moves; Ones move
    so often that version 1 does not end it."""
    rng = random.Random(7)
    states, moves = [game.position(text(ENDGAME))], list[str]()
    while len(moves) < plies:
        state = states[-1]
        ones = state.idle > 150
        for move in rng.sample(game.legal(state), len(game.legal(state))):
            after = game.apply(state, move)
            if after.occurrences and not (ones and after.idle) and game.outcome(after) is None:
                break
        states.append(after)
        moves.append(move)
    return tuple(states), tuple(moves)


def test_occurrences_are_those_of_a_plain_count() -> None:
    rng, occurrences, counted = random.Random(1), Occurrences(), Counter[tuple[int, bytes]]()
    for _ in range(600):
        board, turn = bytes([rng.randrange(90)]) * 100, rng.randrange(2)
        assert occurrences.times(board, turn) == counted[turn, board]
        occurrences = occurrences.after(board, turn)
        counted[turn, board] += 1
    assert occurrences.counts() == counted


def test_a_position_more_leaves_the_earlier_positions_as_they_were() -> None:
    before = Occurrences().after(b"a", 0)
    after = before.after(b"a", 0).after(b"b", 1)
    assert (before.times(b"a", 0), before.times(b"b", 1), before.times(b"a", 1)) == (1, 0, 0)
    assert (after.times(b"a", 0), after.times(b"b", 1)) == (2, 1)
    assert before != after


def unpickled(value: T) -> T:
    made: T = pickle.loads(pickle.dumps(value))  # noqa: S301
    return made


def chain(length: int, first: bytes) -> Occurrences:
    occurrences = Occurrences().after(first, 0)
    for number in range(length):
        occurrences = occurrences.after(number.to_bytes(4, "big"), number % 2)
    return occurrences


def test_pasts_are_equal_by_their_positions_however_many() -> None:
    one, two, other = chain(3000, b"a"), chain(3000, b"a"), chain(3000, b"b")
    assert one == two
    assert hash(one) == hash(two)
    assert one != other
    assert hash(one) != hash(other)
    assert one != chain(2999, b"a")
    assert one != "a table"
    assert Occurrences().after(b"a", 0).after(b"b", 0) == Occurrences().after(b"b", 0).after(b"a", 0)


def test_a_past_is_copied_and_pickled_at_any_length() -> None:
    occurrences = chain(3000, b"a")
    for other in (copy.copy(occurrences), copy.deepcopy(occurrences), unpickled(occurrences)):
        assert other == occurrences
        assert other.times(b"a", 0) == 1
    assert repr(occurrences) == "Occurrences(3001 positions, 3001 different)"


def lines(game: Game[State], state: State, move: str) -> int:
    """Return the number of Python lines executed by a move and the judgement of the next position."""
    count = 0

    def trace(_: FrameType, event: str, __: object) -> Trace:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        game.outcome(game.apply(state, move))
    finally:
        sys.settrace(before)
    return count


@each_row("game, late", [(GAME, 180), (FIRST, 1000), (FIRST, 6000)])
def test_a_move_costs_the_same_late_in_a_game_as_early(game: Game[State], late: int) -> None:
    """A walk through all earlier positions would add as many lines of Python."""
    states, moves = long_game(game, late + 20)
    early = [lines(game, states[ply], moves[ply]) for ply in range(10, 30)]
    after = [lines(game, states[ply], moves[ply]) for ply in range(late, late + 20)]
    assert sum(after) < 1.5 * sum(early) + 20 * late / 10


def test_the_key_of_a_position_leaves_out_how_it_came_about() -> None:
    states, _ = long_game(GAME, 30)
    for state in states:
        assert GAME.key(state) == GAME.key(GAME.position(GAME.show(state)))
    assert len({GAME.key(state) for state in states}) == len({(state.board, state.turn) for state in states})
    here, there = GAME.position(text(ENDGAME)), GAME.position(text(ENDGAME, "R"))
    assert GAME.key(here) != GAME.key(there)
