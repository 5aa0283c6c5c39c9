"""The fast board against the rules: perft, and every ply of random games with every setup and palace."""

from __future__ import annotations

import pytest

from engine import Game, Outcome
from engine.analysis.cardmate.board import Board, board_of, key_of
from engine.analysis.cardmate.tables import code_of
from engine.cardmate.board import State
from tests.engine.analysis.cardmate.positions import few_cards, random_play
from tests.engine.cardmate.boards import EVERY, GAME, board
from tests.engine.games import varied
from tests.rows import each_row, rest_slow
from tests.soak import size

PLIES = 300
each = pytest.mark.parametrize("game", varied(EVERY), ids=lambda game: game.id)


def count(board: Board, depth: int) -> int:
    if board.won:
        return 0
    moves = board.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.make(move)
        total += count(board, depth - 1)
        board.take_back()
    return total


def picture(board: Board) -> tuple[object, ...]:
    return (
        *(bytes(board.squares), board.turn, board.idle, board.key, board.score, board.won),
        *(
            [sorted(cards.items()) for cards in board.cards],
            [*board.occupied],
            [*board.kings],
            [*board.suits],
        ),
    )


@each_row("depth, positions", [(1, 38), (2, 1_444), (3, 57_158), (4, 2_266_305)])
def test_perft_from_the_published_setup_is_the_published_one(depth: int, positions: int) -> None:
    assert count(board_of(GAME, GAME.start(0)), depth) == positions


def agree(game: Game[State], state: State, seed: int) -> Outcome | None:
    """Compare the board with the rules at every ply of a random game; return how the game ended."""
    fast = board_of(game, state)
    for now, move in random_play(game, state, seed, PLIES):
        outcome = game.outcome(now)
        assert bytes(fast.squares) == now.board
        assert (fast.outcome(), fast.turn, fast.idle) == (outcome, now.turn, now.idle)
        anew = board_of(game, now)
        assert fast.won or (picture(fast), fast.earlier) == (picture(anew), anew.earlier)
        if not outcome or outcome.winner is None:
            moves = fast.legal()
            assert sorted(map(fast.text, moves)) == sorted(game.legal(now))
            assert [code_of(fast.text(code)) for code in moves] == moves
        if move:
            fast.advance(code_of(move))
            won = game.outcome(game.apply(now, move))
            assert fast.won == (won is not None and won.winner == now.turn)
    return game.outcome(now)


@each
def test_the_board_agrees_with_the_rules_in_random_games(game: Game[State]) -> None:
    for deal in range(size(200, 2)):
        agree(game, game.start(deal), deal)


@pytest.mark.parametrize("game", rest_slow(EVERY[:3]), ids=lambda game: game.id)
def test_the_board_agrees_with_the_rules_to_every_kind_of_end(game: Game[State]) -> None:
    reasons = set()
    for seed in range(size(400, 12)):
        ended = agree(game, few_cards(game, seed, seed % 5, (150, 170, 190)[seed % 3]), seed)
        reasons.add(ended.reason if ended else "")
    assert reasons >= {"kings", "no_progress"}


@each
def test_a_move_that_is_taken_back_leaves_nothing(game: Game[State]) -> None:
    for state, move in random_play(game, game.start(3), 3, 120):
        if move:
            fast = board_of(game, state)
            before = picture(fast)
            for code in fast.legal():
                fast.make(code)
                assert fast.key == key_of(bytes(fast.squares), fast.turn)
                fast.take_back()
                assert picture(fast) == before


def test_the_third_occurrence_of_a_position_is_a_draw_on_the_board() -> None:
    state = board({"e5": "+8C", "e8": "-8D"})
    fast, ends = board_of(GAME, state), []
    for move in ("a0 a1", "j9 j8", "a1 a0", "j8 j9") * 2:
        fast.advance(code_of(move))
        state = GAME.apply(state, move)
        assert fast.outcome() == GAME.outcome(state)
        ends.append(fast.outcome())
    assert ends == [None] * 7 + [Outcome(None, "repetition")]


def test_a_side_without_moves_has_a_draw_on_the_board() -> None:
    state = GAME.position("10/10/10/10/10/10/10/-QC.-3H.7.-3D/-2S.-3C.8/+KH.-KD.7.-KC F")
    assert board_of(GAME, state).outcome() == GAME.outcome(state)
