"""Puzzles: lines of single winning moves, checked by the prover and by a search over the rules alone."""

from __future__ import annotations

from bisect import bisect_left
from random import Random

import pytest

from engine.analysis import Limits, Puzzle
from engine.analysis.cardmate import GAME
from engine.analysis.cardmate.board import board_of
from engine.analysis.cardmate.makers.puzzles import (
    GRADE_BITS,
    MIN_CHOICES,
    PROOF_NODES,
    WIN_PLIES,
    puzzles_of_game,
)
from engine.analysis.cardmate.proof import Prover
from engine.analysis.cardmate.searches import PUZZLES, evaluate, puzzles
from engine.analysis.puzzle_file import difficulty, puzzle_text
from engine.cardmate.board import State
from tests.engine.analysis.cardmate.solver import wins_within
from tests.soak import size

NEVER = Limits().cancelled
FOUND = puzzles(GAME)
SAMPLE = Random(3).sample(FOUND, size(whole=len(FOUND), ordinary=12))


def test_puzzles_are_sorted_by_grade_and_differ() -> None:
    assert len({puzzle.position for puzzle in FOUND}) == len({puzzle.id for puzzle in FOUND}) == len(FOUND)
    assert [puzzle.grade for puzzle in FOUND] == sorted(puzzle.grade for puzzle in FOUND)
    assert {len(puzzle.line) for puzzle in FOUND} <= set(WIN_PLIES)


def winning_moves(state: State, plies: int) -> list[str]:
    """Return the moves that win within this many plies, by the prover."""
    board = board_of(GAME, state)
    return [board.text(move) for move in Prover(board, PROOF_NODES, NEVER, {}).winning_moves(plies)]


def check_line(puzzle: Puzzle) -> None:
    """One move wins at each turn of the solver, none wins sooner, and the grade follows from the choices. For
    the last three plies the rules alone say so too."""
    state, choices = GAME.position(puzzle.position), list[int]()
    assert GAME.show(state) == puzzle.position
    for number, move in enumerate(puzzle.line):
        assert GAME.outcome(state) is None
        left = len(puzzle.line) - number
        if number % 2 == 0:
            assert winning_moves(state, left) == [move], (puzzle, number)
            assert left == 1 or not winning_moves(state, left - 2), (puzzle, number)
            if left <= 3:
                winning = [legal for legal in GAME.legal(state) if not _holds(GAME.apply(state, legal), left)]
                assert winning == [move], (puzzle, number)
            choices.append(len(GAME.legal(state)))
        state = GAME.apply(state, move)
    outcome = GAME.outcome(state)
    assert outcome
    assert outcome.winner == GAME.position(puzzle.position).turn
    assert choices[0] >= MIN_CHOICES
    assert bisect_left(GRADE_BITS, difficulty(choices)) + 1 == puzzle.grade


def _holds(after: State, plies: int) -> bool:
    """Return whether the side to move is not lost to a win within so many plies, the last one included."""
    if outcome := GAME.outcome(after):
        return outcome.winner == after.turn or outcome.winner is None
    replies = [GAME.apply(after, reply) for reply in GAME.legal(after)] if plies > 2 else []
    return not replies or any(
        GAME.outcome(reply) is not None or not wins_within(GAME, reply, plies - 2) for reply in replies
    )


@pytest.mark.soak
@pytest.mark.slow
def test_each_puzzle_has_a_line_of_single_winning_moves() -> None:
    for puzzle in SAMPLE:
        check_line(puzzle)


@pytest.mark.soak
@pytest.mark.slow
def test_the_puzzles_of_a_game_are_found_again() -> None:
    shipped = PUZZLES.read_text("utf-8").splitlines(keepends=True)
    again = [
        puzzle_text(*made)
        for number in range(1, size(whole=5, ordinary=2))
        for made in puzzles_of_game(number)
    ]
    assert again
    assert set(again) <= set(shipped)


def test_a_slower_win_of_a_puzzle_is_proved() -> None:
    puzzle = next(one for one in FOUND if one.id == "2adda92e5b")
    state = GAME.position(puzzle.position)
    after = GAME.apply(state, "c2 d3")
    value = evaluate(GAME, after, Limits()).value
    assert puzzle.move != "c2 d3"
    assert (value.exact, value.winner) == (True, GAME.turn(state))
    assert (value.plies or 0) + 1 > len(puzzle.line)
