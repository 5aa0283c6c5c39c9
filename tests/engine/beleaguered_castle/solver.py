"""Plain solver of positions: best first over all legal moves, no position twice, so many positions at most.

Rows are alike, so positions that differ only in the order of their rows count as one.
"""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from typing import Literal

from engine.beleaguered_castle.position import State
from engine.beleaguered_castle.rules import apply, legal, outcome
from engine.cards import NUMBER

LOST_UNLESS_RELAXED = 573  # the strict game cannot be won, the relaxed one can

Key = tuple[tuple[str, ...], tuple[int, ...]]


def solve(start: State, positions: int) -> Literal["winnable", "lost", "unknown"]:
    """Return what is found; lost: exhausted without a win; unknown: `positions` were too few."""
    met = {key(start)}
    waiting = [(0, 0, 0, start)]
    while waiting and len(met) < positions:
        _, _, depth, state = heappop(waiting)
        if outcome(state):
            return "winnable"
        for after in (apply(state, move) for move in legal(state)):
            if key(after) not in met:
                met.add(key(after))
                heappush(waiting, (disorder(after) + depth // 4, len(met), depth + 1, after))
    return "unknown" if waiting else "lost"


def key(state: State) -> Key:
    return tuple(sorted(state.rows)), state.home


def disorder(state: State) -> int:
    """Return an estimate of the moves still needed: cards not home, and twice those on a lower card."""
    return 52 - sum(state.home) + 2 * sum(map(_blocking, state.rows))


@cache
def _blocking(row: str) -> int:
    ranks = [NUMBER[rank] for rank in row[::2]]
    return sum(min(ranks[:place]) < rank for place, rank in enumerate(ranks) if place)
