"""Vectorized minimax from arbitrary positions down to layers with known values.

Positions are pairs of sets (`layout`), many at a time, all with the same turn and number of men.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.analysis import Cancelled
from engine.analysis.three_musketeers.build import NO_CAPTURE, NO_STEP, WON
from engine.analysis.three_musketeers.layout import IN_LINE, NEXT, SQUARES, STEPS, Bytes, Sets, canonical_of

Lookup = Callable[[Sets, Sets], Bytes]  # values by musketeers (not in line) and men


class Leaves(Protocol):
    """Source of known values."""

    def __call__(self, men: int) -> Lookup | None:
        """Return the lookup for the Cardinal's turns with `men` men; None: unknown."""


@dataclass(frozen=True, slots=True)
class Expander:
    """Minimax expander. `backed_up`: by value, the value one ply earlier; `cancelled`: called at each ply,
    which takes some milliseconds; if it returns True, Cancelled is raised."""

    leaves: Leaves
    backed_up: Bytes
    cancelled: Callable[[], bool]

    def cardinal(self, musketeers: Sets, men: Sets, count: int) -> Bytes:
        """Return the values on the Cardinal's turn of positions with `count` men; musketeers may be in
        line."""
        over = canonical_of(musketeers)[0] == IN_LINE
        if not over.any():
            return self._cardinal(musketeers, men, count)
        values = np.full(len(men), WON, np.uint8)
        playing = np.flatnonzero(~over)
        if len(playing):
            values[playing] = self._cardinal(musketeers[playing], men[playing], count)
        return values

    def _cardinal(self, musketeers: Sets, men: Sets, count: int) -> Bytes:
        known = self.leaves(count)
        if known is not None:
            return known(musketeers, men)
        parents, where, after = [], [], []
        for parent, start, end in _steps(musketeers, men):
            parents.append(parent)
            where.append(musketeers[parent])
            after.append(men[parent] ^ (1 << start | 1 << end))
        best = np.full(len(men), NO_STEP, np.uint8)
        if parents:
            reached = self._merged(self.musketeers, np.concatenate(where), np.concatenate(after), count)
            _gather(np.maximum, best, parents, reached)
        return self.backed_up[best]

    def musketeers(self, musketeers: Sets, men: Sets, count: int) -> Bytes:
        """Return the values on the musketeers' turn of positions with `count` men, musketeers not in line."""
        parents, where, after = [], [], []
        for parent, start, end in _captures(musketeers, men):
            parents.append(parent)
            where.append(musketeers[parent] ^ start ^ end)
            after.append(men[parent] ^ end)
        best = np.full(len(men), NO_CAPTURE, np.uint8)
        if parents:
            reached = self._merged(self.cardinal, np.concatenate(where), np.concatenate(after), count - 1)
            _gather(np.minimum, best, parents, reached)
        return self.backed_up[best]

    def _merged(self, solve: Callable[[Sets, Sets, int], Bytes], where: Sets, men: Sets, count: int) -> Bytes:
        """Return the values of positions, solving equal ones once."""
        if self.cancelled():
            raise Cancelled
        keys, back = np.unique(where.astype(np.int64) << SQUARES | men, return_inverse=True)
        once = solve((keys >> SQUARES).astype(np.int32), (keys & (1 << SQUARES) - 1).astype(np.int32), count)
        values: Bytes = once[back]
        return values


def _gather(better: np.ufunc, best: Bytes, parents: list[NDArray[np.intp]], reached: Bytes) -> None:
    start = 0
    for parent in parents:
        best[parent] = better(best[parent], reached[start : start + len(parent)])
        start += len(parent)


def _steps(musketeers: Sets, men: Sets) -> Iterator[tuple[NDArray[np.intp], int, int]]:
    """Yield each step between squares, with the positions where a man can make it."""
    free = ~(musketeers | men)
    for start, end in STEPS:
        parent = np.flatnonzero(men >> start & free >> end & 1)
        if len(parent):
            yield parent, start, end


def _captures(musketeers: Sets, men: Sets) -> Iterator[tuple[NDArray[np.intp], int, int]]:
    """Yield each capture between squares (as single-bit sets), with the positions where it can be made."""
    for start in range(SQUARES):
        here = np.flatnonzero(musketeers >> start & 1)
        for end in NEXT[start] if len(here) else ():
            parent = here[men[here] >> end & 1 != 0]
            if len(parent):
                yield parent, 1 << start, 1 << end
