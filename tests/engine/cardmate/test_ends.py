"""Ends of Cardmate games: Kings, palaces and draws, and the history that a state keeps for them."""

from __future__ import annotations

import pytest

from engine import Outcome
from engine.cardmate.board import State
from tests.engine.cardmate.boards import FIRST, GAME, board, played, text


def there_and_back(state: State, times: int) -> State:
    for _ in range(times):
        state = played(state, "a0 a1", "j9 j8", "a1 a0", "j8 j9")
    return state


def test_the_third_occurrence_is_a_draw() -> None:
    state = there_and_back(board({}), 1)
    assert GAME.outcome(state) is None
    state = played(state, "a0 a1", "j9 j8", "a1 a0")
    assert GAME.outcome(state) is None
    assert GAME.outcome(GAME.apply(state, "j8 j9")) == Outcome(None, "repetition")


def test_ones_that_step_forth_and_back_repeat_a_position_too() -> None:
    state = board({"d2": "+1C", "g7": "-1D"})
    for _ in range(2):
        assert GAME.outcome(state) is None
        state = played(state, "d2 d3", "g7 g6", "d3 d2", "g6 g7")
    assert GAME.outcome(state) == Outcome(None, "repetition")


def test_the_same_board_with_the_other_side_to_move_is_another_position() -> None:
    """A walk of three squares on one side and of two on the other: after five plies the board is the same,
    and it is the other side's turn."""
    state = board({})
    for number in range(4):
        assert GAME.outcome(state) is None
        if number % 2 == 0:
            state = played(state, "a0 a1", "j9 j8", "a1 b1", "j8 j9", "b1 a0")
        else:
            state = played(state, "j9 j8", "a0 a1", "j8 i8", "a1 a0", "i8 j9")
        assert (state.board, state.turn) == (board({}).board, 1 - number % 2)
    assert GAME.outcome(state) == Outcome(None, "repetition")


def test_a_capture_and_a_promotion_forget_the_earlier_positions() -> None:
    state = there_and_back(board({"d4": "+1C", "g4": "+8H", "h6": "-2D"}), 1)
    assert state.occurrences is not None
    assert GAME.apply(state, "g4 h6").occurrences is None
    assert GAME.apply(state, "d4 d5 A").occurrences is None
    assert GAME.apply(state, "d4 d5 1").occurrences is not None
    with pytest.raises(ValueError, match="plies since a capture or a One's move"):
        FIRST.position(text({}, "F 0"))
