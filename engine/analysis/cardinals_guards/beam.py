"""Beam search of Cardinal's Guards for a line with all points, or with as many as it finds.

Each layer is one step further and keeps the best positions by a weighting. Beams of growing width, with
weightings in turn, follow one another until one finds all points. It is a heuristic: unless a line has all
points, a better one may exist. It is deterministic, and takes 25 MB at most.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from engine.analysis import Cancelled, Limits
from engine.analysis.cardinals_guards.steps import Castle, Step, Weights, encode, moves_of, points
from engine.cardinals_guards.position import PERFECT_SCORE, State
from engine.cardinals_guards.rules import apply

WEIGHTS = (Weights(18, 10, 9, 9), Weights(15, 10, 9, 6))
BEAMS = tuple((50 << number, WEIGHTS[number % 2]) for number in range(6))
"""Width (positions kept of a layer) and weights of each beam. From a deal to the end of the game about 1,500
positions are made for each that is kept of a layer."""
STALE_LAYERS = 20  # without a position of more worth, after which a beam ends


class Line(NamedTuple):
    """A line. `score`: points at the end of `moves`; `nodes`: positions made in the search."""

    score: int
    moves: tuple[str, ...]
    nodes: int = 0


class _Budget:
    """Positions that several beams may make."""

    def __init__(self, nodes: int, limits: Limits) -> None:
        self.left = nodes
        self._cancelled = limits.cancelled

    def spend(self, nodes: int) -> None:
        """Count positions. Raises Cancelled."""
        self.left -= nodes
        if self._cancelled():
            raise Cancelled


class _Beam:
    """A beam from `root`. `barred`: positions that it does not make.

    `best`: the first position found with the most points."""

    def __init__(self, castle: Castle, root: int, barred: set[int], width: int) -> None:
        self._castle, self._width = castle, width
        self._origins: dict[int, tuple[int, Step] | None] = dict.fromkeys((root, *barred))  # by position kept
        self._layer = [(root, 0)]  # positions and their worths
        self.best, self._has_all = root, True

    def run(self, budget: _Budget) -> None:
        """Search until all points are found, the beam ends, or the budget is spent."""
        top, stale = 0, 0
        while self._layer and stale < STALE_LAYERS and budget.left > 0:
            self._advance(budget)
            worth = self._layer[0][1] if self._layer else top
            stale = 0 if worth > top else stale + 1
            top = max(top, worth)
            self.best = max([self.best, *[position for position, _ in self._layer]], key=points)
            if points(self.best) == PERFECT_SCORE:
                return

    @property
    def is_exhaustive(self) -> bool:
        """Whether it has ended without leaving a position out: a wider beam would find nothing else."""
        return self._has_all and not self._layer

    def steps(self) -> list[Step]:
        """Return the steps to the best position."""
        steps, origin = list[Step](), self._origins[self.best]
        while origin is not None:
            steps.append(origin[1])
            origin = self._origins[origin[0]]
        return steps[::-1]

    def _advance(self, budget: _Budget) -> None:
        """Replace the layer by the best positions one step further."""
        made: dict[int, tuple[int, Step]] = {}
        by_worth: defaultdict[int, list[int]] = defaultdict(list)
        for before, worth_before in self._layer:
            if budget.left <= 0:
                break
            steps = self._castle.steps(before, worth_before)
            budget.spend(len(steps))
            for position, worth, step in steps:
                if position not in made and position not in self._origins:
                    made[position] = before, step
                    by_worth[worth].append(position)
        self._layer = []
        for worth in sorted(by_worth, reverse=True):
            room = self._width - len(self._layer)
            kept = _spread(by_worth[worth], room)
            self._layer += [(position, worth) for position in kept]
        self._origins |= {position: made[position] for position, _ in self._layer}
        self._has_all = self._has_all and len(self._layer) == len(made)


def _spread(positions: list[int], room: int) -> list[int]:
    """Return at most `room` positions, evenly from the whole list."""
    if len(positions) <= room:
        return positions
    return [positions[len(positions) * number // room] for number in range(room)]


def search(state: State, nodes: int, limits: Limits) -> Line:
    """Return the best line found until about `nodes` positions are made; () if none improves the score. It
    leads to none of `limits.barred`. Raises Cancelled."""
    root, barred = encode(state), set(map(encode, limits.barred))
    budget, best, steps = _Budget(nodes, limits), root, list[Step]()
    for width, weights in BEAMS:
        beam = _Beam(Castle(state, weights), root, barred, width)
        beam.run(budget)
        if points(beam.best) > points(best):
            best, steps = beam.best, beam.steps()
        if points(best) == PERFECT_SCORE or beam.is_exhaustive or budget.left <= 0:
            break
    moves: list[str] = []
    for step in steps:
        for move in moves_of(state, step):
            state = apply(state, move)
            moves.append(move)
    return Line(points(best), tuple(moves), nodes - budget.left)
