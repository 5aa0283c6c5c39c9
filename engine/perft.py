"""Perft ("performance test"): number of move sequences of a given length from a position.

Two independent move generators must agree on the counts; published counts verify the rules.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from engine.game import Game

PerftTable = dict[tuple[Hashable, int], int]  # by position key and depth: number of sequences


def perft(game: Game[Any], state: Any, depth: int, *, table: bool = False) -> int:
    """Return the number of sequences of `depth` legal moves from `state`; 1 for depth 0, 0 after the end.
    ValueError for a game with openings, whose moves are too many to list.

    `table`: use a transposition table keyed by `game.key`. Draws by repetition or by a counter are then
    judged only for the first move order that reaches a position."""
    if game.allows is not None:
        raise ValueError(f"{game.title} has moves too many to list: they cannot be counted")
    return _count(game, state, depth, {} if table else None)


def _count(game: Game[Any], state: Any, depth: int, table: PerftTable | None) -> int:
    if depth == 0:
        return 1
    if table is None:
        return _count_moves(game, state, depth, None)
    place = (game.key(state), depth)
    if place not in table:
        table[place] = _count_moves(game, state, depth, table)
    return table[place]


def _count_moves(game: Game[Any], state: Any, depth: int, table: PerftTable | None) -> int:
    if game.outcome(state) is not None:
        return 0
    moves = game.legal(state)
    if depth == 1:
        return len(moves)
    return sum(_count(game, game.apply(state, move), depth - 1, table) for move in moves)
