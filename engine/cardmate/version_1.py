"""Version 1 of Cardmate: a One's move also reset the count of idle plies.

A One may step back, so players could reset the count forever.
"""

from __future__ import annotations

from functools import partial

from engine.cardmate import notation, rules
from engine.cardmate.board import ONES, State

position = partial(notation.position, since="a capture or a One's move")


def apply(state: State, move: str) -> State:
    """Return the state after a legal move; every move of a One resets the idle plies."""
    after = rules.apply(state, move)
    start, _ = rules.ends_of(move)
    return after._replace(idle=0) if state.board[start] in ONES else after
