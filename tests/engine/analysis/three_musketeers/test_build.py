"""Values of the tables against a plain solver by the rules, and facts derived from them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.analysis.three_musketeers.build import BACKED_UP, HALF, LOST, WON, build
from engine.analysis.three_musketeers.layout import Bytes, layer
from engine.analysis.three_musketeers.searches import position_of
from engine.analysis.three_musketeers.tables import SHIPPED_MEN, shipped_distances
from engine.three_musketeers.rules import CARDINAL, GAME
from tests.engine.analysis.three_musketeers.slow_solver import solve, state_of
from tests.soak import size


@pytest.fixture(scope="module")
def small() -> dict[tuple[int, int], Bytes]:
    """The layers of all phases up to four men."""
    found: dict[tuple[int, int], Bytes] = {}
    for phase in range(4):
        values = None
        for men in range(5):
            values = found[men, phase] = build(men, phase, values)
    return found


@pytest.mark.slow
def test_layers_of_few_men_agree_with_a_plain_solver(small: dict[tuple[int, int], Bytes]) -> None:
    random, counted, won = Random(7), 0, 0
    while counted < size(20_000, 1500):
        squares = random.sample(range(25), 3 + random.choice((0, 1, 2, 3, 3, 3)))
        state = state_of(squares, CARDINAL)
        end = GAME.outcome(state)
        if end is not None and end.reason == "aligned":
            continue
        position = position_of(state)
        place = layer(position.left, position.phase).places(
            np.array([position.musketeers], np.int32), np.array([position.men], np.int32)
        )
        value = int(small[position.left, position.phase][place][0])
        winner, plies = solve(state)
        assert value == (WON - plies if winner == CARDINAL else LOST + plies), GAME.show(state)
        counted, won = counted + 1, won + winner
    assert won > 20


def test_a_value_one_ply_before_is_a_ply_further_from_the_end() -> None:
    assert BACKED_UP[WON] == WON - 1
    assert BACKED_UP[LOST] == LOST + 1
    assert all((BACKED_UP[value] >= HALF) == (value >= HALF) for value in (*range(1, 50), *range(150, 201)))


@pytest.mark.slow
def test_the_shipped_distances_are_those_that_are_built(small: dict[tuple[int, int], Bytes]) -> None:
    for phase in range(4):
        assert np.array_equal(shipped_distances(phase), small[SHIPPED_MEN, phase])
