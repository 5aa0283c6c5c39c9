"""The values of any positions, from those of the layers that are at hand: all plies between are played out.

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
from engine.analysis.three_musketeers.layout import IN_LINE, NEXT, SQUARES, STEPS, Bytes, Sets, chosen_of

Lookup = Callable[[Sets, Sets], Bytes]  # from musketeers and men, none of the musketeers in line


class Leaves(Protocol):
    """Where values are known."""

    def __call__(self, men: int) -> Lookup | None:
        """The values of the Cardinal's turns with so many men; None: they are not known."""


@dataclass(frozen=True, slots=True)
class Expander:
    """`later`: the values one ply before, by value. `cancelled` is asked at each ply of an expansion, which
    takes some milliseconds; then Cancelled."""

    leaves: Leaves
    later: Bytes
    cancelled: Callable[[], bool]

    def cardinal(self, musketeers: Sets, men: Sets, count: int) -> Bytes:
        """The values on the Cardinal's turn of positions with `count` men; musketeers may be in line."""
        over = chosen_of(musketeers)[0] == IN_LINE
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
        return self.later[best]

    def musketeers(self, musketeers: Sets, men: Sets, count: int) -> Bytes:
        """The values on the musketeers' turn of positions with `count` men and no musketeers in line."""
        parents, where, after = [], [], []
        for parent, start, end in _captures(musketeers, men):
            parents.append(parent)
            where.append(musketeers[parent] ^ start ^ end)
            after.append(men[parent] ^ end)
        best = np.full(len(men), NO_CAPTURE, np.uint8)
        if parents:
            reached = self._merged(self.cardinal, np.concatenate(where), np.concatenate(after), count - 1)
            _gather(np.minimum, best, parents, reached)
        return self.later[best]

    def _merged(self, solve: Callable[[Sets, Sets, int], Bytes], where: Sets, men: Sets, count: int) -> Bytes:
        """The values of positions of which some may be equal."""
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
    """Each step from square to square, with the positions where a man can make it."""
    free = ~(musketeers | men)
    for start, end in STEPS:
        parent = np.flatnonzero(men >> start & free >> end & 1)
        if len(parent):
            yield parent, start, end


def _captures(musketeers: Sets, men: Sets) -> Iterator[tuple[NDArray[np.intp], int, int]]:
    """Each capture from square to square (as sets of one), with the positions where it can be made."""
    for start in range(SQUARES):
        here = np.flatnonzero(musketeers >> start & 1)
        for end in NEXT[start] if len(here) else ():
            parent = here[men[here] >> end & 1 != 0]
            if len(parent):
                yield parent, 1 << start, 1 << end
