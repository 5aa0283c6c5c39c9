"""Judgement of a move of Three Musketeers: whether the win was the mover's and is the opponent's after it.

Who wins is known without tables. With tables, or with few men, it is known in how many plies too, and the
line leads to the end where that is near.
"""

from __future__ import annotations

from typing import Any

from engine.analysis import Judgement, Limits, Unreachable
from engine.analysis.three_musketeers.searches import best_moves, evaluate
from engine.game import Game
from engine.three_musketeers.rules import State

SHOWN = 15  # plies, at most, of a line that leads to the end
GLIMPSE = 5  # plies of a line whose end is further, or not known


def judge(game: Game[Any], state: State, move: str, limits: Limits) -> Judgement | None:
    """What is wrong with a legal move; None: it does not change who wins, or nobody knows who does."""
    after = game.apply(state, move)
    if game.outcome(after):
        return None
    try:
        found = evaluate(game, state, limits)
    except Unreachable:
        return None
    value = found.moves[move]
    if found.value.winner != state.turn or value.winner == state.turn:
        return None
    plies = None if value.plies is None else value.plies - 1
    length = plies if plies is not None and plies <= SHOWN else GLIMPSE
    return Judgement(flaw="changes_hands", line=_line(game, after, length, limits), plies=plies)


def _line(game: Game[Any], state: State, length: int, limits: Limits) -> tuple[str, ...]:
    """So many of the best moves from a state on, fewer where the game ends."""
    line = list[str]()
    while len(line) < length and not game.outcome(state):
        line.append(best_moves(game, state, limits)[0])
        state = game.apply(state, line[-1])
    return tuple(line)
