"""Numbering of positions: the phase that never changes, and one place for each position of a layer."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.analysis.three_musketeers.layout import (
    CANONICAL,
    IN_LINE,
    SQUARES,
    STANDARD,
    SYMMETRIES,
    bits_of,
    canonical_of,
    image,
    in_line,
    layer,
    phase_of,
)
from engine.analysis.three_musketeers.searches import position_of
from engine.three_musketeers.rules import CARDINAL, GAME, NEIGHBOURS, START, State, outcome
from tests.soak import size


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


def test_from_the_start_dark_musketeers_and_dark_empty_squares_are_even_or_odd_by_captures_and_turn() -> None:
    """The two parities, told without `phase_of`, in all positions of the first six plies."""
    level = {START}
    for _ in range(size(7, 6)):
        for state in level:
            taken = state.board.count(".")
            dark = [piece for square, piece in enumerate(state.board) if square % 2 == 0]
            assert (dark.count("M") - 3 - taken) % 2 == 0
            half = (dark.count("M") + 2 * dark.count(".") - 3 * taken - 3) // 2
            assert half % 2 == state.turn
        level = {
            GAME.apply(state, move) for state in level if outcome(state) is None for move in GAME.legal(state)
        }


def test_symmetries_keep_neighbours_and_colours() -> None:
    assert len({tuple(symmetry) for symmetry in SYMMETRIES}) == 8
    beside = {(a, b) for a in range(25) for b in NEIGHBOURS[a]}
    for number in range(8):
        where = [bits_of(image(number, 1 << bit))[0] for bit in range(SQUARES)]
        assert sorted(where) == list(range(SQUARES))
        assert all((bit < 13) == (to < 13) for bit, to in enumerate(where))
    assert len(beside) == 80


def test_one_of_eight_symmetric_sets_of_musketeers_is_chosen() -> None:
    for bits in ((0, 1, 14), (3, 20, 24), (13, 14, 18), (6, 5, 7)):
        musketeers = np.array([sum(1 << bit for bit in bits)], np.int32)
        number, symmetry = canonical_of(musketeers)
        if in_line(bits):
            assert number[0] == IN_LINE
            continue
        group, dark = CANONICAL[number[0]]
        assert image(int(symmetry[0]), int(musketeers[0])) == dark | group.light << 13
    assert len(CANONICAL) == 301


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


def test_symmetric_positions_have_one_place() -> None:
    state = GAME.position("2ooM/o1o1o/oMo2/3oo/ooMo1 c")
    position = position_of(state._replace(turn=CARDINAL))
    places = set()
    for symmetry in range(8):
        musketeers = np.array([image(symmetry, position.musketeers)], np.int32)
        men = np.array([image(symmetry, position.men)], np.int32)
        assert phase_of(int(musketeers[0]), int(men[0])) == position.phase
        places.add(int(layer(position.left, position.phase).places(musketeers, men)[0]))
    # Where a symmetry maps the musketeers onto themselves, a position has a place for each of them.
    assert len(places) == 1
