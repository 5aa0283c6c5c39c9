"""Names of squares and their neighbours, against coordinates computed by hand."""

from __future__ import annotations

from engine.cards import CARDS, NUMBER, RANKS, SUITS
from engine.grid import ORTHOGONAL, Grid
from tests.rows import each_row

SIX = Grid(3, 2)
KNIGHT = ((1, 2), (2, 1))


def test_squares_are_named_file_by_file_within_a_rank() -> None:
    assert SIX.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert SIX.index["b2"] == 4
    assert Grid(10, 10, first=0).names[0] == "a0"
    assert Grid(10, 10, first=0).names[-1] == "j9"
    assert Grid(5, 5).names[12] == "c3"


@each_row("grid", [SIX, Grid(5, 5), Grid(10, 10, first=0)])
def test_a_name_is_the_name_of_one_square(grid: Grid) -> None:
    assert len(set(grid.names)) == grid.width * grid.height
    assert [grid.index[name] for name in grid.names] == list(range(len(grid.names)))


def test_steps_stay_on_the_board_in_the_order_of_the_directions() -> None:
    a1, b1, c1, a2, b2, c2 = range(6)
    assert SIX.steps(ORTHOGONAL) == ((a2, b1), (b2, c1, a1), (c2, b1), (b2, a1), (c2, b1, a2), (c1, b2))


def test_long_steps_stay_on_the_board_too() -> None:
    grid = Grid(5, 5)
    far = {grid.names[at]: [grid.names[end] for end in ends] for at, ends in enumerate(grid.steps(KNIGHT))}
    assert far["a1"] == ["b3", "c2"]
    assert far["d3"] == ["e5"]
    assert far["c4"] == ["e5"]
    assert far["e5"] == []


def test_rays_run_to_the_edge_nearest_first() -> None:
    grid = Grid(5, 5)
    north, east, south, west = (
        [grid.names[square] for square in ray] for ray in grid.rays(ORTHOGONAL)[grid.index["b2"]]
    )
    assert north == ["b3", "b4", "b5"]
    assert east == ["c2", "d2", "e2"]
    assert south == ["b1"]
    assert west == ["a2"]


def test_the_cards_are_the_fifty_two() -> None:
    assert len(set(CARDS)) == len(CARDS) == 52
    assert CARDS[0] == "AC"
    assert CARDS[-1] == "KS"
    assert {card[0] for card in CARDS} == set(RANKS)
    assert {card[1] for card in CARDS} == set(SUITS)
    assert (NUMBER["A"], NUMBER["9"], NUMBER["X"], NUMBER["K"]) == (1, 9, 10, 13)
