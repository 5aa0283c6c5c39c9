"""Perft ("performance test"): how many ways there are to play a number of plies from a position.

The counts of two move generators that share no code must agree; published counts are facts about the rules.
"""

from __future__ import annotations

from typing import Any

from engine.game import Game


def perft(game: Game[Any], state: Any, depth: int) -> int:
    """How many sequences of `depth` legal moves begin at `state`; 1 for depth 0. A game that has ended has
    none. ValueError for a game with openings, whose moves are too many to list."""
    if game.allows is not None:
        raise ValueError(f"{game.title} has moves too many to list: they cannot be counted")
    return _count(game, state, depth)


def _count(game: Game[Any], state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if game.outcome(state) is not None:
        return 0
    moves = game.legal(state)
    if depth == 1:
        return len(moves)
    return sum(_count(game, game.apply(state, move), depth - 1) for move in moves)
