"""Perft ("performance test"): how many ways there are to play a number of plies from a position.

The counts of two move generators that share no code must agree; published counts are facts about the rules.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from engine.game import Game

Table = dict[tuple[Hashable, int], int]  # by position and depth: how many sequences begin there


def perft(game: Game[Any], state: Any, depth: int, *, table: bool = False) -> int:
    """How many sequences of `depth` legal moves begin at `state`; 1 for depth 0. A game that has ended has
    none. ValueError for a game with openings, whose moves are too many to list.

    `table`: count a position once that several orders of moves lead to (a transposition). Positions are told
    apart by `game.key`, so draws by repetition or by a counter are then judged for the first order only."""
    if game.allows is not None:
        raise ValueError(f"{game.title} has moves too many to list: they cannot be counted")
    return _count(game, state, depth, {} if table else None)


def _count(game: Game[Any], state: Any, depth: int, table: Table | None) -> int:
    if depth == 0:
        return 1
    if table is None:
        return _count_moves(game, state, depth, None)
    place = (game.key(state), depth)
    if place not in table:
        table[place] = _count_moves(game, state, depth, table)
    return table[place]


def _count_moves(game: Game[Any], state: Any, depth: int, table: Table | None) -> int:
    if game.outcome(state) is not None:
        return 0
    moves = game.legal(state)
    if depth == 1:
        return len(moves)
    return sum(_count(game, game.apply(state, move), depth - 1, table) for move in moves)
