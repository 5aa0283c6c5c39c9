"""Retrograde analysis of Three Musketeers: values of all positions of one phase, layer by layer from 0 to 21
men.

A value is one byte: `d + 1` if the musketeers win in d plies, `200 - d` if the Cardinal does. The Cardinal
maximizes, the musketeers minimize, so the winner hurries and the loser resists.

A layer is computed block by block (`layout`). A man's step connects a dark and a light square, so it maps one
row and one column of a block to one row and one column of another: rows and columns are gathered separately.
An extra row and column of zeros represent impossible steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.analysis.three_musketeers.layout import (
    CANONICAL,
    DARK,
    DARK_GONE,
    DARK_IMAGE,
    IN_LINE,
    LIGHT,
    LIGHT_GONE,
    LIGHT_IMAGE,
    NEXT,
    RANK,
    Block,
    Bytes,
    Group,
    Layer,
    bits_of,
    canonical_of,
    free_sets,
    layer,
    squeeze,
    subsets,
)

LOST, HALF, WON = 1, 100, 200  # musketeers have won; values from HALF on: the Cardinal wins; he has won
NO_STEP, NO_CAPTURE = 0, 255  # sentinels below and above every value

Index = NDArray[np.int32]
Blocks = dict[tuple[int, int], Bytes]  # by `Group.first` and the number of empty dark squares


def _backed_up() -> Bytes:
    """Return, by value, the value one ply earlier. A side without a move has lost (the Cardinal: blocked)."""
    values = np.arange(256)
    backed_up = np.where(values < HALF, values + 1, values - 1)
    backed_up[[NO_STEP, NO_CAPTURE]] = LOST
    return backed_up.astype(np.uint8)


BACKED_UP = _backed_up()


def build(men: int, phase: int, below: Bytes | None) -> Bytes:
    """Return the values of a layer, from those of the layer with one man less (None: `men` is 0)."""
    return _cardinal(layer(men, phase), _musketeers(men, phase, below))


# The musketeers' turn.


class Capture(NamedTuple):
    """A capture: bit of the captured man, and number (or IN_LINE) and symmetry of the musketeers after it."""

    taken: int
    number: int
    symmetry: int


def _musketeers(men: int, phase: int, below: Bytes | None) -> Blocks:
    """Return the values on the musketeers' turn; `phase` is that of the Cardinal's turns.

    Sets of musketeers and rows of a block share an axis; the last row and column are NO_STEP."""
    found: Blocks = {}
    for block in layer(men, (phase + 2) % 4).blocks:
        values = np.full((block.triples * block.rows + 1, block.columns + 1), NO_STEP, np.uint8)
        inner = values[:-1, :-1]
        inner[:] = NO_CAPTURE
        if below is not None:
            for place in range(block.triples):
                _capture(
                    inner[place * block.rows :][: block.rows], block, place, layer(men - 1, phase), below
                )
        inner[:] = BACKED_UP[inner]
        found[block.group.first, block.empty_dark] = values
    return found


def _capture(here: Bytes, block: Block, place: int, target: Layer, below: Bytes) -> None:
    """Lower the values of one set of musketeers to the best of its captures."""
    group = block.group
    dark_men = group.free_dark - block.empty_dark
    rows = free_sets(group.dark[place], DARK, dark_men)
    columns = free_sets(group.light, LIGHT, group.free_light - block.empty_light)
    for taken, number, symmetry in _captures(group.first + place):
        dark = taken < DARK
        man = 1 << (taken if dark else taken - DARK)
        row, column = (np.flatnonzero(rows & man), ...) if dark else (..., np.flatnonzero(columns & man))
        left_dark, left_light = rows[row], columns[column]
        if not left_dark.size or not left_light.size:
            continue
        part = here[row] if dark else here[:, column]
        if number == IN_LINE:
            np.minimum(part, WON, out=part)
        else:
            after = _part(below, target, number, dark_men - dark)
            after = after.take(_rows_of(number, symmetry)[left_dark & ~man if dark else left_dark], axis=0)
            after = after.take(
                _columns_of(number, symmetry)[left_light if dark else left_light & ~man], axis=1
            )
            np.minimum(part, after, out=part)
        if dark:
            here[row] = part
        else:
            here[:, column] = part


@cache
def _captures(number: int) -> tuple[Capture, ...]:
    """Return all possible captures of a set of musketeers."""
    group, dark = CANONICAL[number]
    musketeers = dark | group.light << DARK
    found = []
    for start in bits_of(musketeers):
        for end in NEXT[start]:
            if not musketeers >> end & 1:
                after = musketeers ^ 1 << start ^ 1 << end
                numbers, symmetries = canonical_of(np.array([after], np.int32))
                found.append(Capture(end, int(numbers[0]), int(symmetries[0])))
    return tuple(found)


def _part(values: Bytes, of: Layer, number: int, dark_men: int) -> Bytes:
    """Return the values of one set of musketeers with `dark_men` men on dark squares, as rows and columns."""
    start, width = int(of.starts[number, dark_men]), int(of.columns[number, dark_men])
    rows = len(subsets(CANONICAL[number][0].free_dark, dark_men))
    return values[start : start + rows * width].reshape(rows, width)


@cache
def _rows_of(number: int, symmetry: int) -> Index:
    """Return, by set of dark squares, its row after the symmetry that maps the musketeers to `number`."""
    return RANK[squeeze(DARK_IMAGE[symmetry], DARK_GONE[number])]


@cache
def _columns_of(number: int, symmetry: int) -> Index:
    return RANK[squeeze(LIGHT_IMAGE[symmetry], LIGHT_GONE[number])]


# The Cardinal's turn.


def _cardinal(of: Layer, turns: Blocks) -> Bytes:
    """Return the values of a layer, from those on the musketeers' turn with as many men."""
    values = np.empty(of.size, np.uint8)
    for block in of.blocks:
        best = np.full((block.triples * block.rows, block.columns), NO_STEP, np.uint8)
        for leaves_dark in (True, False):
            source = turns.get((block.group.first, block.empty_dark + (1 if leaves_dark else -1)))
            if source is not None:
                for reached in _stepped(block, source, leaves_dark=leaves_dark):
                    np.maximum(best, reached, out=best)
        values[block.start : block.start + block.size] = BACKED_UP[best].reshape(-1)
    return values


def _stepped(block: Block, source: Bytes, *, leaves_dark: bool) -> Iterator[Bytes]:
    """Yield, for each free light square, the best of the men's steps to it from dark squares, or from it."""
    group = block.group
    rows, others_rows = np.empty((2, block.triples * block.rows, source.shape[1]), np.uint8)
    reached = np.empty((block.triples * block.rows, block.columns), np.uint8)
    columns = _column_maps(group.free_light, group.free_light - block.empty_light, leaves_dark)
    row = _row_maps(group, group.free_dark - block.empty_dark, leaves_dark)
    free = [bit for bit in range(DARK, DARK + LIGHT) if not group.light >> (bit - DARK) & 1]
    for light, column in zip(free, columns, strict=True):
        first, *others = NEXT[light]
        np.take(source, row[first], axis=0, out=rows, mode="clip")
        for other in others:
            np.take(source, row[other], axis=0, out=others_rows, mode="clip")
            np.maximum(rows, others_rows, out=rows)
        yield np.take(rows, column, axis=1, out=reached, mode="clip")


@cache
def _row_maps(group: Group, men: int, leaves_dark: bool) -> Index:
    """Return, by dark square and row of a block with `men` men on dark squares, the row of the block without
    the man there (`leaves_dark`) or with one more; the last row if impossible."""
    maps = []
    for place, dark in enumerate(group.dark):
        rows = free_sets(dark, DARK, men)
        after = men - 1 if leaves_dark else men + 1
        height = len(subsets(group.free_dark, after)) if after >= 0 else 0
        ranks = RANK[squeeze(np.arange(1 << DARK, dtype=np.int32), DARK_GONE[group.first + place])]
        bits = np.array([[0 if dark >> bit & 1 else 1 << bit] for bit in range(DARK)], np.int32)
        possible = (rows & bits != 0) if leaves_dark else (rows & bits == 0) & (bits != 0)
        maps.append(np.where(possible, place * height + ranks[rows ^ bits], len(group.dark) * height))
    return np.concatenate(maps, axis=1).astype(np.int32)


@cache
def _column_maps(free: int, men: int, leaves_dark: bool) -> Index:
    """Return, by free light square and column of a block with `men` men on them, the column of the block with
    one man more there (`leaves_dark`) or without him; the last column if impossible."""
    columns = subsets(free, men)
    after = men + 1 if leaves_dark else men - 1
    width = len(subsets(free, after)) if after >= 0 else 0
    bits = np.array([[1 << bit] for bit in range(free)], np.int32)
    possible = (columns & bits == 0) if leaves_dark else (columns & bits != 0)
    return np.where(possible, RANK[columns ^ bits], width).astype(np.int32)
