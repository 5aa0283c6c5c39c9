"""Cardmate as it was played in version 1: a draw by 200 idle plies was counted from a One's move too.

A One may step back, so the count could be started anew for ever.
"""

from __future__ import annotations

from functools import partial

from engine.cardmate import notation, rules
from engine.cardmate.board import ONES, State

position = partial(notation.position, since="a capture or a One's move")


def apply(state: State, move: str) -> State:
    """As in version 2, but that every move of a One starts the count of idle plies anew."""
    after = rules.apply(state, move)
    start, _ = rules.ends_of(move)
    return after._replace(idle=0) if state.board[start] in ONES else after
