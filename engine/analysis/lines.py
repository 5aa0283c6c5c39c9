"""Lines of moves in solitaires, replayed by the rules."""

from __future__ import annotations

from typing import TypeVar

from engine.game import Game

S = TypeVar("S")


def after_line(game: Game[S], state: S, line: tuple[str, ...]) -> S | None:
    """Return the state after a line; None if a move of it is illegal."""
    for move in line:
        if game.outcome(state) or not game.permits(state, move):
            return None
        state = game.apply(state, move)
    return state


def wins(game: Game[S], state: S, line: tuple[str, ...]) -> bool:
    """Return whether a line wins."""
    after = after_line(game, state, line)
    outcome = None if after is None else game.outcome(after)
    return outcome is not None and outcome.winner == 0
