"""Evaluations of positions by the engine, and their values in the published games."""

from __future__ import annotations

from engine import GAMES, Game
from engine.analysis import Limits
from engine.analysis.cardmate.board import board_of
from engine.analysis.cardmate.evaluation import piece_square_table
from engine.analysis.cardmate.searches import MAX_POINTS, evaluate
from engine.cardmate.board import State
from engine.cardmate.rules import ANY_TWO, BOTH_KINGS, ONE_KING, Palace
from tests.engine.cardmate.boards import EVERY, GAME, PALACES, board
from tests.rows import each_row

SHUFFLED = GAMES["cardmate_shuffled"]
# Forehand loses in eight plies; proving that leaves a few of the default nodes, fewer than the line takes.
DEARLY_PROVED = (
    "-XD.-8D.1.-QS.-KS.-KD.-QH.-9H.-8C.-XC/-7H.1.-6C.1.-5H.2.-6S.1.-7C/1.-2S.-3C.2.-5D.-4D.-3S.-2H.1/"
    "2.-JH.+JD.6/2.-4S.4.-JC.2/+1C.+3D.8/2.+JS.3.+1H.1.-9D.1/1.+2C.1.+4H.4.+2D.+4C/"
    "+7S.1.+6D.1.+5S.+5C.1.+6H.+9C.+7D/+XS.+8H.+9S.+QC.+KC.+KH.2.+8S.+XH F 1"
)


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


def test_a_win_whose_proof_takes_nearly_all_nodes_has_its_line_nevertheless() -> None:
    found = evaluate(SHUFFLED, SHUFFLED.position(DEARLY_PROVED), Limits())
    assert (found.value.winner, found.value.plies) == (1, 8)
    assert len(found.line) == 8


@each_row("palace", [BOTH_KINGS, ONE_KING, ANY_TWO])
def test_both_sides_cards_are_worth_the_same_seen_from_their_own_side(palace: Palace) -> None:
    table = piece_square_table(palace)
    for piece in range(1, 57):
        for square in range(100):
            assert table[piece][square] == -table[piece + 56][99 - square]


def test_the_published_setup_is_even_to_the_eye() -> None:
    assert [board_of(game, game.start(0)).score for game in PALACES] == [0, 0, 0]
