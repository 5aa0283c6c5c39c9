"""Search functions of Three Musketeers: evaluations, missed wins, bot moves, puzzles.

With SHIPPED_MEN to MAX_EXACT_MEN men the winner and the plies are exact in positions of any phase, from the
shipped distances. With more men the phase must be that of the start position; the winner is always known, the
plies only with tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.analysis import Evaluation, Limits, Puzzle, Unreachable, Value
from engine.analysis.puzzle_file import read_puzzles
from engine.analysis.three_musketeers.build import BACKED_UP, HALF, LOST, WON
from engine.analysis.three_musketeers.expand import Expander, Lookup
from engine.analysis.three_musketeers.layout import BIT, STANDARD, Bytes, Sets, layer, phase_of
from engine.analysis.three_musketeers.tables import (
    SHIPPED_MEN,
    STORED_LAYERS,
    open_layer,
    shipped_distances,
    winner_values,
)
from engine.game import Game
from engine.rng import Rng
from engine.three_musketeers.rules import CARDINAL, MUSKETEERS, State

MAX_EXACT_MEN = 7  # plies are known without tables, in positions of every phase
RANDOM_PERCENT = (100, 75, 50, 35, 20, 10, 0)  # share of random moves, by level from 1
UNKNOWN_VALUE = 150  # between all known values; for unreachable positions
SEARCH_CAPTURES = 2  # captures until a position counts as UNKNOWN_VALUE
GAME_OVER_SHARE = 2.0  # worse for the loser than any share of winning replies
WINNER_ONLY = np.where(BACKED_UP == LOST, LOST, np.arange(256)).astype(np.uint8)  # values without plies
PUZZLES = Path(__file__).with_name("puzzles.txt")


class Position(NamedTuple):
    """A state as sets of squares. `left`: number of men; `phase`: that of the Cardinal's turns of its
    game."""

    musketeers: int
    men: int
    turn: int
    left: int
    phase: int


def position_of(state: State) -> Position:
    """Return a state as sets of squares."""
    musketeers = sum(1 << BIT[square] for square, piece in enumerate(state.board) if piece == "M")
    men = sum(1 << BIT[square] for square, piece in enumerate(state.board) if piece == "o")
    phase = phase_of(musketeers, men) + (2 if state.turn == MUSKETEERS else 0)
    return Position(musketeers, men, state.turn, men.bit_count(), phase % 4)


def evaluate(game: Game[Any], state: State, limits: Limits) -> Evaluation:
    """Return the values of the position and of each legal move, with plies counted from the position.
    Unreachable: more than MAX_EXACT_MEN men in an unreachable position."""
    position = position_of(state)
    if position.left > MAX_EXACT_MEN and position.phase != STANDARD:
        raise Unreachable(
            f"No game from the start position comes here with {position.left} men: the colours of the "
            "squares do not agree with the number of captures and steps."
        )
    expander = _expander(position, limits)
    values = _values_of_moves(game, state, expander)
    best = max(values.values()) if state.turn == CARDINAL else min(values.values())
    return Evaluation(
        value=_value(best, expander),
        best=tuple(move for move, value in values.items() if value == best),
        moves={move: _value(value, expander) for move, value in values.items()},
    )


def missed(game: Game[Any], state: State, move: str, limits: Limits) -> Evaluation | None:
    """Return the value of a win, with its line, if the move gave it away. The line leads to the end if the
    plies are known, else it is the first winning move."""
    try:
        found = evaluate(game, state, limits)
    except Unreachable:
        return None
    if found.value.winner != state.turn or found.moves[move].winner == state.turn:
        return None
    return replace(found, line=_line(game, state, found, limits))


def _line(game: Game[Any], state: State, found: Evaluation, limits: Limits) -> tuple[str, ...]:
    """Return the best moves of both sides from here on."""
    line = [found.best[0]]
    for _ in range((found.value.plies or 1) - 1):
        state = game.apply(state, line[-1])
        line.append(evaluate(game, state, limits).best[0])
    return tuple(line)


def _value(value: int, expander: Expander) -> Value:
    winner = CARDINAL if value >= HALF else MUSKETEERS
    if expander.backed_up is WINNER_ONLY:
        return Value(exact=True, winner=winner)
    return Value(exact=True, winner=winner, plies=WON - value if winner == CARDINAL else value - LOST)


def _values_of_moves(game: Game[Any], state: State, expander: Expander) -> dict[str, int]:
    """Return, by legal move, the value of the position after it, relative to the position itself."""
    moves = game.legal(state)
    after = [position_of(game.apply(state, move)) for move in moves]
    values = _solve(after, expander)
    return {move: int(value) for move, value in zip(moves, expander.backed_up[values], strict=True)}


def _solve(positions: Sequence[Position], expander: Expander) -> Bytes:
    """Return the values of positions with the same turn and number of men. A position without a move must be
    over."""
    musketeers: Sets = np.array([position.musketeers for position in positions], np.int32)
    men: Sets = np.array([position.men for position in positions], np.int32)
    solve = expander.cardinal if positions[0].turn == CARDINAL else expander.musketeers
    return solve(musketeers, men, positions[0].left)


# Sources of values.


def _expander(position: Position, limits: Limits) -> Expander:
    """Return the best source of values for a position and its successors: distances if available."""
    count, phase = position.left, position.phase
    if count <= MAX_EXACT_MEN:
        return Expander(
            lambda men: _shipped(phase) if men == SHIPPED_MEN else None, BACKED_UP, limits.cancelled
        )
    # On the musketeers' turn, values are looked up after a capture.
    stored = max(men for men in STORED_LAYERS if men <= count - (position.turn == MUSKETEERS))
    if limits.data is not None and open_layer(limits.data, stored) is not None:
        data = limits.data
        return Expander(lambda men: _distances(data, men), BACKED_UP, limits.cancelled)
    return Expander(
        lambda men: _winners(men) if men in STORED_LAYERS else None, WINNER_ONLY, limits.cancelled
    )


@cache
def _shipped(phase: int) -> Lookup:
    values, places = shipped_distances(phase), layer(SHIPPED_MEN, phase).places
    return lambda musketeers, men: values[places(musketeers, men)]


def _distances(folder: Path, men: int) -> Lookup | None:
    values = open_layer(folder, men) if men in STORED_LAYERS else None
    if values is None:
        return None
    known, places = values, layer(men).places
    return lambda musketeers, men: known[places(musketeers, men)]


@cache
def _winners(men: int) -> Lookup:
    places = layer(men).places
    return lambda musketeers, sets: winner_values(men, places(musketeers, sets))


# Bots.


def choose(game: Game[Any], state: State, level: int, seed: int, limits: Limits) -> str:
    """Return a random move with the level's probability, else a best one: the winner's fastest, the loser's
    slowest. If the plies are unknown, because the tables are not built, the loser's move leaves the fewest
    winning replies; a search of SEARCH_CAPTURES captures breaks ties."""
    moves = game.legal(state)
    rng = Rng(blake2b(f"{seed} {game.show(state)}".encode(), digest_size=32).digest())
    dice, rng = rng.below(100)
    if dice < RANDOM_PERCENT[level - 1]:
        return moves[rng.below(len(moves))[0]]
    best = best_moves(game, state, limits)
    return best[rng.below(len(best))[0]]


def best_moves(game: Game[Any], state: State, limits: Limits) -> Sequence[str]:
    """Return the moves that a perfect player chooses from."""
    try:
        evaluation = evaluate(game, state, limits)
    except Unreachable:
        return _best_ahead(game, state, game.legal(state), limits)
    if evaluation.value.plies is not None or evaluation.value.winner == state.turn:
        return evaluation.best
    shares = {move: _winning_share(game, game.apply(state, move), limits) for move in evaluation.best}
    least = min(shares.values())
    return _best_ahead(game, state, [move for move, share in shares.items() if share == least], limits)


def _winning_share(game: Game[Any], state: State, limits: Limits) -> float:
    """Return the share of moves that win for the side to move; GAME_OVER_SHARE if the game is over."""
    if game.outcome(state) is not None:
        return GAME_OVER_SHARE
    values = evaluate(game, state, limits).moves.values()
    return sum(value.winner == state.turn for value in values) / len(values)


def _best_ahead(game: Game[Any], state: State, moves: Sequence[str], limits: Limits) -> Sequence[str]:
    """Return the best of these moves by a search of SEARCH_CAPTURES captures."""
    last = position_of(state).left - SEARCH_CAPTURES

    def leaves(men: int) -> Lookup | None:
        return (lambda _, sets: np.full(len(sets), UNKNOWN_VALUE, np.uint8)) if men <= last else None

    backed_up = BACKED_UP.copy()
    backed_up[UNKNOWN_VALUE] = UNKNOWN_VALUE
    values = _values_of_moves(game, state, Expander(leaves, backed_up, limits.cancelled))
    best = (max if state.turn == CARDINAL else min)(values[move] for move in moves)
    return [move for move in moves if values[move] == best]


# Puzzles.


@cache
def puzzles(_: Game[Any]) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles, easy ones first."""
    return read_puzzles(PUZZLES)
