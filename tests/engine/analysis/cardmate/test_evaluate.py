"""Evaluations of positions by the engine, and their values in the published games."""

from __future__ import annotations

from engine import Game
from engine.analysis import Limits
from engine.analysis.cardmate.board import board_of
from engine.analysis.cardmate.evaluation import piece_square_table
from engine.analysis.cardmate.searches import MAX_POINTS, evaluate
from engine.cardmate.board import State
from engine.cardmate.rules import ANY_TWO, BOTH_KINGS, ONE_KING, Palace
from tests.engine.cardmate.boards import EVERY, GAME, PALACES, board
from tests.rows import each_row


@each_row("game", EVERY[::3])
def test_a_view_has_points_a_depth_a_line_and_the_values_of_moves(game: Game[State]) -> None:
    state = game.start(1)
    found = evaluate(game, state, Limits(nodes=8_000))
    assert not found.value.exact
    assert found.value.points is not None
    assert found.value.depth is not None
    assert found.value.depth >= 2
    assert set(found.best) <= set(found.moves) <= set(game.legal(state))
    assert len(found.moves) > 10
    for move in found.line:
        state = game.play(state, move)


def test_no_move_is_told_to_be_better_than_the_best() -> None:
    for state, sign in ((GAME.start(0), 1), (GAME.apply(GAME.start(0), "b2 c3"), -1)):
        found = evaluate(GAME, state, Limits(nodes=8_000))
        best = found.moves[found.best[0]].points
        assert best is not None
        assert all(sign * (value.points or 0) <= sign * best for value in found.moves.values())


def test_points_have_a_bound() -> None:
    cards = {"a5": "+AC", "b5": "+QH", "c5": "+QD", "d5": "+QS", "e5": "+QC", "f5": "+AD", "a9": "-1S"}
    found = evaluate(GAME, board(cards, "F"), Limits(nodes=100))
    assert found.value.exact or abs(found.value.points or 0) <= MAX_POINTS


@each_row("palace", [BOTH_KINGS, ONE_KING, ANY_TWO])
def test_both_sides_cards_are_worth_the_same_seen_from_their_own_side(palace: Palace) -> None:
    table = piece_square_table(palace)
    for piece in range(1, 57):
        for square in range(100):
            assert table[piece][square] == -table[piece + 56][99 - square]


def test_the_published_setup_is_even_to_the_eye() -> None:
    assert [board_of(game, game.start(0)).score for game in PALACES] == [0, 0, 0]
