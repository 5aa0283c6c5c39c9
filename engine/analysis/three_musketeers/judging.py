"""Blunder detection for Three Musketeers: moves that turn a won position into a lost one, and moves in a lost
position after which the next reply decides the game, though another move holds out.

The winner is always known. With tables, or few men, the number of plies is known too, and the line leads to a
near end.
"""

from __future__ import annotations

from typing import Any

from engine.analysis import Judgement, Limits, Unreachable
from engine.analysis.three_musketeers.searches import best_moves, evaluate
from engine.game import Game, Seat
from engine.three_musketeers.rules import State

MAX_LINE_PLIES = 15  # of a line that leads to the end
SHORT_LINE_PLIES = 5  # of a line whose end is farther or unknown


def judge(game: Game[Any], state: State, move: str, limits: Limits) -> Judgement | None:
    """Return the flaw of a legal move; None: it has none, or the winner is unknown and no reply decides."""
    after = game.apply(state, move)
    if game.outcome(after):
        return None
    try:
        found = evaluate(game, state, limits)
    except Unreachable:
        return _early_loss(game, state, after)
    value = found.moves[move]
    if found.value.winner != state.turn:
        return _early_loss(game, state, after)
    if value.winner == state.turn:
        return None
    plies = None if value.plies is None else value.plies - 1
    length = plies if plies is not None and plies <= MAX_LINE_PLIES else SHORT_LINE_PLIES
    return Judgement(flaw="changes_hands", line=_line(game, after, length, limits), plies=plies)


def _early_loss(game: Game[Any], state: State, after: State) -> Judgement | None:
    """Return a judgement if the next reply wins, at once or by leaving only moves that lose, and another move
    prevents that."""
    line = _winning_line(game, after)
    others = (game.apply(state, move) for move in game.legal(state))
    if line and any(_holds_out(game, other, state.turn) for other in others):
        return Judgement(flaw="forced_loss", line=line, plies=len(line))
    return None


def _holds_out(game: Game[Any], after: State, seat: Seat) -> bool:
    ended = game.outcome(after)
    return ended.winner == seat if ended else not _winning_line(game, after)


def _winning_line(game: Game[Any], state: State) -> tuple[str, ...]:
    """Return a forced win of the side to move within two plies; (): there is none."""
    longer = tuple[str, ...]()
    for move in game.legal(state):
        after = game.apply(state, move)
        ended = game.outcome(after)
        if ended is None:
            replies = game.legal(after)
            if all(_wins(game, game.apply(after, reply), state.turn) for reply in replies):
                longer = longer or (move, replies[0])
        elif ended.winner == state.turn:
            return (move,)
    return longer


def _wins(game: Game[Any], state: State, seat: Seat) -> bool:
    ended = game.outcome(state)
    return ended is not None and ended.winner == seat


def _line(game: Game[Any], state: State, length: int, limits: Limits) -> tuple[str, ...]:
    """Return up to `length` best moves from a state on."""
    line = list[str]()
    while len(line) < length and not game.outcome(state):
        line.append(best_moves(game, state, limits)[0])
        state = game.apply(state, line[-1])
    return tuple(line)
