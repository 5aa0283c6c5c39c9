"""Index of Three Musketeers positions in the layers of the endgame tables.

A set of squares is a bitboard of 25 bits: the 13 dark squares (the colour of a1), a1 first, then the 12 light
ones. A layer holds the positions on the Cardinal's turn with a given number of men and phase.

The phase is an invariant. Let `t` be 22 minus the men, `m` the musketeers on dark squares and `e` the empty
dark squares. A musketeer's capture adds 1 to t and empties its start square: from a dark square e grows by 1
and m falls by 1, from a light one m grows by 1; either way m + 2e grows by 1. A man's step moves an empty
square to the other colour: m + 2e changes by 2. So

    (m + 2e - 3t) mod 4     changes by 2 with each capture (1 - 3 = -2) and each step,

hence is constant on the Cardinal's turns of a game, and 2 more on the musketeers' turns. It is 3 at the start
(m = 3, e = t = 0), with the musketeers to move, so it is STANDARD = 1 on the Cardinal's turns. It determines
two parities: of m, from the number of men, and of e, from m and the number of men.

Symmetries of the board keep the colours (its side is odd), hence the phase: a layer has the positions of one
set of musketeers per class of symmetric sets, and none with the musketeers in line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.grid import ORTHOGONAL, Grid

Bytes = NDArray[np.uint8]
Sets = NDArray[np.int32]  # sets of squares
Places = NDArray[np.int64]  # indexes into a layer

SQUARES, DARK, LIGHT, MEN = 25, 13, 12, 22
STANDARD = 1  # phase of games from the start position
MAX_GROUP_SIZE = 6  # sets of musketeers, so that a group's data fits the processor's cache

BIT = [square // 2 if square % 2 == 0 else DARK + square // 2 for square in range(SQUARES)]
SQUARE = sorted(range(SQUARES), key=BIT.__getitem__)  # by bit
NEXT = [
    [BIT[other] for other in Grid(5, 5).steps(ORTHOGONAL)[square]] for square in SQUARE
]  # adjacent bits, by bit
STEPS = [(start, end) for start in range(SQUARES) for end in NEXT[start]]  # 80, as bits
DARK_MASK = (1 << DARK) - 1

COUNT: NDArray[np.int64] = np.array([mask.bit_count() for mask in range(1 << DARK)])


def _ranks() -> NDArray[np.int32]:
    ranks = np.zeros(1 << DARK, np.int32)
    for count in range(DARK + 1):
        masks = np.flatnonzero(count == COUNT)
        ranks[masks] = np.arange(len(masks))
    return ranks


RANK = _ranks()  # index of a bitboard among those with equally many bits, ascending


@cache
def subsets(squares: int, count: int) -> NDArray[np.int32]:
    """Return the `squares`-bit numbers with `count` bits set, ascending."""
    return np.flatnonzero(count == COUNT[: 1 << squares]).astype(np.int32)


def _symmetries() -> list[list[int]]:
    """Return the eight symmetries of the board as permutations of bits."""

    def turn(square: int) -> int:
        return square % 5 * 5 + 4 - square // 5

    def flip(square: int) -> int:
        return square // 5 * 5 + 4 - square % 5

    found, here = [], list(range(SQUARES))
    for _ in range(4):
        found += [here, [flip(square) for square in here]]
        here = [turn(square) for square in here]
    return [[BIT[squares[SQUARE[bit]]] for bit in range(SQUARES)] for squares in found]


SYMMETRIES = _symmetries()


def _images(first: int, bits: int) -> NDArray[np.int32]:
    """Return, by symmetry and set of the `bits` squares from `first`, the image of the set."""
    images = np.zeros((8, 1 << bits), np.int32)
    masks = np.arange(1 << bits)
    for number, symmetry in enumerate(SYMMETRIES):
        for bit in range(bits):
            images[number] |= (((masks >> bit) & 1) << (symmetry[first + bit] - first)).astype(np.int32)
    return images


DARK_IMAGE, LIGHT_IMAGE = _images(0, DARK), _images(DARK, LIGHT)


def image(symmetry: int, squares: int) -> int:
    """Return the image of a set of squares under a symmetry."""
    low, high = DARK_IMAGE[symmetry, squares & DARK_MASK], LIGHT_IMAGE[symmetry, squares >> DARK]
    return int(low) | int(high) << DARK


def bits_of(squares: int) -> list[int]:
    return [bit for bit in range(SQUARES) if squares >> bit & 1]


def in_line(bits: tuple[int, ...]) -> bool:
    """Return whether these squares are on one rank or file."""
    squares = [SQUARE[bit] for bit in bits]
    return len({square // 5 for square in squares}) == 1 or len({square % 5 for square in squares}) == 1


@dataclass(frozen=True, slots=True)
class Group:
    """Canonical sets of musketeers with the same light squares, contiguous in a layer.

    - `first`: number of the first set.
    - `light`: common light squares; `dark`: dark squares of each set."""

    first: int
    light: int
    dark: tuple[int, ...]

    @property
    def free_dark(self) -> int:
        """Number of dark squares without a musketeer."""
        return DARK - 3 + self.light.bit_count()

    @property
    def free_light(self) -> int:
        return LIGHT - self.light.bit_count()


def _groups() -> tuple[Group, ...]:
    chosen = set()
    for bits in combinations(range(SQUARES), 3):
        if not in_line(bits):
            squares = sum(1 << bit for bit in bits)
            chosen.add(
                min(
                    (image(number, squares) >> DARK, image(number, squares) & DARK_MASK)
                    for number in range(8)
                )
            )
    groups: list[Group] = []
    number = 0
    for light in sorted({light for light, _ in chosen}):
        dark = sorted(dark for other, dark in chosen if other == light)
        for start in range(0, len(dark), MAX_GROUP_SIZE):
            part = tuple(dark[start : start + MAX_GROUP_SIZE])
            groups.append(Group(number, light, part))
            number += len(part)
    return tuple(groups)


GROUPS = _groups()
CANONICAL = [(group, dark) for group in GROUPS for dark in group.dark]  # sets of musketeers, by number
IN_LINE = -1

# Sets of musketeers are looked up by the ranks of their dark and light squares among sets of up to 3 squares.
_SMALL_DARK = [mask for mask in range(1 << DARK) if mask.bit_count() <= 3]
_SMALL_LIGHT = [mask for mask in range(1 << LIGHT) if mask.bit_count() <= 3]
_DARK_NUMBER = np.zeros(1 << DARK, np.int32)
_DARK_NUMBER[_SMALL_DARK] = np.arange(len(_SMALL_DARK)) * len(_SMALL_LIGHT)
_LIGHT_NUMBER = np.zeros(1 << LIGHT, np.int32)
_LIGHT_NUMBER[_SMALL_LIGHT] = np.arange(len(_SMALL_LIGHT))


def _numbers() -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    numbers = np.full(len(_SMALL_DARK) * len(_SMALL_LIGHT), IN_LINE, np.int16)
    symmetries = np.zeros(len(numbers), np.int8)
    for number, (group, dark) in enumerate(CANONICAL):
        for symmetry in range(8):
            squares = image(symmetry, dark | group.light << DARK)
            place = _DARK_NUMBER[squares & DARK_MASK] + _LIGHT_NUMBER[squares >> DARK]
            back = next(other for other in range(8) if image(other, squares) == dark | group.light << DARK)
            numbers[place], symmetries[place] = number, back
    return numbers, symmetries


_NUMBER, _SYMMETRY = _numbers()


def canonical_of(musketeers: Sets) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """Return, for each set of three musketeers, the number of its canonical set (or IN_LINE), and the
    symmetry that maps it there."""
    place = _DARK_NUMBER[musketeers & DARK_MASK] + _LIGHT_NUMBER[musketeers >> DARK]
    return _NUMBER[place], _SYMMETRY[place]


def _gone(squares: int) -> list[int]:
    """Return the bits of a set of dark or light squares, highest first, padded to three with an unused
    bit."""
    return ([bit for bit in range(DARK, -1, -1) if squares >> bit & 1] + [DARK] * 3)[:3]


DARK_GONE = np.array([_gone(dark) for _, dark in CANONICAL], np.int32)  # by number of the musketeers
LIGHT_GONE = np.array([_gone(group.light) for group, _ in CANONICAL], np.int32)


def squeeze(sets: Sets, gone: NDArray[np.int32]) -> Sets:
    """Remove the bits `gone` (three, highest first, on the last axis) from the sets and shift higher bits
    down."""
    for each in range(3):
        low = (1 << gone[..., each]) - 1
        sets = (sets & low) | ((sets >> 1) & ~low)
    return sets


@cache
def free_sets(taken: int, squares: int, count: int) -> NDArray[np.int32]:
    """Return the sets of `count` of the first `squares` squares outside `taken`, in the order of layers."""
    free = [bit for bit in range(squares) if not taken >> bit & 1]
    dense = subsets(len(free), count)
    spread = np.zeros(len(dense), np.int32)
    for place, bit in enumerate(free):
        spread |= (dense >> place & 1) << bit
    return spread


@dataclass(frozen=True, slots=True)
class Block:
    """Part of a layer for one group and one number of empty dark and light squares.

    It has `triples` x `rows` x `columns` values from `start` on: sets of musketeers, sets of men on dark and
    on light squares, each ascending, among the squares without musketeers."""

    group: Group
    start: int
    empty_dark: int
    empty_light: int
    triples: int
    rows: int
    columns: int

    @property
    def size(self) -> int:
        return self.triples * self.rows * self.columns


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Order of the positions with `men` men and one phase. `starts`: start index by set of musketeers and
    number of men on dark squares; `columns`: length of its rows."""

    men: int
    phase: int
    blocks: tuple[Block, ...]
    size: int
    starts: NDArray[np.int64]
    columns: NDArray[np.int64]

    def places(self, musketeers: Sets, men: Sets) -> Places:
        """Return the indices of positions that belong to the layer, musketeers not in line."""
        number, symmetry = canonical_of(musketeers)
        dark, light = DARK_IMAGE[symmetry, men & DARK_MASK], LIGHT_IMAGE[symmetry, men >> DARK]
        count = COUNT[dark]
        row = RANK[squeeze(dark, DARK_GONE[number])]
        column = RANK[squeeze(light, LIGHT_GONE[number])]
        places: Places = self.starts[number, count] + row * self.columns[number, count] + column
        return places


@cache
def layer(men: int, phase: int = STANDARD) -> Layer:
    """Return the layer with `men` men (0 to 21) on the Cardinal's turn; with `phase` + 2 it also serves for
    the musketeers' turn."""
    gone = MEN - men
    starts, columns = np.zeros((2, len(CANONICAL), DARK + 1), np.int64)
    blocks: list[Block] = []
    start = 0
    for group in GROUPS:
        dark = 3 - group.light.bit_count()
        for empty in range(group.free_dark + 1):
            if not 0 <= gone - empty <= group.free_light or (dark + 2 * empty - 3 * gone - phase) % 4:
                continue
            rows = len(subsets(group.free_dark, group.free_dark - empty))
            width = len(subsets(group.free_light, group.free_light - gone + empty))
            block = Block(group, start, empty, gone - empty, len(group.dark), rows, width)
            numbers = np.arange(group.first, group.first + len(group.dark))
            starts[numbers, group.free_dark - empty] = start + (numbers - group.first) * rows * width
            columns[numbers, group.free_dark - empty] = width
            blocks.append(block)
            start += block.size
    return Layer(men, phase, tuple(blocks), start, starts, columns)


def phase_of(musketeers: int, men: int) -> int:
    """Return the phase of a position on the Cardinal's turn; on the musketeers' turn it is 2 more."""
    dark = (musketeers & DARK_MASK).bit_count()
    empty = DARK - dark - (men & DARK_MASK).bit_count()
    return (dark + 2 * empty - 3 * (MEN - men.bit_count())) % 4
