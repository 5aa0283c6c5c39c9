"""Blunder detection for Three Musketeers: moves that turn a won position into a lost one.

The winner is always known. With tables, or few men, the number of plies is known too, and the line leads to a
near end.
"""

from __future__ import annotations

from typing import Any

from engine.analysis import Judgement, Limits, Unreachable
from engine.analysis.three_musketeers.searches import best_moves, evaluate
from engine.game import Game
from engine.three_musketeers.rules import State

MAX_LINE_PLIES = 15  # of a line that leads to the end
SHORT_LINE_PLIES = 5  # of a line whose end is farther or unknown


def judge(game: Game[Any], state: State, move: str, limits: Limits) -> Judgement | None:
    """Return the flaw of a legal move; None: it does not change the winner, or the winner is unknown."""
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
    length = plies if plies is not None and plies <= MAX_LINE_PLIES else SHORT_LINE_PLIES
    return Judgement(flaw="changes_hands", line=_line(game, after, length, limits), plies=plies)


def _line(game: Game[Any], state: State, length: int, limits: Limits) -> tuple[str, ...]:
    """Return up to `length` best moves from a state on."""
    line = list[str]()
    while len(line) < length and not game.outcome(state):
        line.append(best_moves(game, state, limits)[0])
        state = game.apply(state, line[-1])
    return tuple(line)
