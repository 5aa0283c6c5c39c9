"""Makes the puzzles: positions of machine games with a forced win that exactly one move keeps, at each turn.

The machine plays against itself with seeded chance. In each position some random moves are tried as mistakes.
Where a search sees a win after one of them, the prover looks for the shortest one. A position is a puzzle if
in it, and in each position that the opponent's longest resistance leads to, exactly one move wins in the
fewest plies.
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
from engine.analysis.cardmate.search import FOUND, WIN, OutOfNodes, Search, deepen
from engine.analysis.puzzle_file import difficulty, puzzle_text
from engine.cardmate import GAMES
from engine.cardmate.board import State
from engine.game import Game
from engine.rng import Rng

SETUPS = tuple(game for game in GAMES if game.options["palace"] == GAME.options["palace"])
GAMES_PLAYED = 320
LEVEL = LEVELS[2]  # of both sides
MISTAKES = 8  # random moves that are tried in each position
SIGHT = 150  # nodes of the search for a win after such a move
APART = 6  # plies between two puzzles of a game, at least
PLIES = range(3, 10, 2)  # of the forced win
MOVES = 160  # of a game, at most
A_GAME = 6  # puzzles of a game, at most
CHOICES = 3  # legal moves of the first position, at least
PROOF = 100_000  # nodes of a proof
DOUBT = 200  # nodes by which each other first move is searched for a longer win
GRADES = (8, 10, 12, 14, 16, 19)  # bits of difficulty, at most, of grades 1 and up; the last one has no limit


class Made(NamedTuple):
    """A puzzle, as `line` of moves; sorted by grade."""

    grade: int
    position: str
    line: tuple[str, ...]


def puzzle_lines(report: Callable[[float, str], None]) -> list[str]:
    """Return the lines of the package's file, easy ones first, of GAMES_PLAYED games."""
    made: dict[str, Made] = {}
    for number in range(GAMES_PLAYED):
        for puzzle in puzzles_of_game(number):
            made.setdefault(puzzle.position, puzzle)
        report((number + 1) / GAMES_PLAYED, f"{len(made)} puzzles")
    return [puzzle_text(*puzzle) for puzzle in sorted(made.values())]


def puzzles_of_game(number: int) -> Iterator[Made]:
    """Play one game, and find its puzzles."""
    game = SETUPS[number % len(SETUPS)]
    state, rng, count, latest = game.start(number), Rng(number), 0, -APART
    for ply in range(MOVES):
        if game.outcome(state) or count == A_GAME:
            return
        if ply - latest >= APART and (puzzle := _after_mistake(game, state, rng)):
            yield puzzle
            count, latest = count + 1, ply
        biases = dict[int, int]()
        board = board_of(game, state)
        for move in board.legal():
            biases[move], rng = rng.below(LEVEL.chance + 1)
        found = deepen(Search(board, Limits(), LEVEL.nodes, biases))
        state = game.apply(state, board_of(game, state).text(found.move))


def _after_mistake(game: Game[State], state: State, rng: Rng) -> Made | None:
    """Return the first puzzle that a random move leads to."""
    moves, _ = rng.shuffled(game.legal(state))
    for move in moves[:MISTAKES]:
        after = game.apply(state, move)
        if game.outcome(after) or len(game.legal(after)) < CHOICES:
            continue
        found = deepen(Search(board_of(game, after), Limits(), SIGHT))
        if found.score >= FOUND and (puzzle := _puzzle(after, WIN - found.score)):
            return puzzle
    return None


def _puzzle(seen: State, plies: int) -> Made | None:
    """Return the puzzle of a position in which a search has seen a win within `plies`, or None."""
    state = GAME.position(GAME.show(seen))
    if plies not in PLIES or len(GAME.legal(state)) < CHOICES:
        return None
    prover = Prover(board_of(GAME, state), PROOF, lambda: False, {})
    try:
        won, fewest = prove(prover, True, plies)
        if not won or fewest is None or fewest not in PLIES:
            return None
        line = single_line(prover, fewest)
    except OutOfNodes:
        return None
    if line is None or _wins_otherwise(state, line[0]):
        return None
    return _made(state, line)


def single_line(prover: Prover, plies: int) -> list[int] | None:
    """Return a line of a win in `plies`, in which each move of the winner is the only one that wins in so
    few plies, and each reply holds out as long as possible. None: there is none."""
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
    """Return whether a short search sees a win after another move too."""
    board = board_of(GAME, state)
    for other in board.legal():
        if other != move:
            after = GAME.apply(state, board.text(other))
            search = Search(board_of(GAME, after), Limits(), DOUBT)
            if deepen(search).score <= -FOUND:
                return True
    return False


def _made(state: State, line: list[int]) -> Made:
    board, texts, choices = board_of(GAME, state), list[str](), list[int]()
    for number, move in enumerate(line):
        if number % 2 == 0:
            choices.append(len(board.legal()))
        texts.append(board.text(move))
        board.make(move)
    return Made(bisect_left(GRADES, difficulty(choices)) + 1, GAME.show(state), tuple(texts))
