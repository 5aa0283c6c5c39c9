"""Beam search for a line with many points: at each ply the most promising positions go on.

It proves nothing: a better line may exist, unless the score is the greatest there is. Nothing is hidden in
this game, so the search uses what the player sees. It is deterministic: among equally promising positions a
checksum of the board decides.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple
from zlib import crc32

from engine.analysis import CHECK_EVERY, Cancelled, Limits
from engine.cardinals_guards.position import (
    CELLS,
    DONE,
    GRID,
    OUTSIDE,
    PAWNS,
    PERFECT,
    SUITS,
    State,
    key,
    outcome,
    score,
)
from engine.cardinals_guards.rules import apply, legal
from engine.grid import ORTHOGONAL

PER_WIDTH = 2500  # positions made for each one that goes on at every ply, until the end of a game
BESIDE = GRID.steps(ORTHOGONAL)
Path = tuple[str, "Path"] | None  # the last move, and the path before it


class Line(NamedTuple):
    """`score`: the points at the end of `moves`."""

    score: int
    moves: tuple[str, ...]


class Budget:
    """Counts the positions that searches make, up to `nodes`."""

    def __init__(self, nodes: int, limits: Limits) -> None:
        self.left = nodes
        self._limits = limits

    def spend(self) -> bool:
        """Whether one position more may be made. Raises Cancelled."""
        if self.left % CHECK_EVERY == 0 and self._limits.cancelled():
            raise Cancelled
        self.left -= 1
        return self.left >= 0


def search(state: State, nodes: int, limits: Limits) -> Line:
    """The best line that is found by making so many positions; of equal ones the first, () where nothing
    better was found than the score so far. The beam is as wide as they allow; what is left over goes into
    beams of the same width that decide otherwise among equals. Raises Cancelled."""
    budget, salt = Budget(nodes, limits), 0
    best = Line(score(state)[0], ())
    whole = False
    while budget.left > 0 and best.score < PERFECT and not whole:
        found, whole = _search(state, max(1, nodes // PER_WIDTH), salt, budget)
        best = max(best, found, key=lambda line: line.score)
        salt += 1
    return best


def _search(state: State, width: int, salt: int, budget: Budget) -> tuple[Line, bool]:
    """The best line of one beam, and whether everything was in it, so that another one finds no more."""
    best: tuple[int, Path] = (score(state)[0], None)
    layer: list[tuple[State, Path]] = [(state, None)]
    seen, whole = {key(state)}, True
    while layer and best[0] < PERFECT and budget.left > 0:
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
    """The positions that come next and are not in `seen`, to which they are added; those in which a musketeer
    is lost are left out."""
    for before, path in layer:
        for move in moves_worth_trying(before):
            if not budget.spend():
                return
            after = apply(before, move)
            if key(after) not in seen and not is_lost(after):
                seen.add(key(after))
                yield after, (move, path)


def is_lost(state: State) -> bool:
    over = outcome(state)
    return over is not None and over.winner is None


def moves_worth_trying(state: State) -> list[str]:
    """The legal moves but for guards put where they stop nobody beside the next chamber of a musketeer."""
    if outcome(state):
        return []
    near = set[str]()
    for suit, pawn, rank in zip(SUITS, PAWNS, state.ranks, strict=True):
        if rank != DONE and pawn in state.board:
            near.update(CELLS[square] for square in BESIDE[state.tiles.index(f"{suit}{rank}")])
    return [move for move in legal(state) if move[0] != "p" or move[-2:] in near]


def promise(state: State) -> int:
    """A guess at what a position is good for, 8 for a guard defeated. A musketeer who has escaped can help no
    more; a guard in the supply or the castle can be defeated by way of the tunnel."""
    board = state.board
    castle = sum([board.count(suit, 0, OUTSIDE) for suit in SUITS])
    out = sum([pawn not in board for pawn in PAWNS])
    return 12 * sum(state.ranks) + 8 * state.defeated + 3 * castle + 2 * len(state.supply) - 6 * out


def _moves(path: Path) -> tuple[str, ...]:
    moves = []
    while path is not None:
        move, path = path
        moves.append(move)
    return tuple(reversed(moves))
