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


def chain(length: int, first: bytes) -> Occurrences:
    occurrences = Occurrences().after(first, 0)
    for number in range(length):
        occurrences = occurrences.after(number.to_bytes(4, "big"), number % 2)
    return occurrences


def test_pasts_are_equal_copied_and_pickled_by_their_positions_however_many() -> None:
    past, other = chain(3000, b"a"), chain(3000, b"b")
    pickled = pickle.loads(pickle.dumps(past))  # noqa: S301
    for same in (chain(3000, b"a"), copy.copy(past), copy.deepcopy(past), pickled):
        assert same == past
        assert hash(same) == hash(past)
        assert same.times(b"a", 0) == 1
    assert hash(past) != hash(other)
    assert not {other, chain(2999, b"a"), "a table"} & {past}
    assert Occurrences().after(b"a", 0).after(b"b", 0) == Occurrences().after(b"b", 0).after(b"a", 0)
    assert repr(past) == "Occurrences(3001 positions, 3001 different)"


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
