"""Beam search of Cardinal's Guards for a high-scoring line.

It is a heuristic: a better line may exist unless the score is the maximum. It is deterministic: a checksum of
the board breaks ties between equally promising positions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple
from zlib import crc32

from engine.analysis import NODES_PER_CANCEL_CHECK, Cancelled, Limits
from engine.cardinals_guards.position import (
    ALL_SEARCHED,
    CELLS,
    GRID,
    PAWNS,
    PERFECT_SCORE,
    PERIMETER_START,
    SUITS,
    State,
    key,
    outcome,
    score,
)
from engine.cardinals_guards.rules import apply, legal
from engine.grid import ORTHOGONAL

NODES_PER_WIDTH = 2500  # positions per unit of beam width until the end of a game
NEIGHBOURS = GRID.steps(ORTHOGONAL)
Path = tuple[str, "Path"] | None  # last move, and the path before it


class Line(NamedTuple):
    """A line. `score`: points at the end of `moves`."""

    score: int
    moves: tuple[str, ...]


class Budget:
    """Node budget shared by several searches."""

    def __init__(self, nodes: int, limits: Limits) -> None:
        self.left = nodes
        self._limits = limits

    def spend(self) -> bool:
        """Count a position. Return False if the budget is exhausted. Raises Cancelled."""
        if self.left % NODES_PER_CANCEL_CHECK == 0 and self._limits.cancelled():
            raise Cancelled
        self.left -= 1
        return self.left >= 0


def search(state: State, nodes: int, limits: Limits) -> Line:
    """Return the best line found within `nodes` positions; () if none improves the current score.

    The beam is as wide as `nodes` allow; the rest goes to beams of the same width with other tie-breaks.
    Raises Cancelled."""
    budget, salt = Budget(nodes, limits), 0
    best = Line(score(state)[0], ())
    whole = False
    while budget.left > 0 and best.score < PERFECT_SCORE and not whole:
        found, whole = _search(state, max(1, nodes // NODES_PER_WIDTH), salt, budget)
        best = max(best, found, key=lambda line: line.score)
        salt += 1
    return best


def _search(state: State, width: int, salt: int, budget: Budget) -> tuple[Line, bool]:
    """Return the best line of one beam, and whether the beam was exhaustive."""
    best: tuple[int, Path] = (score(state)[0], None)
    layer: list[tuple[State, Path]] = [(state, None)]
    seen, whole = {key(state)}, True
    while layer and best[0] < PERFECT_SCORE and budget.left > 0:
        following: list[tuple[int, int, int, State, Path]] = []
        for after, path in _following(layer, seen, budget):
            if score(after)[0] > best[0]:
                best = (score(after)[0], path)
            order = crc32(after.board.encode(), salt)
            following.append((-promise(after), order, len(following), after, path))
        following.sort()
        whole = whole and len(following) <= width
        layer = [(after, path) for *_, after, path in following[:width]]
    return Line(best[0], _moves(best[1])), whole and budget.left > 0


def _following(
    layer: list[tuple[State, Path]], seen: set[Hashable], budget: Budget
) -> Iterator[tuple[State, Path]]:
    """Yield the successors that are not in `seen`, and add them to it; skip positions with a lost
    musketeer."""
    for before, path in layer:
        for move in moves_worth_trying(before):
            if not budget.spend():
                return
            after = apply(before, move)
            if key(after) not in seen and not is_lost(after):
                seen.add(key(after))
                yield after, (move, path)


def is_lost(state: State) -> bool:
    """Return whether a musketeer is lost."""
    over = outcome(state)
    return over is not None and over.winner is None


def moves_worth_trying(state: State) -> list[str]:
    """Return the legal moves, except guards put on squares not adjacent to a musketeer's next chamber."""
    if outcome(state):
        return []
    near = set[str]()
    for suit, pawn, rank in zip(SUITS, PAWNS, state.ranks, strict=True):
        if rank != ALL_SEARCHED and pawn in state.board:
            near.update(CELLS[square] for square in NEIGHBOURS[state.tiles.index(f"{suit}{rank}")])
    return [move for move in legal(state) if move[0] != "p" or move[-2:] in near]


def promise(state: State) -> int:
    """Return the heuristic value of a position, 8 per guard defeated. An escaped musketeer cannot help any
    more; guards in the supply or castle can still be defeated through the tunnel."""
    board = state.board
    castle = sum([board.count(suit, 0, PERIMETER_START) for suit in SUITS])
    out = sum([pawn not in board for pawn in PAWNS])
    return 12 * sum(state.ranks) + 8 * state.defeated + 3 * castle + 2 * len(state.supply) - 6 * out


def _moves(path: Path) -> tuple[str, ...]:
    moves = []
    while path is not None:
        move, path = path
        moves.append(move)
    return tuple(reversed(moves))
