"""Search functions of Cardmate for worker processes: bot moves, evaluations, missed wins, puzzles."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from engine.analysis import Evaluation, Limits, Puzzle, Value
from engine.analysis.cardmate.board import Board, board_of
from engine.analysis.cardmate.endings import ending_table
from engine.analysis.cardmate.levels import LEVELS
from engine.analysis.cardmate.proof import Prover, prove
from engine.analysis.cardmate.search import WIN, WIN_THRESHOLD, Found, OutOfNodes, Search, deepen
from engine.analysis.puzzle_file import read_puzzles
from engine.cardmate.board import State
from engine.game import Game, Seat
from engine.rng import DEALS, Rng

DEFAULT_NODES = 40_000  # of an evaluation
MISSED_NODES = 1_000  # of the search for a missed win
PROOF_NODES_FACTOR = 4  # times MISSED_NODES for the proof
PUZZLES = Path(__file__).with_name("puzzles.txt")
MAX_POINTS = 5_000  # centipawns; score of a win that was found but not proved


def choose(game: Game[State], state: State, level: int, seed: int, limits: Limits) -> str:
    """Return the move of a level, 1 to 7. `limits.nodes` can only lower the level's own limit."""
    nodes, chance, quiescence = LEVELS[level - 1]
    board = board_of(game, state)
    moves = board.legal()
    if len(moves) == 1:
        return board.text(moves[0])
    biases, rng = {}, Rng(seed % DEALS)
    for move in moves:
        biases[move], rng = rng.below(chance + 1)
    if limits.nodes is not None:
        nodes = min(nodes, limits.nodes)
    found = deepen(Search(_ending_board(game, state), limits, nodes, biases, quiescence=quiescence))
    return board_of(game, state).text(found.move)


def _ending_board(game: Game[State], state: State) -> Board:
    """Return the board of a state, in an ending with the ending's piece-square table."""
    board = board_of(game, state)
    if table := ending_table(state.board, board.palace):
        board.use_table(table)
    return board


def evaluate(game: Game[State], state: State, limits: Limits) -> Evaluation:
    """Return the evaluation of a position, proved if a forced win within `proof.MAX_PROOF_PLIES` is found.

    Half of the nodes go to the best move, the rest to the other moves or the proof."""
    half = max(1, (DEFAULT_NODES if limits.nodes is None else limits.nodes) // 2)
    search = Search(_ending_board(game, state), limits, half)
    found = deepen(search)
    if abs(found.score) >= WIN_THRESHOLD and (proved := _proved(game, state, search, found, half)):
        return proved
    values = _other_moves(game, state, search, found, half)
    value = _view(found.score, found.depth, state.turn)
    line = board_of(game, state).play(found.line)
    best = {line[0]: value}
    return Evaluation(value=value, best=(line[0],), moves=best | values, line=line)


def missed(game: Game[State], state: State, move: str, limits: Limits) -> Evaluation | None:
    """Return the value of a proved win, with its line, if a search of MISSED_NODES finds that the move gave
    it away."""
    search = Search(board_of(game, state), limits, MISSED_NODES)
    found = deepen(search)
    if found.score < WIN_THRESHOLD or _keeps_win(game, state, move, limits):
        return None
    proved = _proved(game, state, search, found, PROOF_NODES_FACTOR * MISSED_NODES)
    return proved if proved and proved.value.plies else None


def _keeps_win(game: Game[State], state: State, move: str, limits: Limits) -> bool:
    """Return whether the seat that makes the move still wins after it."""
    after = game.apply(state, move)
    outcome = game.outcome(after)
    if outcome:
        return outcome.winner == state.turn
    return deepen(Search(board_of(game, after), limits, MISSED_NODES)).score <= -WIN_THRESHOLD


def _view(score: int, depth: int, turn: Seat) -> Value:
    """Return a score of the seat to move as an unproved value."""
    points = max(-MAX_POINTS, min(MAX_POINTS, score))
    return Value(exact=False, points=-points if turn else points, depth=depth)


def _other_moves(
    game: Game[State], state: State, search: Search, found: Found, nodes: int
) -> dict[str, Value]:
    """Return the values of the other moves, two plies less deep, as far as the nodes suffice."""
    depth = max(1, found.depth - 2)
    board = _ending_board(game, state)
    rest = Search(board, search.limits, nodes, table=search.table)
    rest.enforce_limit()
    values: dict[str, Value] = {}
    try:
        for move in board.legal():
            if move != found.move:
                score = rest.score_after(move, depth)
                values[board.text(move)] = _view(min(score, found.score), depth, state.turn)
    except OutOfNodes:
        pass
    return values


def _proved(game: Game[State], state: State, search: Search, found: Found, nodes: int) -> Evaluation | None:
    """Return the proved evaluation of a position in which a win was found; None: the nodes do not suffice for
    the proof, or afterwards for its line."""
    hints = {key: move for key, (_, _, _, move) in search.table.items() if move}
    board = board_of(game, state)
    prover = Prover(board, nodes, search.limits.cancelled, hints | {board.key: found.move})
    winning = found.score > 0
    proved, plies = prove(prover, winning, WIN - abs(found.score))
    if not proved:
        return None
    value = Value(exact=True, winner=state.turn if winning else 1 - state.turn, plies=plies)
    prover.nodes = 0
    try:
        line = board_of(game, state).play(prover.line(winning, plies) if plies else found.line)
    except OutOfNodes:
        return None
    losing = () if winning else game.legal(state)  # in a lost position every move loses
    moves = dict.fromkeys(losing, replace(value, plies=None)) | {line[0]: value}
    return Evaluation(value=value, best=line[:1], moves=moves, line=line)


@cache
def puzzles(_: Game[State]) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles, easy ones first."""
    return read_puzzles(PUZZLES)
