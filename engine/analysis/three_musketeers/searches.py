"""What `engine.analysis.Analyst` promises of Three Musketeers: `evaluate`, `missed`, `choose` and `puzzles`.

With FEW to EXACT men all values are exact with their plies, in positions of any phase, from the shipped
distances. With more men the phase must be that of the start position; who wins is always known, in how many
plies once the tables are built.
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
from engine.analysis.three_musketeers.build import HALF, LATER, LOST, WON
from engine.analysis.three_musketeers.expand import Expander, Lookup
from engine.analysis.three_musketeers.layout import BIT, STANDARD, Bytes, Sets, layer, phase_of
from engine.analysis.three_musketeers.tables import FEW, STORED, few_men_of, open_layer, winner_values
from engine.game import Game
from engine.rng import Rng
from engine.three_musketeers.rules import CARDINAL, MUSKETEERS, State

EXACT = 7  # men, at most, where the plies are known without tables, in positions of every phase
RANDOM = (100, 75, 50, 35, 20, 10, 0)  # moves in a hundred, by level from 1 on
UNKNOWN = 150  # a value between those that are known, of positions that no game from the start comes to
AHEAD = 2  # men that are captured until a position is UNKNOWN
ENDED = 2.0  # worse for the loser than any share of winning replies
SAME = np.where(LATER == LOST, LOST, np.arange(256)).astype(np.uint8)  # values that do not tell plies
PUZZLES = Path(__file__).with_name("puzzles.txt")


class Position(NamedTuple):
    """A state as sets of squares; `left`: how many men; `phase`: that of the Cardinal's turns of its game."""

    musketeers: int
    men: int
    turn: int
    left: int
    phase: int


def position_of(state: State) -> Position:
    musketeers = sum(1 << BIT[square] for square, piece in enumerate(state.board) if piece == "M")
    men = sum(1 << BIT[square] for square, piece in enumerate(state.board) if piece == "o")
    phase = phase_of(musketeers, men) + (2 if state.turn == MUSKETEERS else 0)
    return Position(musketeers, men, state.turn, men.bit_count(), phase % 4)


def evaluate(game: Game[Any], state: State, limits: Limits) -> Evaluation:
    """The value of the position and of each legal move, plies counted from the position. Unreachable: more
    than EXACT men, and no game from the start position comes here."""
    position = position_of(state)
    if position.left > EXACT and position.phase != STANDARD:
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
    """The value of a win, with its line, if the move gave it away. The line leads to the end where the plies
    are known, else it is the first winning move."""
    try:
        found = evaluate(game, state, limits)
    except Unreachable:
        return None
    if found.value.winner != state.turn or found.moves[move].winner == state.turn:
        return None
    return replace(found, line=_line(game, state, found, limits))


def _line(game: Game[Any], state: State, found: Evaluation, limits: Limits) -> tuple[str, ...]:
    """The best moves of both sides from here on."""
    line = [found.best[0]]
    for _ in range((found.value.plies or 1) - 1):
        state = game.apply(state, line[-1])
        line.append(evaluate(game, state, limits).best[0])
    return tuple(line)


def _value(value: int, expander: Expander) -> Value:
    winner = CARDINAL if value >= HALF else MUSKETEERS
    if expander.later is SAME:
        return Value(exact=True, winner=winner)
    return Value(exact=True, winner=winner, plies=WON - value if winner == CARDINAL else value - LOST)


def _values_of_moves(game: Game[Any], state: State, expander: Expander) -> dict[str, int]:
    """The value of the position after each legal move, as of the position itself."""
    moves = game.legal(state)
    after = [position_of(game.apply(state, move)) for move in moves]
    values = _solve(after, expander)
    return {move: int(value) for move, value in zip(moves, expander.later[values], strict=True)}


def _solve(positions: Sequence[Position], expander: Expander) -> Bytes:
    """The values of positions with the same turn and number of men, none of them without a move but those
    where that is the end."""
    musketeers: Sets = np.array([position.musketeers for position in positions], np.int32)
    men: Sets = np.array([position.men for position in positions], np.int32)
    solve = expander.cardinal if positions[0].turn == CARDINAL else expander.musketeers
    return solve(musketeers, men, positions[0].left)


# What is known.


def _expander(position: Position, limits: Limits) -> Expander:
    """The best source of values for a position and what follows: distances if they are there."""
    count, phase = position.left, position.phase
    if count <= EXACT:
        return Expander(lambda men: _few(phase) if men == FEW else None, LATER, limits.cancelled)
    # On the musketeers' turn there is a man less when values are looked up.
    stored = max(men for men in STORED if men <= count - (position.turn == MUSKETEERS))
    if limits.data is not None and open_layer(limits.data, stored) is not None:
        data = limits.data
        return Expander(lambda men: _distances(data, men), LATER, limits.cancelled)
    return Expander(lambda men: _winners(men) if men in STORED else None, SAME, limits.cancelled)


@cache
def _few(phase: int) -> Lookup:
    values, places = few_men_of(phase), layer(FEW, phase).places
    return lambda musketeers, men: values[places(musketeers, men)]


def _distances(folder: Path, men: int) -> Lookup | None:
    values = open_layer(folder, men) if men in STORED else None
    if values is None:
        return None
    known, places = values, layer(men).places
    return lambda musketeers, men: known[places(musketeers, men)]


@cache
def _winners(men: int) -> Lookup:
    places = layer(men).places
    return lambda musketeers, sets: winner_values(men, places(musketeers, sets))


# Opponents.


def choose(game: Game[Any], state: State, level: int, seed: int, limits: Limits) -> str:
    """Return a random move as often as the level says, else a best one: the winner's quickest, the loser's
    slowest. Where the plies are not known, because the tables are not built, the loser's move is the one that
    leaves the fewest winning replies, and of several such moves the best of a search of AHEAD captures."""
    moves = game.legal(state)
    rng = Rng(blake2b(f"{seed} {game.show(state)}".encode(), digest_size=32).digest())
    dice, rng = rng.below(100)
    if dice < RANDOM[level - 1]:
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
    """Return the share of the moves that win for the side to move; ENDED where the game is over."""
    if game.outcome(state) is not None:
        return ENDED
    values = evaluate(game, state, limits).moves.values()
    return sum(value.winner == state.turn for value in values) / len(values)


def _best_ahead(game: Game[Any], state: State, moves: Sequence[str], limits: Limits) -> Sequence[str]:
    """Return the best of these moves by a search of AHEAD captures."""
    last = position_of(state).left - AHEAD

    def leaves(men: int) -> Lookup | None:
        return (lambda _, sets: np.full(len(sets), UNKNOWN, np.uint8)) if men <= last else None

    later = LATER.copy()
    later[UNKNOWN] = UNKNOWN
    values = _values_of_moves(game, state, Expander(leaves, later, limits.cancelled))
    best = (max if state.turn == CARDINAL else min)(values[move] for move in moves)
    return [move for move in moves if values[move] == best]


# Puzzles.


@cache
def puzzles(_: Game[Any]) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles, easy ones first."""
    return read_puzzles(PUZZLES)
