"""Puzzle generator for Cardmate: positions with a forced win that only one move keeps at each turn.

The bot plays against itself with seeded randomness. In each position some random moves are tried as mistakes.
If a search finds a win after one of them, the prover finds the shortest one. The position is a puzzle if in
it, and in each later position against the longest resistance, exactly one move wins in the fewest plies.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.analysis import Limits
from engine.analysis.cardmate import GAME
from engine.analysis.cardmate.board import board_of
from engine.analysis.cardmate.levels import LEVELS
from engine.analysis.cardmate.proof import Prover, prove
from engine.analysis.cardmate.search import WIN, WIN_THRESHOLD, OutOfNodes, Search, deepen
from engine.analysis.puzzle_file import difficulty, puzzle_text
from engine.cardmate import GAMES
from engine.cardmate.board import State
from engine.game import Game
from engine.rng import Rng

SETUPS = tuple(game for game in GAMES if game.options["palace"] == GAME.options["palace"])
GAMES_PLAYED = 320
LEVEL = LEVELS[3]  # of both sides
MISTAKES_PER_POSITION = 8  # random moves to try
MISTAKE_NODES = 150  # search for a win after a mistake
MIN_PLIES_APART = 6  # between two puzzles of a game
WIN_PLIES = range(3, 10, 2)  # length of the forced win
MAX_PLIES = 160  # per game
MAX_PUZZLES_PER_GAME = 6
MIN_CHOICES = 3  # legal moves in the first position
PROOF_NODES = 100_000
OTHER_MOVE_NODES = 200  # search for a longer win after each other first move
GRADE_BITS = (8, 10, 12, 14, 16, 19)  # upper limits of difficulty of grades 1 and up; the last grade has none


class Made(NamedTuple):
    """A puzzle; sorts by grade."""

    grade: int
    position: str
    line: tuple[str, ...]


def puzzle_lines(report: Callable[[float, str], None]) -> list[str]:
    """Return the lines of the puzzle file, easy puzzles first, from GAMES_PLAYED games."""
    made: dict[str, Made] = {}
    for number in range(GAMES_PLAYED):
        for puzzle in puzzles_of_game(number):
            made.setdefault(puzzle.position, puzzle)
        report((number + 1) / GAMES_PLAYED, f"{len(made)} puzzles")
    return [puzzle_text(*puzzle) for puzzle in sorted(made.values())]


def puzzles_of_game(number: int) -> Iterator[Made]:
    """Play one game and yield its puzzles."""
    game = SETUPS[number % len(SETUPS)]
    state, rng, count, latest = game.start(number), Rng(number), 0, -MIN_PLIES_APART
    for ply in range(MAX_PLIES):
        if game.outcome(state) or count == MAX_PUZZLES_PER_GAME:
            return
        if ply - latest >= MIN_PLIES_APART and (puzzle := _after_mistake(game, state, rng)):
            yield puzzle
            count, latest = count + 1, ply
        biases = dict[int, int]()
        board = board_of(game, state)
        for move in board.legal():
            biases[move], rng = rng.below(LEVEL.chance + 1)
        found = deepen(Search(board, Limits(), LEVEL.nodes, biases))
        state = game.apply(state, board_of(game, state).text(found.move))


def _after_mistake(game: Game[State], state: State, rng: Rng) -> Made | None:
    """Return the first puzzle after a random move, or None."""
    moves, _ = rng.shuffled(game.legal(state))
    for move in moves[:MISTAKES_PER_POSITION]:
        after = game.apply(state, move)
        if game.outcome(after) or len(game.legal(after)) < MIN_CHOICES:
            continue
        found = deepen(Search(board_of(game, after), Limits(), MISTAKE_NODES))
        if found.score >= WIN_THRESHOLD and (puzzle := _puzzle(after, WIN - found.score)):
            return puzzle
    return None


def _puzzle(seen: State, plies: int) -> Made | None:
    """Return the puzzle of a position in which a search found a win within `plies`, or None."""
    state = GAME.position(GAME.show(seen))
    if plies not in WIN_PLIES or len(GAME.legal(state)) < MIN_CHOICES:
        return None
    prover = Prover(board_of(GAME, state), PROOF_NODES, lambda: False, {})
    try:
        won, fewest = prove(prover, True, plies)
        if not won or fewest is None or fewest not in WIN_PLIES:
            return None
        line = single_line(prover, fewest)
    except OutOfNodes:
        return None
    if line is None or _wins_otherwise(state, line[0]):
        return None
    return _made(state, line)


def single_line(prover: Prover, plies: int) -> list[int] | None:
    """Return a win in `plies` in which each move of the winner is the only one that wins that fast, and each
    reply holds out as long as possible. None: there is none."""
    board = prover.board
    winning = prover.winning_moves(plies)
    if len(winning) != 1:
        return None
    board.make(winning[0])
    line = None
    if board.won:
        line = winning
    elif plies > 1:
        for reply in prover.longest_replies(plies - 1):
            board.make(reply)
            rest = single_line(prover, plies - 2)
            board.take_back()
            if rest:
                line = [*winning, reply, *rest]
                break
    board.take_back()
    return line


def _wins_otherwise(state: State, move: int) -> bool:
    """Return whether a short search finds a win after another move."""
    board = board_of(GAME, state)
    for other in board.legal():
        if other != move:
            after = GAME.apply(state, board.text(other))
            search = Search(board_of(GAME, after), Limits(), OTHER_MOVE_NODES)
            if deepen(search).score <= -WIN_THRESHOLD:
                return True
    return False


def _made(state: State, line: list[int]) -> Made:
    board, texts, choices = board_of(GAME, state), list[str](), list[int]()
    for number, move in enumerate(line):
        if number % 2 == 0:
            choices.append(len(board.legal()))
        texts.append(board.text(move))
        board.make(move)
    return Made(bisect_left(GRADE_BITS, difficulty(choices)) + 1, GAME.show(state), tuple(texts))
