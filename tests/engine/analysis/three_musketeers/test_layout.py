"""Numbering of positions: the phase that never changes, and one place for each position of a layer."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.analysis.three_musketeers.layout import CANONICAL, SQUARES, STANDARD, layer, phase_of
from engine.analysis.three_musketeers.searches import position_of
from engine.three_musketeers.rules import GAME, START, State


@given(st.lists(st.integers(0, 10_000), max_size=44), st.permutations(range(25)), st.integers(0, 22))
def test_no_move_changes_the_phase_of_a_game(choices: list[int], squares: list[int], men: int) -> None:
    board = ["."] * 25
    for place, square in enumerate(squares[: 3 + men]):
        board[square] = "M" if place < 3 else "o"
    state = State("".join(board), 0)
    phase = position_of(state).phase
    for choice in choices:
        moves = GAME.legal(state)
        if not moves:
            return
        state = GAME.apply(state, moves[choice % len(moves)])
        assert position_of(state).phase == phase


def test_the_start_position_has_the_standard_phase() -> None:
    assert position_of(START).phase == STANDARD


def test_every_position_of_a_layer_has_a_place_of_its_own() -> None:
    """With three men: each place is taken by positions that are symmetric, and by no others."""
    chosen = [dark | group.light << 13 for group, dark in CANONICAL]
    pairs = [
        (musketeers, 1 << a | 1 << b)
        for musketeers in chosen
        for a in range(SQUARES)
        for b in range(a)
        if not musketeers & (1 << a | 1 << b) and phase_of(musketeers, 1 << a | 1 << b) == STANDARD
    ]
    musketeers, men = np.array(pairs, np.int32).T
    places = layer(2).places(musketeers, men)
    assert layer(2).size == len(pairs)
    assert sorted(places) == list(range(len(pairs)))


def test_the_layers_have_316_million_positions_and_those_stored_105_million() -> None:
    assert sum(layer(men).size for men in range(22)) == 315_621_263
    assert sum(layer(men).size for men in (7, 10, 13, 16, 19)) == 104_875_864
