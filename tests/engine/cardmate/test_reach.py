"""Reach of Cardmate cards: computed once per position, and only for cards affected by a move."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import Game
from engine.cardmate import reach
from engine.cardmate.board import State
from engine.cardmate.reach import Reached, reached_by, squares_of
from tests.engine.cardmate.boards import EVERY, GAME
from tests.engine.cardmate.test_plain import sparse
from tests.rows import rest_slow


def compute_anew(board: bytes, seat: int) -> Reached:
    """What the seat reaches, without what is known of other boards."""
    cards = [reach.reach(board, square)[1:] for square in squares_of(board, seat)]
    return Reached(*(tuple(text for card in cards for text in card[kind]) for kind in range(5)))


def random_line(game: Game[State], state: State, rng: random.Random, plies: int) -> Iterator[State]:
    for _ in range(plies):
        yield state
        if game.outcome(state) is not None:
            return
        state = game.apply(state, rng.choice(game.legal(state)))


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The squares of the cards for which it is computed what they reach, from now on."""
    squares: list[int] = []
    one = reach.reach

    def note(board: bytes, square: int) -> reach.Reach:
        squares.append(square)
        return one(board, square)

    reach.clear_cache()
    monkeypatch.setattr(reach, "reach", note)
    return squares


def test_after_a_move_only_the_cards_that_it_concerns_are_computed_anew(computed: list[int]) -> None:
    rng = random.Random(1)
    plies = sum(1 for deal in range(5) for _ in random_line(GAME, GAME.start(deal), rng, 60))
    assert plies > 200
    assert len(computed) < 8 * plies, "of some 20 cards on the side of the seat to move"


@pytest.mark.parametrize("game", rest_slow(EVERY[::4]), ids=lambda game: game.id)
def test_what_is_kept_from_earlier_positions_is_what_is_computed_anew(game: Game[State]) -> None:
    """Both seats are asked, the seat to move at some plies only, and lines branch off from earlier states."""
    rng, compared = random.Random(game.id), 0
    starts = [game.start(deal) for deal in range(3)] + [game.position(sparse(rng)) for _ in range(30)]
    for start in starts:
        line = list(random_line(game, start, rng, 40))
        branches = [list(random_line(game, rng.choice(line), rng, 10)) for _ in range(3)]
        for state in [state for branch in (line, *branches) for state in branch]:
            for seat in rng.sample((0, 1), rng.randrange(3)):
                assert reached_by(state.board, seat) == compute_anew(state.board, seat), game.show(state)
                compared += 1
    assert compared > 300
