"""The positions of Three Musketeers as numbers: where the value of each stands in a layer of the tables.

A set of squares is a number of 25 bits: the 13 dark squares (those coloured like a1), a1 first, then the 12
light ones. A layer holds the positions on the Cardinal's turn with equally many men, of one phase.

The phase is what never changes. Let `t` be 22 less the men, `m` the musketeers on dark squares and `e` the
empty dark squares. A musketeer's capture adds 1 to t and leaves the square it came from empty: from a dark
one e grows by 1 and m falls by 1, from a light one m grows by 1; either way m + 2e grows by 1. A man's step
changes colour and moves an empty square to the other colour: m + 2e changes by 2. So

    (m + 2e - 3t) mod 4     is raised by 2 by each capture (1 - 3 = -2) and by each step,

hence the same on all of the Cardinal's turns of a game, and 2 more on the musketeers' turns. It is 3 at the
start (m = 3, e = t = 0), the musketeers to move, so that it is STANDARD = 1 on the Cardinal's turns. That are
the two parities: of m, which the number of men gives, and of e, which m and the number of men give.

A symmetry of the board keeps the colours (the board is odd), hence the phase: a layer has the positions with
one set of musketeers of each eight that are symmetric, and none with the musketeers in line.
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
STANDARD = 1  # the phase of games from the start position
TOGETHER = 6  # sets of musketeers in a group, at most: what is computed at once stays in a processor's cache

BIT = [square // 2 if square % 2 == 0 else DARK + square // 2 for square in range(SQUARES)]
SQUARE = sorted(range(SQUARES), key=BIT.__getitem__)  # by bit
NEXT = [[BIT[other] for other in Grid(5, 5).steps(ORTHOGONAL)[square]] for square in SQUARE]  # bits, by bit
STEPS = [(start, end) for start in range(SQUARES) for end in NEXT[start]]  # 80, as bits
LOW = (1 << DARK) - 1

COUNT: NDArray[np.int64] = np.array([mask.bit_count() for mask in range(1 << DARK)])


def _ranks() -> NDArray[np.int32]:
    ranks = np.zeros(1 << DARK, np.int32)
    for count in range(DARK + 1):
        masks = np.flatnonzero(count == COUNT)
        ranks[masks] = np.arange(len(masks))
    return ranks


RANK = _ranks()  # of a number among those with as many bits, ascending; the same for any number of squares


@cache
def subsets(squares: int, count: int) -> NDArray[np.int32]:
    """The numbers of `squares` bits of which `count` are set, ascending."""
    return np.flatnonzero(count == COUNT[: 1 << squares]).astype(np.int32)


def _symmetries() -> list[list[int]]:
    """The eight symmetries of the board: for each bit the bit where it goes."""

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
    """For each symmetry and each set of the `bits` squares from `first` on: where the set goes."""
    images = np.zeros((8, 1 << bits), np.int32)
    masks = np.arange(1 << bits)
    for number, symmetry in enumerate(SYMMETRIES):
        for bit in range(bits):
            images[number] |= (((masks >> bit) & 1) << (symmetry[first + bit] - first)).astype(np.int32)
    return images


DARK_IMAGE, LIGHT_IMAGE = _images(0, DARK), _images(DARK, LIGHT)


def image(symmetry: int, squares: int) -> int:
    """Where a symmetry takes a set of squares."""
    low, high = DARK_IMAGE[symmetry, squares & LOW], LIGHT_IMAGE[symmetry, squares >> DARK]
    return int(low) | int(high) << DARK


def bits_of(squares: int) -> list[int]:
    return [bit for bit in range(SQUARES) if squares >> bit & 1]


def in_line(bits: tuple[int, ...]) -> bool:
    """Whether these squares are on one rank or one file."""
    squares = [SQUARE[bit] for bit in bits]
    return len({square // 5 for square in squares}) == 1 or len({square % 5 for square in squares}) == 1


@dataclass(frozen=True, slots=True)
class Group:
    """Sets of musketeers, not in line, with the same light squares (`light`), that a layer has side by side.
    `dark`: their dark squares. `first`: the number of the first of them among all."""

    first: int
    light: int
    dark: tuple[int, ...]

    @property
    def free_dark(self) -> int:
        """Dark squares without a musketeer."""
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
                min((image(number, squares) >> DARK, image(number, squares) & LOW) for number in range(8))
            )
    groups: list[Group] = []
    number = 0
    for light in sorted({light for light, _ in chosen}):
        dark = sorted(dark for other, dark in chosen if other == light)
        for start in range(0, len(dark), TOGETHER):
            part = tuple(dark[start : start + TOGETHER])
            groups.append(Group(number, light, part))
            number += len(part)
    return tuple(groups)


GROUPS = _groups()
CHOSEN = [(group, dark) for group in GROUPS for dark in group.dark]  # the sets of musketeers, by number
IN_LINE = -1

# Musketeers are found by the ranks of their dark and light squares, each among the sets of up to 3 squares.
_SMALL_DARK = [mask for mask in range(1 << DARK) if mask.bit_count() <= 3]
_SMALL_LIGHT = [mask for mask in range(1 << LIGHT) if mask.bit_count() <= 3]
_DARK_NUMBER = np.zeros(1 << DARK, np.int32)
_DARK_NUMBER[_SMALL_DARK] = np.arange(len(_SMALL_DARK)) * len(_SMALL_LIGHT)
_LIGHT_NUMBER = np.zeros(1 << LIGHT, np.int32)
_LIGHT_NUMBER[_SMALL_LIGHT] = np.arange(len(_SMALL_LIGHT))


def _numbers() -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    numbers = np.full(len(_SMALL_DARK) * len(_SMALL_LIGHT), IN_LINE, np.int16)
    symmetries = np.zeros(len(numbers), np.int8)
    for number, (group, dark) in enumerate(CHOSEN):
        for symmetry in range(8):
            squares = image(symmetry, dark | group.light << DARK)
            place = _DARK_NUMBER[squares & LOW] + _LIGHT_NUMBER[squares >> DARK]
            back = next(other for other in range(8) if image(other, squares) == dark | group.light << DARK)
            numbers[place], symmetries[place] = number, back
    return numbers, symmetries


_NUMBER, _SYMMETRY = _numbers()


def chosen_of(musketeers: Sets) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """For each set of three musketeers the number of the chosen one that is symmetric to it (IN_LINE: there
    is none), and the symmetry that takes it there."""
    place = _DARK_NUMBER[musketeers & LOW] + _LIGHT_NUMBER[musketeers >> DARK]
    return _NUMBER[place], _SYMMETRY[place]


def _gone(squares: int) -> list[int]:
    """The bits of a set of dark or of light squares, the highest first, filled up to three with a bit that is
    never set."""
    return ([bit for bit in range(DARK, -1, -1) if squares >> bit & 1] + [DARK] * 3)[:3]


DARK_GONE = np.array([_gone(dark) for _, dark in CHOSEN], np.int32)  # by number of the musketeers
LIGHT_GONE = np.array([_gone(group.light) for group, _ in CHOSEN], np.int32)


def squeeze(sets: Sets, gone: NDArray[np.int32]) -> Sets:
    """The sets without the places of the bits in `gone` (three of them, the highest first, on the last axis):
    what is above moves down."""
    for each in range(3):
        low = (1 << gone[..., each]) - 1
        sets = (sets & low) | ((sets >> 1) & ~low)
    return sets


@cache
def free_sets(taken: int, squares: int, count: int) -> NDArray[np.int32]:
    """The sets of `count` of the first `squares` squares without those in `taken`, in the order of layers."""
    free = [bit for bit in range(squares) if not taken >> bit & 1]
    dense = subsets(len(free), count)
    spread = np.zeros(len(dense), np.int32)
    for place, bit in enumerate(free):
        spread |= (dense >> place & 1) << bit
    return spread


@dataclass(frozen=True, slots=True)
class Block:
    """The part of a layer with one group of musketeers and one number of empty dark and light squares:
    `triples` x `rows` x `columns` values from `start` on: sets of musketeers, sets of dark squares with men,
    sets of light squares with men, each ascending, among the squares without musketeers."""

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
    """The order of the positions with `men` men and one phase. `starts`: where a set of musketeers with a
    number of empty dark squares begins; `columns`: the length of its rows."""

    men: int
    phase: int
    blocks: tuple[Block, ...]
    size: int
    starts: NDArray[np.int64]
    columns: NDArray[np.int64]

    def places(self, musketeers: Sets, men: Sets) -> Places:
        """Where positions stand that belong to the layer and have their musketeers not in line."""
        number, symmetry = chosen_of(musketeers)
        dark, light = DARK_IMAGE[symmetry, men & LOW], LIGHT_IMAGE[symmetry, men >> DARK]
        count = COUNT[dark]
        row = RANK[squeeze(dark, DARK_GONE[number])]
        column = RANK[squeeze(light, LIGHT_GONE[number])]
        places: Places = self.starts[number, count] + row * self.columns[number, count] + column
        return places


@cache
def layer(men: int, phase: int = STANDARD) -> Layer:
    """The layer of the positions with so many men (0 to 21), on the Cardinal's turn; with the phase raised by
    2 the same serves for the musketeers' turn."""
    gone = MEN - men
    starts, columns = np.zeros((2, len(CHOSEN), DARK + 1), np.int64)
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
    """The phase of a position on the Cardinal's turn; on the musketeers' turn it is 2 more."""
    dark = (musketeers & LOW).bit_count()
    empty = DARK - dark - (men & LOW).bit_count()
    return (dark + 2 * empty - 3 * (MEN - men.bit_count())) % 4
