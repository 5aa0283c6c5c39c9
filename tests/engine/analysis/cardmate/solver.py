"""Exhaustive solver of forced wins of Cardmate by the rules: slow, plain, without the search."""

from __future__ import annotations

from engine import Game
from engine.cardmate.board import State


def wins_within(game: Game[State], state: State, plies: int) -> bool:
    """Return whether the seat to move can force a win within this many plies."""
    return plies >= 1 and any(
        _won(game, game.apply(state, move), game.turn(state), plies - 1) for move in game.legal(state)
    )


def _won(game: Game[State], state: State, winner: int, plies: int) -> bool:
    if ended := game.outcome(state):
        return ended.winner == winner
    replies = (game.apply(state, move) for move in game.legal(state)) if plies >= 2 else ()
    return plies >= 2 and all(
        not game.outcome(after) and wins_within(game, after, plies - 1) for after in replies
    )
